"""The options at a cursor: entries, cards, marks, outcomes and setups."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from kibitz.core.analysis import Analysis
from kibitz.core.next import Next, Option
from kibitz.core.values import Span
from kibitz.languages.bjn.features._cursor import Cursor, cursor_at
from kibitz.languages.bjn.features._options import (
    Style,
    cards,
    entries,
    following,
    house_rules,
    next_hand,
    outcomes,
    same_table,
    usual_tables,
)
from kibitz.languages.bjn.features.conventions import AS_SIBLING
from kibitz.languages.bjn.game.model import ACTION, ACTOR, CARD, HAND, RESULTS, Event, Outcome, Setup
from kibitz.languages.bjn.game.play import begin, play
from kibitz.languages.bjn.game.table import Table
from kibitz.languages.bjn.text.comments import placed_wagers
from kibitz.languages.bjn.text.sheet import Placed, seat_number

ENTRIES = ("setup", "event", "split", "outcome")


def next(language: object, analysis: Analysis, offset: int) -> Next | None:  # noqa: A001 - features have their names.
    """See :meth:`kibitz.core.features.Features.next`."""
    cursor = cursor_at(analysis, offset)
    placed = cursor.placed
    found = None if placed else cursor.replayed.item_at(offset)
    if found and found.kind == "event":
        # An event begins at the cursor: its first field may be replaced.
        placed = found
    elif found or (placed and placed.kind not in ENTRIES):
        return None
    kind = placed.kind if placed else ""
    typed, head = cursor.typed, cursor.field_start - cursor.start
    divider, end = "", offset
    rules = kind == "setup" and typed.count(".") >= 2
    if rules:
        head = typed.rfind(".") + 1
    if placed and placed.end > cursor.at:
        # Items replace a field of an event, and all of another entry.
        divider = "|}]\r\n" if kind != "event" and not rules else ".|}\r\n"
        end += min(len(cursor.replayed.text[cursor.at :].partition(one)[0]) for one in divider)
    if divider or rules:
        typed = typed[:head]
    return Next(
        tuple(_options(cursor, placed, typed)),
        Span(cursor.replayed.start + cursor.start + head, end),
        typed,
        head,
        divider,
        predicts=cursor.writing,
        whole=cursor.complete,
        quiet=cursor.may_end_line and not cursor.complete,
    )


def _options(cursor: Cursor, placed: Placed | None, typed: str) -> Iterator[Option]:
    """Yield the options where the entry begins, for each style that the record may have."""
    last = cursor.last
    between = (last is None or last.kind == "outcome") and placed is None
    for style, chance in cursor.styles():
        if between or (placed and placed.kind == "setup" and not cursor.complete):
            again = same_table(style, _why(cursor)) if chance else iter(())
            found = next_hand(style) if last and between and not cursor.divided else again
        elif placed and cursor.complete:
            found = iter((Option(typed, "", 1.0, partial(_after, cursor, placed, style)),))
        elif placed and placed.kind == "outcome":
            found = _outcomes(cursor, style, typed)
        elif cursor.table is None:
            return
        elif len(fields := typed.split(".")) > CARD:
            found = _carded(cursor.table, fields, style)
        else:
            found = entries(cursor.table, style, "" if placed or cursor.divided else style.separator)
        for one in found:
            yield one._replace(chance=one.chance * chance)
    if placed and placed.kind == "setup" and cursor.typed.count(".") >= 2:
        yield from house_rules(cursor.typed, placed.text[cursor.at - placed.start :])
    elif between or (placed and placed.kind == "setup"):
        bets = [
            len(one.wager.numbers) for one in placed_wagers(cursor.replayed.sheet) if one.wager.what == "bet"
        ]
        sibling = cursor.former_setup or (cursor.sibling and cursor.sibling[0])
        yield from usual_tables(max(bets, default=1), sibling)


def _why(cursor: Cursor) -> str:
    """Return why the next hand has its setup."""
    return AS_SIBLING if cursor.former is None and cursor.sibling else "the same table"


def _after(cursor: Cursor, placed: Placed, style: Style) -> Iterator[Option]:
    """Yield the options after the complete entry at the cursor."""
    value = placed.value
    if isinstance(value, Outcome):
        return next_hand(style)
    if isinstance(value, Setup):
        return following(begin(value), style)
    return following(play(cursor.table, value), style) if cursor.table and value else iter(())


def _carded(table: Table, fields: list[str], style: Style) -> Iterator[Option]:
    """Yield the event after its action, for any actor."""
    head = ".".join((*fields[:CARD], ""))
    event = Event(seat_number(fields[ACTOR]), seat_number(fields[HAND]), fields[ACTION], fields[CARD].lower())
    for one in entries(table, style):
        if one.text.startswith(head) and not one.open:
            yield one
    if event.action != "/":
        yield Option(head, "", 1.0, partial(cards, table, event, style), open=True)


def _outcomes(cursor: Cursor, style: Style, typed: str) -> Iterator[Option]:
    """Yield the outcomes of the hand, or the next letter if the cards do not tell the outcome."""
    known = [*outcomes(cursor.table)] if cursor.table else []
    for number, one in enumerate(known):
        yield one._replace(chance=float(not number), then=partial(next_hand, style))
    if cursor.table and not known:
        head = re.match(r".*[\[,/]", typed)
        for letter, name in RESULTS.items():
            if head and (letter != "r" or cursor.table.setup.surrenders):
                yield Option(head[0] + letter, name, kind="outcome")
