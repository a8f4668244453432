"""Trades on a line each, as people jot them down: `P2<P1 S9@20 30.4`.

The line names the buyer, `<`, the seller, a card or the letter of a suit, `@` with the price, and the time. `2s9@20 .4` and
`2s9 20.4` do as well: the time is the first one after the last trade that ends so. Each part may be missing; what follows
from the round is filled in: the seller of a card is who holds it, the number is the next one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.values import Span
from kibitz.languages.pfn.features._form import Form
from kibitz.languages.pfn.game.figgie import Number, facts, read_card, suit_of
from kibitz.languages.pfn.game.play import Move, Standing
from kibitz.languages.pfn.text.tables import TRADES

_CARD = "[SCHDschd♠♣♥♦](?:1[0-2]|[1-9])?"
_LINE = re.compile(
    r"[ \t]*P?(?P<buyer>[1-9][0-9]?)?[ \t]*(?P<sign><[ \t]*P?(?P<seller>[1-9][0-9]?)?)?"
    rf"(?:[ \t]*(?P<card>{_CARD}))?"
    r"[ \t]*(?:@[ \t]*(?P<price>[0-9]+(?:\.[0-9]+)?))?(?:[ \t]+(?P<time>[0-9]*\.[0-9]+|[0-9]+))?[ \t]*"
)

_SHORTEST = re.compile(
    rf"[ \t]*(?P<buyer>[1-9])(?P<card>{_CARD})[ \t]+(?P<price>[0-9]+)(?P<time>\.[0-9]+)[ \t]*"
)
"""`2s9 20.45`: the price is whole, and the point begins the end of the time."""


class Jotted(NamedTuple):
    """A trade on a line; what is not there is empty."""

    span: Span
    buyer: str
    seller: str
    card: str
    """A card, or the letter or sign of a suit."""
    price: str
    time: str

    def behind(self, last: Number | None) -> Jotted:
        """With its whole time: `.45` is the first time after that of the last trade that ends so."""
        if not self.time.startswith("."):
            return self
        seconds = int(last or 0)
        passed = last is not None and float(f"{seconds}{self.time}") <= last
        return self._replace(time=f"{seconds + passed}{self.time}")

    @property
    def move(self) -> Move:
        card = read_card(self.card)
        return Move(self.buyer or None, self.seller or None, card and card[0], card, None)


def jotted(text: str, start: int, end: int) -> Iterator[Jotted]:
    """The trades that are jotted down on the lines of a stretch of text."""
    at = text.rfind("\n", 0, start) + 1
    while at < max(end, start + 1) and at <= len(text):
        behind = text.find("\n", at)
        behind = len(text) if behind < 0 else behind
        line = text[at:behind].rstrip("\r")
        found = _SHORTEST.fullmatch(line) or _LINE.fullmatch(line)
        if found is not None and line.strip() != "<" and _is_meant(found):
            said = dict.fromkeys(("buyer", "seller", "card", "price", "time"), "")
            said |= {name: value for name, value in found.groupdict().items() if value and name in said}
            said |= {name: f"P{said[name]}" for name in ("buyer", "seller") if said[name]}
            said["card"] = said["card"][:1].upper() + said["card"][1:]
            yield Jotted(Span(at, at + len(line)), **said)
        at = behind + 1


def _is_meant(found: re.Match[str]) -> bool:
    """Whether a line has its `<`, or can't be meant to be anything else."""
    return bool(found.groupdict().get("sign") or (found["card"] and found["price"]))


def written(one: Jotted, form: Form, now: Standing, number: int, *, stops: bool) -> str:
    """The table of a trade. What is not known becomes a place to fill in, or stays empty."""
    card = read_card(one.card)
    seller = one.seller
    if not seller and card is not None and (holder := now.cards.owners.get(card)) is not None and holder.sure:
        seller = holder.player or ""
    suit = next((suit for suit in facts().suits if one.card[:1] in {suit.letter, suit.sign}), None)
    shown = suit_of(card).sign + card[1:] if card is not None and form.signs else card or ""
    values = {
        "TradeIndex": str(number), "T": one.time, "Buyer": one.buyer, "Seller": seller,
        "Suit": suit.name if suit is not None else "", "Card": shown, "Price": one.price,
    }  # fmt: skip
    lines, stop = ["[[Trades]]"], 0
    for name in form.names(TRADES):
        value = values.get(name, "")
        if not value and stops:
            stop += 1
            value = f"${stop}"
        quoted = name in {"Buyer", "Seller", "Suit", "Card"}
        lines.append(f'{name} = "{value}"' if quoted else f"{name} = {value or '0'}")
    return form.line_end.join(lines)
