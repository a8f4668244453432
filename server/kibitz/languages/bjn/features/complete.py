"""Completion that knows the shoe, the totals, whose turn it is and what is usually done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion
from kibitz.core.items import touched
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.bjn.features._cursor import Cursor, cursor_at
from kibitz.languages.bjn.features._fields import WORTH, deal, event_field, in_a_line, whole_events
from kibitz.languages.bjn.features._forecast import OTHER_RULES
from kibitz.languages.bjn.features._foresee import foresee
from kibitz.languages.bjn.features._remarks import remarks
from kibitz.languages.bjn.features.customs import AS_NEIGHBOUR
from kibitz.languages.bjn.game.model import HOUSE_RULES, RESULTS, Outcome, Setup
from kibitz.languages.bjn.game.scoring import outcome
from kibitz.languages.bjn.game.splits import split_block
from kibitz.languages.bjn.game.table import Table
from kibitz.languages.bjn.game.turns import finished
from kibitz.languages.bjn.text.names import letters, seat_name
from kibitz.languages.bjn.text.sheet import Placed

SHOES = (52, 312, 416, 104, 208)
"""The usual numbers of cards, the likeliest first: one, six, eight, two and four decks."""
MOST_PLAYERS = 7
MOST_PATHS = 5
LINE_ENDS = ("\n", "\r")
_LETTERS = re.compile(r"[^\W_]+")


def complete(language: object, analysis: Analysis, offset: int) -> Iterator[Completion]:
    """What may be typed at `offset`: first what is likely to follow, up to the next card, and then what may stand there.

    All items replace the same text, because some editors take the first one's range for all. Where the line may end
    Enter means itself: there nothing is offered but a modifier, to those who ask.
    """
    cursor = cursor_at(analysis, offset)
    if cursor.may_end_line:
        if not cursor.complete:
            yield from (item._replace(asked=True) for item in _here(cursor))
        return
    yield from remarks(cursor)
    items = [] if cursor.complete else list(_here(cursor))
    foreseen = list(_foreseen(cursor, items))
    yield from foreseen
    said = {item.text for item in foreseen}
    items = [item for item in items if _typed(item) not in said]
    # A seat is a digit, which is typed as quickly; it is told where nothing else of that seat is.
    told = said.union(item.text for item in items if item.kind != "player")
    yield from (
        item
        for item in items
        if item.kind != "player" or not any(text.startswith(f"{item.text}.") for text in told)
    )


def _typed(item: Completion) -> str:
    """What an item writes, up to its first place to fill in."""
    return item.plain if item.snippet else item.text


def _foreseen(cursor: Cursor, others: Sequence[Completion]) -> Iterator[Completion]:
    """What is likely to be written, no two items of one meaning: of the ways to write it the likeliest.

    The items that are offered besides tell of plays what they are worth.
    """
    worth = {_typed(item): item.detail.partition(WORTH)[2] for item in others}
    besides = {item.detail.partition(WORTH)[0] for item in others}
    start = cursor.field_start
    told = set[tuple[str, bool]]()
    for path in foresee(cursor, MOST_PATHS):
        text = path.text[start - cursor.start :]
        label = in_a_line(text)
        lined = label != text
        meaning = " · ".join(path.notes) or _rest(text)
        if (meaning, lined) in told:
            continue
        told.add((meaning, lined))
        detail = (
            f"{meaning} · {'ends the line' if text[-1] in LINE_ENDS else 'line by line'}"
            if lined and ((meaning, False) in told or meaning in besides)
            else meaning
        )
        detail += f"{WORTH}{worth[text]}" if worth.get(text) else ""
        yield Completion(label, cursor.replayed.span(Span(start, cursor.at)), text, "snippet", detail)


def _rest(text: str) -> str:
    """What an item is that only goes on with what stands there."""
    if text.lstrip().startswith("/"):
        return "the two hands of the split"
    return "ends the line" if text[-1:] in LINE_ENDS else "ends the entry"


def _here(cursor: Cursor) -> Iterator[Completion]:
    """What may stand at the cursor by itself."""
    replayed = cursor.replayed
    if placed := cursor.placed or _begun(cursor):
        yield from _in_item(cursor, placed)
        return
    here = Span(cursor.offset, cursor.offset)
    if cursor.table is None or (cursor.last and cursor.last.kind == "outcome"):
        yield from _setups(cursor, replayed.setup, here, "{", "}")
    elif replayed.item_at(cursor.offset) is None:
        yield from _entries(cursor, cursor.table, here)


def _begun(cursor: Cursor) -> Placed | None:
    """The event that begins at the cursor: its first field may be written anew."""
    found = cursor.replayed.item_at(cursor.offset)
    return found if found and found.kind == "event" else None


def _in_item(cursor: Cursor, placed: Placed) -> Iterator[Completion]:
    replayed, text, at = cursor.replayed, placed.text, cursor.at - placed.start
    closed = text.endswith(("}", "]"))
    if closed and at == len(text):
        return
    inner = replayed.span(Span(placed.start + 1, placed.end - closed))
    if placed.kind == "setup" and text[:at].count(".") >= 2:
        yield from _rules(cursor, placed, at)
    elif placed.kind == "setup":
        yield from _setups(cursor, cursor.former_setup, inner, "", "" if closed else "}")
    elif cursor.table is None:
        return
    elif placed.kind == "outcome":
        # The letters around the cursor, in what stands between the brackets.
        found = [Span(*one.span()) for one in _LETTERS.finditer(text, 1)]
        word = touched(found, at) or Span(at, at)
        word = word.shifted(replayed.start + placed.start)
        yield from _outcomes(cursor.table, inner, word, "" if closed else "]")
    elif placed.kind == "split":
        yield from _block(cursor.table, replayed.span(placed.span))
    elif placed.kind == "event":
        yield from event_field(cursor, cursor.table, placed, at)


def _setups(cursor: Cursor, before: Setup | None, span: Span, head: str, tail: str) -> Iterator[Completion]:
    """The table of the hand before first, or that of the record beside this one, and then the usual ones."""
    neighbour = cursor.neighbour[0] if before is None and cursor.neighbour else None
    if head and before and before.options:
        text = f"{head}{before.players}.{before.cards}."
        yield Completion(text, span, text, "value", OTHER_RULES)
    usual = [(players, cards) for cards in SHOES for players in range(1, MOST_PLAYERS + 1)]
    first = [one[:2] for one in (before, neighbour) if one]
    for players, cards in dict.fromkeys(first + usual):
        text = f"{players}.{cards}"
        decks = plural(cards // 52, "deck") if cards % 52 == 0 else plural(cards, "card")
        why = f" · {AS_NEIGHBOUR}" if neighbour and (players, cards) == neighbour[:2] else ""
        label, detail = head + text + (tail if head else ""), f"{plural(players, 'player')}, {decks}{why}"
        yield Completion(label, span, head + text + tail, "value", detail)


def _rules(cursor: Cursor, placed: Placed, at: int) -> Iterator[Completion]:
    """The rules of the house that the setup does not contradict, nor say already; behind one that is written the next."""
    text = placed.text
    start = text.rfind(".", 0, at) + 1
    end = max(
        at, min((found for sign in ".}" if (found := text.find(sign, at)) >= 0), default=len(text.rstrip()))
    )
    written = text[start:end] if at == end and text[start:end] in HOUSE_RULES else ""
    before, behind = text[: start - 1].split(".")[2:], text[end:].strip(".}").split(".")
    before = [*before, written] if written else before
    said = tuple(option for option in (*before, *behind) if option)
    names = [*HOUSE_RULES]
    # People write them in some order.
    behind_last = names.index(before[-1]) + 1 if before and before[-1] in names else 0
    for option in (*names[behind_last:], *names[:behind_last]):
        if option not in said and not Setup(1, 52, (*said, option)).contradictions:
            span = cursor.replayed.span(Span(placed.start + start, placed.start + end))
            label = f"{written}.{option}" if written else option
            yield Completion(label, span, label, "value", HOUSE_RULES[option])


def _outcomes(table: Table, span: Span, letter_span: Span, tail: str) -> Iterator[Completion]:
    """The outcome that follows from the totals, as one item; single letters where it is not known."""
    if follows := outcome(table):
        text = str(follows)[1:-1]
        yield Completion(text, span, text + tail, "outcome", "follows from the totals")
        yield from _surrenders(table, follows, span, tail)
        return
    for letter, name in list(RESULTS.items())[: len(RESULTS) - (not table.setup.surrenders)]:
        yield Completion(letter, letter_span, letter, "outcome", name)


def _surrenders(table: Table, follows: Outcome, span: Span, tail: str) -> Iterator[Completion]:
    """The same with the surrender of a player who stood on two cards."""
    for place, seat in enumerate(table.players if table.setup.surrenders else ()):
        hand = table.seats[seat][0]
        if hand.ended == "_" and hand.size == 2 and not (hand.split or hand.blackjack):
            seats = (*follows.seats[:place], ("r",), *follows.seats[place + 1 :])
            text = str(Outcome(seats))[1:-1]
            yield Completion(text, span, text + tail, "outcome", f"{seat_name(seat)} surrendered")


def _block(table: Table, span: Span) -> Iterator[Completion]:
    if block := split_block(table):
        yield Completion(block, span, block, "snippet", "the two hands of the split")


def _entries(cursor: Cursor, table: Table, span: Span) -> Iterator[Completion]:
    """Whole entries: what must or will come next first."""
    if table.parting:
        yield from _block(table, span)
        return
    follows = outcome(table)
    if finished(table) and follows:
        yield Completion(str(follows), span, str(follows), "outcome", letters(follows.seats))
    if not table.dealt:
        yield deal(table, span, cursor.separator)
    yield from whole_events(cursor, table, span)
