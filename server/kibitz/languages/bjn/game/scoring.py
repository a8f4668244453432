"""The results of hands, the cards left in the shoe, and the stakes. No positions, no text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kibitz.languages.bjn.game.counting import on_table
from kibitz.languages.bjn.game.model import DECK, Outcome
from kibitz.languages.bjn.game.table import PIPS, Hand, Table

# The outcome


def result(hand: Hand, dealer: Hand) -> str | None:
    """Return `w`, `l` or `p` by the totals, `r` for a surrender, or None if the totals are unknown.

    A bust hand loses even if the dealer is bust too. A blackjack beats every other 21. Equal totals push.
    """
    if not hand.known:
        return None
    if hand.bust:
        return "l"
    if hand.ended == "r":
        return "r"
    one = dealer.hidden or dealer.size < 2
    if hand.blackjack and one and dealer.known and PIPS.get("".join(dealer.cards[:1]), 1) not in (1, 10):
        # The dealer can't have a blackjack with this upcard.
        return "w"
    if not dealer.known or dealer.hidden or dealer.size < 2:
        return None
    if hand.blackjack or dealer.blackjack:
        return "p" if hand.blackjack and dealer.blackjack else "w" if hand.blackjack else "l"
    if dealer.bust or hand.total > dealer.total:
        return "w"
    return "p" if hand.total == dealer.total else "l"


def result_of(table: Table, hand: Hand) -> str | None:
    """Return the result of a hand at a table, or None. Only early surrenders save half the bet against a blackjack."""
    if hand.ended == "r" and table.dealer.blackjack and not table.setup.plays("esurr"):
        return "l"
    return result(hand, table.dealer)


def outcome(table: Table) -> Outcome | None:
    """Return the outcome by the totals, or None while some are unknown."""
    seats: list[tuple[str, ...]] = []
    for seat in table.players:
        letters = [result_of(table, hand) for hand in table.seats[seat]]
        known = tuple([letter for letter in letters if letter])
        if len(known) < len(letters):
            return None
        seats.append(known)
    return Outcome(tuple(seats)) if seats else None


def gain(hand: Hand | None, letter: str, bet: int, blackjack: float = 1.5, *, even: bool = False) -> float:
    """Return the win of a hand, in bets: a blackjack pays 3:2 or 6:5, and 1:1 for even money."""
    if even and hand and hand.blackjack:
        return 1
    if hand and hand.blackjack and letter == "w":
        return blackjack
    return bet * {"w": 1, "l": -1, "r": -0.5}.get(letter, 0)


# The shoe


def left_in_shoe(table: Table) -> dict[str, int]:
    """Return the number of unseen cards of each kind."""
    seen = Counter(on_table(table))
    return {card: max(0, table.setup.decks - seen[card]) for card in DECK}


def left_by_value(table: Table) -> tuple[int, ...]:
    """Return the number of unseen cards with the values 1, 2, … 10."""
    decks, cards = table.setup.decks, on_table(table)
    left = [4 * decks] * 9 + [16 * decks]
    if len({*cards}) < len(cards):
        # A card can't have gone more often than the decks hold it.
        cards = [card for card, times in Counter(cards).items() for _ in range(min(times, decks))]
    for card in cards:
        if card in PIPS:
            left[PIPS[card] - 1] -= 1
    return tuple(left)


def bust_chance(table: Table, hand: Hand) -> float:
    """Return the probability that one more card busts a hand, given the seen cards."""
    left = left_by_value(table)
    return sum(left[max(0, 21 - hand.pips) :]) / max(1, sum(left))


# The stakes: bets in money, insurance and even money

INSURANCE = 0.5
"""The stake of an insurance, in bets; it pays 2:1."""


class Wager(NamedTuple):
    """The stakes in a comment: a `bet`, an `insurance` or `even money`."""

    what: str
    numbers: tuple[float, ...] = ()
    """The amounts of a bet, one for all players or one for each; otherwise the seats, none for all players."""
    seat: int = 0
    """The seat of the wager, 0 if it names none."""


class Stakes(NamedTuple):
    """The stakes of a hand."""

    bets: Mapping[int, float]
    """The money of each seat's bet, if it is known."""
    insured: frozenset[int] = frozenset()
    even: frozenset[int] = frozenset()
    """The seats that took even money for a blackjack."""


def staked(wagers: Iterable[Wager], players: Sequence[int], unit: float) -> Stakes:
    """Return the stakes of a hand; `unit` is the bet of players without a comment, 0 if it is unknown."""
    bets = dict.fromkeys(players, unit) if unit else {}
    beside: dict[str, set[int]] = {"insurance": set(), "even money": set()}
    for what, numbers, seat in wagers:
        if what != "bet":
            beside[what].update([seat] if seat else map(int, numbers) if numbers else players)
        elif numbers and (seat or len(numbers) == 1):
            bets.update(dict.fromkeys([seat] if seat else players, numbers[0]))
        else:
            bets.update(zip(players, numbers, strict=False))
    return Stakes(bets, frozenset(beside["insurance"]), frozenset(beside["even money"]))


def insurance(dealer: Hand) -> float:
    """Return the win of an insurance, in bets, or nothing while the dealer's cards are unknown."""
    if dealer.hidden or not dealer.known or dealer.size < 2:
        return 0.0
    return 2 * INSURANCE if dealer.blackjack else -INSURANCE
