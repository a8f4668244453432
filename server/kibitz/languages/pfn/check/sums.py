"""Rules over all trades that no single state can tell: repeated numbers, gaps in them, and banks below zero."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from kibitz.core.bounds import PROBLEMS, SOME
from kibitz.core.chunks import Chunk
from kibitz.core.document import Document
from kibitz.core.memory import latest
from kibitz.core.values import Diagnostic, Related, Span
from kibitz.languages.pfn.check.names import changed
from kibitz.languages.pfn.check.tally import (
    Tally,
    amount,
    counted,
    milli,
    of_trade,
    total,
    trades_in,
)
from kibitz.languages.pfn.game.figgie import Number, chips
from kibitz.languages.pfn.game.round import Terms
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.trades import Trade


class Nth(NamedTuple):
    """A trade: the block that it is in, and its number in that."""

    block: int
    number: int


class Books:
    """All trades of a document with their sums."""

    def __init__(
        self, reader: Reader, document: Document, strays: frozenset[Chunk], tallies: Sequence[Tally]
    ) -> None:
        """`tallies` are those of the blocks; see :attr:`Record.strays`."""
        self.reader = reader
        self.strays = strays
        self.document = document
        self.tallies = tallies
        self.sums = total(tallies)

    def check(self, terms: Terms, stake: Number) -> Iterator[Diagnostic]:
        """What is wrong with all trades together."""
        sums = self.sums
        if sums.count and not (sums.regular and sums.first == 1):
            yield from islice(self._numbers(), PROBLEMS)
        start = milli(stake)
        for player in terms.players:
            if start + sums.lows.get(player, 0) < 0:
                yield from self._below_zero(player, start)

    def sellers(self) -> dict[str, str | None] | None:
        """Who sold each card first, None where that is not told; None for all where a trade still awaits its form."""
        first: dict[str, str | None] = {}
        for block in range(len(self.document.blocks)):
            for _, trade in self.trades(block):
                if trade.table.jotted:
                    return None
                if trade.card is not None:
                    first.setdefault(trade.card, trade.seller)
        return first

    def trades(self, block: int) -> Iterator[tuple[int, Trade]]:
        """The trades of a block with the offsets of their chunks in the document."""
        start = self.document.block_start(block)
        return (
            (start + at, trade)
            for at, trade in trades_in(self.reader, self.strays, self.document.blocks[block].chunks)
            if trade.table.leaves
        )

    def _trade(self, block: int, number: int) -> tuple[int, Trade] | None:
        """A trade of a block, or behind it, with the offset of its chunk; None behind the last one."""
        for at in range(block, len(self.tallies)):
            if number < self.tallies[at].count:
                return next(islice(self.trades(at), number, None), None)
            number -= self.tallies[at].count
        return None

    def _place(self, nth: Nth) -> Span:
        found = self._trade(*nth)
        return found[1].place("TradeIndex").shifted(found[0]) if found is not None else Span(0, 0)

    def _are_swapped(self, nth: Nth, due: int) -> bool:
        """Whether a trade and the next one stand in each other's place: their times say so."""
        here, behind = self._trade(*nth), self._trade(nth.block, nth.number + 1)
        if here is None or behind is None or behind[1].number != due:
            return False
        first, second = here[1].time, behind[1].time
        return first is not None and second is not None and second < first

    def _numbers(self) -> Iterator[Diagnostic]:
        """Numbers that stand twice, and those that do not follow from the trade before.

        After a wrong one, both the number after it and the one that would have come next without it are right, so
        that one mistake is one message.
        """
        rules = self.reader.rules()
        repeated = repeated_numbers(self.tallies)
        odd = {nth.block for nth in repeated}
        wrong: set[Nth] = set()
        swapped: int | None = None
        last: int | None = 0
        due = 1
        for at, tally in enumerate(self.tallies):
            if (
                tally.regular
                and tally.last is not None
                and at not in odd
                and tally.first in {due, _next(last)}
            ):
                last, due = tally.last, tally.last + 1
                continue
            for number, index in enumerate(tally.indices):
                nth = Nth(at, number)
                if index is not None and index == swapped:
                    swapped, last = None, index
                    continue
                if nth in repeated and repeated[nth] not in wrong:
                    related = [Related(self._place(repeated[nth]), "the first one")]
                    yield rules["trade-index-repeated"].at(*self._place(nth), index=index, related=related)
                elif index is not None and index >= 1 and index not in {due, _next(last)}:
                    if self._are_swapped(nth, due):
                        swapped, due = due, index
                    else:
                        wrong.add(nth)
                        place = self._place(nth)
                        fixes = [changed(place, str(due))]
                        yield rules["trade-index-order"].at(*place, wanted=due, index=index, fixes=fixes)
                elif index is not None and index >= 1:
                    due = index
                last, due = index, due + 1

    def _below_zero(self, player: str, bank: int) -> Iterator[Diagnostic]:
        """The trade that first takes a player's bank, given in thousandths, below zero."""
        block, bank = _reaching_zero(self.tallies, player, bank)
        found = _first_below(self.reader, self.strays, self.document.blocks[block].chunks, player, bank)
        if found is not None:
            span = found.span.shifted(self.document.block_start(block))
            rule = self.reader.rules()["bank-below-zero"]
            yield rule.at(*span, player=player, bank=chips(amount(found.bank)))


