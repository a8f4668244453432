"""A scene as SVG: one text without references, in the light and the dark theme, with a title for every item."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Literal, NamedTuple

from kibitz.core.picture import displayed
from kibitz.core.scene import Circle, Item, Path, Rect, Scene, Shape, Text
from kibitz.core.shown import escaped

Theme = Literal["auto", "light", "dark"]
FONT = "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif"
FIXED = "ui-monospace,'SF Mono',Consolas,'DejaVu Sans Mono',monospace"

_COLOURS = {
    # Strong and soft, light theme; strong and soft, dark theme.
    "red": ("#b3202c", "#fbe3e1", "#ff9a94", "#56262a"),
    "orange": ("#a84a00", "#fde8d5", "#ffb27a", "#54351c"),
    "gold": ("#8a6100", "#fbeec2", "#f2cd62", "#4d4018"),
    "yellow": ("#e3b50a", "#fdf3c4", "#ffd84d", "#4d4018"),
    "green": ("#1b7038", "#dcf2df", "#86d89a", "#1f442b"),
    "teal": ("#0b6a73", "#d5f0f1", "#74d3d8", "#173f45"),
    "blue": ("#1b57b5", "#dee9fb", "#93bdff", "#213a63"),
    "purple": ("#6b35a8", "#eee3fa", "#cba6ff", "#3f2a5c"),
    "grey": ("#5b616b", "#e9ebee", "#a9b0bb", "#363b43"),
    "ink": ("#1d2126", "#c9ced6", "#eceff3", "#4c525c"),
}
_PLAIN = {
    "paper": ("fill:#fbfaf6", "fill:#1c1f24"),
    "felt": ("fill:#e3efe4;stroke:#9dbfa2", "fill:#1d3327;stroke:#41694f"),
    "wood": ("fill:#f3e7d3;stroke:#b79b6c", "fill:#372e22;stroke:#7d6842"),
    "card": ("fill:#fff;stroke:#8f96a1", "fill:#f1f1ee;stroke:#8f96a1"),
    "plate": ("fill:#fff;stroke:#c6cad1", "fill:#262a31;stroke:#474d57"),
    "hollow": ("fill:none", ""),
    "line": ("fill:none;stroke:#c0c5cd", "stroke:#4b515b"),
    "ink": ("fill:#1d2126", "fill:#eceff3"),
    "dim": ("fill:#585f69", "fill:#a9b0bb"),
    "onlight": ("fill:#1d2126", ""),
    "redlight": ("fill:#b3202c", ""),
    "onstrong": ("fill:#fff", "fill:#14171b"),
    "bold": ("font-weight:600", ""),
    "struck": ("text-decoration:line-through", ""),
    "italic": ("font-style:italic", ""),
    "mono": (f"font-family:{FIXED}", ""),
    "thick": ("stroke-width:2.5", ""),
    "thicker": ("stroke-width:4", ""),
    "road": ("stroke-width:9", ""),
    "street": ("stroke-width:6", ""),
    "edge-paper": ("stroke:#fbfaf6", "stroke:#1c1f24"),
    "dashed": ("stroke-dasharray:4 3", ""),
    "faint": ("opacity:.45", ""),
    "round": ("stroke-linecap:round;stroke-linejoin:round", ""),
}
"""The looks of classes, and their differences in the dark theme."""


def _looks() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for name, (strong, soft, dark_strong, dark_soft) in _COLOURS.items():
        found[f"fill-{name}"] = (f"fill:{strong}", f"fill:{dark_strong}")
        found[f"soft-{name}"] = (f"fill:{soft}", f"fill:{dark_soft}")
        found[f"edge-{name}"] = (f"stroke:{strong}", f"stroke:{dark_strong}")
    return _PLAIN | found


LOOKS = _looks()
"""All classes that have a look: `fill-red` is strong, `soft-red` a background of texts, `edge-red` a line."""


def svg(scene: Scene, theme: Theme = "auto") -> str:
    """Return a scene as SVG. `auto` follows the theme of the reader, by CSS.

    Items for a part of the record have `data-span`: its offsets in code points. Items that make a move have `data-place`.
    """
    size = f"{_number(scene.width)} {_number(scene.height)}"
    width, height = size.split()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{width}" height="{height}" '
        f'class="kibitz" role="group" aria-label="{_escaped(scene.title)}">'
        f"<title>{_escaped(scene.title)}</title><style>{style(classes([scene]), theme)}</style>"
        f'<rect class="paper" width="{width}" height="{height}"/>\n'
        + "\n".join(map(str, items(scene)))
        + "\n</svg>\n"
    )


class Part(NamedTuple):
    """An item of the SVG in its parts. Many items differ in their place only."""

    inner: str
    """The text after the place."""
    place: str
    """Its place, and the place of its text in the record: attributes."""

    def __str__(self) -> str:
        return f"<g{self.place}{self.inner}"


def items(scene: Scene) -> Iterator[Part]:
    """Yield each item of a scene in its parts."""
    return map(part, scene.items)


def classes(scenes: Iterable[Scene]) -> set[str]:
    """Return the classes that scenes use."""
    found = {
        one
        for scene in scenes
        for item in scene.items
        for shape in item.shapes
        for one in shape.classes.split()
    }
    return found | {"paper"}


def style(used: Collection[str], theme: Theme = "auto") -> str:
    """Return the CSS of some classes."""
    light = [f".{name}{{{LOOKS[name][0]}}}" for name in LOOKS if name in used]
    dark = [f".{name}{{{LOOKS[name][1]}}}" for name in LOOKS if name in used and LOOKS[name][1]]
    base = f".kibitz{{font-family:{FONT}}}"
    if theme == "light":
        return base + "".join(light)
    if theme == "dark":
        return base + "".join(light + dark)
    return f"{base}{''.join(light)}@media(prefers-color-scheme:dark){{{''.join(dark)}}}"


def part(item: Item) -> Part:
    """Return an item in its parts."""
    place = f' transform="translate({_number(item.x)} {_number(item.y)})"' if item.x or item.y else ""
    named = f"<title>{_escaped(item.name)}</title>" if item.name else ""
    role = ' role="img"' if item.name else ""
    # These classes have a meaning, but no look.
    told = " ".join(f"is-{one}" for one in item.classes.split())
    kind = f' class="{escaped(told)}"' if told else ""
    span = f' data-span="{item.span.start}-{item.span.end}"' if item.span else ""
    inner = f"{kind}{role}>{named}{''.join(map(_shape, item.shapes))}</g>"
    where = f' data-place="{escaped(item.place)}"' if item.place else ""
    return Part(inner, f"{span}{where}{place}")


def _shape(shape: Shape) -> str:
    kind = f'class="{shape.classes}"'
    if isinstance(shape, Text):
        anchor = f' text-anchor="{shape.anchor}"' if shape.anchor != "start" else ""
        place = f'x="{_number(shape.x)}" y="{_number(shape.y)}" font-size="{_number(shape.size)}"'
        return f"<text {place}{anchor} {kind}>{_escaped(shape.text)}</text>"
    if isinstance(shape, Rect):
        corner = f' rx="{_number(shape.round)}"' if shape.round else ""
        place = f'x="{_number(shape.x)}" y="{_number(shape.y)}"'
        return (
            f'<rect {place} width="{_number(shape.width)}" height="{_number(shape.height)}"{corner} {kind}/>'
        )
    if isinstance(shape, Circle):
        return f'<circle cx="{_number(shape.x)}" cy="{_number(shape.y)}" r="{_number(shape.radius)}" {kind}/>'
    return f'<path {kind}{_transform(shape)} d="{escaped(shape.data)}"/>'


def _transform(path: Path) -> str:
    parts = []
    if path.x or path.y:
        parts.append(f"translate({_number(path.x)} {_number(path.y)})")
    if path.scale != 1:
        parts.append(f"scale({_number(path.scale, 3)})")
    return f' transform="{" ".join(parts)}"' if parts else ""


def _escaped(text: str) -> str:
    return escaped(displayed(text))


def _number(value: float, digits: int = 1) -> str:
    """Return a number in its shortest form.

    >>> _number(12.0), _number(0.25)
    ('12', '0.2')
    """
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") if value != int(value) else str(int(value))
