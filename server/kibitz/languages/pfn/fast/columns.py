"""Trades by the block: a line of a trade is a cell, and what is read and checked is whole columns of them.

Lines repeat: a round has few players, cards and prices, so that nearly all lines have been read before and only have to
be looked up. That takes a tenth of the time of reading trade by trade. It may refuse any block: this is then read in the
usual way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import eq, lt
from typing import NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.values import Span
from kibitz.languages.pfn.game.figgie import Number
from kibitz.languages.pfn.text import regular
from kibitz.languages.pfn.text.tables import LARGEST

LINES_KEPT = 4096
"""So many lines of a kind are remembered."""

_CARD = 6
"""The number of the line of a trade that names the card."""


class Sold(NamedTuple):
    """A card, and where it stands in its line."""

    card: str
    span: Span


class Columns(NamedTuple):
    """The trades of a block, one a chunk, none of them wrong by itself. Their numbers go up by one; so do their times."""

    chunks: Sequence[Chunk]
    lines: Sequence[Sequence[str]]
    first: int
    """The first TradeIndex."""
    times: Sequence[float]
    buyers: Sequence[str]
    sellers: Sequence[str]
    sold: Sequence[Sold]
    prices: Sequence[Number]

    def card_place(self, number: int) -> Span:
        """Where the card of a trade stands in its chunk."""
        # Nothing but its line reads like this: the strings before it hold no quotes.
        at = self.chunks[number].text.index(self.lines[number][_CARD])
        return self.sold[number].span.shifted(at)


def columns(chunks: Sequence[Chunk]) -> Columns | None:
    """The trades of some chunks; None if one is no trade in its usual form, or if something is wrong with one."""
    count = 1 + len(regular.keys())
    texts = [chunk.text for chunk in chunks]
    lines = [text.split("\n", count) for text in texts]
    if set(map(len, lines)) != {count + 1} or max(map(len, texts)) > regular.LONGEST:
        return None
    headers, indices, times, buyers, sellers, suits, cards, prices, rests = zip(*lines, strict=True)
    if not all(map(_is_header, set(headers))) or not all(map(regular.rest().fullmatch, set(rests))):
        return None
    first, seconds = _first(indices), _rising(times)
    payers, payees = list(map(_buyer, buyers)), list(map(_seller, sellers))
    sold, paid = [one for one in map(_sold, suits, cards) if one], list(map(_price, prices))
    if not (first and seconds and all(payers) and all(payees) and len(sold) == len(lines) and all(paid)):
        return None
    if any(map(eq, payers, payees)):
        return None
    return Columns(chunks, lines, first, seconds, payers, payees, sold, paid)


def _is_header(line: str) -> bool:
    return regular.header_line().fullmatch(line + "\n") is not None


def _first(lines: Sequence[str]) -> int:
    """The first of numbers that go up by one; 0 if they do not."""
    found = regular.line("TradeIndex").fullmatch(lines[0] + "\n")
    if found is None or not found[1].isdecimal():
        return 0
    first = int(found[1])
    before, behind = lines[0][: found.start(1)], lines[0][found.end(1) :]
    alike = list(lines) == [f"{before}{first + nth}{behind}" for nth in range(len(lines))]
    return first if alike and first + len(lines) <= LARGEST else 0


def _rising(lines: Sequence[str]) -> list[float]:
    """Times that go up, none of them negative; nothing if they do not."""
    written = regular.line("T").findall("\n".join((*lines, "")))
    try:
        times = list(map(float, written))
    except ValueError:  # A hexadecimal number, for example.
        return []
    if len(times) < len(lines) or not 0 <= times[0] <= times[-1] <= LARGEST:
        return []
    return times if all(map(lt, times, times[1:])) else []


def _value(key: str, line: str) -> str:
    """What is written for a key; nothing if the line has no usual form."""
    found = regular.line(key).fullmatch(line + "\n")
    return "" if found is None or "\\" in found[1] else found[1]


@lru_cache(LINES_KEPT)
def _buyer(line: str) -> str:
    return _value("Buyer", line)[1:-1]


@lru_cache(LINES_KEPT)
def _seller(line: str) -> str:
    return _value("Seller", line)[1:-1]


@lru_cache(LINES_KEPT)
def _sold(suit: str, card: str) -> Sold | None:
    """The card that is named beside its own suit."""
    written = _value("Card", card)
    known = regular.cards().get(written)
    if known is None or known[1] is not regular.suits().get(_value("Suit", suit)):
        return None
    start = card.index(written)
    return Sold(known[0], Span(start, start + len(written)))


@lru_cache(LINES_KEPT)
def _price(line: str) -> Number:
    price = regular.number(_value("Price", line)) or 0
    return price if 0 < price < regular.TOO_MUCH else 0
