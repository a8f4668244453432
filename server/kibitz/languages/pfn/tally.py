"""Sums over trades, block by block: what can't be part of the fold because one edit changes it for the whole rest.

Each block is counted once. A document adds its blocks up in groups, and those in groups again, all remembered, so that
an edit costs a few sums however many trades there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, cast

from kibitz.core.chunks import Block, Chunk
from kibitz.languages.pfn.facts import TRADES
from kibitz.languages.pfn.reader import Reader
from kibitz.languages.pfn.replay import Number
from kibitz.languages.pfn.trades import Trade

GROUP = 12
"""How many blocks are added up at a time."""


@dataclass(frozen=True, slots=True)
class Flow:
    """The thousandths of chips that a player gained in some trades in a row, and the least sum on the way."""

    net: int = 0
    low: int = 0

    def then(self, other: Flow) -> Flow:
        return Flow(self.net + other.net, min(self.low, self.net + other.low))


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
        if not other.count or not self.count:
            return self if not other.count else other
        flows = dict(self.flows)
        for player, flow in other.flows.items():
            flows[player] = flows.get(player, NO_FLOW).then(flow)
        follows = self.last is not None and other.first == self.last + 1
        return Tally(
            self.count + other.count, self.volume + other.volume, self.unclear or other.unclear, flows,
            self.first, other.last, self.regular and other.regular and follows,
        )  # fmt: skip


NO_FLOW = Flow()
NOTHING = Tally()


def count(reader: Reader, chunks: Sequence[Chunk]) -> Tally:
    """The sums of the chunks of a block, or of some of them."""
    nets: dict[str, list[int]] = {}
    unclear = False
    numbers: list[int | None] = []
    volume = 0
    for _, trade in trades_in(reader, chunks):
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


def tallies_of(blocks: Iterable[Block]) -> list[Tally]:
    """The sums of blocks that have been counted."""
    tallies = [block.tally for block in blocks]
    return cast(
        "list[Tally]", tallies if None not in tallies else [one for one in tallies if one is not None]
    )


class Sums(NamedTuple):
    """The sums of blocks: of each, of groups of :data:`GROUP`, and of all together."""

    tallies: Sequence[Tally]
    groups: Sequence[Tally]
    all: Tally


def sums_of(blocks: Iterable[Block]) -> Sums:
    """The sums of blocks that have been counted."""
    tallies = tallies_of(blocks)
    groups = _grouped(tallies)
    return Sums(tallies, groups, total(groups))


def total(tallies: Sequence[Tally]) -> Tally:
    """The sums of many blocks: of groups of them, of groups of groups, and so on."""
    while len(tallies) > 1:
        tallies = _grouped(tallies)
    return tallies[0] if tallies else NOTHING


def _grouped(tallies: Sequence[Tally]) -> list[Tally]:
    return [_added(tuple(tallies[at : at + GROUP])) for at in range(0, len(tallies), GROUP)]


@lru_cache(maxsize=8192)
def _added(tallies: tuple[Tally, ...]) -> Tally:
    sums = NOTHING
    for tally in tallies:
        sums = sums.then(tally)
    return sums


def milli(chips: Number) -> int:
    """Chips in thousandths: sums of whole numbers are the same in whatever order they are added."""
    return round(chips * 1000)


def amount(thousandths: int) -> Number:
    """Thousandths as chips."""
    return thousandths / 1000 if thousandths % 1000 else thousandths // 1000
