"""What players have put on a hand, in money, and beside it: insurance and even money. No positions, no text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kibitz.languages.bjn.game.table import Hand

INSURANCE = 0.5
"""What is put on insurance, in bets; it is paid 2:1."""


class Wager(NamedTuple):
    """What somebody has said of stakes: a `bet`, an `insurance`, `even money`."""

    what: str
    numbers: tuple[float, ...] = ()
    """Of a bet how much, one number for all players or one for each; otherwise the seats, all without any."""
    seat: int = 0
    """The seat that it is about; 0 where that is not said."""


class Stakes(NamedTuple):
    """What is at stake in a hand."""

    bets: Mapping[int, float]
    """The money that a seat has bet, as far as that is known."""
    insured: frozenset[int] = frozenset()
    even: frozenset[int] = frozenset()
    """The seats that took even money for a blackjack."""


def staked(wagers: Iterable[Wager], players: Sequence[int], unit: float) -> Stakes:
    """What is at stake; `unit` is the bet of players of whom nobody says anything, 0 where nobody knows."""
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
    """What an insurance wins, in bets; nothing as long as nobody knows the dealer's cards."""
    if dealer.hidden or not dealer.known or dealer.size < 2:
        return 0.0
    return 2 * INSURANCE if dealer.blackjack else -INSURANCE
