"""Any hand that is played by the rules is clean, and a mistake in it is found where it was made.

The player here knows nothing of kibitz: it deals, plays and counts by itself.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.analysis import Analysis
from kibitz.core.values import Diagnostic, Severity
from kibitz.languages import load

BJN = load("bjn")
DECK = [rank + suit for rank in "23456789tjqka" for suit in "scdh"]
Cards = list[str]


def total(cards: Cards) -> int:
    low = sum(1 if card[0] == "a" else 10 if card[0] in "tjqk" else int(card[0]) for card in cards)
    return low + 10 if low < 12 and any(card[0] == "a" for card in cards) else low


class Player:
    """Plays one hand with random decisions that the rules allow, and writes it down."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.players, self.decks = self.rng.randint(1, 6), self.rng.choice([1, 1, 2, 6])
        self.shoe = DECK * self.decks
        self.rng.shuffle(self.shoe)
        self.entries = [f"{{{self.players}.{52 * self.decks}}}"]
        self.hands: list[dict[int, Cards]] = [{1: []} for _ in range(self.players + 1)]
        self.split: set[int] = set()

    def play(self) -> list[str]:
        """The entries of the hand."""
        for second in (False, True):
            for seat in [*range(1, self.players + 1), 0]:
                self.deal(seat, second)
        if total(self.hands[0][1]) == 21 and self.rng.random() < 0.5:
            # The dealer looks, and shows a blackjack at once.
            self.entries.append(f"0.1.%.{self.hands[0][1][0]}._")
        else:
            for seat in range(1, self.players + 1):
                self.seat(seat)
            self.dealer()
        letters = ["/".join(self.letter(seat, hand) for _, hand in sorted(self.hands[seat].items()))
                   for seat in range(1, self.players + 1)]  # fmt: skip
        self.entries.append(f"[{','.join(letters)}]")
        return self.entries

    def deal(self, seat: int, second: bool) -> None:
        cards = self.hands[seat][1]
        cards.append(self.shoe.pop())
        if seat == 0 and not second:
            self.entries.append("0.1...?")
        else:
            natural = seat and second and total(cards) == 21
            self.entries.append(f"{seat}.1..{cards[-1]}.{self.rng.choice(['_', '']) if natural else ''}")

    def seat(self, seat: int) -> None:
        """Plays the hands of a seat; splits add hands behind the one that is split."""
        waiting = [1]
        while waiting:
            number = waiting.pop(0)
            cards = self.hands[seat][number]
            if seat not in self.split and total(cards) == 21:
                continue
            if self.wants_split(seat, cards):
                new = max(self.hands[seat]) + 1
                self.split.add(seat)
                self.hands[seat][number], self.hands[seat][new] = [cards[0]], [cards[1]]
                self.entries += [f"{seat}.{number}./..", f"/{number}.{cards[0]}/{new}.{cards[1]}/"]
                waiting = [number, *waiting, new]
            elif len(cards) == 1 and self.rng.random() < 0.5:
                # The second card of a hand that a split made, dealt without being asked for.
                cards.append(self.shoe.pop())
                self.entries.append(f"{seat}.{number}..{cards[-1]}.")
                waiting.insert(0, number)
            else:
                self.hand(seat, number, cards)

    def wants_split(self, seat: int, cards: Cards) -> bool:
        pair = len(cards) == 2 and total(cards[:1]) == total(cards[1:])
        return pair and len(self.hands[seat]) < 4 and self.rng.random() < 0.7

    def hand(self, seat: int, number: int, cards: Cards) -> None:
        head = f"{seat}.{number}."
        if len(cards) == 2 and total(cards) < 21 and self.rng.random() < 0.3:
            cards.append(self.shoe.pop())
            self.entries.append(f"{head}!.{cards[-1]}.{'#' if total(cards) > 21 else '_'}")
            return
        while True:
            if len(cards) > 1 and (total(cards) == 21 or self.rng.random() < 0.4):
                self.entries.append(f"{head}.._")
                return
            cards.append(self.shoe.pop())
            bust, stands = total(cards) > 21, total(cards) == 21 or self.rng.random() < 0.3
            self.entries.append(f"{head}^.{cards[-1]}.{'#' if bust else '_' if stands else ''}")
            if bust or stands:
                return

    def contested(self) -> bool:
        """Whether some hand can still win or lose by what the dealer gets."""
        return any(
            total(cards) <= 21 and not (total(cards) == 21 and len(cards) == 2 and seat not in self.split)
            for seat in range(1, self.players + 1)
            for cards in self.hands[seat].values()
        )

    def dealer(self) -> None:
        cards = self.hands[0][1]
        draws = self.contested()
        self.entries.append(f"0.1.%.{cards[0]}.{'' if draws and total(cards) < 17 else '_'}")
        while draws and total(cards) < 17:
            cards.append(self.shoe.pop())
            mark = "#" if total(cards) > 21 else "_" if total(cards) >= 17 else ""
            self.entries.append(f"0.1.^.{cards[-1]}.{mark}")

    def letter(self, seat: int, cards: Cards) -> str:
        mine, dealer = total(cards), total(self.hands[0][1])
        natural = mine == 21 and len(cards) == 2 and seat not in self.split
        dealers = dealer == 21 and len(self.hands[0][1]) == 2
        if mine > 21:
            return "l"
        if natural or dealers:
            return "p" if natural and dealers else "w" if natural else "l"
        return "w" if dealer > 21 or mine > dealer else "p" if mine == dealer else "l"


