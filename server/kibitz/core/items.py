"""Functions for the items of a text that every notation needs: cutting, finding by offset, walking by line.

An item is anything with a `start` and an `end`, in code points from the start of the same text. The items of a text are in
order and do not overlap; they may touch.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Span

if TYPE_CHECKING:
    from kibitz.core.chunks import Place
    from kibitz.core.document import Document
    from kibitz.core.grammar import Grammar

CONFLICT = "CONFLICT"
"""The terminal of merge conflict markers, which count only at the start of a line."""


class Item(Protocol):
    """Anything with a start and an end."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


T = TypeVar("T", bound=Item)
_start, _end = attrgetter("start"), attrgetter("end")


# Cutting


class Piece(NamedTuple):
    """A stretch of a text, with the name of its terminal."""

    kind: str
    start: int
    end: int


class Cutter:
    """Cuts texts into matches of the terminals of a grammar. Other text separates them.

    With `COMMENT`, `CONFLICT` and `WORD` a line such as `1.1..as.|2.1..td. // two` is two words and a comment.
    """

    def __init__(self, grammar: Grammar, *terminals: str, **others: str) -> None:
        """Prepare to cut. If several terminals match at a place, the first one counts. `others` are expressions by their own names,
        which come after the terminals.
        """
        self._grammar, self._terminals, self._others = grammar, terminals, others

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """One expression with a group for each kind. The `lastgroup` of a match is its kind."""
        return alternatives(**{name: self._terminal(name) for name in self._terminals}, **self._others)

    def _terminal(self, name: str) -> str:
        expression = self._grammar.pattern(name).pattern
        return at_line_start(expression) if name == CONFLICT else expression

    def pieces(self, text: str, start: int = 0) -> Iterator[Piece]:
        """Yield the pieces from an offset on."""
        for found in self.pattern.finditer(text, start):
            yield Piece(found.lastgroup or "", *found.span())


def alternatives(**expressions: str) -> re.Pattern[str]:
    """Return an expression that matches the first of several that fits. The `lastgroup` of a match is its name.

    >>> [found.lastgroup for found in alternatives(word="[a-z]+", number="[0-9]+").finditer("ab 12")]
    ['word', 'number']
    """
    return re.compile("|".join(f"(?P<{name}>{one})" for name, one in expressions.items()))


def at_line_start(expression: str) -> str:
    """Return an expression that matches only at the start of a line.

    >>> [found.start() for found in re.finditer(at_line_start("=+"), "== a == b\\r== c")]
    [0, 10]
    """
    return rf"(?<![^\r\n])(?:{expression})"


# Finding


def begun(items: Sequence[T], offset: int) -> Sequence[T]:
    """Return the items that begin before an offset.

    >>> [span.start for span in begun([Span(0, 2), Span(2, 5), Span(6, 7)], 2)]
    [0]
    """
    return items[: bisect_left(items, offset, key=_start)]


def ended(items: Sequence[T], offset: int) -> Sequence[T]:
    """Return the items that end at or before an offset.

    >>> [span.start for span in ended([Span(0, 2), Span(2, 5), Span(6, 7)], 5)]
    [0, 2]
    """
    return items[: bisect_right(items, offset, key=_end)]


def touched(items: Sequence[T], offset: int) -> T | None:
    """Return the item that a cursor touches, or None. Between two items, it is the one that begins there.

    >>> touched([Span(0, 2), Span(2, 5)], 2)
    Span(start=2, end=5)
    >>> touched([Span(0, 2), Span(4, 5)], 3) is None
    True
    """
    number = bisect_right(items, offset, key=_start)
    return items[number - 1] if number and offset <= items[number - 1].end else None


def unfinished(items: Sequence[T], offset: int) -> T | None:
    """Return the item that contains an offset or ends there, or None: the user is writing it.

    >>> unfinished([Span(0, 2), Span(2, 5)], 2)
    Span(start=0, end=2)
    """
    number = bisect_left(items, offset, key=_start)
    return items[number - 1] if number and offset <= items[number - 1].end else None


def place_written(document: Document, offset: int) -> Place:
    """Return the chunk to which a user at an offset adds text: at a split point, the one before it."""
    return document.place_at(offset - 1 if offset else 0)


def nested(spans: Iterable[Span], offset: int) -> list[Span]:
    """Return the spans that contain an offset, from the smallest on, each within the next. A selection grows through them.

    >>> nested([Span(0, 9), Span(2, 5), Span(3, 4), Span(4, 9), Span(6, 7)], 3)
    [Span(start=3, end=4), Span(start=2, end=5), Span(start=0, end=9)]
    """
    found: list[Span] = []
    around = {span for span in spans if span.holds(offset) and span.start < span.end}
    for span in sorted(around, key=lambda span: (span.end - span.start, span)):
        if not found or (span.start <= found[-1].start and found[-1].end <= span.end):
            found.append(span)
    return found


# Lines


def lines_of(text: str, span: Span) -> Iterator[Span]:
    """Yield the part of a span on each line, without line ends and empty lines.

    >>> [tuple(line) for line in lines_of("ab\\r\\n\\ncd", Span(1, 7))]
    [(1, 2), (5, 7)]
    """
    start = span.start
    for found in LINE_BREAK.finditer(text, *span):
        if start < found.start():
            yield Span(start, found.start())
        start = found.end()
    if start < span.end:
        yield Span(start, span.end)
