"""The shorthand of trades and hands: trades on a line, and hands in counts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from kibitz.core.values import Span
from kibitz.languages.pfn.game.figgie import (
    Number,
    Suit,
    by_mark,
    facts,
    read_card,
    with_sign,
)
from kibitz.languages.pfn.game.play import Cards, Move
from kibitz.languages.pfn.toml.model import Node, pattern

KEYS = ("TradeIndex", "T", "Buyer", "Seller", "Suit", "Card", "Price")
"""The keys of a trade in the order of the specification."""
_QUOTED = frozenset({"Buyer", "Seller", "Suit", "Card"})
_GROUPS = {
    "buyer": ("buyer", "who", "bought"), "seller": ("seller", "sold"), "card": ("card", "bare", "what", "named"),
    "price": ("price", "asked", "cheap", "dear", "apart", "paid", "aside"), "time": ("time", "end", "when", "at"),
}  # fmt: skip
"""The groups of the terminal for shorthand that hold each part. At most one of them matches."""


class ShorthandTrade(NamedTuple):
    """A trade in shorthand. Missing parts are empty."""

    span: Span
    buyer: str
    seller: str
    card: str
    """A card, or the letter, sign or name of a suit."""
    price: str
    time: str
    """The time in seconds, or its end from the decimal point on."""
    early: bool = False
    """Whether the time left is longer than the round."""

    @property
    def whole(self) -> bool:
        """Whether the time is complete."""
        return not self.time.startswith(".")

    @property
    def suit(self) -> Suit | None:
        return by_mark().get(self.card[:1])

    def behind(self, last: Number | None) -> ShorthandTrade:
        """Return the trade with the first time after the last trade that has the written end. The time is a guess."""
        seconds = int(last or 0)
        passed = last is not None and float(f"{seconds}{self.time}") <= last
        return self._replace(time=f"{seconds + passed}{self.time}")

    @property
    def move(self) -> Move:
        card = read_card(self.card)
        return Move(self.buyer or None, self.seller or None, self.suit and self.suit.letter, card, None)

    def completed(self, cards: Cards) -> ShorthandTrade:
        """Return the trade with its seller from the holder of the card, or with any card of the suit of its seller."""
        seller, card, suit = self.seller, read_card(self.card), self.suit
        if not seller and card is not None and (holder := cards.owners.get(card)) is not None and holder.sure:
            seller = holder.player or ""
        if card is None and suit is not None and seller:
            card = any_of(cards, seller, suit)
        return self._replace(seller=seller, card=card or self.card)

    def table(
        self, names: Sequence[str], number: int, line_end: str, *, signs: bool = False, stops: bool = False
    ) -> str:
        """Return the trade as a table with these keys. Unknown values become placeholders, or stay empty."""
        card, suit = read_card(self.card), self.suit
        shown = with_sign(card) if card is not None and signs else card or ""
        said = str(number), self.time, self.buyer, self.seller, suit.name if suit else "", shown, self.price
        values = dict(zip(KEYS, said, strict=True))
        lines, stop = ["[[Trades]]"], 0
        for name in names:
            value = values.get(name, "")
            if not value and name == "Card" and not stops:
                continue
            if not value and stops:
                stop += 1
                value = f"${stop}"
            lines.append(f'{name} = "{value}"' if name in _QUOTED else f"{name} = {value}".rstrip())
        return line_end.join(lines)


def any_of(cards: Cards, seller: str, suit: Suit) -> str | None:
    """Return the lowest card of a suit that a player has, or the lowest without a known owner."""
    every = [f"{suit.letter}{number}" for number in range(1, facts().highest + 1)]
    holders = {card: cards.owners.get(card) for card in every}
    mine = (card for card, one in holders.items() if one is not None and one.player == seller and one.sure)
    return next(mine, None) or next((card for card in every if holders[card] is None), None)


def shorthand_trades(text: str, start: int, end: int, duration: Number | None) -> Iterator[ShorthandTrade]:
    """Yield the trades in shorthand on the lines of a stretch of text. `duration` is that of the round, in seconds."""
    at = text.rfind("\n", 0, start) + 1
    while at < max(end, start + 1) and at <= len(text):
        behind = text.find("\n", at)
        behind = len(text) if behind < 0 else behind
        line = text[at:behind].rstrip("\r")
        if (found := pattern("JOT").fullmatch(line.strip(" \t"))) is not None:
            yield _read(found, Span(at, at + len(line)), duration)
        at = behind + 1


def _read(found: re.Match[str], span: Span, duration: Number | None) -> ShorthandTrade:
    said = {name: text for name, (text, _) in _parts_of_shorthand(found).items()}
    buyer, seller = (_player(said.get(name, "")) for name in ("buyer", "seller"))
    card, price, time = (said.get(name, "") for name in ("card", "price", "time"))
    seconds = _seconds(time, duration)
    return ShorthandTrade(
        span, buyer, seller, _upper(card), price, seconds, bool(time and not seconds and duration)
    )


def nodes(line: str) -> Iterator[tuple[str, Node]]:
    """Yield the keys of a trade in shorthand with their values and places, or nothing for other lines.

    A time that does not count from the start of the round is left out, because the line alone does not determine it.
    """
    found = pattern("JOT").fullmatch(line)
    for name, (said, span) in _parts_of_shorthand(found).items() if found is not None else ():
        if name in {"buyer", "seller"}:
            yield name.capitalize(), Node("string", _player(said), span)
        elif name == "card":
            yield "Suit", Node("string", by_mark()[_upper(said)[0]].name, span)
            if read_card(_upper(said)) is not None:
                yield "Card", Node("string", _upper(said), span)
        elif name == "price":
            yield "Price", _number(said, span)
        elif said[0] not in "-.":
            yield "T", _number(_seconds(said, None), span)


def has_jots(text: str) -> bool:
    """Return whether a text contains a trade in shorthand."""
    return next(shorthand_trades(text, 0, len(text), None), None) is not None


def _number(written: str, span: Span) -> Node:
    return Node("float", float(written), span) if "." in written else Node("integer", int(written), span)


def _parts_of_shorthand(found: re.Match[str]) -> dict[str, tuple[str, Span]]:
    """Return the parts of a line that are not empty, with their places."""
    return {
        name: (found[group], Span(*found.span(group)))
        for name, groups in _GROUPS.items()
        for group in groups
        if found[group]
    }


def _player(said: str) -> str:
    """Return the name of a player, which may be in quotes or only a number."""
    return f"P{said}" if said.isdecimal() else said.strip('"')


def named(player: str) -> str | None:
    """Return a player as shorthand writes it, or None if it cannot."""
    return next((way for way in (player, f'"{player}"') if has_jots(f"{way}<{way} S")), None)


def _upper(card: str) -> str:
    return card[:1].upper() + card[1:]


def _seconds(time: str, duration: Number | None) -> str:
    """Return a time in seconds from the start of the round, or an empty string if it is unknown."""
    minutes, colon, seconds = time.lstrip("-").rpartition(":")
    passed = str(60 * int(minutes) + Decimal(seconds)) if colon else seconds
    if not time.startswith("-"):
        return passed
    left = Decimal(passed)
    return str(Decimal(str(duration)) - left) if duration is not None and left <= duration else ""


# Hands in counts

_COUNTS = re.compile(r"[ \t]*(?:[0-9]{1,2}[ \t]*[SHCDschd♠♣♥♦][ \t,]*)+")
_HAND = re.compile(rf"""(?m)=[ \t]*["']{_COUNTS.pattern}["']""")
_COUNT = re.compile(r"([0-9]{1,2})[ \t]*([SHCDschd♠♣♥♦])")


def has_counts(text: str) -> bool:
    """Return whether a hand may be written in counts in a text."""
    return _HAND.search(text) is not None


def counts(hand: str) -> dict[str, int]:
    """Return the counts of a hand, by the letter of the suit: `4s 3c 2h 1d`. Return nothing for other texts."""
    if _COUNTS.fullmatch(hand) is None:
        return {}
    found = [(by_mark()[mark.upper()].letter, int(count)) for count, mark in _COUNT.findall(hand)]
    told = dict(found)
    return told if len(told) == len(found) and max(told.values()) <= facts().highest else {}
