"""A preview as an HTML page of its own: one file without references."""

from __future__ import annotations

from kibitz.core.scene import Scene
from kibitz.core.shown import escaped, visible
from kibitz.core.svg import Theme, svg

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""The page loads nothing."""
_STYLE = """
body{margin:0;padding:16px;background:#ecebe6;color:#1d2126;font-family:system-ui,'Segoe UI',Roboto,Arial,sans-serif}
main{max-width:1000px;margin:auto}
main>svg{display:block;max-width:100%;height:auto;margin:auto;border-radius:10px}
details{margin-top:16px}
pre{overflow:auto;font-family:ui-monospace,Consolas,'DejaVu Sans Mono',monospace;line-height:1.35}
"""
_DARK = "body{background:#121417;color:#eceff3}"
_THEMES: dict[Theme, str] = {
    "auto": f":root{{color-scheme:light dark}}{_STYLE}@media(prefers-color-scheme:dark){{{_DARK}}}\n",
    "light": f":root{{color-scheme:light}}{_STYLE}",
    "dark": f":root{{color-scheme:dark}}{_STYLE}{_DARK}\n",
}


def page(scene: Scene, text: str, title: str, theme: Theme = "auto") -> str:
    """Return the page. `text` is the preview as text."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escaped(visible(title))}</title>\n<style>{_THEMES[theme]}</style>\n</head>\n<body>\n<main>\n"
        f"{svg(scene, theme)}<details><summary>As text</summary>\n<pre>{escaped(text)}</pre></details>\n"
        "</main>\n</body>\n</html>\n"
    )
