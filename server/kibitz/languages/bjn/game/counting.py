"""Counting cards: what has gone from the shoe, and what that says of the rest. No positions, no text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kibitz.languages.bjn.game.model import DECK, RANKS, UNKNOWN, Entry, Event
from kibitz.languages.bjn.game.table import Table


class System(NamedTuple):
    """A way to count."""

    name: str
    tags: Mapping[str, int]
    """The count of each rank that is seen."""
    balanced: bool = True
    """Whether a whole deck comes to nothing. Otherwise it comes to 4: the count begins at 4 less 4 a deck, and nobody divides it."""


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
    """The running count, and what of it falls to each deck that is left; None where nobody divides it."""

    running: int
    true: float | None

    def __str__(self) -> str:
        true = "" if self.true is None else f", true {_signed(round(self.true, 1))}"
        return f"count {_signed(self.running)}{true}"


def _signed(number: float) -> str:
    """Return a number with its sign, such as `+3`; zero has none."""
    return f"{number:+}".replace("-", "−") if number else "0"


def shown(entries: Iterable[Entry]) -> list[str]:
    """The cards that a hand shows: each once, the hidden one when it is revealed."""
    return [card for entry in entries if (card := card_seen(entry))]


def card_seen(entry: Entry) -> str:
    """The card that an entry shows; empty where there is none, or nobody can see or read it."""
    card = card_shown(entry)
    return "" if card == UNKNOWN else card


def card_shown(entry: Entry) -> str:
    """The same, or :data:`UNKNOWN` for one that nobody can read; none stands where a split deals none."""
    if type(entry) is Event and entry.modifier != "?" and entry.action != "/":
        return entry.card
    return ""


def count(gone: Sequence[str], decks: int, system: System = HILO) -> Count:
    """The count after some cards of a shoe have gone; of those that nobody has seen (:data:`UNKNOWN`) it knows nothing."""
    seen = [card for card in gone if card != UNKNOWN]
    running = sum([system.tags[card[0]] for card in seen])
    if not system.balanced:
        return Count(running + 4 - 4 * decks, None)
    left = max(1, decks * len(DECK) - len(seen)) / len(DECK)
    return Count(running, running / left)


def on_table(table: Table) -> list[str]:
    """The cards that have been seen of a shoe, those on the table among them."""
    return [*table.gone, *(card for hands in table.seats for hand in hands for card in hand.cards)]
