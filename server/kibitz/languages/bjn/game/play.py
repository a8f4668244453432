"""The game itself: the table after each entry of a hand. No positions, no text; usable as a library.

    >>> from kibitz.languages.bjn.game.model import Event, Setup
    >>> table = begin(Setup(1, 52))
    >>> for card in ("as", "9d"):
    ...     table = play(table, Event(1, 1, "", card))
    >>> table.hand(1, 1).label
    'soft 20'

A table accepts any entry as well as it can, and never complains. The rules do that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.languages.bjn.game.model import UNKNOWN, Entry, Event, Outcome, Setup, Split, Unread
from kibitz.languages.bjn.game.table import DEALER, HANDS, PIPS, SEATS, Hand, Table


def single(number: int, card: str, split: bool = True) -> Hand:
    """Return a hand of one card, usually after a split."""
    return Hand(number, (card,), PIPS.get(card, 0), card[0] == "a", split=split, known=card != UNKNOWN)


def parted(table: Table, seat: int, hand: Hand) -> Table:
    """Return the table after a split: each card begins a hand, and the second one gets the next free number."""
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
    """Return the table with other hands at a seat, sorted by number."""
    mine = tuple(sorted(hands, key=lambda hand: hand.number))
    return table._replace(seats=(*table.seats[:seat], mine, *table.seats[seat + 1 :]))


def splitting(table: Table, split: Split) -> Iterator[tuple[int, Hand]]:
    """Yield the hands that a split block may split: those with its cards and its first number."""
    for seat, hand in table.held:
        if hand.number == split.hands[0] and not hand.ended and sorted(hand.cards) == sorted(split.cards):
            yield seat, hand


def named(table: Table, split: Split) -> Table:
    """Return the table after a split block, which assigns the two cards to hands."""
    if table.parting is None:
        # The record lacks the split itself.
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
    """Return the block for the split just made, or an empty text without a split or if its cards are unknown."""
    if table.parting is None:
        return ""
    seat, *numbers = table.parting
    hands = {hand.number: hand for hand in table.seats[seat]}
    cards = (hands[numbers[0]].cards[0], hands[numbers[1]].cards[0])
    return "" if UNKNOWN in cards else str(Split((numbers[0], numbers[1]), cards))


def begin(setup: Setup, gone: tuple[str, ...] = (), entries: Sequence[Entry] = ()) -> Table:
    """Return the table before the deal, after some cards have gone from the shoe.

    `entries` are the known ones of the hand. They show which seats are empty, and who surrenders.
    """
    none = (Hand(1),)
    seats = (none,) * (min(setup.players, SEATS) + 1)
    empty = _empty(setup, len(seats), entries)
    return Table(setup, seats, gone=gone, empty=empty, given_up=_given_up(setup, len(seats), empty, entries))


def _empty(setup: Setup, seats: int, entries: Sequence[Entry]) -> frozenset[int]:
    """Return the empty seats: those that settings name, or those without a card once a deal has passed them by."""
    held: set[int] = set()
    for entry in entries:
        if type(entry) is Event or (type(entry) is Unread and entry.kind == "event"):
            held.add(entry.actor)
    if -1 in held:
        return frozenset()
    said = {*range(1, seats)} if DEALER in held and len(held) > 1 else {*setup.empty}
    nobody = frozenset(said - held)
    return nobody if len(nobody) < seats - 1 else frozenset()


def _given_up(setup: Setup, seats: int, empty: frozenset[int], entries: Sequence[Entry]) -> frozenset[int]:
    """Return the seats that surrender; a seat with split hands can't."""
    outcome = entries[-1] if entries and setup.surrenders else None
    if type(outcome) is not Outcome:
        return frozenset()
    held = [seat for seat in range(1, seats) if seat not in empty]
    return frozenset(seat for seat, said in zip(held, outcome.seats, strict=False) if said == ("r",))


def tables(setup: Setup, entries: Sequence[Entry], gone: tuple[str, ...] = ()) -> Iterator[Table]:
    """Yield the table after each entry."""
    table = begin(setup, gone, entries)
    for entry in entries:
        table = play(table, entry)
        yield table


