"""The turns, and the legal actions of a seat. No positions, no text."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.languages.bjn.game.model import DOUBLED, SPLIT_TO, Setup
from kibitz.languages.bjn.game.scoring import outcome
from kibitz.languages.bjn.game.table import DEALER, PIPS, Hand, Table


def due(table: Table) -> tuple[int, Hand] | None:
    """Return the seat and the hand of the next event, or None at the end of the hand.

    First come two rounds of cards, players in order and then the dealer. Then each hand of each seat acts in order, the dealer last.
    """
    if not table.started:
        for size in (0, 1):
            for seat in (*table.players, DEALER):
                hand = table.seats[seat][0]
                if hand.size <= size and (seat != DEALER or size < table.opening):
                    return seat, hand
    if not table.dealer.blackjack:
        # A blackjack of the dealer ends the hand.
        for seat, hand in table.held:
            if hand.open:
                return seat, hand
    return None if dealer_is_done(table) else (DEALER, table.dealer)


def turn(table: Table) -> tuple[int, int] | None:
    """Return the seat and the number of the hand of the next event, or None at the end of the hand."""
    now = due(table)
    return now and (now[0], now[1].number)


def seats_to_act(table: Table, latest: tuple[int, int]) -> Iterator[tuple[int, Hand]]:
    """Yield the seats that may have the next event, with their hands; the one whose turn it is comes first.

    During the deal, they are the seats that lack a card. Later, a player may still mark a 21 as standing or surrender early, and a
    dealer may show a blackjack. `latest` is the seat and hand that acted last.
    """
    if now := due(table):
        yield now
    if table.dealing:
        firsts = ((seat, table.seats[seat][0]) for seat in (*table.players, DEALER))
        yield from (one for one in firsts if one[1].size < 2 and one != now)
        return
    if table.dealer.hidden:
        yield from unmarked(table, latest)
        if table.setup.plays("esurr"):
            # Players surrender early in any order.
            yield from (one for one in table.held if one != now and may_surrender(table, *one))
        if now != (DEALER, table.dealer) and may_peek(table):
            yield DEALER, table.dealer


def unmarked(table: Table, latest: tuple[int, int]) -> Iterator[tuple[int, Hand]]:
    """Yield the hands with a 21 that may still be marked as standing; the mark is optional."""
    now = turn(table)
    end = now if now and now[0] != DEALER else (len(table.seats), 0)
    for seat, hand in table.held:
        if hand.total == 21 and hand.size >= 2 and not hand.ended and latest <= (seat, hand.number) < end:
            yield seat, hand


def may_peek(table: Table) -> bool:
    """Return whether the dealer may have a blackjack and show it before the players act."""
    return table.dealer.hidden and not table.started and table.up in {1, 10}


def dealer_is_done(table: Table) -> bool:
    """Return whether the dealer has stood, is bust, or need not draw."""
    dealer = table.dealer
    if dealer.hidden:
        return False
    if dealer.size < 2:
        # A dealer without a hole card stops if no hand depends on the draw.
        return table.setup.plays("nohole") and table.started and outcome(table) is not None
    return bool(dealer.ended) or not (dealer_draws(table) and contested(table))


def dealer_draws(table: Table, *, unless: bool = False) -> bool:
    """Return whether the dealer draws on the current total.

    `unless` is the answer for a soft 17 if the setup names no rule for it.
    """
    dealer = table.dealer
    if dealer.soft and dealer.total == 17:
        return table.setup.plays("h17") or (unless and not table.setup.plays("s17"))
    return dealer.total < 17


def any_open(table: Table) -> bool:
    """Return whether a player has a hand that can still be played."""
    return any(hand.open for _, hand in table.held)


def contested(table: Table, *, surely: bool = False) -> bool:
    """Return whether the dealer's total matters to a hand: one that is neither bust, a blackjack nor a surrender.

    With `surely`, unknown hands do not count.
    """
    return any(
        not (hand.bust or hand.blackjack or hand.ended == "r") and (hand.known or not surely)
        for _, hand in table.held
    )


def legal_actions(table: Table, seat: int, hand: Hand) -> str:
    """Return the legal actions of a hand, the likeliest first.

    A double needs exactly two cards, a split two of equal value. The dealer only reveals and draws.
    """
    if table.dealing and turn(table):
        return ""
    if not (hand.open or (hand.full and not hand.ended)):
        return ""
    if seat == DEALER:
        return "%" if hand.hidden else "^"
    split = "/" if _may_split(table, seat, hand) else ""
    if hand.full:
        return split
    return "^" + ("!" if _may_double(table.setup, hand) else "") + split


def _may_double(setup: Setup, hand: Hand) -> bool:
    totals = DOUBLED.get(setup.first(DOUBLED))
    allowed = not (hand.split and setup.plays("nodas")) and (totals is None or hand.total in totals)
    return len(hand.cards) == 2 and allowed


def _may_split(table: Table, seat: int, hand: Hand) -> bool:
    if len(hand.cards) != 2 or PIPS.get(hand.cards[0]) != PIPS.get(hand.cards[1]):
        return False
    most = SPLIT_TO.get(table.setup.first(SPLIT_TO))
    again = hand.split and hand.cards[0][0] == "a" and table.setup.plays("norsa")
    return not again and (most is None or len(table.seats[seat]) < most)


def more_splits(table: Table, seat: int, hand: Hand) -> int:
    """Return how many splits the rules allow the hands of a pair after it is split."""
    if hand.cards[0][0] == "a" and table.setup.plays("norsa"):
        return 0
    most = SPLIT_TO.get(table.setup.first(SPLIT_TO), USUAL_HANDS)
    return max(0, most - len(table.seats[seat]) - 1)


USUAL_HANDS = SPLIT_TO["sp4"]
"""The number of hands that the value of a split assumes if no rule names one: that of most houses."""


def in_order(actor: int) -> int:
    """Return the place of a seat in the order of play: the dealer comes after all players."""
    return _LAST if actor == DEALER else actor


_LAST = 1_000_000


def may_stand(table: Table, seat: int, hand: Hand) -> bool:
    """Return whether a hand may end with `_`, a stand. A double may as well.

    The dealer may stop below 17 only if no result depends on it.
    """
    if hand.size < 2 or hand.hidden or hand.ended not in ("", "!"):
        return False
    if seat != DEALER or not contested(table):
        return True
    return hand.total > 17 or (hand.total == 17 and not (hand.soft and table.setup.plays("h17")))


def may_surrender(table: Table, seat: int, hand: Hand) -> bool:
    """Return whether the house lets a player give up two cards, which is written as a stand."""
    allowed = table.setup.surrenders and seat != DEALER and hand.size == 2
    return allowed and hand.open and not (hand.split or table.dealing)


def finished(table: Table) -> bool:
    """Return whether only the outcome can follow."""
    return table.started and turn(table) is None and outcome(table) is not None
