"""Predictions of longer text: the rest of a grimoire, from the previous one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Ghost
from kibitz.core.chunks import Place
from kibitz.core.document import Document, line_end_of
from kibitz.core.items import place_written
from kibitz.core.picture import columns
from kibitz.core.values import Span
from kibitz.languages.botc.drawing.render import render
from kibitz.languages.botc.features import _offers as offers
from kibitz.languages.botc.features._cursor import is_apart, record_at, sheet_at
from kibitz.languages.botc.features._jots import behind, due, ended
from kibitz.languages.botc.features._past import Past
from kibitz.languages.botc.features._writing import Writing, writing_at
from kibitz.languages.botc.features.customs import next_player
from kibitz.languages.botc.game.setup import MOST_WITH_TRAVELLERS

_TITLE = re.compile(r"┌[^┐\r\n]*┐")
_WORD = re.compile(r"[^ │]+")
_NUMBER = re.compile(r"\(([0-9]{1,3})\)")
_FLOOR = re.compile(r"└─*")


def predict(language: object, analysis: Analysis, offset: int) -> Sequence[Ghost]:
    """See :meth:`kibitz.core.language.Language.predict`. The whole rest comes first, then only the next player."""
    if drawing := tuple(_in_drawing(analysis, offset)):
        return drawing
    now = writing_at(analysis, offset)
    if now is None:
        found = _next_jot(analysis, offset) or _next_line(analysis, offset)
    elif now.kind == "grimoire":
        found = _grimoire(now)
    elif now.kind == "bag" or now.seat or not now.fresh:
        return ()
    elif now.ended(offset):
        found = _behind(now, offset)
    else:
        found = _begun(now)
    return tuple(dict.fromkeys(found))


def _next_line(analysis: Analysis, offset: int) -> Iterator[Ghost]:
    """After a grimoire that ends the file, yield the next one up to its first player."""
    document = analysis.document
    found = record_at(analysis, offset) if offset == len(document) else None
    if found is None or found[1].form != "line" or found[0].start + found[1].span.end != offset:
        return
    past = Past(Writing.behind(analysis, found[0], offset))
    if past.goes_on:
        gap = line_end_of(document) * (2 if past.due and is_apart(document, found[0]) else 1)
        yield Ghost(Span(offset, offset), f"{gap}{past.heading}[{past.written(past.rest[:1])}")


def _next_jot(analysis: Analysis, offset: int) -> list[Ghost]:
    """Return the beginning of the next line after a complete line of shorthand, or nothing."""
    now, line = behind(analysis, offset)
    if now is None or not ended(now, line) or analysis.document.text(offset, offset + 1).strip(" \t\r\n"):
        return []
    here = Writing.behind(analysis, now.place, offset)
    return [Ghost(here.span, line_end_of(now.document) + one) for one in due(here)][:1]


def _grimoire(now: Writing) -> Iterator[Ghost]:
    """At the start of a line, yield shorthand or the next grimoire."""
    past = Past(now)
    if now.word:
        return
    if past.log:
        yield from [Ghost(now.span, one) for one in due(now)][:1]
    if name := next_player(now.neighbours, ()):
        yield Ghost(now.span, f"[{name}")
    if past.goes_on:
        yield Ghost(now.span, f"{past.heading}[{past.written(past.rest)}]")
        yield Ghost(now.span, f"{past.heading}[{past.written(past.rest[:1])}")


def _behind(now: Writing, offset: int) -> Iterator[Ghost]:
    """After an entry, yield the next entries and the bracket, or only the bracket if all players are seated."""
    past, here = Past(now, itself=True), Span(offset, offset)
    if name := _neighbour(now, itself=True):
        yield Ghost(here, f"{now.closing}{now.gap}{name}")
    bracket = "" if now.bracketed else "]"
    if past.last is None or not (past.rest or len(past.done) == len(past.last.names)):
        return
    for players in (past.rest, past.rest[:1]):
        gap = now.gap if players else ""
        end = bracket if players == past.rest else ""
        if text := f"{now.closing}{gap}{past.written(players)}{end}":
            yield Ghost(here, text)


def _begun(now: Writing) -> Iterator[Ghost]:
    """At the start of an entry or inside it, yield its rest and the next entries."""
    past = Past(now)
    if now.kind == "name" and (name := _neighbour(now)).startswith(now.word) and name != now.word:
        yield Ghost(now.span, name)
    if not past.rest or now.kind == "token":
        return
    ways = (one.text for one in offers.entries(now, past.next_guesses()))
    if rest := next((one for one in ways if one.startswith(now.word)), ""):
        more = f"{now.gap}{past.written(past.rest[1:])}" if past.rest[1:] else ""
        yield Ghost(now.span, f"{rest}{more}{'' if now.bracketed else ']'}")
        yield Ghost(now.span, rest)


def _neighbour(now: Writing, itself: bool = False) -> str:
    """Return the next player at the table of the sibling record, or an empty text."""
    before = [seat.player.name for seat in now.seats_before(itself)]
    last = all(seat.at + now.place.start <= now.start for seat in now.others())
    return next_player(now.neighbours, before) if last else ""


# Drawings


def _in_drawing(analysis: Analysis, offset: int) -> Iterator[Ghost]:
    """Yield the rest of a drawing at the end of a line; nothing anywhere else."""
    document = analysis.document
    place = place_written(document, offset)
    text, at = place.text, offset - place.start
    if text[:1] != "┌" or text[at : at + 1].strip("\r\n"):
        return
    title, *rows = text[:at].splitlines() + [""] * text[:at].endswith(("\r", "\n"))
    if not rows:
        found = [_drawn(document, place, title)]
    elif _TITLE.fullmatch(title) and not any(row.startswith("└") for row in rows[:-1]):
        found = [_under(rows), _across(rows), _to_the_frame(rows, columns(title))]
    else:
        return
    for rest in filter(None, found):
        yield Ghost(Span(offset, offset), rest)


def _under(rows: list[str]) -> str:
    """Return the spaces up to the next word of the line above, and the entry under it if the line shows it."""
    if len(rows) < 2 or rows[-1][:1] != "│" or not (rows[-1] + rows[-2]).replace("│", "").isascii():
        return ""
    row, above = rows[-1], rows[-2].removesuffix("│")
    # A word at the end of the line needs a space after it.
    begun = len(row) + (row[-1] not in "│ ")
    found = next((one for one in _WORD.finditer(above) if one.start() >= max(begun, 2)), None)
    if found is None or row.count("(") != row.count(")"):
        return ""
    words, column = row[1:].split(), found.start()
    numbered = words and all(word[1:-1].isdecimal() for word in words)
    linked = all(word == "()" for word in words) and found[0][0] == "(" and not found[0][1:-1].isdecimal()
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


def _drawn(document: Document, place: Place, title: str) -> str:
    """Return the drawing of the grimoire above without its title, or an empty text."""
    above = document.before(place)
    record = sheet_at(document, above).record if above else None
    if record is None or record.form != "line" or not record.sound:
        return ""
    if not 0 < len(record.entries) <= MOST_WITH_TRAVELLERS:
        return ""
    text = render(record.grimoire).text
    return text[len(title) :] if text.startswith(title) else ""
