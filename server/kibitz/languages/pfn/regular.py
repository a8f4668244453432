"""Trades as they are nearly always written: the header, then the keys in the order of the specification, a line each.

One regular expression, put together from the terminals of the grammar and the keys of the vocabulary, reads such a
trade ten times as quickly as statement by statement. It may refuse any trade: that is then read in the usual way.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from kibitz.core.values import Span
from kibitz.languages.pfn.cut import pattern
from kibitz.languages.pfn.facts import LARGEST, TRADES
from kibitz.languages.pfn.model import Section
from kibitz.languages.pfn.names import INSIDE_VALUES, Name
from kibitz.languages.pfn.replay import Number, Suit, facts, read_card, suit_names, suit_of
from kibitz.languages.pfn.shared_map import SharedMap
from kibitz.languages.pfn.trades import Trade
from kibitz.languages.pfn.vocabulary import tables

HEADER = Span(2, 2 + len(TRADES[0]))
"""The name in the header of a trade."""
LONGEST = 1000
"""No text with more code points than this is tried."""


def match(text: str) -> re.Match[str] | None:
    """A chunk that is one trade, with a group for each value, named as its key."""
    if not text.startswith(_opening()) or len(text) > LONGEST or "\\" in text:
        return None
    return _pattern().fullmatch(text)


def trade(section: Section) -> Trade | None:
    """The trade that :func:`match` found, if nothing is wrong with it by itself."""
    found = section.regular
    if found is None:
        return None
    index, time, buyer, seller, suit, card, price = found.group(*_names())
    number, seconds, paid = _number(index), _number(time), _number(price)
    meant, known = _suits().get(suit), _cards().get(card)
    if known is None or known[1] is not meant or buyer == seller:
        return None
    if not isinstance(number, int) or seconds is None or paid is None:
        return None
    if not (1 <= number <= LARGEST and 0 <= seconds <= LARGEST and 0 < paid < 100):
        return None
    return Trade(section, number, seconds, buyer[1:-1], seller[1:-1], meant, known[0], paid)


def names(found: re.Match[str]) -> SharedMap[Name]:
    """What the keys of a trade define, the same object for all whose keys stand at the same places."""
    # Of the spans of all groups every other one is that of a key.
    return _defined(found.regs[1::2])


@lru_cache(maxsize=4096)
def _defined(spans: tuple[tuple[int, int], ...]) -> SharedMap[Name]:
    return {
        name: Name("value", Span(*span), None, INSIDE_VALUES)
        for name, span in zip(_names(), spans, strict=True)
    }


@cache
def _names() -> tuple[str, ...]:
    return tuple(key.name for key in tables()[TRADES].keys)


@cache
def _opening() -> str:
    return tables()[TRADES].header


@cache
def _pattern() -> re.Pattern[str]:
    blank, newline = f"(?:{pattern('BLANK').pattern})?", pattern("NEWLINE").pattern
    lines = [re.escape(_opening())]
    for name, wanted, *_ in tables()[TRADES].keys:
        value = "|".join(_uncaptured(pattern(one).pattern) for one in _VALUES.get(wanted, ("BASIC_STRING",)))
        lines.append(f"(?P<_{name}>{name}){blank}{pattern('EQUALS').pattern}{blank}(?P<{name}>{value})")
    return re.compile(f"{blank}{newline}".join(lines) + f"{blank}(?:{newline}{blank})*")


_VALUES = {"integer": ("INTEGER",), "number": ("FLOAT", "INTEGER")}
"""The terminals of values, for the types that are no strings."""


def _uncaptured(regexp: str) -> str:
    """The same expression without groups that can be asked for: a match is several times as quick then."""
    return re.sub(r"(\\.|\[\^?\]?(?:\\.|[^\]\\])*\])|\((?!\?)", lambda one: one[1] or "(?:", regexp)


def _number(written: str) -> Number | None:
    """A number in one of the two commonest forms."""
    if written.isdecimal():
        return int(written)
    return float(written) if "." in written else None


@cache
def _suits() -> dict[str, Suit]:
    """The suits by their quoted names."""
    return {f'"{name}"': suit for name, suit in suit_names().items()}


@cache
def _cards() -> dict[str, tuple[str, Suit]]:
    """The cards with their suits, by the quoted texts that mean them."""
    marks = [mark for suit in facts().suits for mark in (suit.letter, suit.sign)]
    texts = [f"{mark}{number}" for mark in marks for number in range(1, facts().highest + 1)]
    cards = {one: card for one in texts if (card := read_card(one)) is not None}
    return {f'"{one}"': (card, suit_of(card)) for one, card in cards.items()}
