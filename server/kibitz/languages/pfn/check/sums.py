"""Numbers and totals of trades, block by block, and the rules of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import islice
from typing import NamedTuple

from kibitz.core.bounds import CACHED_VALUES, PROBLEMS, SOME
from kibitz.core.chunks import Chunk
from kibitz.core.document import Document
from kibitz.core.memory import latest, remembered
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Span
from kibitz.languages.pfn.check.tables import changed
from kibitz.languages.pfn.game.figgie import Number, chips, shared
from kibitz.languages.pfn.game.play import Move, is_known, paid, unknown_banks
from kibitz.languages.pfn.game.round import Terms
from kibitz.languages.pfn.text.record import Reader
from kibitz.languages.pfn.text.shorthand import has_jots
from kibitz.languages.pfn.text.tables import TRADES
from kibitz.languages.pfn.text.trades import Trade


@dataclass(slots=True, eq=False)
class Aggregate:
    """The sums of consecutive trades. Never changed: frozen ones take four times as long to make, after each edit."""

    count: int = 0
    volume: int = 0
    """Thousandths of chips."""
    unknown: frozenset[str] = frozenset()
    """The players whose sums are unknown, see :func:`unknown_banks`."""
    nets: Mapping[str, int] = field(default_factory=dict)
    """The gain of each player, in thousandths of chips."""
    lows: Mapping[str, int] = field(default_factory=dict)
    """The lowest negative sum on the way, for each player with one."""
    first: int | None = None
    last: int | None = None
    """The first and last TradeIndex, if they go up by one from trade to trade."""
    regular: bool = True
    """Whether the TradeIndex goes up by one from trade to trade."""
    numbers: tuple[int | None, ...] = ()
    """The TradeIndex of each trade if they are not regular; of a single block only."""
    since: Number | None = None
    until: Number | None = None
    """The first and the last possible time of the trades."""
    ascends: bool = True
    """Whether each is later than the one before."""

    @property
    def indices(self) -> Sequence[int | None]:
        """The TradeIndex of each trade of a block."""
        if self.regular and self.first is not None and self.last is not None:
            return range(self.first, self.last + 1)
        return self.numbers

    def then(self, other: Aggregate) -> Aggregate:
        """Return the sums of these trades and of the following ones, without their numbers."""
        if not (self.count and other.count):
            return self if self.count else other
        nets, lows, unknown = {**self.nets}, {**self.lows}, self.unknown
        for player, low in other.lows.items():
            low += nets.get(player, 0)
            if low < lows.get(player, 0) and is_known(player, unknown):
                lows[player] = low
        for player, net in other.nets.items():
            nets[player] = nets.get(player, 0) + net
        regular = self.regular and other.regular and self.last is not None and self.last + 1 == other.first
        since, until, ascends = self.since, self.until, self.ascends
        if other.since is not None:
            ascends = ascends and other.ascends and (until is None or until < other.since)
            since, until = other.since if since is None else since, other.until
        return Aggregate(
            self.count + other.count, self.volume + other.volume, unknown | other.unknown, nets, lows,
            self.first, other.last, regular, (), since, until, ascends,
        )  # fmt: skip


NOTHING = Aggregate()
NO_STRAYS = frozenset[Chunk]()


def counted(reader: Reader, misplaced: frozenset[Chunk], chunks: Sequence[Chunk]) -> Aggregate:
    """Return the sums of the chunks of a block, or of some of them; see :attr:`Record.misplaced`."""
    if misplaced and not misplaced.isdisjoint(chunks):
        return counted(reader, NO_STRAYS, tuple([chunk for chunk in chunks if chunk not in misplaced]))
    return _counted(reader, tuple(chunks))


@latest(CACHED_VALUES)
def _counted(reader: Reader, chunks: tuple[Chunk, ...]) -> Aggregate:
    if len(chunks) < 2:
        return _one(reader, chunks[0]) if chunks else NOTHING
    half = _half(len(chunks))
    return joined(_counted(reader, chunks[:half]), _counted(reader, chunks[half:]))


def _half(count: int) -> int:
    """Return the number of chunks in the first half. The halves left of an edit stay equal."""
    return 1 << (count - 1).bit_length() - 1


def joined(first: Aggregate, second: Aggregate) -> Aggregate:
    """Return the sums of consecutive trades, with their numbers."""
    sums = first.then(second)
    return sums if sums.regular else replace(sums, numbers=(*first.indices, *second.indices))


def _one(reader: Reader, chunk: Chunk) -> Aggregate:
    if (found := reader.usual(chunk.text)) is not None:
        number, time, buyer, seller, _, price = found
        nets, lows = {buyer: -price, seller: price}, {buyer: -price}
        return Aggregate(1, price, frozenset(), nets, lows, number, number, since=time, until=time)
    return reduce(joined, map(of_trade, chunk_trades(reader, NO_STRAYS, chunk)), NOTHING)


def of_trade(trade: Trade) -> Aggregate:
    """Return the sums of one trade."""
    if not trade.table.leaves:
        # The table is only started.
        return NOTHING
    move = Move(trade.buyer, trade.seller, None, None, trade.paid)
    nets: dict[str, int] = {}
    for player, change in paid(move):
        nets[player] = nets.get(player, 0) + milli(change)
    lows = {player: net for player, net in nets.items() if net < 0}
    number, time = trade.number, told_time(trade)
    volume, regular = milli(trade.price or 0), number is not None
    numbers, unknown = () if regular else (None,), unknown_banks(move)
    return Aggregate(1, volume, unknown, nets, lows, number, number, regular, numbers, time, time)


def told_time(trade: Trade) -> Number | None:
    """Return the time of a trade, or None if it is missing or impossible."""
    return trade.time if trade.time is not None and trade.time >= 0 else None


def gained(sums: Aggregate, players: Iterable[str]) -> dict[str, Number | None]:
    """Return the gain of each player in some trades, or None for a player with an unknown one."""
    names = list(players)
    others = {*sums.nets, *(name for name in sums.unknown if not name.startswith("!"))} - set(names)
    unknown = frozenset({"!"}) if others else sums.unknown
    nets = {player: amount(sums.nets.get(player, 0)) for player in names}
    return {player: net if not unknown or is_known(player, unknown) else None for player, net in nets.items()}


def trades_in(
    reader: Reader, misplaced: frozenset[Chunk], chunks: Iterable[Chunk]
) -> Iterator[tuple[int, Trade]]:
    """Yield the trades of consecutive chunks, with the offsets of their chunks from the first."""
    at = 0
    for chunk in chunks:
        for trade in chunk_trades(reader, misplaced, chunk):
            yield at, trade
        at += len(chunk.text)


def chunk_trades(
    reader: Reader, misplaced: frozenset[Chunk], chunk: Chunk, end: int | None = None
) -> Sequence[Trade]:
    """Return the trades of a chunk, or of its text up to an offset, without misplaced ones.

    Trades that are written as an array count above the first header.
    """
    if chunk in misplaced:
        return ()
    text = chunk.text[:end]
    return reader.trades(text, ()) if text.lstrip(" \t").startswith("[") or may_trade(text) else ()


@remembered
def may_trade(text: str) -> bool:
    """Return whether a chunk may contain trades, as tables or in shorthand."""
    return TRADES[0] in text or has_jots(text)


def total(aggregates: Sequence[Aggregate]) -> Aggregate:
    """Return the sums of many consecutive trades."""
    return _total(tuple(aggregates))


# The key is the tallies, not the blocks, which would keep the texts of documents alive.
@latest(CACHED_VALUES)
def _total(aggregates: tuple[Aggregate, ...]) -> Aggregate:
    if len(aggregates) < 2:
        return aggregates[0] if aggregates else NOTHING
    half = _half(len(aggregates))
    return _total(aggregates[:half]).then(_total(aggregates[half:]))


def milli(chips: Number) -> int:
    """Return chips in thousandths. Sums of whole numbers do not depend on the order."""
    return round(chips * 1000)


def amount(thousandths: int) -> Number:
    """Return thousandths as chips."""
    return shared(thousandths, 1000)


class Nth(NamedTuple):
    """A trade: its block, and its number in the block."""

    block: int
    number: int


class Books:
    """All trades of a document with their sums."""

    def __init__(
        self, reader: Reader, document: Document, misplaced: frozenset[Chunk], aggregates: Sequence[Aggregate]
    ) -> None:
        """`tallies` are the sums of the blocks; see :attr:`Record.misplaced`."""
        self.reader = reader
        self.misplaced = misplaced
        self.document = document
        self.aggregates = aggregates
        self.sums = total(aggregates)

    def check(self, terms: Terms, stake: Number) -> Iterator[Diagnostic]:
        """Yield the findings for all trades together."""
        sums = self.sums
        if sums.count and not (sums.regular and sums.first == 1):
            yield from islice(self._numbers(), PROBLEMS)
        start = milli(stake)
        for player in terms.players:
            if start + sums.lows.get(player, 0) < 0:
                yield from self._below_zero(player, start)

    def sellers(self) -> dict[str, str | None] | None:
        """Return the first seller of each card, or None while trades are in shorthand."""
        first: dict[str, str | None] = {}
        for block in range(len(self.document.blocks)):
            for _, trade in self.trades(block):
                if trade.table.shorthand:
                    return None
                if trade.card is not None:
                    first.setdefault(trade.card, trade.seller)
        return first

    def trades(self, block: int) -> Iterator[tuple[int, Trade]]:
        """Return the trades of a block with the offsets of their chunks in the document."""
        start = self.document.block_start(block)
        return (
            (start + at, trade)
            for at, trade in trades_in(self.reader, self.misplaced, self.document.blocks[block].chunks)
            if trade.table.leaves
        )

    def _trade(self, block: int, number: int) -> tuple[int, Trade] | None:
        """Return a trade of a block or of a later one, with the offset of its chunk, or None after the last trade."""
        for at in range(block, len(self.aggregates)):
            if number < self.aggregates[at].count:
                return next(islice(self.trades(at), number, None), None)
            number -= self.aggregates[at].count
        return None

    def _place(self, nth: Nth) -> Span:
        found = self._trade(*nth)
        return found[1].place("TradeIndex").shifted(found[0]) if found is not None else Span(0, 0)

    def _are_swapped(self, nth: Nth, due: int) -> bool:
        """Return whether a trade and the next one are swapped, by their times."""
        here, behind = self._trade(*nth), self._trade(nth.block, nth.number + 1)
        if here is None or behind is None or behind[1].number != due:
            return False
        first, second = here[1].time, behind[1].time
        return first is not None and second is not None and second < first

    def _exchanged(self, nth: Nth, index: int, due: int) -> Fix | None:
        """Return the fix that swaps the numbers of a trade and the next one, if these are swapped."""
        behind = self._trade(nth.block, nth.number + 1)
        if index != due + 1 or behind is None or behind[1].number != due:
            return None
        other = behind[1].place("TradeIndex").shifted(behind[0])
        return Fix(
            f"Change `{index}` to `{due}` and `{due}` to `{index}`",
            (Edit(*self._place(nth), str(due)), Edit(*other, str(index))),
        )

    def _numbers(self) -> Iterator[Diagnostic]:
        """Yield the findings for repeated numbers and for numbers out of order.

        After a wrong one, both the number after it and the one that would have come next without it are right, so
        that one mistake is one message.
        """
        rules = self.reader.rules()
        repeated = repeated_numbers(self.aggregates)
        odd = {nth.block for nth in repeated}
        wrong: set[Nth] = set()
        swapped: int | None = None
        last: int | None = 0
        due = 1
        for at, aggregate in enumerate(self.aggregates):
            if (
                aggregate.regular
                and aggregate.last is not None
                and at not in odd
                and aggregate.first in {due, _next(last)}
            ):
                last, due = aggregate.last, aggregate.last + 1
                continue
            for number, index in enumerate(aggregate.indices):
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
                    elif (fix := self._exchanged(nth, index, due)) is not None:
                        yield rules["trade-index-order"].at(
                            *self._place(nth), wanted=due, index=index, fixes=[fix]
                        )
                        swapped, due = due, index
                    else:
                        wrong.add(nth)
                        place = self._place(nth)
                        fixes = [changed(place, str(due), index)]
                        yield rules["trade-index-order"].at(*place, wanted=due, index=index, fixes=fixes)
                elif index is not None and index >= 1:
                    due = index
                last, due = index, due + 1

    def _below_zero(self, player: str, bank: int) -> Iterator[Diagnostic]:
        """Yield the finding for the trade that first takes a player's bank below zero. `bank` is in thousandths."""
        block, bank = _reaching_zero(self.aggregates, player, bank)
        found = _first_below(self.reader, self.misplaced, self.document.blocks[block].chunks, player, bank)
        if found is not None:
            span = found.span.shifted(self.document.block_start(block))
            rule = self.reader.rules()["bank-below-zero"]
            yield rule.at(*span, player=player, bank=chips(amount(found.bank)))


