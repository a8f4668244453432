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
    return [
        entry.card
        for entry in entries
        if isinstance(entry, Event)
        and entry.card not in ("", UNKNOWN)
        and entry.modifier != "?"
        and entry.action != "/"
    ]


def count(gone: Sequence[str], decks: int) -> Count:
    """The count after some cards of a shoe have gone."""
    running = sum(COUNTS[card[0]] for card in gone)
    left = max(1, decks * len(DECK) - len(gone)) / len(DECK)
    return Count(running, running / left)
