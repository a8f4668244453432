"""The shoe for several hands, until it is shuffled. No positions, no text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from kibitz.core.words import often, plural
from kibitz.languages.bjn.game.counting import card_seen
from kibitz.languages.bjn.game.model import DECK, UNKNOWN, Entry, Event, Setup


class Shoe(NamedTuple):
    """The cards that have gone from a shoe since it was shuffled."""

    cards: int = 0
    """The number of cards of the full shoe; 0 before the first hand."""
    seen: tuple[str, ...] = ()
    sources: tuple[Any, ...] = ()
    """The places where the seen cards came from. They are looked up only if a finding needs them."""
    unseen: int = 0
    """The number of unseen cards that have gone: burnt ones, and hole cards that were never revealed."""
    cut: int = 0
    """The number of cards before the cut card, after which the current hand is the last; 0 if unknown."""
    known: bool = True
    """Whether this is known; an impossible hand makes it unknown."""

    @property
    def decks(self) -> int:
        return max(1, -(-self.cards // len(DECK)))

    @property
    def dealt(self) -> int:
        """The number of cards that have gone."""
        return len(self.seen) + self.unseen

    @property
    def gone(self) -> tuple[str, ...]:
        """The cards that have gone; unseen ones are :data:`UNKNOWN`."""
        return (*self.seen, *(UNKNOWN,) * self.unseen)

    @property
    def fresh(self) -> Shoe:
        """The shoe after a shuffle."""
        return Shoe(self.cards)

    def used(self, cards: Sequence[str], sources: Sequence[Any] = (), unseen: int = 0) -> Shoe:
        """Return the shoe after another hand."""
        seen, places = (*self.seen, *cards), (*self.sources, *sources)
        return self._replace(seen=seen, sources=places, unseen=self.unseen + unseen)

    @property
    def repeated(self) -> str:
        """The first card that has come more often than the decks hold it; empty if there is none."""
        counts = Counter(self.seen)
        if not counts or max(counts.values()) <= self.decks:
            return ""
        seen = Counter[str]()
        for card in self.seen:
            seen[card] += 1
            if seen[card] > self.decks:
                return card
        return ""

    @property
    def possible(self) -> bool:
        """Whether the decks hold all cards that have gone."""
        return self.dealt <= self.cards and not self.repeated


class Taken(NamedTuple):
    """The cards that a hand takes from a shoe."""

    shoe: int
    """The number of cards of the full shoe."""
    cards: Sequence[str]
    entries: Sequence[int]
    """The numbers of the entries that show them."""
    unseen: int = 0
    """The number of further, unseen cards."""


def taken(entries: Sequence[Entry]) -> Taken | None:
    """Return the cards that a hand takes from its shoe, or None without a setup."""
    if not entries or not isinstance(setup := entries[0], Setup):
        return None
    numbers = [number for number, entry in enumerate(entries) if card_seen(entry)]
    return Taken(setup.shoe, [card_seen(entries[number]) for number in numbers], numbers, unseen(entries))


def unseen(entries: Sequence[Entry]) -> int:
    """Return the number of unseen cards of a hand: an unrevealed hole card and unreadable ones."""
    events = [entry for entry in entries if type(entry) is Event]
    hidden = any(one.modifier == "?" for one in events) and not any(one.action == "%" for one in events)
    return hidden + sum(one.card == UNKNOWN for one in events)


def why_shuffled(before: Shoe, after: Shoe) -> str:
    """Return why a hand cannot have come from the same shoe, or an empty text if it can.

    `before` is the shoe before the hand, `after` the one after it.
    """
    if 0 < before.cut < before.dealt:
        return f"the cut card came after {plural(before.cut, 'card')}, and {before.dealt} were dealt"
    if card := after.repeated:
        return f"`{card}` has come {often(after.decks)} from this shoe already, as often as it holds it"
    if after.dealt > after.cards:
        return f"with this hand {after.dealt} cards have come from a shoe of {after.cards}"
    return ""
