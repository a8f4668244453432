"""The options at a cursor: entries, cards, marks, outcomes, setups and comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion, Parameter, Play, Signature, plays_of
from kibitz.core.next import Next, Option, items
from kibitz.core.next import plays as core_plays
from kibitz.core.shown import code
from kibitz.core.values import Edit, Span
from kibitz.languages.bjn.features._options import (
    Cursor,
    Style,
    cards,
    cursor_at,
    entries,
    following,
    house_rules,
    next_hand,
    outcomes,
    same_table,
    usual_tables,
)
from kibitz.languages.bjn.features._replayed import Replayed, tables_shown
from kibitz.languages.bjn.features.conventions import AS_SIBLING
from kibitz.languages.bjn.game.model import (
    ACTION,
    ACTIONS,
    ACTOR,
    CARD,
    HAND,
    HOUSE_RULES,
    RESULTS,
    Event,
    Hand,
    Outcome,
    Setup,
    Split,
    Table,
    Unread,
)
from kibitz.languages.bjn.game.play import begin, finished, legal_actions, outcome, play, seats_to_act, turn
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.comments import MARKS, placed_wagers
from kibitz.languages.bjn.text.names import held, standing, total
from kibitz.languages.bjn.text.sheet import Placed, behind, seat_number

ENTRIES = ("setup", "event", "split", "outcome")


def next(language: object, analysis: Analysis, offset: int) -> Next | None:  # noqa: A001 - features have their names.
    """See :meth:`kibitz.core.language.Language.next`."""
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


def complete(language: Blackjack, analysis: Analysis, offset: int) -> Iterator[Completion]:
    """See :meth:`kibitz.core.language.Language.complete`."""
    cursor = cursor_at(analysis, offset)
    now = language.next(analysis, offset)
    if not (now and now.quiet) and not cursor.may_end_line:
        yield from remarks(cursor)
    if now and not (cursor.may_end_line and cursor.complete):
        yield from items(now)


class Moment(NamedTuple):
    """A hand after one of its entries. A move replaces an entry that has been begun there."""

    hand: Replayed
    number: int
    begun: Span | None
    divider: str
    """The separator of entries."""

    def written(self, text: str) -> tuple[Edit, ...]:
        """Return the edit that writes entries."""
        entries = text.split(self.divider)
        sheet, end = self.hand.sheet, self.hand.entries[self.number].end
        if self.begun:
            behind_it = (behind(sheet, end, entry).text for entry in entries[1:])
            edit = Edit(*self.begun, "".join([entries[0], *behind_it]))
        elif len(sheet.entries) == 1:
            edit = Edit(end, end, "".join(f"{self.divider}{entry}" for entry in entries))
        else:
            first, *more = (behind(sheet, end, entry) for entry in entries)
            edit = first._replace(text="".join([first.text, *(one.text for one in more)]))
        return (edit.shifted(self.hand.start),)


def plays(
    language: Blackjack, analysis: Analysis, offset: int | None, taken: Sequence[str]
) -> Iterator[Play]:
    """See :meth:`kibitz.core.language.Language.plays`. Before there is a setup, the moves are the items of completion."""
    at = len(analysis.document) if offset is None else offset
    (hand, number), *_ = tables_shown(analysis, at)[0]
    if not hand.tables:
        yield from () if taken else plays_of(language.complete(analysis, at))
        return
    # A split and its block belong together.
    number += any(isinstance(value, Split) for value in hand.values[number + 1 : number + 2])
    end = hand.start + hand.entries[number].end
    begun = None
    if number and isinstance(hand.values[number], Unread) and hand.entries[number].item.unfinished:
        # The preview shows the table before it.
        begun, number = hand.entries[number].span, number - 1
    styles = cursor_at(analysis, end).styles()
    if not styles:
        return
    style, _ = max(styles, key=lambda one: one[1])
    if any(isinstance(value, Outcome) for value in hand.values[: number + 1]):
        if not taken:
            yield Play("next", "The next hand", edits=(Edit(end, end, f"{style.between}{style.setup_text}"),))
        return
    table = hand.tables[number]
    likely = [one for one in entries(table, style) if one.chance or not table.dealing]
    yield from core_plays(likely, taken, Moment(hand, number, begun, style.separator).written)


_FORMS = {
    "setup": Signature(
        "{players.cards.rules}",
        (
            Parameter("players", "How many players sit at the table, without the dealer."),
            Parameter("cards", "How many cards the shoe holds: 52 for each deck."),
            Parameter("rules", f"Rules of the house: {', '.join(map(code, HOUSE_RULES))}. May be left out."),
        ),
        0,
    ),
    "split": Signature(
        "/hand.card/new hand.new card/",
        (
            Parameter("hand", "The hand that is split, which keeps its number."),
            Parameter("card", "The card that stays in it."),
            Parameter("new hand", "The number of the hand that the split makes."),
            Parameter("new card", "The card that goes into it. Both were dealt before."),
        ),
        0,
    ),
}


def signature(language: object, analysis: Analysis, offset: int) -> Signature | None:
    """Return the form of the entry at `offset`, or of an event if none has been begun."""
    cursor = cursor_at(analysis, offset)
    placed, table = cursor.placed, cursor.table
    if cursor.in_comment or cursor.replayed.sheet.conflicting:
        return None
    kind = "event" if placed is None else placed.kind
    if (form := _FORMS.get(kind)) and (kind == "setup" or table):
        done = cursor.complete or cursor.typed.endswith("}")
        active = sum(map(cursor.typed[1:].count, "./"))
        return None if done else form._replace(active=min(active, len(form.parameters) - 1))
    over = cursor.last is not None and isinstance(cursor.last.value, Outcome)
    if table is None or (placed is None and (over or not cursor.divided)):
        return None
    if kind == "outcome":
        return _outcome(cursor, table)
    return _event(cursor, table) if kind == "event" else None


def _outcome(cursor: Cursor, table: Table) -> Signature | None:
    if cursor.typed.endswith("]") or not len(table.players):
        return None
    follows = outcome(table)
    parameters = []
    for place, seat in enumerate(table.players):
        facts = " / ".join(standing(hand) for hand in table.seats[seat])
        right = f": {code('/'.join(follows.seats[place]))} follows" if follows else ""
        parameters.append(Parameter(f"player {seat}", f"{facts}{right}"))
    label = "[" + ",".join(one.label for one in parameters) + "]"
    active = min(cursor.typed.count(","), len(parameters) - 1)
    names = [
        f"{code(letter)} {name}"
        for letter, name in RESULTS.items()
        if letter != "r" or table.setup.surrenders
    ]
    what = f"{', '.join(names)}; `/` between the hands of a player."
    return Signature(label, tuple(parameters), active, what)


def _event(cursor: Cursor, table: Table) -> Signature:
    fields = cursor.typed.split(".")
    seat = seat_number(fields[0])
    hand = table.hand(seat, seat_number(fields[1])) if len(fields) > 2 else None
    acting = [*seats_to_act(table, cursor.latest)]
    hands = [(one.number, one) for at, one in acting if at == seat]
    parameters = (
        Parameter("actor", f"A player's number, `0` for the dealer. {_now(acting)}".rstrip()),
        Parameter("hand", f"`1`, and greater numbers after splits. {_now(hands)}".rstrip()),
        Parameter("action", f"The action before the card, or nothing. {_actions(table, seat, hand)}".rstrip()),
        Parameter("card", "Rank and suit of the card, such as `as` or `td`; nothing if none comes or it is hidden."),
        Parameter("modifier", "The state of the hand after it: `_` stands, `#` bust, `?` a hole card, or nothing."),
    )  # fmt: skip
    about = held(table, seat, hand) if hand else ""
    return Signature("actor.hand.action.card.modifier", parameters, min(len(fields) - 1, 4), about)


def _now(acting: Iterable[tuple[int, Hand]]) -> str:
    """Return the possible numbers with their hands."""
    names = [f"{code(str(number))} {total(hand)}".strip() for number, hand in acting]
    return f"Now: {', '.join(names)}." if names else ""


def _actions(table: Table, seat: int, hand: Hand | None) -> str:
    """Return the legal actions of the hand."""
    if hand is None:
        return ""
    legal = [f"{code(action)} {ACTIONS[action]}" for action in legal_actions(table, seat, hand)]
    return f"Now: {', '.join(legal)}." if legal else "Now: nothing."


def remarks(cursor: Cursor) -> Iterator[Completion]:
    """Yield the comments at the cursor, if one has been begun, or after an entry and a space."""
    sheet, placed, last = cursor.replayed.sheet, cursor.placed, cursor.last
    text = sheet.text
    if text[cursor.at : sheet.end_of_line(cursor.at)].strip() or sheet.conflicting:
        return
    begun = placed and (placed.kind == "comment" or placed.text == "/")
    line = text[: cursor.start].rstrip(" \t")
    alone = line == "" or line[-1] in "\r\n"
    behind = not alone and last and last.end == len(line) and last.end < cursor.start
    span, typed = cursor.replayed.span(Span(cursor.start, cursor.at)), cursor.typed
    if begun and alone and (title := _section(cursor)):
        yield from _fitting(f"// {title}", typed, span, "the next part of the hand", sheet.line_end)
        if title == "BEGIN SETUP":
            yield from _of_the_shoe(cursor, typed, span)
    elif behind and (begun or placed is None) and not cursor.compact:
        blanks = "" if begun else " " * cursor.gap
        if in_words := cursor.replayed.in_words(len(cursor.before) - 1):
            yield from _fitting(f"{blanks}// {in_words}", typed, span, "the meaning of the entry")
        if not begun:
            yield Completion(f"{blanks}// ", span, f"{blanks}// ", "snippet", "a comment")


def _of_the_shoe(cursor: Cursor, typed: str, span: Span) -> Iterator[Completion]:
    """Yield the comments about the shoe and the bets between two hands."""
    setup = cursor.replayed.setup or cursor.former_setup
    numbers = {
        "burn": " 1",
        "bet": " 25",
        "cut": f" {setup.shoe * 5 // 6}" if setup else " ",
    }
    for name, means in MARKS.items():
        yield from _fitting(f"// {name}{numbers.get(name, '')}", typed, span, means)


def _fitting(text: str, typed: str, span: Span, detail: str, tail: str = "") -> Iterator[Completion]:
    """Yield an item for a text that continues the typed one."""
    if text.startswith(typed) and text != typed:
        yield Completion(text + ("⏎" if tail else ""), span, text + tail, "snippet", detail)


def _section(cursor: Cursor) -> str:
    """Return the part of a hand that begins now, or an empty text if a comment names it already."""
    table, last = cursor.table, cursor.last
    value = last.value if last else None
    if last is None or isinstance(value, Outcome):
        title = "BEGIN SETUP"
    elif isinstance(value, Setup):
        title = "BEGIN DEAL"
    elif table is None:
        return ""
    elif finished(table):
        title = "OUTCOME"
    else:
        dealt = not (table.started or table.dealing)
        title = "BEGIN PLAY" if dealt and turn(table) else ""
    before = cursor.replayed.text[last.end if last else 0 : cursor.start]
    return "" if f"// {title}" in before else title
