"""Going about in a hand: what a seat, a hand or a card is named by, and what a selection grows to."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Mention, Named
from kibitz.languages.bjn.features._replayed import Replayed, replayed_at
from kibitz.languages.bjn.features._seats import seat_at, seats_of
from kibitz.languages.bjn.game.model import ACTOR, CARD, HAND, UNKNOWN, Event, Outcome, Split
from kibitz.languages.bjn.game.table import DEALER
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.names import card_name, seat_name
from kibitz.languages.bjn.text.sheet import Placed

Found = tuple[Placed, int]
"""A field of an entry."""


def named(language: Blackjack, analysis: Analysis, offset: int) -> Named | None:
    """The seat, the hand or the card at `offset`, with all places of this hand of blackjack that name it.

    A result in the outcome names its seat, too.
    """
    replayed = replayed_at(analysis, offset)
    placed = replayed.item_at(offset)
    number = placed.field_at(offset - replayed.start) if placed is not None else None
    if placed is None or number is None or placed not in replayed.sheet.entries:
        return None
    name, fields = _same(replayed, placed, number)
    places = [Mention(replayed.span(one.field(at)), index == 0) for index, (one, at) in enumerate(fields)]
    span = replayed.span(placed.field(number))
    if span not in [place.span for place in places]:
        return None
    return Named(name, span, tuple(places), renames=seat_at(replayed, offset) > DEALER)


def _same(replayed: Replayed, placed: Placed, number: int) -> tuple[str, list[Found]]:
    """The name of what a field names, and all fields that name it."""
    value = placed.item.value
    if isinstance(value, Outcome):
        seats = seats_of(replayed, value)
        return (
            (seat_name(seats[number]), list(_of_seat(replayed, seats[number])))
            if number < len(seats)
            else ("", [])
        )
    if isinstance(value, Split):
        if number % 2:
            return card_name(value.cards[number // 2]), list(_of_card(replayed, value.cards[number // 2]))
        seat = _splitter(replayed, placed)
        return _hand_title(seat, value.hands[number // 2]), list(
            _of_hand(replayed, seat, value.hands[number // 2])
        )
    if isinstance(value, Event):
        if number == ACTOR:
            return seat_name(value.actor), list(_of_seat(replayed, value.actor))
        if number == HAND:
            return _hand_title(value.actor, value.hand), list(_of_hand(replayed, value.actor, value.hand))
        if number == CARD and value.card not in ("", UNKNOWN):
            return card_name(value.card), list(_of_card(replayed, value.card))
    return "", []


def _hand_title(seat: int, hand: int) -> str:
    return f"{seat_name(seat)}, hand {hand}"


def _splitter(replayed: Replayed, block: Placed) -> int:
    """The seat whose split a block tells of."""
    before = [placed.item.value for placed in replayed.sheet.entries if placed.start < block.start]
    return before[-1].actor if before and isinstance(before[-1], Event) else DEALER


def _of_seat(replayed: Replayed, seat: int) -> Iterator[Found]:
    for placed in replayed.sheet.entries:
        value = placed.item.value
        if isinstance(value, Event) and value.actor == seat:
            yield placed, ACTOR
        elif isinstance(value, Outcome):
            seats = seats_of(replayed, value)
            yield from ((placed, index) for index, number in enumerate(seats) if number == seat)


def _of_hand(replayed: Replayed, seat: int, hand: int) -> Iterator[Found]:
    for placed in replayed.sheet.entries:
        value = placed.item.value
        if isinstance(value, Event) and (value.actor, value.hand) == (seat, hand):
            yield placed, HAND
        elif isinstance(value, Split) and _splitter(replayed, placed) == seat:
            yield from ((placed, 2 * index) for index, number in enumerate(value.hands) if number == hand)
        elif isinstance(value, Outcome) and replayed.tables and seat in replayed.tables[-1].players:
            place = replayed.tables[-1].players.index(seat)
            hands = [one.number for one in replayed.tables[-1].seats[seat]]
            if place < len(value.seats) and len(hands) == len(value.seats[place]) and hand in hands:
                yield placed, sum(map(len, value.seats[:place])) + hands.index(hand)


def _of_card(replayed: Replayed, card: str) -> Iterator[Found]:
    for placed in replayed.sheet.entries:
        value = placed.item.value
        if isinstance(value, Event) and value.card == card and placed.item.fields:
            yield placed, CARD
        elif isinstance(value, Split):
            yield from ((placed, 2 * index + 1) for index, one in enumerate(value.cards) if one == card)
