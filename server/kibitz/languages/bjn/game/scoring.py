"""What the cards are worth in the end, and what the shoe still holds. No positions, no text."""

from __future__ import annotations

from kibitz.languages.bjn.game.model import DECK, Outcome
from kibitz.languages.bjn.game.table import PIPS, Hand, Table

# The outcome


def result(hand: Hand, dealer: Hand) -> str | None:
    """`w`, `l` or `p` by the totals; None where they aren't known.

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
        # Whatever the other card is, the dealer has no blackjack.
        return "w"
    if not dealer.known or dealer.hidden or dealer.size < 2:
        return None
    if hand.blackjack or dealer.blackjack:
        return "p" if hand.blackjack and dealer.blackjack else "w" if hand.blackjack else "l"
    if dealer.bust or hand.total > dealer.total:
        return "w"
    return "p" if hand.total == dealer.total else "l"


def result_of(table: Table, hand: Hand) -> str | None:
    """The same at a table: where the dealer looks first, nobody can surrender to a blackjack."""
    if hand.ended == "r" and table.dealer.blackjack and not table.setup.plays("esurr"):
        return "l"
    return result(hand, table.dealer)


def outcome(table: Table) -> Outcome | None:
    """The outcome that follows from the totals; None as long as some are unknown."""
    seats: list[tuple[str, ...]] = []
    for seat in table.players:
        letters = [result_of(table, hand) for hand in table.seats[seat]]
        known = tuple([letter for letter in letters if letter is not None])
        if len(known) < len(letters):
            return None
        seats.append(known)
    return Outcome(tuple(seats)) if seats else None


def gain(hand: Hand | None, letter: str, bet: int, blackjack: float = 1.5, *, even: bool = False) -> float:
    """What a hand wins, in bets: a blackjack is paid 3:2, at some tables 6:5, and 1:1 to who took `even` money."""
    if even and hand is not None and hand.blackjack:
        return 1
    if hand is not None and hand.blackjack and letter == "w":
        return blackjack
    return bet * {"w": 1, "l": -1, "r": -0.5}.get(letter, 0)


# The shoe


def left_in_shoe(table: Table) -> dict[str, int]:
    """How often each card may still come: what is not seen. A face-down card counts as unseen."""
    left = dict.fromkeys(DECK, table.setup.decks)
    for card in table.gone:
        if card in left:
            left[card] -= 1
    for seat in table.seats:
        for hand in seat:
            for card in hand.cards:
                if card in left:
                    left[card] -= 1
    return left


def bust_chance(table: Table, hand: Hand) -> float:
    """The probability that one more card takes a hand over 21, as far as the seen cards tell."""
    left = left_in_shoe(table)
    unseen = sum(count for count in left.values() if count > 0)
    busting = sum(count for card, count in left.items() if count > 0 and hand.pips + PIPS[card] > 21)
    return busting / unseen if unseen else 0.0
