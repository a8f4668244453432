"""Whose turn it is, and what that seat may do. No positions, no text."""

from __future__ import annotations

from kibitz.languages.bjn.replay import DEALER, PIPS, Hand, Table
from kibitz.languages.bjn.scoring import outcome


def turn(table: Table) -> tuple[int, int] | None:
    """The seat and the hand to which the next event belongs; None when everybody has finished.

    Two rounds of cards, players in order and then the dealer; then each hand of each seat in order, the dealer last.
    """
    if not table.started:
        for size in (0, 1):
            for seat in (*table.players, DEALER):
                if table.seats[seat][0].size <= size:
                    return seat, 1
    if not dealer_has_blackjack(table):
        for seat in table.players:
            for hand in table.seats[seat]:
                if hand.open:
                    return seat, hand.number
    return None if dealer_is_done(table) else (DEALER, 1)


def dealer_has_blackjack(table: Table) -> bool:
    """Whether everybody sees that the dealer has a blackjack: the hand is over."""
    return table.dealer.blackjack


def dealer_is_done(table: Table) -> bool:
    """Whether the dealer has stood, is bust, or need not draw."""
    dealer = table.dealer
    if dealer.hidden or dealer.size < 2:
        return False
    return bool(dealer.ended) or dealer.total >= 17 or not contested(table)


def contested(table: Table) -> bool:
    """Whether the dealer's total matters to some hand: one that is neither bust nor a blackjack."""
    return any(not hand.bust and not hand.blackjack for seat in table.players for hand in table.seats[seat])


def legal_actions(table: Table, seat: int, hand: Hand) -> str:
    """The actions that the rules allow a hand now, the likeliest first.

    Double and split need exactly two cards, a split two of equal value; the dealer only reveals and draws.
    """
    if not table.started and turn(table) is not None and min(one[0].size for one in table.seats) < 2:
        return ""
    if not hand.open:
        return ""
    if seat == DEALER:
        return "%" if hand.hidden else "^"
    pair = len(hand.cards) == 2 and PIPS.get(hand.cards[0]) == PIPS.get(hand.cards[1])
    return "^" + ("!" if len(hand.cards) == 2 else "") + ("/" if pair else "")


def finished(table: Table) -> bool:
    """Whether everybody has finished, so that only the outcome can follow."""
    return table.started and turn(table) is None and outcome(table) is not None