def _reaching_zero(tallies: Sequence[Tally], player: str, bank: int) -> tuple[int, int]:
    """The first of some tallies within which a bank falls below zero, and the bank before it. There must be one."""
    for number, tally in enumerate(tallies):
        if bank + tally.lows.get(player, 0) < 0:
            return number, bank
        bank += tally.nets.get(player, 0)
    raise ValueError(player)


class Debt(NamedTuple):
    """The price of a trade that takes a bank below zero, and the bank after it in thousandths."""

    span: Span
    bank: int


@latest(SOME)
def _first_below(
    reader: Reader, strays: frozenset[Chunk], chunks: tuple[Chunk, ...], player: str, bank: int
) -> Debt | None:
    """The first of some trades that a player can't pay; the place counts from the first chunk."""
    if (half := len(chunks) // 2) > 0:
        # Sums are quicker than reading trade by trade.
        before, behind = chunks[:half], chunks[half:]
        sums = counted(reader, strays, before)
        if bank + sums.lows.get(player, 0) < 0:
            return _first_below(reader, strays, before, player, bank)
        found = _first_below(reader, strays, behind, player, bank + sums.nets.get(player, 0))
        start = sum(len(chunk.text) for chunk in before)
        return found and found._replace(span=found.span.shifted(start))
    for start, trade in trades_in(reader, strays, chunks):
        bank += of_trade(trade).nets.get(player, 0)
        if bank < 0 and trade.buyer == player:
            return Debt(trade.place("Price").shifted(start), bank)
    return None


def _next(number: int | None) -> int | None:
    return None if number is None else number + 1


def repeated_numbers(tallies: Sequence[Tally]) -> dict[Nth, Nth]:
    """The trades whose number an earlier one has, and that one. Only blocks that may share numbers are looked into."""
    first: dict[int, Nth] = {}
    repeated: dict[Nth, Nth] = {}
    for block in sorted(_suspects(tallies)):
        for number, index in enumerate(tallies[block].indices):
            if index is not None and index >= 1:
                before = first.setdefault(index, Nth(block, number))
                if before != (block, number):
                    repeated[Nth(block, number)] = before
    return repeated


def _suspects(tallies: Sequence[Tally]) -> set[int]:
    """The blocks whose numbers don't go up by one, and those that have a number which another block may have."""
    suspects = {block for block, tally in enumerate(tallies) if not tally.regular}
    ranges = sorted(
        (tally.first, tally.last, block)
        for block, tally in enumerate(tallies)
        if tally.regular and tally.first is not None and tally.last is not None
    )
    highest, holder = -1, -1
    for low, high, block in ranges:
        if holder >= 0 and low <= highest:
            suspects |= {block, holder}
        if holder < 0 or high > highest:
            highest, holder = high, block
    for number in {number for block in suspects for number in tallies[block].numbers if number is not None}:
        place = bisect_right(ranges, number, key=lambda one: one[0]) - 1
        if place >= 0 and number <= ranges[place][1]:
            suspects.add(ranges[place][2])
    return suspects
