"""The shoe for several hands until it is shuffled, and the count of its cards. No positions, no text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from kibitz.core.words import often, plural
from kibitz.languages.bjn.game.model import DECK, RANKS, UNKNOWN, Entry, Event, Table


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
