"""What is wrong in a round, for those who ask what was meant there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from kibitz.core.analysis import Analysis
from kibitz.core.candidates import Candidate
from kibitz.core.slips import one_slip_away
from kibitz.core.values import Diagnostic, Edit, Span
from kibitz.languages.pfn.features._cursor import Cursor, cursor_at, placed_trades, record_of
from kibitz.languages.pfn.features._standing import came_to
from kibitz.languages.pfn.game.figgie import with_sign
from kibitz.languages.pfn.game.outcome import Outcome
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.trades import Trade

Candidates = Iterator[Candidate]

SURE, LIKELY, POSSIBLE, AIRY = 1.0, 3.0, 5.0, 20.0
"""How unlikely a candidate is that the record itself demands, one of a few, one of many, and a value out of the air, which is
never clear: negative logarithms."""


class Wrong:
    """A finding in a round, and the round; offsets are those of the document."""

    def __init__(self, analysis: Analysis, finding: Diagnostic) -> None:
        self.analysis, self.finding = analysis, finding

    @cached_property
    def record(self) -> Record:
        return record_of(self.analysis)

    @cached_property
    def here(self) -> Cursor:
        """What is at the finding."""
        return cursor_at(self.analysis, self.finding.span.start)

    @cached_property
    def outcome(self) -> Outcome | None:
        """What the round came to, as it is written."""
        return came_to(self.analysis)

    @cached_property
    def trades(self) -> list[Written]:
        """All trades."""
        found = placed_trades(self.analysis)
        return [Written(trade, place.start, place.text) for place, _, trade in found]

    @cached_property
    def number(self) -> int | None:
        """Which trade the finding is in."""
        at = self.finding.span.start
        return next((one for one, trade in enumerate(self.trades) if trade.span.holds(at)), None)

    @property
    def trade(self) -> Written | None:
        """That trade."""
        return None if self.number is None else self.trades[self.number]

    @cached_property
    def line(self) -> tuple[int, str]:
        """Where the line that the finding begins on begins, and its text without its end."""
        return self.line_at(self.finding.span.start)

    def line_at(self, offset: int) -> tuple[int, str]:
        """The same of another offset in the chunk."""
        start, source = self.here.place.start, self.here.source
        first = source.rfind("\n", 0, max(offset - start, 0)) + 1
        return start + first, source[first:].split("\n", 1)[0].rstrip("\r")

    def text(self, span: Span) -> str:
        return self.analysis.document.text(*span)


class Written:
    """A trade as it is written."""

    def __init__(self, trade: Trade, start: int, source: str) -> None:
        """`start` is where its chunk begins, and `source` the text of that."""
        self.trade, self.start, self.source = trade, start, source

    @cached_property
    def span(self) -> Span:
        """From its header, or its `{`, to its last value, or its `}`."""
        table = self.trade.table
        if table.header is not None or not table.leaves:
            return table.span.shifted(self.start)
        first, last = table.leaves[0].key.start, table.leaves[-1].span.end
        opened, closed = self.source.rfind("{", 0, first), self.source.find("}", last) + 1
        return Span(max(opened, 0), max(closed, last)).shifted(self.start)

    def place(self, key: str) -> Span | None:
        """Where the value of a key is, without its quotes."""
        leaf = self.trade.table.get(key)
        return None if leaf is None or leaf.node is None else leaf.plain.span.shifted(self.start)


def change(title: str, cost: float, *edits: Edit) -> Candidate:
    """A candidate that the record speaks for."""
    return Candidate(tuple(sorted(edits)), cost, title, "known")


def nearest_first(written: str, words: Iterable[str]) -> Iterator[tuple[str, float]]:
    """Words that may have been meant, each with how unlikely that is by how it is spelt."""
    for word in words:
        yield word, LIKELY if one_slip_away(written, word) else POSSIBLE


def like(card: str, written: str) -> str:
    """A card with the sign of its suit where others are written so."""
    return card if written.isascii() else with_sign(card)
