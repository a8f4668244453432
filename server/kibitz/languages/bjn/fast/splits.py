"""The quick pass over the hands that a player makes by splitting: what one seat does, from its split on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.languages.bjn.check.splits import MOST_HANDS
from kibitz.languages.bjn.game.model import Entry, Event, Split
from kibitz.languages.bjn.game.play import PIPS
from kibitz.languages.bjn.text.cut import ENTRIES


def apart(words: Sequence[str]) -> tuple[list[str], dict[int, list[Entry]]]:
    """The words of a hand without what players do who split, which is given apart by their seats.

    In the place of each such run stands an event that says that the player stands. Raises KeyError for a word that
    can't be read.
    """
    rest: list[str] = []
    runs: dict[int, list[Entry]] = {}
    run: list[Entry] = []
    seat = 0
    for word in words:
        entry = ENTRIES[word].value
        if type(entry) is Event and entry.actor != seat:
            seat, run = entry.actor, []
        if run and entry is not None:
            run.append(entry)
        elif type(entry) is Event and entry.action == "/" and seat not in runs:
            run = runs[seat] = [entry]
            rest.append(f"{seat}.{entry.hand}..._")
        else:
            rest.append(word)
    return rest, runs


@dataclass
class _Hand:
    """One of the hands of a seat that has split."""

    cards: list[str]
    ended: bool = False

    @property
    def pips(self) -> int:
        return sum([PIPS[card] for card in self.cards])

    @property
    def total(self) -> int:
        pips = self.pips
        return pips + 10 if pips < 12 and any(card[0] == "a" for card in self.cards) else pips


class Parting:
    """What a seat does from its first split on. The seat must have its two cards, and nothing else yet."""

    def __init__(self, first: str, second: str) -> None:
        self.hands = {1: _Hand([first, second])}
        self.dealt: list[str] = []
        """The cards that come after the split."""

    @property
    def totals(self) -> list[int]:
        """The totals of the hands in the end."""
        return [hand.total for _, hand in sorted(self.hands.items())]

    def plays(self, run: Sequence[Entry]) -> bool:
        """Whether all is surely well: the hands are played in order, each to its end."""
        latest, number = 1, 0
        while number < len(run):
            event = run[number]
            if type(event) is not Event or event.hand not in self.hands or event.hand < latest:
                return False
            latest = event.hand
            if event.action == "/":
                number += 1
                if not self._splits(event, run[number] if number < len(run) else None):
                    return False
            elif not self._move(self.hands[event.hand], event):
                return False
            number += 1
        return all(map(self._closed, self.hands))

    def _closed(self, number: int) -> bool:
        return self.hands[number].ended or self.hands[number].total == 21

    def _splits(self, event: Event, block: Entry | None) -> bool:
        """A pair of one rank, followed by its block; aces are split once."""
        hand, new = self.hands[event.hand], max(self.hands) + 1
        if event.card or event.modifier or hand.ended or len(hand.cards) != 2 or new > MOST_HANDS:
            return False
        first, second = hand.cards
        if first[0] != second[0] or (first[0] == "a" and new > 2):
            return False
        self.hands[event.hand], self.hands[new] = _Hand([first]), _Hand([second])
        return block == Split((event.hand, new), (first, second))

    def _move(self, hand: _Hand, event: Event) -> bool:
        """A player stands, hits, doubles down or gets the second card; split aces get one card each."""
        _, _, action, card, mark = event
        size = len(hand.cards)
        if hand.ended or (size > 1 and hand.total == 21 and (card or mark != "_")):
            return False
        if not card:
            hand.ended = True
            return not action and mark == "_" and size > 1
        if action not in ("", "^", "!") or (action == "" and (size > 1 or mark)):
            return False
        if (action == "!" and (size != 2 or not mark)) or (size > 1 and hand.cards[0][0] == "a"):
            return False
        hand.cards.append(card)
        self.dealt.append(card)
        hand.ended = bool(mark)
        return mark == "#" if hand.pips > 21 else mark in ("", "_")
