"""Counting cards (Hi-Lo): what has gone from the shoe, and what that says of the rest. No positions, no text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kibitz.languages.bjn.game.model import DECK, UNKNOWN, Entry, Event

COUNTS = dict.fromkeys("23456", 1) | dict.fromkeys("789", 0) | dict.fromkeys("tjqka", -1)
"""What each rank counts when it has been seen."""


class Count(NamedTuple):
    """The running count, and what of it falls to each deck that is left."""

    running: int
    true: float

    def __str__(self) -> str:
        return f"count {self.running:+d}, true {self.true:+.1f}".replace("-", "−")


def shown(entries: Iterable[Entry]) -> list[str]:
    """The cards that a hand shows: each once, the hidden one when it is revealed."""
    return [card for entry in entries if (card := card_seen(entry))]


def card_seen(entry: Entry) -> str:
    """The card that an entry shows; empty where there is none, or nobody can see or read it."""
    if type(entry) is Event and entry.modifier != "?" and entry.action != "/" and entry.card != UNKNOWN:
        return entry.card
    return ""


def count(gone: Sequence[str], decks: int) -> Count:
    """The count after some cards of a shoe have gone; of those that nobody has seen (:data:`UNKNOWN`) it knows nothing."""
    seen = [card for card in gone if card != UNKNOWN]
    running = sum(COUNTS[card[0]] for card in seen)
    left = max(1, decks * len(DECK) - len(seen)) / len(DECK)
    return Count(running, running / left)
