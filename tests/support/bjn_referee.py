"""A referee that shares nothing with kibitz and finds where a hand breaks a rule.

It follows a hand entry by entry and returns the first wrong one. It knows the rules of one hand, and nothing of unreadable texts.
"""

from __future__ import annotations

from collections import Counter

from kibitz.languages.bjn.testing import total

Hands = dict[tuple[int, int], list[str]]


class Referee:
    """One hand."""

    def __init__(self, entries: list[str]) -> None:
        players, cards = entries[0].strip("{}").split(".")
        self.entries = entries
        self.players, self.decks = int(players), int(cards) // 52
        self.hands: Hands = {(seat, 1): [] for seat in range(self.players + 1)}
        self.split: set[int] = set()
        self.ended: set[tuple[int, int]] = set()
        self.shown: Counter[str] = Counter()
        self.hidden = False
        self.last_dealer = 0
        self.latest = (0, 0)

    def first_mistake(self) -> int | None:
        """The number of the first entry that breaks a rule."""
        found = [number for number, entry in enumerate(self.entries) if number and self.wrong(number, entry)]
        return min([*found, *([self.last_dealer] if self.dealer_left() else [])], default=None)

    def wrong(self, number: int, entry: str) -> bool:
        if entry[0] == "[":
            return entry != self.outcome()
        if entry[0] == "/":
            return False
        actor, hand, action, card, mark = entry.split(".")
        key = (int(actor), int(hand))
        if key[0] == 0:
            self.last_dealer = number
        if card:
            self.shown[card] += 1
        twice = bool(card) and self.shown[card] > self.decks
        return self.event(key, action, card, mark) or twice

    def event(self, key: tuple[int, int], action: str, card: str, mark: str) -> bool:
        """Play an event, and return whether it breaks a rule."""
        cards = self.hands.get(key)
        if cards is None or key in self.ended:
            return True
        bad = (action != "" or (not card and mark != "?")) and self.out_of_turn(key, action, card)
        if action == "/":
            self.split.add(key[0])
            new = max(hand for seat, hand in self.hands if seat == key[0]) + 1
            equal = len(cards) == 2 and total(cards[:1]) == total(cards[1:])
            self.hands[key], self.hands[key[0], new] = cards[:1], cards[1:]
            return bad or not equal or bool(mark)
        if mark == "?":
            self.hidden = True
            return bad
        bad = bad or self.unlikely(key, action, mark, card)
        cards += [card] if card else []
        if action == "%":
            self.hidden = False
        bad = bad or (mark == "_" and len(cards) < 2 and key[0] > 0)
        bust = total(cards) > 21
        if mark or bust or action == "!":
            self.ended.add(key)
        return bad or bust != (mark == "#") or (action == "!" and not mark)

    def unlikely(self, key: tuple[int, int], action: str, mark: str, card: str) -> bool:
        """Return whether an event breaks the usual rules of hitting and doubling or of the dealer, or has no effect."""
        cards = self.hands[key]
        have, after = total(cards), total([*cards, card] if card else cards)
        if key[0] == 0:
            draws = action == "^" and have >= 17 and not (have == 17 and low(cards) == 7)
            return draws or (mark == "_" and after < 17 and self.contested())
        if action == "!" and len(cards) != 2:
            return True
        natural = have == 21 and len(cards) == 2 and key[0] not in self.split
        if action == "^" and have == 21 and (natural or low(cards) == 21):
            return True
        return not (action or card or mark)

    def out_of_turn(self, key: tuple[int, int], action: str, card: str) -> bool:
        """Return whether an earlier player has not finished, or whether a blackjack of the dealer has ended the hand."""
        dealer = self.hands[0, 1]
        after = [*dealer, card] if key[0] == 0 and card else dealer
        if key[0] and not self.hidden and total(dealer) == 21 and len(dealer) == 2:
            return True
        place = key if key[0] else (self.players + 1, 1)
        if place < self.latest:
            return True
        waiting = any(
            self.latest <= other < place and other not in self.ended and total(self.hands[other]) != 21
            for other in self.hands
            if other[0]
        )
        fresh, self.latest = place > self.latest, place
        natural = key[0] == 0 and total(after) == 21 and len(after) == 2
        return fresh and waiting and not natural

    def contested(self) -> bool:
        return any(
            total(cards) <= 21 and not (total(cards) == 21 and len(cards) == 2 and seat not in self.split)
            for (seat, _), cards in self.hands.items()
            if seat
        )

    def dealer_left(self) -> bool:
        """Return whether the dealer has less than 17 in the end, although it matters."""
        done = (0, 1) in self.ended or self.hidden or total(self.hands[0, 1]) >= 17
        return not done and self.contested()

    def outcome(self) -> str:
        seats = [
            "/".join(
                self.letter(seat, cards) for (one, _), cards in sorted(self.hands.items()) if one == seat
            )
            for seat in range(1, self.players + 1)
        ]
        return f"[{','.join(seats)}]"

    def letter(self, seat: int, cards: list[str]) -> str:
        mine, dealer = total(cards), total(self.hands[0, 1])
        natural = mine == 21 and len(cards) == 2 and seat not in self.split
        dealers = dealer == 21 and len(self.hands[0, 1]) == 2
        if mine > 21:
            return "l"
        if natural or dealers:
            return "p" if natural and dealers else "w" if natural else "l"
        return "w" if dealer > 21 or mine > dealer else "p" if mine == dealer else "l"


def low(cards: list[str]) -> int:
    """The total with every ace as one."""
    return sum(1 if card[0] == "a" else total([card]) for card in cards)