def _reaching_zero(aggregates: Sequence[Aggregate], player: str, bank: int) -> tuple[int, int]:
    """Return the first tally within which a bank falls below zero, and the bank before it. There must be one."""
    for number, aggregate in enumerate(aggregates):
        if bank + aggregate.lows.get(player, 0) < 0:
            return number, bank
        bank += aggregate.nets.get(player, 0)
    raise ValueError(player)


class Debt(NamedTuple):
    """The price of a trade that takes a bank below zero, and the bank after it in thousandths."""

    span: Span
    bank: int


@latest(SOME)
def _first_below(
    reader: Reader, misplaced: frozenset[Chunk], chunks: tuple[Chunk, ...], player: str, bank: int
) -> Debt | None:
    """Return the first trade that a player cannot pay, or None. The place counts from the first chunk."""
    if (half := len(chunks) // 2) > 0:
        # Sums are quicker than reading trade by trade.
        before, behind = chunks[:half], chunks[half:]
        sums = counted(reader, misplaced, before)
        if bank + sums.lows.get(player, 0) < 0:
            return _first_below(reader, misplaced, before, player, bank)
        found = _first_below(reader, misplaced, behind, player, bank + sums.nets.get(player, 0))
        start = sum(len(chunk.text) for chunk in before)
        return found and found._replace(span=found.span.shifted(start))
    for start, trade in trades_in(reader, misplaced, chunks):
        bank += of_trade(trade).nets.get(player, 0)
        if bank < 0 and trade.buyer == player:
            return Debt(trade.place("Price").shifted(start), bank)
    return None


def _next(number: int | None) -> int | None:
    return None if number is None else number + 1


def repeated_numbers(aggregates: Sequence[Aggregate]) -> dict[Nth, Nth]:
    """Return the trades with the number of an earlier trade, and that one. Only blocks that may share numbers are searched."""
    first: dict[int, Nth] = {}
    repeated: dict[Nth, Nth] = {}
    for block in sorted(_suspects(aggregates)):
        for number, index in enumerate(aggregates[block].indices):
            if index is not None and index >= 1:
                before = first.setdefault(index, Nth(block, number))
                if before != (block, number):
                    repeated[Nth(block, number)] = before
    return repeated


def _suspects(aggregates: Sequence[Aggregate]) -> set[int]:
    """Return the blocks with irregular numbers, and the blocks that may share a number with another one."""
    suspects = {block for block, aggregate in enumerate(aggregates) if not aggregate.regular}
    ranges = sorted(
        (aggregate.first, aggregate.last, block)
        for block, aggregate in enumerate(aggregates)
        if aggregate.regular and aggregate.first is not None and aggregate.last is not None
    )
    highest, holder = -1, -1
    for low, high, block in ranges:
        if holder >= 0 and low <= highest:
            suspects |= {block, holder}
        if holder < 0 or high > highest:
            highest, holder = high, block
    for number in {
        number for block in suspects for number in aggregates[block].numbers if number is not None
    }:
        place = bisect_right(ranges, number, key=lambda one: one[0]) - 1
        if place >= 0 and number <= ranges[place][1]:
            suspects.add(ranges[place][2])
    return suspects
