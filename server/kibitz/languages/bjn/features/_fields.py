"""Completion of the fields of an event: what the rules, the shoe and the totals allow in each."""

from __future__ import annotations

from collections.abc import Iterator

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


def event_field(cursor: Cursor, table: Table, placed: Placed, at: int) -> Iterator[Completion]:
    """What may stand in the field of an event that holds the offset `at` of it."""
    text = placed.item.text
    parts = text.split(".")
    number = text.count(".", 0, at)
    if number > MODIFIER:
        return
    start = placed.start + sum(len(part) + 1 for part in parts[:number])
    span = cursor.replayed.span(Span(start, start + len(parts[number])))
    seat = seat_number(parts[ACTOR])
    hand = seat_number(parts[HAND]) if len(parts) > HAND else -1
    if number == ACTOR and table.parting is None:
        if len(parts) == 1:
            yield from next_events(table, cursor.latest, span, cursor.separator)
        yield from actors(table, cursor.latest, span)
    elif number == HAND:
        yield from _hands(table, cursor.latest, seat, span)
    elif (held := table.hand(seat, hand)) is not None and not held.ended:
        if number == ACTION:
            yield from _actions(table, seat, held, span)
        elif number == CARD:
            yield from _cards(table, seat, held, parts[ACTION], span)
        else:
            yield from _modifiers(table, parts, held, span)


def actors(table: Table, latest: tuple[int, int], span: Span) -> Iterator[Completion]:
    """The seats that may have an event now, whose turn it is first, each with what it holds."""
    for seat in dict.fromkeys(seat for seat, _ in seats_to_act(table, latest)):
        held = " / ".join(filter(None, (total(hand) for hand in table.seats[seat])))
        name = "dealer" if seat == DEALER else f"player {seat}"
        detail = " · ".join(filter(None, [name, held]))
        yield Completion(str(seat), span, str(seat), "player", detail)


def _hands(table: Table, latest: tuple[int, int], seat: int, span: Span) -> Iterator[Completion]:
    """The hands of a seat that can still be played."""
    for one, hand in seats_to_act(table, latest):
        if one == seat:
            detail = " · ".join(filter(None, [f"hand {hand.number}", total(hand)]))
            yield Completion(str(hand.number), span, str(hand.number), "value", detail)


def _actions(table: Table, seat: int, hand: Hand, span: Span) -> Iterator[Completion]:
    """Only what the rules allow now."""
    for action in legal_actions(table, seat, hand):
        yield Completion(action, span, action, "action", f"{ACTIONS[action]} · {total(hand)}")


def _cards(table: Table, seat: int, hand: Hand, action: str, span: Span) -> Iterator[Completion]:
    """The cards that the shoe still holds, with how many are left and the total that each makes."""
    # A split has no card: those of the new hands come behind its block.
    if action == "/" or action not in legal_actions(table, seat, hand) or (not action and hand.size >= 2):
        return
    for card, count in left_in_shoe(table).items():
        if count > 0:
            after = dealt(hand, Event(0, 1, action, card))
            detail = f"{card_name(card)} · {total(after)} · {count} left"
            yield Completion(card, span, card, "card", detail)


def _modifiers(table: Table, parts: list[str], hand: Hand, span: Span) -> Iterator[Completion]:
    """`#` if the card takes the hand over 21, and only then; `?` for the dealer's hidden card."""
    card = parts[CARD].lower() if parts[CARD].lower() in DECK else ""
    action = parts[ACTION] if parts[ACTION] in ACTIONS else ""
    event = Event(seat_number(parts[ACTOR]), hand.number, action, card)
    after = dealt(hand, event) if card else hand
    if after.bust:
        yield Completion("#", span, "#", "action", f"bust · {after.pips}")
    elif event.actor == DEALER and not card and not action:
        if not (table.started or hand.hidden or table.setup.plays("nohole")):
            yield Completion("?", span, "?", "action", "hidden card")
    elif action != "/" and may_stand(table, event.actor, after):
        yield Completion("_", span, "_", "action", f"stand · {total(after)}")
