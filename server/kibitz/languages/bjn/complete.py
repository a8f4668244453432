"""Completion that knows the shoe, the totals and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Completion, Span
from kibitz.core.words import plural
from kibitz.languages.bjn.check_play import split_block
from kibitz.languages.bjn.model import (
    ACTION,
    ACTIONS,
    ACTOR,
    CARD,
    DECK,
    HAND,
    MODIFIER,
    RESULTS,
    Event,
    Placed,
    Setup,
)
from kibitz.languages.bjn.names import card_name, letters, total
from kibitz.languages.bjn.replay import DEALER, Hand, Table, dealt
from kibitz.languages.bjn.scene import Scene, scene_before
from kibitz.languages.bjn.scoring import left_in_shoe, outcome
from kibitz.languages.bjn.snippets import deal, next_events
from kibitz.languages.bjn.turns import finished, legal_actions, turn

SHOES = (52, 312, 416, 104, 208)
"""The usual numbers of cards, the likeliest first: one, six, eight, two and four decks."""
MOST_PLAYERS = 7


def complete(analysis: Analysis, offset: int) -> Iterator[Completion]:
    """What may be typed at `offset`."""
    scene = scene_before(analysis, offset)
    if (placed := _inside(scene, offset)) is not None:
        before = scene_before(analysis, scene.start + placed.start)
        yield from _in_item(scene, placed, offset, before.setup if before.start < scene.start else None)
        return
    here = Span(offset, offset)
    table = scene.table_before(offset)
    ended = [placed for placed in scene.sheet.entries if placed.end <= offset - scene.start]
    if table is None or (ended and ended[-1].item.kind == "outcome"):
        yield from _setups(scene.setup, here, "{", "}")
    elif not _touches_entry(scene, offset):
        yield from _entries(scene, table, here)


def _inside(scene: Scene, offset: int) -> Placed | None:
    """The item that the cursor is in or right behind; one that begins at the cursor is typed anew."""
    found = scene.item_at(offset)
    items = [placed for placed in scene.sheet.items if placed.start < offset - scene.start <= placed.end]
    if items:
        return items[-1]
    return found if found is not None and found.item.kind == "event" else None


def _touches_entry(scene: Scene, offset: int) -> bool:
    found = scene.item_at(offset)
    return found is not None and found.item.kind in {"setup", "outcome", "split"}


def _in_item(scene: Scene, placed: Placed, offset: int, before: Setup | None) -> Iterator[Completion]:
    text, at = placed.item.text, offset - scene.start - placed.start
    table = scene.table_before(scene.start + placed.start)
    inner = scene.span(Span(placed.start + 1, placed.end - text.endswith(("}", "]"))))
    if text.endswith(("}", "]")) and at == len(text):
        return
    if placed.item.kind == "setup":
        yield from _setups(before, inner, "", "" if text.endswith("}") else "}")
    elif placed.item.kind == "outcome" and table is not None:
        word = _word(text, at).shifted(scene.start + placed.start)
        yield from _outcomes(table, inner, word, "" if text.endswith("]") else "]")
    elif placed.item.kind == "split" and table is not None:
        yield from _block(table, scene.span(placed.span))
    elif placed.item.kind == "event" and table is not None:
        yield from _field(scene, table, placed, at)


def _setups(before: Setup | None, span: Span, head: str, tail: str) -> Iterator[Completion]:
    """The table of the hand before first, and then the usual ones."""
    usual = [(players, cards) for cards in SHOES for players in range(1, MOST_PLAYERS + 1)]
    first = [(before.players, before.cards)] if before is not None else []
    for players, cards in dict.fromkeys(first + usual):
        text = f"{players}.{cards}"
        decks = plural(cards // 52, "deck") if cards % 52 == 0 else plural(cards, "card")
        label = head + text + (tail if head else "")
        yield Completion(label, span, head + text + tail, "value", f"{plural(players, 'player')}, {decks}")


def _outcomes(table: Table, span: Span, letter_span: Span, tail: str) -> Iterator[Completion]:
    """The outcome that follows from the totals, as one item; single letters where it is not known."""
    follows = outcome(table)
    if follows is not None:
        text = str(follows)[1:-1]
        yield Completion(text, span, text + tail, "outcome", "follows from the totals")
        return
    for letter, name in RESULTS.items():
        yield Completion(letter, letter_span, letter, "outcome", name, commit="],/")


def _word(text: str, at: int) -> Span:
    """The letters around a cursor."""
    start, end = at, at
    while start > 1 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return Span(start, end)


def _block(table: Table, span: Span) -> Iterator[Completion]:
    block = split_block(table)
    if block:
        yield Completion(block, span, block, "snippet", "the two hands of the split", commit="|")


def _entries(scene: Scene, table: Table, span: Span) -> Iterator[Completion]:
    """Whole entries: what must or will come next first."""
    if table.parting is not None:
        yield from _block(table, span)
    follows = outcome(table)
    if finished(table) and follows is not None:
        yield Completion(str(follows), span, str(follows), "outcome", letters(follows.seats))
    if not table.dealt:
        yield deal(table, span, "|" if scene.sheet.compact else scene.sheet.line_end)
    yield from next_events(table, span)
    yield from _actors(table, span)


# The fields of an event


def _field(scene: Scene, table: Table, placed: Placed, at: int) -> Iterator[Completion]:
    text = placed.item.text
    parts = text.split(".")
    number = text.count(".", 0, at)
    if number > MODIFIER:
        return
    start = placed.start + sum(len(part) + 1 for part in parts[:number])
    span = scene.span(Span(start, start + len(parts[number])))
    seat, hand = _number(parts, ACTOR), _number(parts, HAND)
    if number == ACTOR:
        if len(parts) == 1:
            yield from next_events(table, span)
        yield from _actors(table, span)
    elif number == HAND:
        yield from _hands(table, seat, span)
    elif (held := table.hand(seat, hand)) is not None:
        if number == ACTION:
            yield from _actions(table, seat, held, span)
        elif number == CARD:
            yield from _cards(table, held, parts[ACTION], span)
        else:
            card = parts[CARD].lower() if parts[CARD].lower() in DECK else ""
            event = Event(seat, hand, parts[ACTION] if parts[ACTION] in ACTIONS else "", card)
            yield from _modifiers(table, event, held, span)


def _number(parts: list[str], field: int) -> int:
    text = parts[field] if field < len(parts) else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def _actors(table: Table, span: Span) -> Iterator[Completion]:
    """The seat whose turn it is first, each with what it holds."""
    now = turn(table)
    seats = [*table.players, DEALER]
    if now is not None:
        seats.remove(now[0])
        seats.insert(0, now[0])
    for seat in seats:
        held = " / ".join(filter(None, (total(hand) for hand in table.seats[seat])))
        name = "dealer" if seat == DEALER else ""
        yield Completion(
            str(seat), span, str(seat), "player", " · ".join(filter(None, [name, held])), commit="."
        )


def _hands(table: Table, seat: int, span: Span) -> Iterator[Completion]:
    """The hands of a seat that can still be played; all of them if there is none."""
    if not 0 <= seat < len(table.seats):
        return
    hands = table.seats[seat]
    for hand in [hand for hand in hands if hand.open] or hands:
        yield Completion(str(hand.number), span, str(hand.number), "value", total(hand), commit=".")


def _actions(table: Table, seat: int, hand: Hand, span: Span) -> Iterator[Completion]:
    """Only what the rules allow now."""
    for action in legal_actions(table, seat, hand):
        yield Completion(action, span, action, "action", f"{ACTIONS[action]} · {total(hand)}", commit=".")


def _cards(table: Table, hand: Hand, action: str, span: Span) -> Iterator[Completion]:
    """The cards that the shoe still holds, with how many are left and the total that each makes."""
    if action == "/":
        return
    for card, count in left_in_shoe(table).items():
        if count > 0:
            after = dealt(hand, Event(0, 1, action, card))
            detail = f"{card_name(card)} · {total(after)} · {count} left"
            yield Completion(card, span, card, "card", detail, commit=".")


def _modifiers(table: Table, event: Event, hand: Hand, span: Span) -> Iterator[Completion]:
    """`#` if the card takes the hand over 21, and only then; `?` for the dealer's hidden card."""
    after = dealt(hand, event) if event.card else hand
    if after.bust:
        yield Completion("#", span, "#", "action", f"bust · {after.pips}", commit="|")
        return
    hides = event.actor == DEALER and not event.card and not event.action and not table.started
    if hides and not hand.hidden:
        yield Completion("?", span, "?", "action", "hidden card", commit="|")
    if after.size >= 2 and not after.hidden:
        yield Completion("_", span, "_", "action", f"stand · {total(after)}", commit="|")
