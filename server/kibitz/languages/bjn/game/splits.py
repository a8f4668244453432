"""What a split makes of a hand, and the block behind it that says so. No positions, no text."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.languages.bjn.game.model import UNKNOWN, Split
from kibitz.languages.bjn.game.table import DEALER, HANDS, PIPS, Hand, Table


def single(number: int, card: str, split: bool = True) -> Hand:
    """A hand of one card, as a split makes it."""
    return Hand(number, (card,), PIPS.get(card, 0), card[0] == "a", split=split, known=card != UNKNOWN)


def parted(table: Table, seat: int, hand: Hand) -> Table:
    """Each of the two cards begins a hand; the second one gets the next free number."""
    table = table._replace(started=True, parting=None)
    cards = hand.cards if hand.known else (*hand.cards, UNKNOWN, UNKNOWN)[:2]
    if seat == DEALER or len(cards) != 2 or len(table.seats[seat]) >= HANDS:
        return table
    number = max(one.number for one in table.seats[seat]) + 1
    parts = tuple(
        single(one, card)._replace(known=hand.known)
        for one, card in zip((hand.number, number), cards, strict=True)
    )
    others = (one for one in table.seats[seat] if one is not hand)
    return seated(table, seat, *others, *parts)._replace(parting=(seat, hand.number, number))


def seated(table: Table, seat: int, *hands: Hand) -> Table:
    """The table with other hands at a seat, in the order of their numbers."""
    mine = tuple(sorted(hands, key=lambda hand: hand.number))
    return table._replace(seats=(*table.seats[:seat], mine, *table.seats[seat + 1 :]))


def splitting(table: Table, split: Split) -> Iterator[tuple[int, Hand]]:
    """The hands with the two cards of a split block, and the number that it gives to the one that is split."""
    for seat, hand in table.held:
        if hand.number == split.hands[0] and not hand.ended and sorted(hand.cards) == sorted(split.cards):
            yield seat, hand


def named(table: Table, split: Split) -> Table:
    """The block after a split says which hand got which of the two cards."""
    if table.parting is None:
        # The split itself has been forgotten.
        meant = next(iter(splitting(table, split)), None)
        table = table if meant is None else parted(table, *meant)
    if table.parting is None:
        return table
    seat, first, second = table.parting
    others = [hand for hand in table.seats[seat] if hand.number not in (first, second)]
    taken = {hand.number for hand in others}
    numbers = split.hands if len({*split.hands} - taken) == 2 else (first, second)
    parts = (single(number, card) for number, card in zip(numbers, split.cards, strict=True))
    return seated(table, seat, *others, *parts)._replace(parting=None)


def split_block(table: Table) -> str:
    """The block that must follow the split just made; empty if none was, or if its cards are not known."""
    if table.parting is None:
        return ""
    seat, *numbers = table.parting
    hands = {hand.number: hand for hand in table.seats[seat]}
    cards = (hands[numbers[0]].cards[0], hands[numbers[1]].cards[0])
    return "" if UNKNOWN in cards else str(Split((numbers[0], numbers[1]), cards))
