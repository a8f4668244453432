"""What is likely to be written at a cursor, until a card has to be known."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.languages.bjn.features._cursor import Cursor
from kibitz.languages.bjn.features._forecast import Form, Node, Path, after_card, entries, forecast, next_hand
from kibitz.languages.bjn.features.customs import AS_NEIGHBOUR
from kibitz.languages.bjn.game.model import ACTION, CARD, DECK, Event
from kibitz.languages.bjn.game.play import play, split_block
from kibitz.languages.bjn.game.scoring import left_in_shoe, outcome
from kibitz.languages.bjn.game.table import Table
from kibitz.languages.bjn.text.names import card_name
from kibitz.languages.bjn.text.sheet import Placed, seat_number

MOST = 6
MOST_SUITS = 2
"""Of the cards of a rank so many are followed further: with the others, typing the suit takes no more keys."""


def foresee(cursor: Cursor, most: int = MOST) -> list[Path]:
    """The likeliest ways to go on, the likeliest first. Their texts begin with what stands of the entry."""
    if not cursor.writing:
        return []
    found: list[Path] = []
    for form, chance in cursor.forms():
        start = (node for node in _start(cursor, form) if node.path.text.startswith(cursor.typed))
        scaled = (node._replace(path=node.path.scaled(chance)) for node in start)
        found += forecast(scaled, form, cursor.habits, most)
    found.sort(key=lambda path: -path.chance)
    return [path for path in found if len(path.text) > len(cursor.typed)][:most]


def _start(cursor: Cursor, form: Form) -> Iterator[Node]:
    """Where the search begins."""
    placed, typed, table = cursor.placed, cursor.typed, cursor.table
    if placed is None:
        yield from _between(cursor, form)
    elif placed.kind == "setup":
        yield from _setup(cursor, form)
    elif table is None:
        return
    elif placed.kind == "outcome":
        yield from next_hand(Path(typed if typed.endswith("]") else str(outcome(table) or "")), form)
    elif placed.kind == "split":
        block = split_block(table)
        if block.startswith(typed):
            yield Node(Path(block), play(table, Event(-1, 1)))
        elif (value := placed.value) and not placed.item.flaws:
            yield Node(Path(typed), play(table, value))
    elif placed.kind == "event":
        yield from _event(cursor, placed, typed, table)


def _setup(cursor: Cursor, form: Form) -> Iterator[Node]:
    """The setup of another hand at the same table, or at that of the record beside this one."""
    neighbour = cursor.former is None and cursor.neighbour
    every = form.setups(Path(), "", 1.0, AS_NEIGHBOUR if neighbour else "")
    fitting = [node for node in every if node.path.text.startswith(cursor.typed)]
    whole = sum(node.path.chance for node in fitting)
    yield from (node._replace(path=node.path.scaled(1 / whole)) for node in fitting)


def _between(cursor: Cursor, form: Form) -> Iterator[Node]:
    """No entry has been begun."""
    last = cursor.last
    if last is None or last.kind == "outcome":
        if last is None or cursor.divided:
            yield from _setup(cursor, form)
        else:
            yield from next_hand(Path(""), form)
    elif cursor.table:
        yield Node(Path(""), cursor.table, cursor.divided)


def _event(cursor: Cursor, placed: Placed, typed: str, table: Table) -> Iterator[Node]:
    """An event has been begun: what it may become, field by field."""
    fields, value = typed.split("."), placed.value
    if isinstance(value, Event) and not placed.item.flaws and (value.modifier or typed.endswith("/..")):
        yield Node(Path(typed), play(table, value))
    elif len(fields) > CARD and fields[CARD]:
        yield from _carded(cursor, fields, table)
    else:
        fitting = [
            one for one in entries(table, cursor.habits) if one.text.startswith(typed) and not one.ends
        ]
        whole = sum(one.chance for one in fitting)
        for one in fitting:
            yield Node(Path().then(one.text, one.chance / whole, one.note), one.table)


def _carded(cursor: Cursor, fields: list[str], table: Table) -> Iterator[Node]:
    """An event has got a card, or the first half of one."""
    seat, hand, action, card = seat_number(fields[0]), seat_number(fields[1]), fields[ACTION], fields[CARD]
    held = table.hand(seat, hand)
    if held is None or held.ended:
        return
    cards = [card]
    if card not in DECK:
        cards = [one for one, left in left_in_shoe(table).items() if left and one[0] == card]
    for one in cards[:MOST_SUITS]:
        notes = () if one == card else (card_name(one),)
        path = Path(".".join((*fields[:CARD], one)), 1 / len(cards), notes)
        yield from after_card(path, table, Event(seat, hand, action, one), cursor.habits)
