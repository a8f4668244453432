"""The options at a cursor, the rest of a drawing that is typed by hand, and the plays of a preview."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Play, plays_of
from kibitz.core.document import line_end_of
from kibitz.core.items import place_written
from kibitz.core.next import Next, Option
from kibitz.core.picture import columns
from kibitz.core.replay import worsened
from kibitz.core.setting import Preferences
from kibitz.core.values import Span
from kibitz.languages.botc.features import _options as options
from kibitz.languages.botc.features._cursor import GrimoireContext, is_apart, record_at
from kibitz.languages.botc.features._log import CursorContext, PreviousGrimoire, writing_at
from kibitz.languages.botc.features._options import behind, due, ended, shorthand
from kibitz.languages.botc.features.actions import (
    ADD,
    GIVE_BACK,
    KILL,
    MOVE,
    NEXT,
    REMOVE,
    REVIVE,
    SPEND,
)
from kibitz.languages.botc.features.preview import Shown, shown
from kibitz.languages.botc.features.scene import seat_place
from kibitz.languages.botc.language import Botc

_Next = partial(Next, loose=True)
DIVIDERS = "*~:(),"
"""Characters that end a name or a character."""


def next(language: object, analysis: Analysis, offset: int) -> Next | None:  # noqa: A001 - features have their names.
    """See :meth:`kibitz.core.language.Language.next`."""
    here, now = Span(offset, offset), writing_at(analysis, offset)
    if now is None or now.kind == "grimoire":
        if rest := drawn(analysis, offset):
            return _Next((Option(rest, chance=1.0),), here, quiet=True)
        return _line(analysis, offset, now)
    if now.ended(offset):
        return _behind(now, here)
    if now.complete and (now.kind == "token" or now.closed):
        return None
    divider = "" if now.fresh or now.kind == "token" else DIVIDERS
    typed, found = now.typed + now.word, [*_options(now)]
    return _Next(found, now.span, typed, len(now.typed), divider, predicts=now.seat is None)


def _options(now: CursorContext) -> Iterator[Option]:
    """Yield the options for the rest of an entry."""
    if now.kind == "bag":
        yield from options.roles_for_bag(now)
    elif now.kind == "token":
        yield from options.tokens(PreviousGrimoire(now))
    else:
        past = PreviousGrimoire(now)
        if not now.seat:
            yield from options.players(past)
            yield from options.missing(past)
        if now.kind == "role":
            yield from options.roles_for_seat(now)
        elif not (now.seats_before() or now.others() or now.typed):
            yield from options.next_grimoire(past, "", now.end)


def _behind(now: CursorContext, here: Span) -> Next | None:
    """Return the options after a complete entry: the next player, or the bracket, or longer entries that begin like it."""
    if not now.last:
        # In a row of placeholders Tab moves on, and it would accept an item.
        return None
    past = PreviousGrimoire(now, itself=True)
    if found := [*options.players(past, now.closing + now.gap)]:
        return _Next(found, here, quiet=now.gap != " ")
    if past and len(past.done) == len(past.sat):
        return _Next((Option(now.closing + now.end, chance=1.0),), here, quiet=True)
    if now.kind == "token" or now.closed:
        return None
    typed = now.typed + now.word
    longer = [one for one in _options(now) if one.text.startswith(typed) and one.text != typed]
    return _Next(longer, now.span, typed, len(now.typed))


def _line(analysis: Analysis, offset: int, now: CursorContext | None) -> Next:
    """Return the options for a line of shorthand, and for the next grimoire at its beginning."""
    word, found = shorthand(analysis, offset)
    if now is None:
        if found:
            return _Next(found, Span(offset - len(word), offset), word)
        return _Next([*_after(analysis, offset)], Span(offset, offset), quiet=True)
    past = PreviousGrimoire(now)
    if not now.word and (begun := due(now)):
        found.insert(0, Option(begun, chance=1.0))
    if past.goes_on or now.siblings:
        found += islice(options.players(past, f"{past.heading}["), None if past else 1)
    found += options.next_grimoire(past, f"{past.heading}[", "]")
    # In a log with shorthand, an empty line may stay empty.
    return _Next(found, now.span, now.word, quiet=now.jotting and not now.word)


def _after(analysis: Analysis, offset: int) -> Iterator[Option]:
    """Yield the next line after complete shorthand, or after a grimoire that ends the file."""
    document = analysis.document
    (now, line), line_end = behind(analysis, offset), line_end_of(document)
    if now and ended(now, line):
        begun = due(CursorContext.behind(analysis, now.place, offset))
        if begun and not document.text(offset, offset + 1).strip(" \t\r\n"):
            yield Option(line_end + begun, chance=1.0)
    elif offset == len(document) and (found := record_at(analysis, offset)) and found[1].form == "line":
        past = PreviousGrimoire(CursorContext.behind(analysis, found[0], offset))
        if past.goes_on and found[0].start + found[1].span.end == offset:
            gap = line_end * (2 if past.due and is_apart(document, found[0]) else 1)
            yield Option(f"{gap}{past.heading}[{past.written(past.rest[:1])}", chance=1.0)


LIFE = (KILL, REVIVE, SPEND, GIVE_BACK)
"""Plays of life and death at a seat, in their order."""
TOKENS = (ADD, REMOVE, MOVE)
"""Plays with reminder tokens, in their order. Swapped seats are too rare for a play."""
TOKEN, CHARACTER = "token", "character"
"""The keys of the plays that have the tokens and the characters as follow-ups."""


def plays(language: Botc, analysis: Analysis, offset: int | None, taken: Sequence[str]) -> Iterator[Play]:
    """Yield the possible plays of the grimoire at `offset`, or of the last one; without a grimoire, the completions."""
    what = shown(analysis, offset, Preferences())
    if what is None or not what.record.seats or not what.record.sound:
        at = len(analysis.document) if offset is None else offset
        yield from () if taken else plays_of(language.complete(analysis, at))
        return
    seats = [seat_place(index) for index in range(len(what.record.seats))]
    if not taken:
        for place, player in zip(seats, what.players, strict=True):
            dead = ", dead" if player.dead else ""
            yield Play(place, f"{player.name}, {player.role.replace('_', ' ')}{dead} …", place)
        yield from _plays(language, analysis, what, 0, (NEXT,))
    elif taken[0] in seats:
        index = seats.index(taken[0])
        tokens = [*_plays(language, analysis, what, index, TOKENS)]
        if len(taken) == 1:
            yield from _right(analysis, _plays(language, analysis, what, index, LIFE))
            yield from [Play(TOKEN, "Token …")] if tokens else []
            yield Play(CHARACTER, "Role …")
        elif len(taken) == 2:
            further = {TOKEN: tokens, CHARACTER: _characters(analysis, what, index)}
            yield from _right(analysis, further.get(taken[1], ()))


def _plays(
    language: Botc, analysis: Analysis, what: Shown, index: int, kinds: Sequence[str]
) -> Iterator[Play]:
    """Yield the light bulb's actions of some kinds for a player."""
    start = (what.span(index) or what.place).start
    actions = language.actions(analysis, Span(start, start))
    for one in (one for kind in kinds for one in actions if one.kind == kind):
        yield Play(one.title, one.title, edits=one.edits, cursor=one.cursor)


