"""The game itself: what lies on the table after each entry of a hand. No positions, no text; a library of its own.

    >>> from kibitz.languages.bjn.game.model import Event, Setup
    >>> table = begin(Setup(1, 52))
    >>> for card in ("as", "9d"):
    ...     table = play(table, Event(1, 1, "", card))
    >>> table.hand(1, 1).label
    'soft 20'

A table takes whatever a record says, as well as it can, and never complains: that is for the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.languages.bjn.game.model import UNKNOWN, Entry, Event, Outcome, Setup, Split, Unread
from kibitz.languages.bjn.game.table import DEALER, HANDS, PIPS, SEATS, Hand, Table


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


def begin(setup: Setup, gone: tuple[str, ...] = (), entries: Sequence[Entry] = ()) -> Table:
    """The table before the deal, after some cards have gone from the shoe.

    `entries` are those of the hand, as far as they are known: they tell who sits there, and who surrenders.
    """
    none = (Hand(1),)
    seats = (none,) * (min(setup.players, SEATS) + 1)
    empty = _empty(setup, len(seats), entries)
    return Table(setup, seats, gone=gone, empty=empty, given_up=_given_up(setup, len(seats), empty, entries))


def _empty(setup: Setup, seats: int, entries: Sequence[Entry]) -> frozenset[int]:
    """The seats that nobody holds: those that are said to be empty, and those that the deal has passed by."""
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
    """The seats that surrender; of those that split none can."""
    outcome = entries[-1] if entries and setup.surrenders else None
    if type(outcome) is not Outcome:
        return frozenset()
    held = [seat for seat in range(1, seats) if seat not in empty]
    return frozenset(seat for seat, said in zip(held, outcome.seats, strict=False) if said == ("r",))


def tables(setup: Setup, entries: Sequence[Entry], gone: tuple[str, ...] = ()) -> Iterator[Table]:
    """The table after each entry."""
    table = begin(setup, gone, entries)
    for entry in entries:
        table = play(table, entry)
        yield table


def play(table: Table, entry: Entry) -> Table:
    """The table after one more entry; as it was, if there is no such hand or it has ended."""
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
            # It is another card than the hidden one, which has not been recorded.
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
    """The hand of a seat by the rules of the house: one whose stand is a surrender, one that gets no more cards."""
    if hand.ended == "_" and seat in table.given_up and hand.size == 2 and not (hand.split or hand.blackjack):
        return hand._replace(ended="r")
    if hand.split and hand.size == 2 and hand.cards[0][0] == "a" and table.setup.plays("one"):
        return hand._replace(full=True)
    return hand


def _lost(table: Table, entry: Unread) -> Table:
    """The table after an entry that can't be read: the hand that it may be about, if it is none that has ended, is
    unknown from there on."""
    if entry.kind != "event":
        return table._replace(parting=None) if entry.kind == "split" else table
    seats = list(table.seats)
    if entry.actor == -1:
        # Seats to which nothing has been dealt hold one and the same: of a hundred it is worked out once.
        unlike = {id(hands): hands for hands in seats}
        after = {key: _unknown(hands, entry.hand) for key, hands in unlike.items()}
        seats = [after[id(hands)] for hands in seats]
    elif entry.actor < len(seats):
        seats[entry.actor] = _unknown(seats[entry.actor], entry.hand)
    return table._replace(seats=tuple(seats), parting=None)


def _unknown(hands: tuple[Hand, ...], number: int) -> tuple[Hand, ...]:
    """The hands of a seat after that of such a number, or any if it is -1, if none of them has ended."""
    return tuple(
        [
            hand._replace(known=False)
            if hand.known and not hand.ended and number in (hand.number, -1)
            else hand
            for hand in hands
        ]
    )


def meant(event: Event, hand: Hand) -> Event:
    """What an event that gives a third card, or the dealer another one while one is hidden, is likely to mean.

    A card for a hand that has two is a hit; the first card that the dealer shows then is the hidden one. A dealer who
    gets nothing gets the hole card.
    """
    if event.actor == DEALER and not any(event[2:]) and hand.size < 2 and not hand.hidden:
        return event._replace(modifier="?")
    if not event.card or event.action not in ("", "^") or event.modifier == "?" or hand.size < 2:
        return event
    if event.actor == DEALER and hand.hidden:
        # What could not be read may have been the reveal.
        return event._replace(action="%") if hand.known else event
    return event if event.action else event._replace(action="^")


def is_play(event: Event) -> bool:
    """Whether an event is more than a card dealt: somebody acts, or stands on what there is."""
    return bool(event.action) or not (event.card or event.modifier == "?")


def dealt(hand: Hand, event: Event) -> Hand:
    """The hand after an event that is no split."""
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
