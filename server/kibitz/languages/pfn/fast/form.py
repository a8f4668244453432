"""The usual form of a trade, a line for each key, and what its lines say.

Lines repeat: a round has few players, cards and prices, so that nearly all lines have been read before and only have to
be looked up. Their form is put together from the terminals of the grammar and the keys of the specification.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from kibitz.languages.pfn.check.tally import milli
from kibitz.languages.pfn.game.figgie import read_card, suit_names, suit_of
from kibitz.languages.pfn.text.keys import tables
from kibitz.languages.pfn.text.tables import TRADES
from kibitz.languages.pfn.text.trades import Sold
from kibitz.languages.pfn.toml.terminals import pattern

LINES_KEPT = 2048
"""So many lines of a kind are remembered."""
TOO_MUCH = 100
"""A price from which on there is a message."""
KEYS = 7
"""The keys of a trade."""
HEADER = "[[Trades]]"


@lru_cache(LINES_KEPT)
def is_header(line: str) -> bool:
    """Whether a line is the first one of a trade."""
    return re.fullmatch(re.escape(HEADER) + _ending(), line + "\n") is not None


@lru_cache(LINES_KEPT)
def is_rest(text: str) -> bool:
    """Whether there is nothing in what stands behind the last line."""
    return re.fullmatch(f"(?:{_blank()}{pattern('NEWLINE').pattern})*{_blank()}", text) is not None


@lru_cache(LINES_KEPT)
def index(line: str) -> int:
    """The number of a trade; 0 if it is none in its usual form."""
    written = value("TradeIndex", line)
    return int(written) if written.isdecimal() and len(written) < 16 else 0


@lru_cache(LINES_KEPT)
def time(line: str) -> float:
    """The time of a trade; a negative number if it is none in its usual form."""
    try:
        return float(value("T", line))
    except ValueError:  # A hexadecimal number, for example.
        return -1.0


@lru_cache(LINES_KEPT)
def buyer(line: str) -> str:
    """The name of the buyer; none if it is not plain."""
    return value("Buyer", line)[1:-1]


@lru_cache(LINES_KEPT)
def seller(line: str) -> str:
    """The name of the seller; none if it is not plain."""
    return value("Seller", line)[1:-1]


@lru_cache(LINES_KEPT)
def sold(suit: str, card: str) -> Sold:
    """The card that is named beside its own suit; an empty one if that is not plain."""
    written = value("Card", card)
    known = read_card(written[1:-1])
    if known is None or suit_names().get(value("Suit", suit)[1:-1]) is not suit_of(known):
        return Sold("", card, 0, 0)
    start = card.index(written)
    return Sold(known, card, start, start + len(written))


@lru_cache(LINES_KEPT)
def price(line: str) -> int:
    """Thousandths of chips; 0 if there may be something to say of the price."""
    written = value("Price", line)
    known = int(written) if written.isdecimal() else float(written) if "." in written else 0
    return milli(known) if 0 < known < TOO_MUCH else 0


def value(key: str, line: str) -> str:
    """What is written for a key; nothing if the line has no usual form."""
    found = _line(key).fullmatch(line + "\n")
    return "" if found is None or "\\" in found[1] else found[1]


def place(key: str, line: str) -> tuple[int, int]:
    """Where that stands in its line."""
    found = _line(key).fullmatch(line + "\n")
    return (0, 0) if found is None else found.span(1)


@cache
def _line(key: str) -> re.Pattern[str]:
    """The line of a key, line end and all, with one group: the value."""
    types = {one.name: one.type for one in tables()[TRADES].keys}
    values = "|".join(_uncaptured(pattern(one).pattern) for one in _VALUES.get(types[key], ("BASIC_STRING",)))
    return re.compile(f"{key}{_blank()}{pattern('EQUALS').pattern}{_blank()}({values}){_ending()}")


_VALUES = {"integer": ("INTEGER",), "number": ("FLOAT", "INTEGER")}
"""The terminals of values, for the types that are no strings."""


def _blank() -> str:
    return f"(?:{pattern('BLANK').pattern})?"


def _ending() -> str:
    return _blank() + pattern("NEWLINE").pattern


def _uncaptured(regexp: str) -> str:
    """The same expression without groups that can be asked for."""
    return re.sub(r"(\\.|\[\^?\]?(?:\\.|[^\]\\])*\])|\((?!\?)", lambda one: one[1] or "(?:", regexp)
