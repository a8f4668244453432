"""Trades by the values that they give, which are the same however they are written, and what many in a row come to."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import NamedTuple

from kibitz.core.bounds import SHORT
from kibitz.core.memory import remembered
from kibitz.core.values import Span
from kibitz.languages.pfn.check.tally import milli
from kibitz.languages.pfn.game.figgie import Number, facts, spellings, suit_of
from kibitz.languages.pfn.game.round import Pause
from kibitz.languages.pfn.text.keys import tables
from kibitz.languages.pfn.text.tables import LARGEST, TRADES
from kibitz.languages.pfn.text.trades import Usual
from kibitz.languages.pfn.toml import lines

_NUMBERS = frozenset({int, float})


def usual(text: str) -> Usual | None:
    """What a chunk says if it is a trade, each pair on a line, with which nothing is wrong by itself; None for others."""
    written = text.split("\n")
    if (
        len(text) > SHORT
        or "\r" in written[-1]
        or (header := _line(written.pop(0))) is None
        or not header.opens
    ):
        return None
    try:
        said = [one[:2] for one in map(_line, written) if one[0]]  # type: ignore[index]
    except TypeError:  # There is a line of another kind.
        return None
    return by_values(dict(said)) if len(said) == len(_keys()) else None


def place(text: str, key: str) -> Span:
    """Where the value of a key stands in such a trade."""
    at = 0
    for one in text.split("\n"):
        if (said := _line(one)) is not None and said.key == key:
            return Span(*said.found.span("value")).shifted(at)
        at += len(one) + 1
    raise KeyError(key)


def by_values(said: object) -> Usual | None:
    """What a trade says, given its values by their keys; None where something may have to be said of it."""
    if not isinstance(said, dict) or len(said) != len(_keys()):
        return None
    try:
        number, time, buyer, seller = said["TradeIndex"], said["T"], said["Buyer"], said["Seller"]
        price, card = said["Price"], _cards()[said["Suit"], said["Card"]]
    except (KeyError, TypeError):  # A list can't be looked up.
        return None
    if type(number) is not int or type(time) not in _NUMBERS or type(price) not in _NUMBERS:
        return None
    if type(buyer) is not str or type(seller) is not str or buyer == seller:
        return None
    if not (0 < number <= LARGEST and 0 <= time <= LARGEST and 0 < price < facts().dear):
        return None
    return Usual(number, time, buyer, seller, card, milli(price))


class Walk:
    """What trades in a row come to, as far as nothing is wrong with any."""

    def __init__(
        self,
        owners: dict[str, str],
        players: Collection[str],
        end: Number,
        pauses: Iterable[Pause] = (),
        since: Number = -1.0,
    ) -> None:
        """`owners` tells whose each card is; it changes with the trades. All trades are after `since` and
        not after `end`."""
        self.owners, self.players, self.end, self.pauses = owners, players, end, [*pauses]
        self.count, self.first, self.volume = 0, 0, 0
        self.time = since
        """When the last one was."""
        self.since: Number | None = None
        """When the first one was."""
        self.last: Usual | None = None
        self.nets: dict[str, int] = {}
        """What each player who traded has gained, in thousandths of chips."""
        self.lows: dict[str, int] = {}
        """The least that each had gained on the way, where that is less than nothing."""
        self.sold: dict[str, int] = {}
        """The cards that changed hands, with the number of the last trade of each."""

    def over(self, trades: Iterable[Usual | None]) -> None:
        """Walks as far as it can."""
        owners, nets, lows, players = self.owners, self.nets, self.lows, self.players
        due, before, end = 0, self.time, self.end
        for count, trade in enumerate(trades):
            if trade is None:
                return
            index, time, buyer, seller, card, price = trade
            if (due and index != due) or not before < time <= end or owners.get(card) != seller:
                return
            if buyer not in players or seller not in players or any(one.holds(time) for one in self.pauses):
                return
            owners[card] = buyer
            self.sold[card] = count
            nets[seller] = nets.get(seller, 0) + price
            left = nets[buyer] = nets.get(buyer, 0) - price
            if left < lows.get(buyer, 0):
                lows[buyer] = left
            self.volume += price
            self.first = self.first or index
            self.since = time if self.since is None else self.since
            due, before, self.count = index + 1, time, count + 1
            self.time, self.last = time, trade


class _Line(NamedTuple):
    """What a line says: a pair, the header of a trade or nothing."""

    key: str
    """Nothing for a line that is no pair."""
    value: object
    opens: bool
    """Whether it is the header of a trade."""
    found: re.Match[str]


@remembered
def _line(written: str) -> _Line | None:
    """A line of a trade, without its line feed; None for others."""
    found = lines.match(written.removesuffix("\r"))
    if found is None:
        return None
    key, value, tables, table, _ = found.groups()
    if key:
        parts, said = lines.parts(key), lines.scalar(value)
        return (
            None if said is None or parts is None or len(parts) > 1 else _Line(parts[0], said, False, found)
        )
    is_other = table or (tables and lines.parts(tables) != TRADES)
    return None if is_other else _Line("", None, bool(tables), found)


@cache
def _keys() -> frozenset[str]:
    """The keys of a trade."""
    return frozenset(key.name for key in tables()[TRADES].keys)


@cache
def _cards() -> Mapping[tuple[str, str], str]:
    """The cards by the name of their suit and the text of the card, in every spelling."""
    return {(suit_of(card).name, written): card for written, card in spellings().items()}
