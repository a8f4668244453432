"""A preview as a page, with marks at everything that a finding is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kibitz.core.analysis import Analysis
from kibitz.core.scene import Box, Circle, Item, Rect, Scene, Text, box
from kibitz.core.setting import HIDDEN, Preferences
from kibitz.core.shown import escaped, visible
from kibitz.core.svg import Theme, svg
from kibitz.core.values import Diagnostic, Severity, Span

GAP = 2.0
"""Pixels between an item and the ring around it."""


Findings = Callable[[Span], Iterable[Diagnostic]]
"""The findings that count among those that touch a span of the record."""


def pictured(analysis: Analysis, offset: int | None, preferences: Preferences, found_in: Findings) -> Scene:
    """Return the preview of a record, or of the state of the game at `offset`, with marks for its findings.

    If the preview hides secrets, nothing is marked, because a finding may reveal one.
    """
    scene: Scene = analysis.language.scene(analysis, offset, preferences)
    return scene if preferences.flag(HIDDEN, False) else marked(scene, found_in)


def marked(scene: Scene, found_in: Findings) -> Scene:
    """Return a scene with a ring around everything that an error or a warning is about. The name of the item contains the message.

    A finding marks the items of the smallest span around it: an ace dealt twice marks that ace, not the hand. If there
    are several findings, the most serious one counts.
    """
    wrong: dict[Span, Diagnostic] = {}
    told: set[tuple[str, Span]] = set()
    # Smaller spans come first, so that a larger one does not repeat their findings.
    for span in sorted({item.span for item in scene.items if item.span}, key=lambda one: one.end - one.start):
        for one in found_in(span):
            within = span.start <= one.span.start and one.span.end <= span.end
            if within and one.severity <= Severity.WARNING and (one.rule.code, one.span) not in told:
                told.add((one.rule.code, one.span))
                wrong[span] = min(wrong.get(span, one), one, key=lambda some: some.severity)
    return scene._replace(items=tuple(_with_mark(item, wrong) for item in scene.items)) if wrong else scene


def _with_mark(item: Item, wrong: dict[Span, Diagnostic]) -> Item:
    one = wrong.get(item.span) if item.span else None
    if one is None or not item.name:
        return item
    shapes = item.shapes
    if (around := _around(item)) is not None:
        left, top, right, bottom = around
        width, height = right - left + 2 * GAP, bottom - top + 2 * GAP
        shapes += (Rect(left - GAP, top - GAP, width, height, "hollow edge-red thick dashed", 6),)
    return item._replace(name=f"{item.name}: {one.message}", shapes=shapes, classes=f"{item.classes} wrong")


def _around(item: Item) -> Box | None:
    """Return the box around the texts, rectangles and circles of an item, or None if it has only paths."""
    boxes = [
        box(shape)
        if isinstance(shape, Text)
        else Box(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        if isinstance(shape, Rect)
        else Box(
            shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
        )
        for shape in item.shapes
        if isinstance(shape, (Text, Rect, Circle))
    ]
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


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
