"""Completion of comments: after entries, and above the parts of a hand, in the words of the notation's own example."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.answers import Completion
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.bjn.features._cursor import Cursor
from kibitz.languages.bjn.game.model import RANKS, Entry, Event, Outcome, Setup
from kibitz.languages.bjn.game.table import DEALER, Hand, Table
from kibitz.languages.bjn.game.turns import finished, turn
from kibitz.languages.bjn.text.comments import MARKS


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
        blanks = "" if begun else " " * (cursor.remark_column - cursor.column)
        if in_words := _last_in_words(cursor):
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


def _last_in_words(cursor: Cursor) -> str:
    """Return the last entry in words, or an empty text."""
    number, tables = len(cursor.before) - 1, cursor.replayed.tables
    value = cursor.before[-1].value if 0 <= number < len(tables) else None
    return "" if value is None else in_words(value, tables[max(0, number - 1)], tables[number])


def in_words(entry: Entry, before: Table, after: Table) -> str:
    """Return an entry in words, such as `Player 2 doubles down, gets 21, stays`; empty for an ordinary dealt card."""
    if isinstance(entry, Setup):
        return f"Setup: {plural(entry.players, 'player')}, {plural(entry.cards, 'card')}"
    hand = before.hand(entry.actor, entry.hand) if isinstance(entry, Event) else None
    if not isinstance(entry, Event) or hand is None or hand.ended:
        return ""
    who = "Dealer" if entry.actor == DEALER else f"Player {entry.actor}"
    now = after.hand(entry.actor, entry.hand) or hand
    which = f" hand {hand.number}" if len(before.seats[entry.actor]) > 1 else ""
    if entry.action == "/":
        return f"{who} splits{which} {_several(hand.cards[0])}" if after.parting and hand.cards else ""
    if entry.action == "%":
        return "Dealer reveals hole card"
    if entry.action:
        does = f"hits{which}" if entry.action == "^" else f"doubles down{which and ' on'}{which}"
        return f"{who} {does}, {_gets(now)}" if entry.card and now.known else ""
    if not entry.card:
        return f"{who} stays with {now.total}" if entry.modifier == "_" and now.known else ""
    if now.blackjack and entry.actor != DEALER:
        return f"{who} dealt blackjack{', stays' if entry.modifier == '_' else ''}"
    return f"Dealer shows {_rank(entry.card)} up" if entry.actor == DEALER and now.known else ""


def _gets(hand: Hand) -> str:
    if hand.bust:
        return f"busts with {hand.pips}"
    soft = "soft " if hand.soft and hand.total < 21 else ""
    return f"gets {soft}{hand.total}{', stays' if hand.ended == '_' else ''}"


def _rank(card: str) -> str:
    return RANKS.get(card[0], card)


def _several(card: str) -> str:
    return "sixes" if card[0] == "6" else f"{_rank(card)}s"
