"""Navigation in a hand: the names of seats, hands and cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Mention, Named
from kibitz.core.internal_errors import RefusedError
from kibitz.core.replay import worsened
from kibitz.core.shown import code
from kibitz.core.values import Edit, Severity
from kibitz.languages.bjn.features._replayed import Replayed, renumbered, replayed_at, seat_at, seats_of
from kibitz.languages.bjn.game.model import ACTOR, CARD, DEALER, HAND, UNKNOWN, Event, Outcome, Split
from kibitz.languages.bjn.text.names import card_name, seat_name

What = str | tuple[int, int]
"""A named thing: a card, or a seat with one of its hands, -1 for the seat itself."""


def named(language: object, analysis: Analysis, offset: int) -> Named | None:
    """Return the seat, hand or card at `offset` with all its places in this hand of blackjack, or None.

    A result in the outcome also names its seat.
    """
    replayed = replayed_at(analysis, offset)
    placed = replayed.item_at(offset)
    number = placed.field_at(offset - replayed.start) if placed else None
    if placed is None or number is None or placed not in replayed.entries:
        return None
    at = replayed.entries.index(placed)
    what = next((what for field, what in _names(replayed, at) if field == number), None)
    if what is None:
        return None
    every = range(len(replayed.entries))
    fields = [(one, field) for one in every for field, other in _names(replayed, one) if other == what]
    spans = [replayed.span(replayed.entries[one].field(field)) for one, field in fields]
    places = tuple(Mention(span, index == 0) for index, span in enumerate(spans))
    renames = seat_at(replayed, offset) > DEALER
    return Named(_title(what), replayed.span(placed.field(number)), places, renames)


def _title(what: What) -> str:
    if isinstance(what, str):
        return card_name(what)
    seat, hand = what
    return f"{seat_name(seat)}, hand {hand}" if hand >= 0 else seat_name(seat)


def _names(replayed: Replayed, at: int) -> Iterator[tuple[int, What]]:
    """Yield the name in each field of an entry; a result names its seat before its hand."""
    value = replayed.entries[at].value
    if isinstance(value, Event):
        yield ACTOR, (value.actor, -1)
        yield HAND, (value.actor, value.hand)
        if value.card not in ("", UNKNOWN):
            yield CARD, value.card
    elif isinstance(value, Split):
        split = replayed.entries[at - 1].value if at else None
        seat = split.actor if isinstance(split, Event) else DEALER
        for index, (hand, card) in enumerate(zip(value.hands, value.cards, strict=True)):
            yield 2 * index, (seat, hand)
            yield 2 * index + 1, card
    elif isinstance(value, Outcome):
        yield from ((index, (seat, -1)) for index, seat in enumerate(seats_of(replayed, value)))
        if replayed.tables:
            table, first = replayed.tables[-1], 0
            for seat, letters in zip(table.players, value.seats, strict=False):
                hands = table.seats[seat] if len(table.seats[seat]) == len(letters) else ()
                yield from ((first + index, (seat, hand.number)) for index, hand in enumerate(hands))
                first += len(letters)


_SEAT = re.compile(r"\s*(?:(?:player|seat)\s*)?([1-9][0-9]{0,8})\s*", re.IGNORECASE)


def rename(language: object, analysis: Analysis, offset: int, name: str) -> Sequence[Edit]:
    """Return the edits that give the player at `offset` another seat in this hand. That seat's player gets the old one.

    The order of the dealt cards does not change. Raises RefusedError without a player, for a seat that does not exist, and if the
    hand would get a new finding, such as a deal out of turn.
    """
    hand = replayed_at(analysis, offset)
    old = seat_at(hand, offset)
    if not old:
        raise RefusedError("only players get other seats: put the cursor on the first number of an event")
    if hand.setup is None or not hand.sheet.readable:
        raise RefusedError("this hand has an unreadable part: fix it first")
    found, last = _SEAT.fullmatch(name), hand.setup.players
    if found is None or int(found[1]) > last:
        raise RefusedError(f"{code(name)} is not a seat: the setup has seats 1 to {last}")
    new = int(found[1])
    edits = renumbered(analysis, hand, {old: new, new: old}) if new != old else []
    if worse := worsened(analysis, edits, Severity.INFORMATION):
        raise RefusedError(f"as player {new} something else would be wrong: {worse.message}")
    return edits
