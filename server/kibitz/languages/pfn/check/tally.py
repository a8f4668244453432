"""Sums over trades, block by block: what can't be part of the fold because one edit changes it for the whole rest.

Runs of chunks are added up, blocks of runs, runs of blocks, and so on. The sums of runs are remembered, so that an edit
costs a few of them however many trades there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.languages.pfn.fast.columns import Columns, columns
from kibitz.languages.pfn.game.figgie import Number
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.tables import TRADES
from kibitz.languages.pfn.text.trades import Trade

RUN = 8
"""How many chunks, or sums of them, are added up at a time."""


class Flow(NamedTuple):
    """The thousandths of chips that a player gained in some trades in a row, and the least sum on the way."""

    net: int = 0
    low: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """The sums of some trades in a row."""

    count: int = 0
    volume: int = 0
    """Thousandths of chips, too."""
    unclear: bool = False
    """Whether something of a trade is unknown, so that the sums are not to be relied on."""
    flows: Mapping[str, Flow] = field(default_factory=dict)
    first: int | None = None
    last: int | None = None
    """The first and last TradeIndex where they go up by one from trade to trade."""
    regular: bool = True
    """Whether they do."""
    numbers: tuple[int | None, ...] = ()
    """All of them, where they do not; of a single block only."""

    @property
    def indices(self) -> Sequence[int | None]:
        """The TradeIndex of each trade of a block."""
        if self.regular and self.first is not None and self.last is not None:
            return range(self.first, self.last + 1)
        return self.numbers

    def then(self, other: Tally) -> Tally:
        """The sums of these trades and of those that follow them."""
        return added((self, other))


NO_FLOW = Flow()
NOTHING = Tally()


def added(tallies: Iterable[Tally]) -> Tally:
    """The sums of trades that follow one another; without their numbers."""
    parts = [tally for tally in tallies if tally.count]
    if len(parts) < 2:
        return parts[0] if parts else NOTHING
    nets: dict[str, int] = {}
    lows: dict[str, int] = {}
    count, volume, unclear, regular, due = 0, 0, False, True, parts[0].first
    # One loop, because this is most of what the sums cost after a key.
    for part in parts:
        count += part.count
        volume += part.volume
        unclear = unclear or part.unclear
        regular = regular and part.regular and part.first == due
        due = None if part.last is None else part.last + 1
        for player, (net, low) in part.flows.items():
            before = nets.get(player, 0)
            nets[player] = before + net
            if before + low < lows.get(player, 0):
                lows[player] = before + low
    flows = {player: Flow(net, lows.get(player, 0)) for player, net in nets.items()}
    return Tally(count, volume, unclear, flows, parts[0].first, parts[-1].last, regular)


def counted(reader: Reader, chunks: Sequence[Chunk]) -> Tally:
    """The sums of the chunks of a block, or of some of them."""
    return joined([_run(reader, chunks[at : at + RUN]) for at in range(0, len(chunks), RUN)])


def joined(parts: Sequence[Tally]) -> Tally:
    """The sums of trades that follow one another, with their numbers."""
    sums = added(parts)
    return sums if sums.regular else replace(sums, numbers=tuple(chain(*(part.indices for part in parts))))


@lru_cache(maxsize=256)
def _run(reader: Reader, chunks: tuple[Chunk, ...]) -> Tally:
    return joined([_one(reader, chunk) for chunk in chunks])


# While a trade is being changed, its neighbours are added up again and again.
@lru_cache(maxsize=1024)
def _one(reader: Reader, chunk: Chunk) -> Tally:
    # What has been edited has just been read trade by trade.
    if chunk.former is None and (trades := columns((chunk,))) is not None:
        return summed(trades)
    nets: dict[str, list[int]] = {}
    unclear = False
    numbers: list[int | None] = []
    volume = 0
    for trade in chunk_trades(reader, chunk):
        numbers.append(trade.number)
        if trade.price is None or trade.buyer is None or trade.seller is None or trade.card is None:
            unclear = True
        if trade.price is not None:
            price = milli(trade.price)
            volume += price
            for player, change in ((trade.buyer, -price), (trade.seller, price)):
                if player is not None:
                    sums = nets.setdefault(player, [0, 0])
                    sums[0] += change
                    sums[1] = min(sums)
    flows = {player: Flow(*sums) for player, sums in nets.items()}
    if not numbers:
        return NOTHING
    first, last = numbers[0], numbers[-1]
    regular = first is not None and numbers == list(range(first, first + len(numbers)))
    return Tally(
        len(numbers), volume, unclear, flows, first, last, regular, () if regular else tuple(numbers)
    )


def summed(trades: Columns) -> Tally:
    """The same sums of a block whose trades were read as columns."""
    nets = dict.fromkeys((*trades.buyers, *trades.sellers), 0)
    lows = dict(nets)
    prices = list(map(milli, trades.prices))
    for buyer, seller, price in zip(trades.buyers, trades.sellers, prices, strict=True):
        nets[seller] += price
        left = nets[buyer] = nets[buyer] - price
        if left < lows[buyer]:
            lows[buyer] = left
    flows = {player: Flow(net, lows[player]) for player, net in nets.items()}
    return Tally(len(prices), sum(prices), False, flows, trades.first, trades.first + len(prices) - 1)


def trades_in(reader: Reader, chunks: Iterable[Chunk]) -> Iterator[tuple[int, Trade]]:
    """The trades of chunks in a row with the offsets of their chunks from the first."""
    at = 0
    for chunk in chunks:
        for trade in chunk_trades(reader, chunk):
            yield at, trade
        at += len(chunk.text)


def chunk_trades(reader: Reader, chunk: Chunk) -> Sequence[Trade]:
    """The trades of a chunk. Trades written as an array count where that stands above the first header."""
    text = chunk.text
    if text.lstrip(" \t").startswith("[") or TRADES[0] in text:
        return reader.trades(text, ()).trades
    return ()


def total(tallies: Sequence[Tally]) -> Tally:
    """The sums of many trades that follow one another: of runs of their sums, of runs of these, and so on."""
    while len(tallies) > 1:
        tallies = [_remembered(tuple(tallies[at : at + RUN])) for at in range(0, len(tallies), RUN)]
    return tallies[0] if tallies else NOTHING


# By tallies, not by blocks: these would keep the texts of documents alive.
_remembered = lru_cache(maxsize=1024)(added)


def milli(chips: Number) -> int:
    """Chips in thousandths: sums of whole numbers are the same in whatever order they are added."""
    return round(chips * 1000)


def amount(thousandths: int) -> Number:
    """Thousandths as chips."""
    return thousandths / 1000 if thousandths % 1000 else thousandths // 1000
