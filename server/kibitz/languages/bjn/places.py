"""Going about in a hand: what a seat, a hand or a card is named by, and what a selection grows to."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Named, Place, Span
from kibitz.languages.bjn.findings import seat_name
from kibitz.languages.bjn.model import ACTOR, CARD, HAND, Event, Outcome, Placed, Split
from kibitz.languages.bjn.names import card_name
from kibitz.languages.bjn.replay import DEALER
from kibitz.languages.bjn.scene import Scene, scene_at

Found = tuple[Placed, int]
"""A field of an entry."""


def named(analysis: Analysis, offset: int) -> Named | None:
    """The seat, the hand or the card at `offset`, with all places of this hand of blackjack that name it.

    A result in the outcome names its seat, too.
    """
    scene = scene_at(analysis, offset)
    placed = scene.item_at(offset)
    number = placed.field_at(offset - scene.start) if placed is not None else None
    if placed is None or number is None or placed not in scene.sheet.entries:
        return None
    name, fields = _same(scene, placed, number)
    places = [Place(scene.span(one.field(at)), index == 0) for index, (one, at) in enumerate(fields)]
    span = scene.span(placed.field(number))
    return Named(name, span, tuple(places)) if span in [place.span for place in places] else None


def _same(scene: Scene, placed: Placed, number: int) -> tuple[str, list[Found]]:
    """The name of what a field names, and all fields that name it."""
    value = placed.item.value
    if isinstance(value, Outcome):
        seat = [seat for seat, letters in enumerate(value.seats, start=1) for _ in letters][number]
        return seat_name(seat), list(_of_seat(scene, seat))
    if isinstance(value, Split):
        if number % 2:
            return card_name(value.cards[number // 2]), list(_of_card(scene, value.cards[number // 2]))
        seat = _splitter(scene, placed)
        return _hand_title(seat, value.hands[number // 2]), list(
            _of_hand(scene, seat, value.hands[number // 2])
        )
    if isinstance(value, Event):
        if number == ACTOR:
            return seat_name(value.actor), list(_of_seat(scene, value.actor))
        if number == HAND:
            return _hand_title(value.actor, value.hand), list(_of_hand(scene, value.actor, value.hand))
        if number == CARD:
            return card_name(value.card), list(_of_card(scene, value.card))
    return "", []


def _hand_title(seat: int, hand: int) -> str:
    return f"{seat_name(seat)}, hand {hand}"


def _splitter(scene: Scene, block: Placed) -> int:
    """The seat whose split a block tells of."""
    before = [placed.item.value for placed in scene.sheet.entries if placed.start < block.start]
    return before[-1].actor if before and isinstance(before[-1], Event) else DEALER


def _of_seat(scene: Scene, seat: int) -> Iterator[Found]:
    for placed in scene.sheet.entries:
        value = placed.item.value
        if isinstance(value, Event) and value.actor == seat:
            yield placed, ACTOR
        elif isinstance(value, Outcome):
            seats = [number for number, letters in enumerate(value.seats, start=1) for _ in letters]
            yield from ((placed, index) for index, number in enumerate(seats) if number == seat)


def _of_hand(scene: Scene, seat: int, hand: int) -> Iterator[Found]:
    for placed in scene.sheet.entries:
        value = placed.item.value
        if isinstance(value, Event) and (value.actor, value.hand) == (seat, hand):
            yield placed, HAND
        elif isinstance(value, Split) and _splitter(scene, placed) == seat:
            yield from ((placed, 2 * index) for index, number in enumerate(value.hands) if number == hand)


def _of_card(scene: Scene, card: str) -> Iterator[Found]:
    for placed in scene.sheet.entries:
        value = placed.item.value
        if isinstance(value, Event) and value.card == card and placed.item.fields:
            yield placed, CARD
        elif isinstance(value, Split):
            yield from ((placed, 2 * index + 1) for index, one in enumerate(value.cards) if one == card)


def selections(analysis: Analysis, offset: int) -> Iterator[Span]:
    """Field, entry, the seat's run of events, hand, file: each that is larger than the one before and holds it."""
    scene = scene_at(analysis, offset)
    last: Span | None = None
    for span in (*_around(scene, offset), Span(0, len(analysis.document))):
        inside = last is None or (span.start <= last.start and last.end <= span.end and span != last)
        if inside and span.holds(offset):
            yield span
            last = span


def _around(scene: Scene, offset: int) -> Iterator[Span]:
    placed = scene.item_at(offset)
    if placed is not None:
        number = placed.field_at(offset - scene.start)
        if number is not None:
            yield scene.span(placed.field(number))
        yield scene.span(placed.span)
        for _, run in scene.runs():
            if run[0][1].start <= placed.start <= run[-1][1].start:
                yield scene.span(Span(run[0][1].start, run[-1][1].end))
    if scene.sheet.span is not None:
        yield scene.span(scene.sheet.span)
