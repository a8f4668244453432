"""Trades as they are nearly always written: the header, then the keys in the order of the specification, a line each.

One regular expression, put together from the terminals of the grammar and the keys of the vocabulary, reads such a
trade ten times as quickly as statement by statement. It may refuse any trade: that is then read in the usual way.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from kibitz.core.values import Span
from kibitz.languages.pfn.game.figgie import Number, Suit, facts, read_card, suit_names, suit_of
from kibitz.languages.pfn.text.keys import tables
from kibitz.languages.pfn.text.tables import LARGEST, TRADES
from kibitz.languages.pfn.text.trades import Trade
from kibitz.languages.pfn.toml.cut import pattern
from kibitz.languages.pfn.toml.names import INSIDE_VALUES, Name
from kibitz.languages.pfn.toml.section import Section
from kibitz.languages.pfn.toml.shared_map import SharedMap

HEADER = Span(2, 2 + len(TRADES[0]))
"""The name in the header of a trade."""
LONGEST = 1000
"""No text with more code points than this is tried."""
TOO_MUCH = 100
"""A price from which on there is a message."""


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
    index, time, buyer, seller, suit, card, price = found.group(*keys())
    count, seconds, paid = number(index), number(time), number(price)
    meant, known = suits().get(suit), cards().get(card)
    if known is None or known[1] is not meant or buyer == seller:
        return None
    if not isinstance(count, int) or seconds is None or paid is None:
        return None
    if not (1 <= count <= LARGEST and 0 <= seconds <= LARGEST and 0 < paid < TOO_MUCH):
        return None
    return Trade(section, count, seconds, buyer[1:-1], seller[1:-1], meant, known[0], paid)


def names(found: re.Match[str]) -> SharedMap[Name]:
    """What the keys of a trade define, the same object for all whose keys stand at the same places."""
    # Of the spans of all groups every other one is that of a key.
    return _defined(found.regs[1::2])


@lru_cache(maxsize=4096)
def _defined(spans: tuple[tuple[int, int], ...]) -> SharedMap[Name]:
    return {
        name: Name("value", Span(*span), None, INSIDE_VALUES)
        for name, span in zip(keys(), spans, strict=True)
    }


@cache
def keys() -> tuple[str, ...]:
    """The keys of a trade, in the order of the specification."""
    return tuple(key.name for key in tables()[TRADES].keys)


@cache
def header_line() -> re.Pattern[str]:
    """The first line of a trade, line end and all."""
    return re.compile(re.escape(_opening()) + _ending())


@cache
def line(key: str) -> re.Pattern[str]:
    """The line of a key, line end and all, with one group: the value."""
    return re.compile(f"(?m:^){key}{_equals()}({_values()[key]}){_ending()}")


@cache
def rest() -> re.Pattern[str]:
    """What may stand behind the last line."""
    return re.compile(f"(?:{_blank()}{_newline()})*{_blank()}")


def number(written: str) -> Number | None:
    """A number in one of the two commonest forms."""
    if written.isdecimal():
        return int(written)
    return float(written) if "." in written else None


@cache
def suits() -> dict[str, Suit]:
    """The suits by their quoted names."""
    return {f'"{name}"': suit for name, suit in suit_names().items()}


@cache
def cards() -> dict[str, tuple[str, Suit]]:
    """The cards with their suits, by the quoted texts that mean them."""
    marks = [mark for suit in facts().suits for mark in (suit.letter, suit.sign)]
    texts = [f"{mark}{number}" for mark in marks for number in range(1, facts().highest + 1)]
    known = {one: card for one in texts if (card := read_card(one)) is not None}
    return {f'"{one}"': (card, suit_of(card)) for one, card in known.items()}


@cache
def _opening() -> str:
    return tables()[TRADES].header


@cache
def _pattern() -> re.Pattern[str]:
    lines = [f"(?P<_{key}>{key}){_equals()}(?P<{key}>{value})" for key, value in _values().items()]
    return re.compile(
        _ending().join([re.escape(_opening()), *lines]) + f"{_blank()}(?:{_newline()}{_blank()})*"
    )


@cache
def _values() -> dict[str, str]:
    """What may be written for each key."""
    return {
        key.name: "|".join(
            _uncaptured(pattern(one).pattern) for one in _VALUES.get(key.type, ("BASIC_STRING",))
        )
        for key in tables()[TRADES].keys
    }


_VALUES = {"integer": ("INTEGER",), "number": ("FLOAT", "INTEGER")}
"""The terminals of values, for the types that are no strings."""


def _blank() -> str:
    return f"(?:{pattern('BLANK').pattern})?"


def _newline() -> str:
    return pattern("NEWLINE").pattern


def _ending() -> str:
    return _blank() + _newline()


def _equals() -> str:
    return _blank() + pattern("EQUALS").pattern + _blank()


def _uncaptured(regexp: str) -> str:
    """The same expression without groups that can be asked for: a match is several times as quick then."""
    return re.sub(r"(\\.|\[\^?\]?(?:\\.|[^\]\\])*\])|\((?!\?)", lambda one: one[1] or "(?:", regexp)
