"""What every notation does with the items of a text: cuts them, finds the one at an offset, goes from line to line.

An item is anything that knows its `start` and its `end`, in code points from the start of the same text. The items of a
text are in order and do not overlap; they may touch.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Span

if TYPE_CHECKING:
    from kibitz.core.chunks import Place
    from kibitz.core.document import Document
    from kibitz.core.grammar import Grammar

CONFLICT = "CONFLICT"
"""The terminal of the markers that a merge leaves behind, which counts at the start of a line only."""


class Item(Protocol):
    """Something that stands somewhere."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


T = TypeVar("T", bound=Item)
_start, _end = attrgetter("start"), attrgetter("end")


# Cutting


class Piece(NamedTuple):
    """A stretch of a text, by the name of the terminal that it is."""

    kind: str
    start: int
    end: int


class Cutter:
    """Cuts texts into what the terminals of a grammar match; what none matches divides the pieces.

    With `COMMENT`, `CONFLICT` and `WORD` a line such as `1.1..as.|2.1..td. // two` is two words and a comment.
    """

    def __init__(self, grammar: Grammar, *terminals: str, **others: str) -> None:
        """Of several terminals that match at a place the first one counts. `others` are expressions of a kind that is no
        terminal, by its name, and come behind them."""
        self._grammar, self._terminals, self._others = grammar, terminals, others
        self._pattern: re.Pattern[str] | None = None

    @property
    def pattern(self) -> re.Pattern[str]:
        """One expression with a group for each kind, whose name a match has as its `lastgroup`."""
        if self._pattern is None:
            own = {name: self._terminal(name) for name in self._terminals}
            self._pattern = alternatives(**own, **self._others)
        return self._pattern

    def _terminal(self, name: str) -> str:
        expression = self._grammar.pattern(name).pattern
        return at_line_start(expression) if name == CONFLICT else expression

    def pieces(self, text: str, start: int = 0) -> Iterator[Piece]:
        """The pieces from an offset on."""
        for found in self.pattern.finditer(text, start):
            yield Piece(found.lastgroup or "", *found.span())


def alternatives(**expressions: str) -> re.Pattern[str]:
    """What matches one of several expressions, the first that does; the `lastgroup` of a match is its name.

    >>> [found.lastgroup for found in alternatives(word="[a-z]+", number="[0-9]+").finditer("ab 12")]
    ['word', 'number']
    """
    return re.compile("|".join(f"(?P<{name}>{one})" for name, one in expressions.items()))


def at_line_start(expression: str) -> str:
    """The expression where it matches at the start of a line only.

    >>> [found.start() for found in re.finditer(at_line_start("=+"), "== a == b\\r== c")]
    [0, 10]
    """
    return rf"(?<![^\r\n])(?:{expression})"


# Finding


def begun(items: Sequence[T], offset: int) -> Sequence[T]:
    """The items that begin before an offset: those that somebody who writes there has begun.

    >>> [span.start for span in begun([Span(0, 2), Span(2, 5), Span(6, 7)], 2)]
    [0]
    """
    return items[: bisect_left(items, offset, key=_start)]


def ended(items: Sequence[T], offset: int) -> Sequence[T]:
    """The items that end at or before an offset: those that somebody who writes there has behind them.

    >>> [span.start for span in ended([Span(0, 2), Span(2, 5), Span(6, 7)], 5)]
    [0, 2]
    """
    return items[: bisect_right(items, offset, key=_end)]


def touched(items: Sequence[T], offset: int) -> T | None:
    """The item that a cursor touches; where two meet, the one that begins there.

    >>> touched([Span(0, 2), Span(2, 5)], 2)
    Span(start=2, end=5)
    >>> touched([Span(0, 2), Span(4, 5)], 3) is None
    True
    """
    number = bisect_right(items, offset, key=_start)
    return items[number - 1] if number and offset <= items[number - 1].end else None


def unfinished(items: Sequence[T], offset: int) -> T | None:
    """The item that is being written at an offset: the one that it is in, or right behind.

    >>> unfinished([Span(0, 2), Span(2, 5)], 2)
    Span(start=0, end=2)
    """
    number = bisect_left(items, offset, key=_start)
    return items[number - 1] if number and offset <= items[number - 1].end else None


def place_written(document: Document, offset: int) -> Place:
    """The chunk that somebody goes on with who writes at an offset: at a border the one before it."""
    return document.place_at(offset - 1 if offset else 0)


def nested(spans: Iterable[Span], offset: int) -> list[Span]:
    """What a selection grows to: those of some spans that hold an offset, from the smallest on, each within the next.

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
    """What of a span stands on each line, without the ends of the lines; of empty lines nothing.

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
