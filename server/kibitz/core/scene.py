"""Scenes: pictures as plain values, which :mod:`kibitz.core.svg` writes. Shapes and texts at places, and what each stands for.

Lengths are in pixels, x to the right and y downwards. A scene says what the text picture says, to people who would rather
look than read. Colours are named by classes, whose look in both themes is in :mod:`kibitz.core.svg`; other classes say what
something is (`demon`, `dead`). Nothing may be told by colour alone: shapes, signs and texts tell it, too.
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
"""Smaller than that no text is made to fit: what is too long then is cut."""
BOLD = 1.1
"""How much wider bold letters are."""
MONO = 0.62
"""The width of a character of fixed width, of the size of the text."""
_NARROW, _WIDE = frozenset("iljtfrI.,:;'|!()[] ·"), frozenset("mwMWQO@%—…→+−=<>~★✓✗")


class Text(NamedTuple):
    """A line of text; `y` is where its letters stand."""

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
    """A path in the language of SVG, of its own measure: drawn at a place, `scale` times as large."""

    data: str
    classes: str
    x: float = 0
    y: float = 0
    scale: float = 1


Shape = Text | Rect | Circle | Path


class Item(NamedTuple):
    """Something in a picture that has a name. Its shapes, the later ones above, count from its place."""

    name: str
    """What it is, for people who can't see it, and who want to know more: `ace of spades`. Nothing for mere ornament."""
    shapes: tuple[Shape, ...]
    x: float = 0
    y: float = 0
    span: Span | None = None
    """What of the record it stands for."""
    classes: str = ""
    place: str = ""
    """What the place is called where something can be done (:class:`kibitz.core.answers.Play`): `3,2`, `seat 4`. All that lies there has it."""


class Scene(NamedTuple):
    """A picture; the items that come later lie above."""

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
        """Whether they share more than an edge."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


# Texts


def measure(text: str, size: float = 1.0) -> float:
    """About how wide a text is drawn, rather too much than too little: nobody knows the fonts of those who look.

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
    """A text and its size, smaller or cut where it would not fit. Whoever cuts tells the whole text in the item's name."""
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
    """A text that fits into a room."""
    shown, size = fitted(text, room / (BOLD if "bold" in classes else 1), size)
    return Text(x, y, shown, size, anchor, classes)


def wrapped(text: str, room: float, size: float) -> list[str]:
    """A text in lines, none wider than the room; a word that is too long is cut.

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
    """A text in lines, the first one at a place, as one item, which is read out once; and how high it is."""
    lines = enumerate(wrapped(text, room, size))
    shapes = tuple([Text(0, step * number, line, size, "start", classes) for number, line in lines])
    return Item(text, shapes, x, y), step * len(shapes)


def box(text: Text) -> Box:
    """Where a text is drawn, from its place on."""
    if "mono" in text.classes:
        width = MONO * text.size * columns(text.text)
    else:
        width = measure(text.text, text.size) * (BOLD if "bold" in text.classes else 1)
    left = text.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    return Box(left, text.y - 0.74 * text.size, left + width, text.y + 0.22 * text.size)


def texts(scene: Scene) -> Iterator[tuple[Item, Text]]:
    """All texts of a scene with the items that they are in, at their places in the scene."""
    for item in scene.items:
        for shape in item.shapes:
            if isinstance(shape, Text):
                yield item, shape._replace(x=shape.x + item.x, y=shape.y + item.y)


# Scenes


def stacked(title: str, scenes: Iterable[Scene], gap: float = 12) -> Scene:
    """Several scenes below each other."""
    items: list[Item] = []
    width = height = 0.0
    for number, scene in enumerate(scenes):
        top = height + (gap if number else 0)
        items += [item._replace(y=item.y + top) for item in scene.items]
        width, height = max(width, scene.width), top + scene.height
    return Scene(title, width, height, tuple(items))


def written(preview: Preview, title: str) -> Scene:
    """The text picture as a scene, for notations and views that have no other one."""
    size, pad, step = 14.0, 16.0, 19.0
    lines = preview.text.removesuffix("\n").split("\n")
    sources = {(glyph.line, glyph.start): glyph for glyph in preview.glyphs}
    items: list[Item] = []
    for number, line in enumerate(lines):
        at = 0
        for start in [*sorted(first for row, first in sources if row == number), len(line)]:
            items += _stretch(line[at:start], number, columns(line[:at]), None)
            if glyph := sources.get((number, start)):
                items += _stretch(line[glyph.start : glyph.end], number, columns(line[:start]), glyph.span)
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
