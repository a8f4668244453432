"""Sums over trades, block by block: what can't be part of the fold because one edit changes it for the whole rest.

Each block is counted once. A document adds its blocks up in groups, which are remembered, so that an edit costs the
sums of one group and the number of groups, however many trades there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from kibitz.core.chunks import Block, Chunk
from kibitz.languages.pfn.facts import TRADES
from kibitz.languages.pfn.reader import Reader
from kibitz.languages.pfn.replay import Number
from kibitz.languages.pfn.trades import Trade

GROUP = 40
"""How many blocks are added up at a time."""


@dataclass(frozen=True, slots=True)
class Flow:
    """The chips that a player gained in some trades in a row, and the least sum on the way (at most 0)."""

    net: Number = 0
    low: Number = 0

    def then(self, other: Flow) -> Flow:
        return Flow(self.net + other.net, min(self.low, self.net + other.low))


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """The sums of some trades in a row."""

    count: int = 0
    volume: Number = 0
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
    nets: dict[str, list[Number]] = {}
    unclear = False
    numbers: list[int | None] = []
    total: Number = 0
    for _, trade in trades_in(reader, chunks):
        numbers.append(trade.number)
        if trade.price is None or trade.buyer is None or trade.seller is None or trade.card is None:
            unclear = True
        if trade.price is not None:
            total += trade.price
            for player, change in ((trade.buyer, -trade.price), (trade.seller, trade.price)):
                if player is not None:
                    sums = nets.setdefault(player, [0, 0])
                    sums[0] += change
                    sums[1] = min(sums)
    flows = {player: Flow(*sums) for player, sums in nets.items()}
    if not numbers:
        return NOTHING
    first, last = numbers[0], numbers[-1]
    regular = first is not None and numbers == list(range(first, first + len(numbers)))
    return Tally(len(numbers), total, unclear, flows, first, last, regular, () if regular else tuple(numbers))


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


class Sums:
    """The sums of a whole document."""

    def __init__(self, tallies: Sequence[Tally]) -> None:
        self.tallies = tallies
        self.groups = [_added(tuple(tallies[at : at + GROUP])) for at in range(0, len(tallies), GROUP)]
        self.all = NOTHING
        for group in self.groups:
            self.all = self.all.then(group)

    def before(self, block: int) -> Tally:
        """The sums of all blocks before one."""
        total = NOTHING
        for group in self.groups[: block // GROUP]:
            total = total.then(group)
        for tally in self.tallies[block // GROUP * GROUP : block]:
            total = total.then(tally)
        return total


@lru_cache(maxsize=8192)
def _added(tallies: tuple[Tally, ...]) -> Tally:
    total = NOTHING
    for tally in tallies:
        total = total.then(tally)
    return total


def sums_of(blocks: Iterable[Block]) -> Sums:
    """The sums of blocks that have been counted."""
    return Sums([tally for block in blocks if isinstance(tally := block.tally, Tally)])