def play(table: Table, entry: Entry) -> Table:
    """Return the table after one more entry. It does not change if the hand does not exist or has ended."""
    if type(entry) is not Event:
        if type(entry) is Unread:
            return _lost(table, entry)
        return named(table, entry) if type(entry) is Split else table
    seat, action = entry.actor, entry.action
    hand = table.hand(seat, entry.hand)
    if hand is None:
        return table._replace(parting=None) if table.parting else table
    if (said := meant(entry, hand)) is not entry:
        entry, action = said, said.action
        if action == "%" and (entry.modifier == "#") != dealt(hand, entry).bust:
            # This is not the hole card: the record lacks the reveal.
            hand = hand._replace(hidden=False, known=False)
            table = seated(table, seat, hand)
    started = table.started or is_play(entry)
    if hand.ended:
        return table._replace(started=started, parting=None)
    if action == "/":
        return parted(table, seat, hand)
    after = _by_the_house(table, seat, dealt(hand, entry))
    seats = table.seats
    mine = (after,) if len(seats[seat]) == 1 else tuple(after if one is hand else one for one in seats[seat])
    seats = (*seats[:seat], mine, *seats[seat + 1 :])
    revealed = table.revealed or action == "%"
    return Table(table.setup, seats, started, revealed, None, table.gone, table.empty, table.given_up)


def _by_the_house(table: Table, seat: int, hand: Hand) -> Hand:
    """Return a hand after the house rules: a stand may be a surrender, and split aces may get no more cards."""
    if hand.ended == "_" and seat in table.given_up and hand.size == 2 and not (hand.split or hand.blackjack):
        return hand._replace(ended="r")
    if hand.split and hand.size == 2 and hand.cards[0][0] == "a" and table.setup.plays("one"):
        return hand._replace(full=True)
    return hand


def _lost(table: Table, entry: Unread) -> Table:
    """Return the table after an unreadable entry. The open hands that it may be about become unknown."""
    if entry.kind != "event":
        return table._replace(parting=None) if entry.kind == "split" else table
    seats = list(table.seats)
    if entry.actor == -1:
        # Seats without cards share one object, so the result is computed once for all of them.
        unlike = {id(hands): hands for hands in seats}
        after = {key: _unknown(hands, entry.hand) for key, hands in unlike.items()}
        seats = [after[id(hands)] for hands in seats]
    elif entry.actor < len(seats):
        seats[entry.actor] = _unknown(seats[entry.actor], entry.hand)
    return table._replace(seats=tuple(seats), parting=None)


def _unknown(hands: tuple[Hand, ...], number: int) -> tuple[Hand, ...]:
    """Return the hands of a seat with the one of this number unknown, or all if it is -1. Ended hands do not change."""
    return tuple(
        [
            hand._replace(known=False)
            if hand.known and not hand.ended and number in (hand.number, -1)
            else hand
            for hand in hands
        ]
    )


def meant(event: Event, hand: Hand) -> Event:
    """Return the likely meaning of an event without an action, or the event itself.

    A third card is a hit. A card that the dealer shows before the reveal is the hole card. An empty event of the dealer deals it.
    """
    if event.actor == DEALER and not any(event[2:]) and hand.size < 2 and not hand.hidden:
        return event._replace(modifier="?")
    if not event.card or event.action not in ("", "^") or event.modifier == "?" or hand.size < 2:
        return event
    if event.actor == DEALER and hand.hidden:
        # An unreadable entry may have been the reveal.
        return event._replace(action="%") if hand.known else event
    return event if event.action else event._replace(action="^")


def is_play(event: Event) -> bool:
    """Return whether an event is more than a dealt card: an action or a stand."""
    return bool(event.action) or not (event.card or event.modifier == "?")


def dealt(hand: Hand, event: Event) -> Hand:
    """Return the hand after an event other than a split."""
    number, cards, pips, ace, hidden, _, split, known, _ = hand
    _, _, action, card, mark = event
    if mark == "?":
        return Hand(number, cards, pips, ace, True, "", split, known)
    if card:
        cards = (*cards, card)
        pips += PIPS.get(card, 0)
        ace = ace or card[0] == "a"
        known = known and card != UNKNOWN
    hidden = hidden and action != "%"
    known = known and UNKNOWN not in (action, mark) and bool(card or action not in {"^", "!", "%"})
    # A hand with a hole card has not finished.
    ended = "" if hidden or mark == UNKNOWN else mark or ("!" if action == "!" else "")
    if (known and pips > 21) or len(cards) > 21:
        ended = "#"
    return Hand(number, cards, pips, ace, hidden, ended, split, known)