def problems(entries: list[str], separator: str = "|") -> list[Diagnostic]:
    """What is found above information."""
    found = Analysis.of(BJN, separator.join(entries)).diagnostics()
    return [one for one in found if one.severity <= Severity.WARNING]


def entry_of(entries: list[str], problem: Diagnostic) -> int:
    """The number of the entry in which a problem of a compact hand is reported."""
    return "|".join(entries)[: problem.span.start].count("|")


seeds = st.integers(0, 2**32)


@given(seeds, st.sampled_from(["|", "\n", " |\r\n", "  // so\n"]))
def test_legal_play_is_clean(seed: int, separator: str) -> None:
    entries = Player(seed).play()
    assert not problems(entries, separator)


@given(seeds)
def test_a_hand_that_stops_anywhere_is_clean(seed: int) -> None:
    entries = Player(seed).play()
    length = random.Random(seed).randint(1, len(entries))
    assert not problems(entries[:length])


@given(seeds, st.data())
def test_a_wrong_result_is_reported_at_its_letter(seed: int, data: st.DataObject) -> None:
    entries = Player(seed).play()
    places = [index for index, char in enumerate(entries[-1]) if char.isalpha()]
    at = data.draw(st.sampled_from(places))
    wrong = data.draw(st.sampled_from(sorted({"w", "l", "p"} - {entries[-1][at]})))
    changed = [*entries[:-1], entries[-1][:at] + wrong + entries[-1][at + 1 :]]
    (problem,) = problems(changed)
    assert problem.rule.slug in {"outcome-bust", "outcome-total"}
    assert problem.span.start == len("|".join(entries[:-1])) + 1 + at


@given(seeds, st.data())
def test_a_card_dealt_twice_is_reported_with_the_first_place(seed: int, data: st.DataObject) -> None:
    entries = Player(seed).play()
    decks = int(entries[0].split(".")[1].rstrip("}")) // 52
    cards = [number for number, entry in enumerate(entries) if entry[0].isdigit() and entry.split(".")[3]]
    first, second = sorted(data.draw(st.lists(st.sampled_from(cards), min_size=2, max_size=2, unique=True)))
    card = entries[first].split(".")[3]
    changed = list(entries)
    changed[second] = ".".join([*entries[second].split(".")[:3], card, entries[second].split(".")[4]])
    twice = sum(entry[0].isdigit() and entry.split(".")[3] == card for entry in changed) > decks
    found = [one for one in problems(changed) if one.rule.slug == "card-dealt-twice"]
    assert bool(found) == twice
    if found and decks == 1:
        assert (entry_of(changed, found[0]), len(found[0].related)) == (second, 1)


@given(seeds, st.data())
def test_a_wrong_bust_mark_is_reported_at_its_event(seed: int, data: st.DataObject) -> None:
    entries = Player(seed).play()
    marked = [
        number
        for number, entry in enumerate(entries)
        if entry[0].isdigit() and entry.split(".")[2] in ("^", "!")
    ]
    if not marked:
        return
    at = data.draw(st.sampled_from(marked))
    *fields, mark = entries[at].split(".")
    changed = [*entries[:at], ".".join([*fields, "_" if mark == "#" else "#"]), *entries[at + 1 :]]
    slug = "bust-unmarked" if mark == "#" else "bust-wrong"
    assert (slug, at) in {(one.rule.slug, entry_of(changed, one)) for one in problems(changed)}


@given(seeds, st.data())
def test_an_event_that_is_left_out_is_noticed(seed: int, data: st.DataObject) -> None:
    """Without one of the cards of the deal, somebody has too few when it comes to playing."""
    entries = Player(seed).play()
    players = int(entries[0][1:].split(".")[0])
    at = data.draw(st.integers(1, 2 * players + 2))
    found = Analysis.of(BJN, "|".join(entries[:at] + entries[at + 1 :])).diagnostics()
    assert [one for one in found if one.rule.code >= "BJN300" or one.rule.slug == "reveal"]


@pytest.mark.parametrize("seed", range(3))
def test_the_player_plays_everything(seed: int) -> None:
    """The tests above would mean little if nobody ever split, doubled, or was bust."""
    text = "\n".join("|".join(Player(seed * 1000 + number).play()) for number in range(300))
    for what in ("./..|", ".4.", ".!.", ".#", "[p", "p]", "/w", ".%."):
        assert what in text
