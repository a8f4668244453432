"""Trades on a line each, as people jot them down: `P2<P1 S9@20 30.4`.

The line names the buyer, `<`, the seller, a card or the letter of a suit, `@` with the price, and the time. `2s9 20 30.4` does
as well. Each part may be missing; what follows from the round is filled in: the seller of a card is who holds it, the number
is the next one. A time is taken only if it is whole: in seconds, as a clock shows it (`1:47`), or as the time left (`-73`).
The end of a time (`2s9 20.45`) may be that of many, as trades lie seconds apart: which one is for the writer to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from kibitz.core.values import Span
from kibitz.languages.pfn.features._form import Form
from kibitz.languages.pfn.game.figgie import Number, facts, read_card, suit_of
from kibitz.languages.pfn.game.play import Move, Standing
from kibitz.languages.pfn.text.tables import TRADES

_CARD = "[SCHDschd♠♣♥♦](?:1[0-2]|[1-9])?"
_PRICE = r"[0-9]+(?:\.[0-9]+)?"
_TIME = r"-?(?:[0-9]+:[0-5][0-9]|[0-9]+)(?:\.[0-9]+)?"
_LINE = re.compile(
    r"[ \t]*P?(?P<buyer>[1-9][0-9]?)?[ \t]*(?P<sign><[ \t]*P?(?P<seller>[1-9][0-9]?)?)?"
    rf"(?:[ \t]*(?P<card>{_CARD}))?"
    rf"[ \t]*(?:@[ \t]*(?P<price>{_PRICE}))?(?:[ \t]+(?P<time>{_TIME}|\.[0-9]+))?[ \t]*"
)
_SHORT = re.compile(
    rf"[ \t]*(?P<buyer>[1-9])(?P<card>{_CARD})[ \t]+"
    rf"(?:(?P<price>[0-9]+)(?P<time>\.[0-9]+)|(?P<dear>{_PRICE})[ \t]+(?P<when>{_TIME}))[ \t]*"
)
"""`2s9 20 30.4`; or `2s9 20.45`, where the price is whole and the point begins the end of the time."""


PARTS = "Buyer < seller, card or suit, @ price, time: each part may be missing."


class Jotted(NamedTuple):
    """A trade on a line; what is not there is empty."""

    span: Span
    buyer: str
    seller: str
    card: str
    """A card, or the letter or sign of a suit."""
    price: str
    time: str
    """In seconds; or how it ends, from its point on."""

    @property
    def whole(self) -> bool:
        """Whether nothing of the time is left to be guessed."""
        return not self.time.startswith(".")

    def behind(self, last: Number | None) -> Jotted:
        """With the first time after that of the last trade that ends so, which is a guess."""
        seconds = int(last or 0)
        passed = last is not None and float(f"{seconds}{self.time}") <= last
        return self._replace(time=f"{seconds + passed}{self.time}")

    @property
    def move(self) -> Move:
        card = read_card(self.card)
        return Move(self.buyer or None, self.seller or None, card and card[0], card, None)


def jotted(text: str, start: int, end: int, duration: Number | None) -> Iterator[Jotted]:
    """The trades that are jotted down on the lines of a stretch of text, in a round that lasts so many seconds."""
    at = text.rfind("\n", 0, start) + 1
    while at < max(end, start + 1) and at <= len(text):
        behind = text.find("\n", at)
        behind = len(text) if behind < 0 else behind
        line = text[at:behind].rstrip("\r")
        found = _SHORT.fullmatch(line) or _LINE.fullmatch(line)
        if found is not None and line.strip() != "<" and _is_meant(found):
            said = {name: value or "" for name, value in found.groupdict().items()}
            buyer, seller = (f"P{number}" if number else "" for number in (said["buyer"], said.get("seller")))
            card = said["card"][:1].upper() + said["card"][1:]
            price, time = said["price"] or said.get("dear", ""), said["time"] or said.get("when", "")
            yield Jotted(Span(at, at + len(line)), buyer, seller, card, price, _seconds(time, duration))
        at = behind + 1


def _seconds(time: str, duration: Number | None) -> str:
    """A time in seconds from the start of the round; nothing where that can't be told."""
    minutes, colon, seconds = time.lstrip("-").rpartition(":")
    passed = str(60 * int(minutes) + Decimal(seconds)) if colon else seconds
    if not time.startswith("-"):
        return passed
    left = Decimal(passed)
    return str(Decimal(str(duration)) - left) if duration is not None and left <= duration else ""


def _is_meant(found: re.Match[str]) -> bool:
    """Whether a line has its `<`, or can't be meant to be anything else."""
    said = found.groupdict()
    return bool(said.get("sign") or (said["card"] and (said["price"] or said.get("dear"))))


def first_time(one: Jotted) -> str:
    """What a guessed time rests on."""
    return f"The first time after the last trade that ends in `{one.time}`; later ones do, too."


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
        lines.append(f'{name} = "{value}"' if quoted else f"{name} = {value}".rstrip())
    return form.line_end.join(lines)