def _characters(analysis: Analysis, what: Shown, index: int) -> Iterator[Play]:
    """Yield plays for the characters of the script, or for all of them, that are not in play."""
    player = what.players[index]
    seated = {one.role for one in what.players}
    for role in what.script.for_players():
        if role.id not in seated:
            new = {index: replace(player, role=role.id)}
            edits = GrimoireContext(analysis, what.place, what.record).changed(new)
            yield Play(role.id, f"{player.name} becomes the {role.name}", edits=edits)


def _right(analysis: Analysis, found: Iterable[Play]) -> Iterator[Play]:
    """Yield the plays that cause no new findings, such as a revival without a cause or a changed setup."""
    return (one for one in found if worsened(analysis, one.edits) is None)


_TITLE = re.compile(r"┌[^┐\r\n]*┐")
_WORD = re.compile(r"[^ │]+")
_NUMBER = re.compile(r"\(([0-9]{1,3})\)")
_FLOOR = re.compile(r"└─*")


def drawn(analysis: Analysis, offset: int) -> str:
    """Return the rest of a drawing at the end of a line, or an empty text."""
    document = analysis.document
    place = place_written(document, offset)
    text, at = place.text, offset - place.start
    if text[:1] != "┌" or text[at : at + 1].strip("\r\n"):
        return ""
    title, *rows = text[:at].splitlines() + [""] * text[:at].endswith(("\r", "\n"))
    if not rows or not _TITLE.fullmatch(title) or any(row.startswith("└") for row in rows[:-1]):
        return ""
    return _under(rows) or _across(rows) or _to_the_frame(rows, columns(title))


def _under(rows: list[str]) -> str:
    """Return the spaces up to the next word of the line above, and the entry under it if the line shows it."""
    if len(rows) < 2 or rows[-1][:1] != "│" or not (rows[-1] + rows[-2]).replace("│", "").isascii():
        return ""
    row, above = rows[-1], rows[-2].removesuffix("│")
    # A word at the end of the line needs a space after it.
    begun = len(row) + (row[-1] not in "│ ")
    found = [one for one in _WORD.finditer(above) if one.start() >= max(begun, 2)]
    if not found or row.count("(") != row.count(")"):
        return ""
    words, column, word = row[1:].split(), found[0].start(), found[0][0]
    numbered = words and all(one[1:-1].isdecimal() for one in words)
    linked = all(one == "()" for one in words) and word[0] == "(" and not word[1:-1].isdecimal()
    return " " * (column - len(row)) + (f"({column})" if numbered else "()" if linked else "")


def _across(rows: list[str]) -> str:
    """Return the spaces between the first player on the left and the right side, two columns after the last one at the top."""
    taken = [int(number) for row in rows[:-1] for number in _NUMBER.findall(row)]
    begins = len(rows) > 1 and not rows[-2].strip("│ ") and len(rows[-1][1:].split()) == 1
    if not taken or not begins or "(" in rows[-1] or rows[-1][-1] in "│ ":
        return ""
    return " " * (max(taken) + 2 - columns(rows[-1]))


def _to_the_frame(rows: list[str], width: int) -> str:
    """Return the rest of the last line up to the frame, in a drawing of `width` columns."""
    row = rows[-1]
    room = width - 1 - columns(row)
    if not row:
        # The first line is always empty.
        return f"│{' ' * (width - 2)}│" if len(rows) == 1 else ""
    if _FLOOR.fullmatch(row):
        return "─" * room + "┘" if room >= 0 else ""
    return " " * room + "│" if row[0] == "│" and room > 0 else ""
