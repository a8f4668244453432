"""Completion of the fields of an event, by what the rules, the shoe and the totals allow in each, and of whole entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kibitz.core.answers import Completion
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.bjn.features._cursor import Cursor
from kibitz.languages.bjn.game.decisions import signed
from kibitz.languages.bjn.game.expectation import values
from kibitz.languages.bjn.game.model import ACTION, ACTIONS, ACTOR, CARD, DECK, HAND, MODIFIER, Event
from kibitz.languages.bjn.game.play import dealt, play
from kibitz.languages.bjn.game.scoring import left_in_shoe
from kibitz.languages.bjn.game.splits import split_block
from kibitz.languages.bjn.game.table import DEALER, Hand, Table
from kibitz.languages.bjn.game.turns import (
    due,
    legal_actions,
    may_peek,
    may_stand,
    seats_to_act,
    turn,
    unmarked,
)
from kibitz.languages.bjn.text.names import card_name, seat_name, seat_title, total
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
    if number > MODIFIER or (number == ACTOR and table.parting):
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
        if count:
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


# Whole entries as snippets

HIDES = Event(DEALER, 1, modifier="?")
"""The event of the dealer's hidden card."""
WORTH = " · worth "
"""Between what a play is and what it is worth."""


def next_events(cursor: Cursor, table: Table, span: Span) -> Iterator[Completion]:
    """The events with which the seat whose turn it is may go on, and what else may happen now."""
    if now := due(table):
        if table.dealing:
            yield from _dealt(table, *now, span)
            return
        yield from _acts(table, *now, span, cursor.separator)
    yield from _otherwise(table, cursor.latest, span)


def _acts(table: Table, seat: int, hand: Hand, span: Span, separator: str) -> Iterator[Completion]:
    if seat == DEALER:
        action = "%" if "%" in legal_actions(table, seat, hand) else "^"
        does = "reveals the hidden card" if action == "%" else f"draws on {total(hand)}"
        yield _snippet(Event(seat, hand.number, action), span, f"the dealer {does}")
        return
    worth = values(table, seat, hand)
    plays = _plays(table, seat, hand, span, separator)
    for sign, one in sorted(plays, key=lambda play: -worth.get(play[0], 0.0)):
        said = f"{WORTH}{signed(worth[sign])}" if sign in worth else ""
        yield one._replace(detail=one.detail + said)


def _plays(
    table: Table, seat: int, hand: Hand, span: Span, separator: str
) -> Iterator[tuple[str, Completion]]:
    """What a player may do, each with its sign."""
    event, held, legal = Event(seat, hand.number), total(hand), legal_actions(table, seat, hand)
    yield "^", _snippet(event._replace(action="^"), span, f"hit {held}")
    if hand.size >= 2:
        yield "_", _plain(str(event._replace(modifier="_")), span, f"stand on {held}")
    if "!" in legal:
        yield "!", _snippet(event._replace(action="!", modifier="_"), span, f"double {held}")
    if "/" in legal:
        split = event._replace(action="/")
        # Where a card can't be read, nobody knows the block.
        text = separator.join(filter(None, (str(split), split_block(play(table, split)))))
        yield "/", _plain(text, span, f"split {hand.cards[0]} and {hand.cards[1]}")
    if hand.split and hand.size < 2:
        yield "", _snippet(event, span, "the second card of the split hand")


def _otherwise(table: Table, latest: tuple[int, int], span: Span) -> Iterator[Completion]:
    """A 21 may say that it stands; a dealer with an ace or a ten may show a blackjack before anybody plays."""
    if not table.dealer.hidden:
        return
    for seat, hand in unmarked(table, latest):
        stands = Event(seat, hand.number, modifier="_")
        yield _plain(str(stands), span, f"{seat_title(table, seat, hand)} stands on 21")
    if may_peek(table):
        yield _snippet(Event(DEALER, 1, "%", modifier="_"), span, "the dealer shows a blackjack")


def _dealt(table: Table, seat: int, hand: Hand, span: Span) -> Iterator[Completion]:
    if seat == DEALER and not hand.hidden and not table.setup.plays("nohole"):
        hidden = _plain(str(HIDES), span, "a hidden card for the dealer")
        shown = _snippet(Event(DEALER, 1), span, "an open card for the dealer")
        yield from (shown, hidden) if hand.cards else (hidden, shown)
    else:
        yield _snippet(Event(seat, 1), span, f"a card for {seat_name(seat)}")


def in_a_line(text: str) -> str:
    """A text as it stands in a list, with a sign for each line end."""
    return LINE_BREAK.sub("⏎", text)


def _plain(text: str, span: Span, detail: str) -> Completion:
    return Completion(in_a_line(text), span, text, "snippet", detail)


def _snippet(event: Event, span: Span, detail: str) -> Completion:
    """An event with a tab stop for its card; clients without snippets get what stands before that alone."""
    head, tail = f"{event.actor}.{event.hand}.{event.action}.", f".{event.modifier}"
    text = f"{head}${{1:card}}{tail}"
    return Completion(f"{head}…{tail}", span, text, "snippet", detail, filter=head, snippet=True, plain=head)


def deal(table: Table, span: Span, separator: str) -> Completion:
    """The two rounds of the deal, with a tab stop for each card that is seen."""
    texts: list[str] = []
    plain: list[str] = []
    while (now := turn(table)) and not table.started and len(plain) < 2 * len(table.seats):
        hides = now[0] == DEALER and not (table.dealer.hidden or table.setup.plays("nohole"))
        event = HIDES if hides else Event(now[0], 1)
        plain.append(str(event))
        stop = sum(not text.endswith("?") for text in plain)
        texts.append(plain[-1] if hides else f"{event.actor}.1..${{{stop}:card}}.")
        table = play(table, event if hides else event._replace(card="2s"))
    players = plural(len(table.seats) - 1, "player")
    return Completion(
        "deal",
        span,
        separator.join(texts),
        "snippet",
        f"two rounds for {players}",
        snippet=True,
        plain=separator.join(plain),
    )
