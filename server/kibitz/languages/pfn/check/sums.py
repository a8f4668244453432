"""Numbers and totals of trades, block by block, and the rules of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from kibitz.core.bounds import CACHED_VALUES, PROBLEMS
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
    """The TradeIndex of each trade if they are not regular."""
    since: Number | None = None
    until: Number | None = None
    """The first and the last possible time of the trades."""
    ascends: bool = True
    """Whether each is later than the one before."""

    @property
    def indices(self) -> Sequence[int | None]:
        """The TradeIndex of each trade."""
        if self.regular and self.first is not None and self.last is not None:
            return range(self.first, self.last + 1)
        return self.numbers

    def then(self, other: Aggregate) -> Aggregate:
        """Return the sums of these trades and of the following ones."""
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
            self.first, other.last, regular, () if regular else (*self.indices, *other.indices), since, until, ascends,
        )  # fmt: skip


NOTHING = Aggregate()


def counted(reader: Reader, chunks: Iterable[Chunk]) -> Aggregate:
    """Return the sums of the chunks of a block, or of some of them."""
    return total([_one(chunk, reader) for chunk in chunks])


@remembered
def _one(chunk: Chunk, reader: Reader) -> Aggregate:
    if (found := reader.usual(chunk.text)) is not None:
        number, time, buyer, seller, _, price = found
        nets, lows = {buyer: -price, seller: price}, {buyer: -price}
        return Aggregate(1, price, frozenset(), nets, lows, number, number, since=time, until=time)
    return total([*map(of_trade, chunk_trades(reader, chunk))])


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


def chunk_trades(reader: Reader, chunk: Chunk, end: int | None = None) -> Sequence[Trade]:
    """Return the trades of a chunk, or of its text up to an offset.

    Trades that are written as an array count above the first header.
    """
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
    # The halves left of an edit stay equal.
    half = 1 << (len(aggregates) - 1).bit_length() - 1
    return _total(aggregates[:half]).then(_total(aggregates[half:]))


def milli(chips: Number) -> int:
    """Return chips in thousandths. Sums of whole numbers do not depend on the order."""
    return round(chips * 1000)


def amount(thousandths: int) -> Number:
    """Return thousandths as chips."""
    return shared(thousandths, 1000)


class Books:
    """All trades of a document with their sums."""

    def __init__(self, reader: Reader, document: Document, aggregates: Sequence[Aggregate]) -> None:
        """`aggregates` are the sums of the blocks."""
        self.reader = reader
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
        for _, trade in self.trades():
            if trade.table.shorthand:
                return None
            if trade.card is not None:
                first.setdefault(trade.card, trade.seller)
        return first

    def trades(self, first: int = 0) -> Iterator[tuple[int, Trade]]:
        """Yield the trades from a block on, with the offsets of their chunks in the document."""
        for place in self.document.places(self.document.block_start(first)):
            for trade in chunk_trades(self.reader, place.chunk):
                if trade.table.leaves:
                    yield place.start, trade

    def _trade(self, number: int) -> tuple[int, Trade] | None:
        """Return a trade with the offset of its chunk, or None after the last trade."""
        for block, aggregate in enumerate(self.aggregates):
            if number < aggregate.count:
                return next(islice(self.trades(block), number, None), None)
            number -= aggregate.count
        return None

    def _place(self, number: int) -> Span:
        found = self._trade(number)
        return found[1].place("TradeIndex").shifted(found[0]) if found is not None else Span(0, 0)

    def _are_swapped(self, number: int, due: int) -> bool:
        """Return whether a trade and the next one are swapped, by their times."""
        here, behind = self._trade(number), self._trade(number + 1)
        if here is None or behind is None or behind[1].number != due:
            return False
        first, second = here[1].time, behind[1].time
        return first is not None and second is not None and second < first

    def _numbers(self) -> Iterator[Diagnostic]:
        """Yield the findings for repeated numbers and for numbers out of order.

        After a wrong one, both the number after it and the one that would have come next without it are right, so
        that one mistake is one message.
        """
        rules, indices = self.reader.rules(), self.sums.indices
        first: dict[int, int] = {}
        wrong: set[int] = set()
        swapped: int | None = None
        last, due = 0, 1
        for number, index in enumerate(indices):
            if index is None or index < 1:
                last, due = -1 if index is None else index, due + 1
                continue
            before = first.setdefault(index, number)
            if index == swapped:
                swapped, last = None, index
                continue
            if before != number and before not in wrong:
                related = [Related(self._place(before), "the first one")]
                yield rules["trade-index-repeated"].at(*self._place(number), index=index, related=related)
            elif index not in {due, last + 1}:
                place, follows = self._place(number), [*indices[number + 1 : number + 2]] == [due]
                fix = changed(place, str(due), index)
                if self._are_swapped(number, due):
                    swapped, due = due, index
                elif index == due + 1 and follows:
                    edits = Edit(*place, str(due)), Edit(*self._place(number + 1), str(index))
                    fix = Fix(f"Change `{index}` to `{due}` and `{due}` to `{index}`", edits)
                    swapped, due = due, index
                    yield rules["trade-index-order"].at(*place, wanted=swapped, index=index, fixes=[fix])
                else:
                    wrong.add(number)
                    yield rules["trade-index-order"].at(*place, wanted=due, index=index, fixes=[fix])
            else:
                due = index
            last, due = index, due + 1

    def _below_zero(self, player: str, bank: int) -> Iterator[Diagnostic]:
        """Yield the finding for the trade that first takes a player's bank below zero. `bank` is in thousandths."""
        block = 0
        while bank + self.aggregates[block].lows.get(player, 0) >= 0:
            bank += self.aggregates[block].nets.get(player, 0)
            block += 1
        for start, trade in self.trades(block):
            bank += of_trade(trade).nets.get(player, 0)
            if bank < 0 and trade.buyer == player:
                rule, span = self.reader.rules()["bank-below-zero"], trade.place("Price").shifted(start)
                yield rule.at(*span, player=player, bank=chips(amount(bank)))
                return
