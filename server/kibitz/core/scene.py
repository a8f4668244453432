"""Scenes: previews as shapes and texts at places, each with its meaning. :mod:`kibitz.core.svg` writes them.

Lengths are in pixels, x to the right and y down. A scene shows the facts of the text preview. Classes name colours, and
:mod:`kibitz.core.svg` defines how they look in both themes; other classes name roles (`demon`, `dead`). Colour is never the
only sign of a fact: a shape, a sign or a text shows it as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate, takewhile
from typing import Literal, NamedTuple

from kibitz.core.answers import Preview
from kibitz.core.picture import columns, displayed
from kibitz.core.values import Span

Anchor = Literal["start", "middle", "end"]
SMALLEST = 8.0
"""The smallest size of a text that is made to fit. A longer one is cut."""
BOLD = 1.1
"""Width of bold letters, compared with normal ones."""
MONO = 0.62
"""Width of a monospace character, in units of the font size."""
_NARROW, _WIDE = frozenset("iljtfrI.,:;'|!()[] ·"), frozenset("mwMWQO@%—…→+−=<>~★✓✗")


class Text(NamedTuple):
    """A line of text. `y` is its baseline."""

    x: float
    y: float
    text: str
    size: float = 14
    anchor: Anchor = "start"
    classes: str = "ink"


class Rect(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    classes: str
    round: float = 0


class Circle(NamedTuple):
    x: float
    y: float
    radius: float
    classes: str


class Path(NamedTuple):
    """A path in the language of SVG, in units of its own: drawn at a place, and scaled."""

    data: str
    classes: str
    x: float = 0
    y: float = 0
    scale: float = 1


Shape = Text | Rect | Circle | Path


class Item(NamedTuple):
    """A named thing in a preview. Its shapes are relative to its place, and later ones cover earlier ones."""

    name: str
    """The name for screen readers and tooltips, such as `ace of spades`. Empty for an ornament."""
    shapes: tuple[Shape, ...]
    x: float = 0
    y: float = 0
    span: Span | None = None
    """The part of the record that it shows."""
    classes: str = ""
    place: str = ""
    """The name of its place for plays (:class:`kibitz.core.answers.Play`), such as `3,2` or `seat 4`. All items there have it."""


class Scene(NamedTuple):
    """A preview. Later items cover earlier ones."""

    title: str
    width: float
    height: float
    items: tuple[Item, ...] = ()


class Box(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Return whether they overlap in more than an edge."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


# Texts


def measure(text: str, size: float = 1.0) -> float:
    """Return the approximate width of a text. It is rather too large than too small, because fonts differ.

    >>> measure("iii") < measure("aaa") < measure("mmm")
    True
    """
    return size * sum(map(_share, text))


def _share(letter: str) -> float:
    if letter in _NARROW:
        return 0.4
    if letter in _WIDE:
        return 1.0
    if letter.isascii():
        return 0.72 if letter.isupper() else 0.62
    return 0.7 * columns(letter)


def fitted(text: str, room: float, size: float, least: float = SMALLEST) -> tuple[str, float]:
    """Return a text and its size, smaller or cut if it is too wide. If it is cut, the name of the item should have the full text."""
    text = displayed(text)
    width = measure(text)
    if width * size <= room:
        return text, size
    size = max(least, int(room / max(width, 0.01) * 10) / 10)
    if width * size <= room:
        return text, size
    widths = accumulate(map(_share, text), initial=_share("…"))
    count = sum(1 for _ in takewhile(lambda one: one * size <= room, widths))
    return f"{text[: max(count - 1, 0)].rstrip()}…", size


def fit(
    x: float,
    y: float,
    text: str,
    room: float,
    size: float = 14,
    anchor: Anchor = "start",
    classes: str = "ink",
) -> Text:
    """Return a text that fits into a room."""
    shown, size = fitted(text, room / (BOLD if "bold" in classes else 1), size)
    return Text(x, y, shown, size, anchor, classes)


def wrapped(text: str, room: float, size: float) -> list[str]:
    """Return a text in lines that are not wider than the room. A word that is too long is cut.

    >>> wrapped("one two three", 60, 14)
    ['one two', 'three']
    """
    lines: list[str] = []
    for word in displayed(text).split():
        both = f"{lines[-1]} {word}" if lines else word
        if lines and measure(both, size) <= room:
            lines[-1] = both
        else:
            lines.append(fitted(word, room, size, size)[0])
    return lines


def paragraph(
    text: str, x: float, y: float, room: float, size: float, classes: str = "ink", step: float = 20
) -> tuple[Item, float]:
    """Return a text in lines as one item, and its height. Screen readers read it once."""
    lines = enumerate(wrapped(text, room, size))
    shapes = tuple([Text(0, step * number, line, size, "start", classes) for number, line in lines])
    return Item(text, shapes, x, y), step * len(shapes)


def box(text: Text) -> Box:
    """Return the rectangle of a text, relative to its place."""
    if "mono" in text.classes:
        width = MONO * text.size * columns(text.text)
    else:
        width = measure(text.text, text.size) * (BOLD if "bold" in text.classes else 1)
    left = text.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    return Box(left, text.y - 0.74 * text.size, left + width, text.y + 0.22 * text.size)


# Scenes


def stacked(title: str, scenes: Iterable[Scene]) -> Scene:
    """Return several scenes, one below the other."""
    items: list[Item] = []
    width = height = 0.0
    for number, scene in enumerate(scenes):
        top = height + (12 if number else 0)
        items += [item._replace(y=item.y + top) for item in scene.items]
        width, height = max(width, scene.width), top + scene.height
    return Scene(title, width, height, tuple(items))


def written(preview: Preview, title: str) -> Scene:
    """Return the text preview as a scene, for notations without another one."""
    size, pad, step = 14.0, 16.0, 19.0
    lines = preview.text.removesuffix("\n").split("\n")
    sources = {(glyph.line, glyph.start): glyph for glyph in preview.glyphs}
    items: list[Item] = []
    for number, line in enumerate(lines):
        at = 0
        for start in [*sorted(first for row, first in sources if row == number), len(line)]:
            items += _stretch(line[at:start], number, columns(line[:at]), None)
            if glyph := sources.get((number, start)):
                items += _stretch(line[glyph.start : glyph.end], number, columns(line[:start]), glyph.source)
                at = glyph.end
    width = max([columns(line) for line in lines]) * MONO * size + 2 * pad
    placed = tuple(
        item._replace(x=pad + item.x * MONO * size, y=pad + (item.y + 0.75) * step) for item in items
    )
    return Scene(title, max(width, 240), len(lines) * step + 2 * pad, placed)


def _stretch(text: str, row: int, column: int, span: Span | None) -> Iterator[Item]:
    lead = len(text) - len(text.lstrip(" "))
    if bare := text.strip(" "):
        shape = Text(0, 0, displayed(bare), 14, "start", "ink mono")
        yield Item(bare if span else "", (shape,), column + lead, row, span)


_HEART = "M0 46C-70 2-52-46-26-46-10-46 0-34 0-24 0-34 10-46 26-46 52-46 70 2 0 46Z"
_STEM = "C6 36 12 44 20 48L-20 48C-12 44-6 36-4 16Z"
_SHAPES = {
    "s": f"M0-50C64-4 50 30 27 30 15 30 7 24 4 16{_STEM[:-1]}C-7 24-15 30-27 30-50 30-64-4 0-50Z",
    "h": _HEART,
    "d": "M0-50C12-30 26-14 40 0 26 14 12 30 0 50-12 30-26 14-40 0-26-14-12-30 0-50Z",
    "c": "M-21-27a21 21 0 1 0 42 0a21 21 0 1 0-42 0ZM-47 9a21 21 0 1 0 42 0a21 21 0 1 0-42 0Z"
    f"M5 9a21 21 0 1 0 42 0a21 21 0 1 0-42 0ZM-7-12L7-12 4 16{_STEM}",
}


def suit(letter: str, x: float, y: float, size: float, classes: str) -> Path:
    """Return the sign of a suit (`s`, `h`, `d` or `c`) around a point. `size` is its height."""
    return Path(_SHAPES[letter.lower()], classes, x, y, size / 100)
