"""Sums over trades, block by block: what can't be part of the fold because one edit changes it for the whole rest.

They are added up by halves, and halves of these, down to single chunks and blocks. The sums of halves are remembered, so that
an edit costs a few of them however many trades there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from kibitz.core.bounds import MANY
from kibitz.core.chunks import Chunk
from kibitz.core.memory import latest, remembered
from kibitz.languages.pfn.game.figgie import Number, shared
from kibitz.languages.pfn.game.play import Move, is_known, paid, unknown_banks
from kibitz.languages.pfn.text.jots import has_jots
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.tables import TRADES
from kibitz.languages.pfn.text.trades import Trade


@dataclass(slots=True, eq=False)
class Tally:
    """The sums of some trades in a row. Never changed: frozen ones take four times as long to make, with every key."""

    count: int = 0
    volume: int = 0
    """Thousandths of chips, too."""
    unknown: frozenset[str] = frozenset()
    """Whose sums are not known, as :func:`unknown_banks` says it."""
    nets: Mapping[str, int] = field(default_factory=dict)
    """The thousandths of chips that each player gained in all of them."""
    lows: Mapping[str, int] = field(default_factory=dict)
    """The least sum on the way, of those who were below what they had before."""
    first: int | None = None
    last: int | None = None
    """The first and last TradeIndex where they go up by one from trade to trade."""
    regular: bool = True
    """Whether they do."""
    numbers: tuple[int | None, ...] = ()
    """All of them, where they do not; of a single block only."""
    since: Number | None = None
    until: Number | None = None
    """The first and the last time that are told, of those that can be."""
    ascends: bool = True
    """Whether each is later than the one before."""

    @property
    def indices(self) -> Sequence[int | None]:
        """The TradeIndex of each trade of a block."""
        if self.regular and self.first is not None and self.last is not None:
            return range(self.first, self.last + 1)
        return self.numbers

    def then(self, other: Tally) -> Tally:
        """The sums of these trades and of those that follow them; without their numbers."""
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
        return Tally(
            self.count + other.count, self.volume + other.volume, unknown | other.unknown, nets, lows,
            self.first, other.last, regular, (), since, until, ascends,
        )  # fmt: skip


NOTHING = Tally()
NO_STRAYS = frozenset[Chunk]()


def counted(reader: Reader, strays: frozenset[Chunk], chunks: Sequence[Chunk]) -> Tally:
    """The sums of the chunks of a block, or of some of them; see :attr:`Record.strays`."""
    if strays and not strays.isdisjoint(chunks):
        return counted(reader, NO_STRAYS, tuple([chunk for chunk in chunks if chunk not in strays]))
    return _counted(reader, tuple(chunks))


@latest(MANY)
def _counted(reader: Reader, chunks: tuple[Chunk, ...]) -> Tally:
    if len(chunks) < 2:
        return _one(reader, chunks[0]) if chunks else NOTHING
    half = _half(len(chunks))
    return joined(_counted(reader, chunks[:half]), _counted(reader, chunks[half:]))


def _half(count: int) -> int:
    """Where so many things are divided: those of an edit are the same on the left of it."""
    return 1 << (count - 1).bit_length() - 1


def joined(first: Tally, second: Tally) -> Tally:
    """The sums of trades that follow one another, with their numbers."""
    sums = first.then(second)
    return sums if sums.regular else replace(sums, numbers=(*first.indices, *second.indices))


def _one(reader: Reader, chunk: Chunk) -> Tally:
    if (found := reader.usual(chunk.text)) is not None:
        number, time, buyer, seller, _, price = found
        nets, lows = {buyer: -price, seller: price}, {buyer: -price}
        return Tally(1, price, frozenset(), nets, lows, number, number, since=time, until=time)
    return reduce(joined, map(of_trade, chunk_trades(reader, NO_STRAYS, chunk)), NOTHING)


def of_trade(trade: Trade) -> Tally:
    """The sums of one trade."""
    if not trade.table.leaves:
        # Somebody has just begun it.
        return NOTHING
    move = Move(trade.buyer, trade.seller, None, None, trade.paid)
    nets: dict[str, int] = {}
    for player, change in paid(move):
        nets[player] = nets.get(player, 0) + milli(change)
    lows = {player: net for player, net in nets.items() if net < 0}
    number, time = trade.number, told_time(trade)
    volume, regular = milli(trade.price or 0), number is not None
    numbers, unknown = () if regular else (None,), unknown_banks(move)
    return Tally(1, volume, unknown, nets, lows, number, number, regular, numbers, time, time)


def told_time(trade: Trade) -> Number | None:
    """When a trade was; None where that is not told, or can't be."""
    return trade.time if trade.time is not None and trade.time >= 0 else None


def gained(sums: Tally, players: Iterable[str]) -> dict[str, Number | None]:
    """What each player gained in some trades, None where that is not known; nor is it where somebody else traded."""
    names = list(players)
    others = {*sums.nets, *(name for name in sums.unknown if not name.startswith("!"))} - set(names)
    unknown = frozenset({"!"}) if others else sums.unknown
    nets = {player: amount(sums.nets.get(player, 0)) for player in names}
    return {player: net if not unknown or is_known(player, unknown) else None for player, net in nets.items()}


def trades_in(
    reader: Reader, strays: frozenset[Chunk], chunks: Iterable[Chunk]
) -> Iterator[tuple[int, Trade]]:
    """The trades of chunks in a row with the offsets of their chunks from the first."""
    at = 0
    for chunk in chunks:
        for trade in chunk_trades(reader, strays, chunk):
            yield at, trade
        at += len(chunk.text)


def chunk_trades(
    reader: Reader, strays: frozenset[Chunk], chunk: Chunk, end: int | None = None
) -> Sequence[Trade]:
    """The trades of a chunk, or of its text up to an offset, none of those that are no trades of the record.

    Trades written as an array count where that stands above the first header.
    """
    if chunk in strays:
        return ()
    text = chunk.text[:end]
    return reader.trades(text, ()) if text.lstrip(" \t").startswith("[") or may_trade(text) else ()


@remembered
def may_trade(text: str) -> bool:
    """Whether trades may stand in a chunk, as tables or jotted down on lines."""
    return TRADES[0] in text or has_jots(text)


def total(tallies: Sequence[Tally]) -> Tally:
    """The sums of many trades that follow one another."""
    return _total(tuple(tallies))


# By tallies, not by blocks: these would keep the texts of documents alive.
@latest(MANY)
def _total(tallies: tuple[Tally, ...]) -> Tally:
    if len(tallies) < 2:
        return tallies[0] if tallies else NOTHING
    half = _half(len(tallies))
    return _total(tallies[:half]).then(_total(tallies[half:]))


def milli(chips: Number) -> int:
    """Chips in thousandths: sums of whole numbers are the same in whatever order they are added."""
    return round(chips * 1000)


def amount(thousandths: int) -> Number:
    """Thousandths as chips."""
    return shared(thousandths, 1000)
