"""Card counting: the count of the seen cards of a shoe. No positions, no text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kibitz.languages.bjn.game.model import DECK, RANKS, UNKNOWN, Entry, Event
from kibitz.languages.bjn.game.table import Table


class System(NamedTuple):
    """A counting system."""

    name: str
    tags: Mapping[str, int]
    """The value of each rank in the count."""
    balanced: bool = True
    """Whether a whole deck adds up to 0. Otherwise it adds up to 4, the count begins at 4 less 4 for each deck, and there is no true count."""


def _tags(**ranks: str) -> Mapping[str, int]:
    amounts = {"two_more": 2, "more": 1, "less": -1, "two_less": -2}
    tags = {rank: amounts[amount] for amount, those in ranks.items() for rank in those}
    return {rank: tags.get(rank, 0) for rank in RANKS}


HILO = System("Hi-Lo", _tags(more="23456", less="tjqka"))
SYSTEMS = {
    "hilo": HILO,
    "ko": System("KO", _tags(more="234567", less="tjqka"), balanced=False),
    "hiopt1": System("Hi-Opt I", _tags(more="3456", less="tjqk")),
    "zen": System("Zen", _tags(more="237", two_more="456", less="a", two_less="tjqk")),
}
"""Dubner's Hi-Lo, Vancura and Fuchs' Knock-Out, Einstein's Hi-Opt I, Snyder's Zen."""


class Count(NamedTuple):
    """The running count, and the count for each deck that is left; None for a system without a true count."""

    running: int
    true: float | None

    def __str__(self) -> str:
        true = "" if self.true is None else f", true {_signed(round(self.true, 1))}"
        return f"count {_signed(self.running)}{true}"


def _signed(number: float) -> str:
    """Return a number with its sign, such as `+3`; zero has none."""
    return f"{number:+}".replace("-", "−") if number else "0"


def shown(entries: Iterable[Entry]) -> list[str]:
    """Return the cards that a hand shows, each once; the hole card counts at its reveal."""
    return [card for entry in entries if (card := card_seen(entry))]


def card_seen(entry: Entry) -> str:
    """Return the card that an entry shows, or an empty text if it shows none or its card can't be read."""
    card = card_shown(entry)
    return "" if card == UNKNOWN else card


def card_shown(entry: Entry) -> str:
    """Return the card that an entry shows, :data:`UNKNOWN` if it can't be read, or an empty text if it shows none."""
    if type(entry) is Event and entry.modifier != "?" and entry.action != "/":
        return entry.card
    return ""


def count(gone: Sequence[str], decks: int, system: System = HILO) -> Count:
    """Return the count after some cards of a shoe have gone. Unseen cards (:data:`UNKNOWN`) do not count."""
    seen = [card for card in gone if card != UNKNOWN]
    running = sum([system.tags[card[0]] for card in seen])
    if not system.balanced:
        return Count(running + 4 - 4 * decks, None)
    left = max(1, decks * len(DECK) - len(seen)) / len(DECK)
    return Count(running, running / left)


def on_table(table: Table) -> list[str]:
    """Return the cards of a shoe that have been seen, those on the table included."""
    return [*table.gone, *(card for hands in table.seats for hand in hands for card in hand.cards)]
