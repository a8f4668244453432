"""Completion of the fields of an event: what the rules, the shoe and the totals allow in each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kibitz.core.answers import Completion
from kibitz.core.values import Span
from kibitz.languages.bjn.features._cursor import Cursor
from kibitz.languages.bjn.features._snippets import next_events
from kibitz.languages.bjn.game.model import ACTION, ACTIONS, ACTOR, CARD, DECK, HAND, MODIFIER, Event
from kibitz.languages.bjn.game.play import dealt
from kibitz.languages.bjn.game.scoring import left_in_shoe
from kibitz.languages.bjn.game.table import DEALER, Hand, Table
from kibitz.languages.bjn.game.turns import legal_actions, may_stand, seats_to_act
from kibitz.languages.bjn.text.names import card_name, total
from kibitz.languages.bjn.text.sheet import Placed, seat_number

Choice = tuple[str, str, str]
"""What may stand in a field, the kind of it, and what it means."""


def whole_events(cursor: Cursor, table: Table, span: Span) -> Iterator[Completion]:
    """The events that may come next, and the seats that may have one."""
    yield from next_events(cursor, table, span)
    yield from _offered(_actors(cursor, table), span)


def event_field(cursor: Cursor, table: Table, placed: Placed, at: int) -> Iterator[Completion]:
    """What may stand in the field of an event that holds the offset `at` of it."""
    parts = placed.text.split(".")
    number = placed.text.count(".", 0, at)
    if number > MODIFIER or (number == ACTOR and table.parting is not None):
        return
    start = placed.start + sum(len(part) + 1 for part in parts[:number])
    span = cursor.replayed.span(Span(start, start + len(parts[number])))
    if len(parts) == 1:
        yield from whole_events(cursor, table, span)
    else:
        yield from _offered(_choices(cursor, table, parts, number), span)


def _offered(choices: Iterable[Choice], span: Span) -> Iterator[Completion]:
    return (Completion(text, span, text, kind, detail) for text, kind, detail in choices)


def _choices(cursor: Cursor, table: Table, parts: list[str], number: int) -> Iterator[Choice]:
    seat, hand = seat_number(parts[ACTOR]), table.hand(seat_number(parts[ACTOR]), seat_number(parts[HAND]))
    if number == ACTOR:
        yield from _actors(cursor, table)
    elif number == HAND:
        for one, held in seats_to_act(table, cursor.latest):
            if one == seat:
                yield str(held.number), "value", _joined(f"hand {held.number}", total(held))
    elif hand is None or hand.ended:
        return
    elif number == ACTION:
        for action in legal_actions(table, seat, hand):
            yield action, "action", f"{ACTIONS[action]} · {total(hand)}"
    elif number == CARD:
        yield from _cards(table, seat, hand, parts[ACTION])
    else:
        yield from _modifiers(table, parts, hand)


def _actors(cursor: Cursor, table: Table) -> Iterator[Choice]:
    """The seats that may have an event now, whose turn it is first, each with what it holds."""
    for seat in dict.fromkeys(seat for seat, _ in seats_to_act(table, cursor.latest)):
        held = " / ".join(filter(None, map(total, table.seats[seat])))
        yield str(seat), "player", _joined("dealer" if seat == DEALER else f"player {seat}", held)


def _joined(*facts: str) -> str:
    return " · ".join(filter(None, facts))


def _cards(table: Table, seat: int, hand: Hand, action: str) -> Iterator[Choice]:
    """The cards that the shoe still holds, with how many are left and the total that each makes."""
    # A split has no card: those of the new hands come behind its block.
    if action == "/" or action not in legal_actions(table, seat, hand) or (not action and hand.size >= 2):
        return
    for card, count in left_in_shoe(table).items():
        if count > 0:
            after = dealt(hand, Event(0, 1, action, card))
            yield card, "card", f"{card_name(card)} · {total(after)} · {count} left"


def _modifiers(table: Table, parts: list[str], hand: Hand) -> Iterator[Choice]:
    """`#` if the card takes the hand over 21, and only then; `?` for the dealer's hidden card."""
    card = parts[CARD].lower() if parts[CARD].lower() in DECK else ""
    action = parts[ACTION] if parts[ACTION] in ACTIONS else ""
    event = Event(seat_number(parts[ACTOR]), hand.number, action, card)
    after = dealt(hand, event) if card else hand
    if after.bust:
        yield "#", "action", f"bust · {after.pips}"
    elif event.actor == DEALER and not card and not action:
        if not (table.started or hand.hidden or table.setup.plays("nohole")):
            yield "?", "action", "hidden card"
    elif action != "/" and may_stand(table, event.actor, after):
        yield "_", "action", f"stand · {total(after)}"
