"""Formatting: grimoires in one line, drawings redrawn, no stray spaces."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from kibitz.core.document import Document, line_end_of
from kibitz.core.memory import latest, remembered
from kibitz.core.notation import Parsed
from kibitz.core.setting import Preferences
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Edit, Span
from kibitz.languages.botc.drawing.render import render
from kibitz.languages.botc.features._cursor import in_a_line, is_spread, spread
from kibitz.languages.botc.settings import WRAP
from kibitz.languages.botc.text.grammar import split
from kibitz.languages.botc.text.nodes import Record
from kibitz.languages.botc.text.read import Sheet, parse


def layout(language: object, document: Document, preferences: Preferences, span: Span) -> Iterator[Edit]:
    """See :meth:`kibitz.core.language.Language.layout`."""
    wrap = preferences.number(WRAP, 0)
    line_end = line_end_of(document)
    size = len(document)
    for place in document.places(*span):
        for edit in _laid_out(place.text, wrap, line_end, place.end == size):
            yield edit.shifted(place.start)


@remembered
def _laid_out(text: str, wrap: int, line_end: str, last: bool) -> tuple[Edit, ...]:
    """Return the edits of a chunk: of its record if it is sound, then of the text after it."""
    parsed = read(text)
    record = parsed.value.record
    if parsed.value.marks or (record and not record.sound):
        return ()
    end = record.span.end if record else 0
    edits = [Edit(0, end, _record(text, parsed.value, record, wrap, line_end))] if record else []
    if not any(problem.span.end > end for problem in parsed.problems):
        edits.append(Edit(end, len(text), _tail(text[end:], bool(record), line_end, last)))
    return tuple(edit for edit in edits if text[edit.start : edit.end] != edit.text)


def _record(text: str, sheet: Sheet, record: Record, wrap: int, line_end: str) -> str:
    if record.form == "drawing":
        return render(record.grimoire, record.sides or "balanced").text.replace("\n", line_end)
    line = in_a_line(text, record)
    if sheet.inside or (len(line) > wrap if wrap else is_spread(text, record)):
        return spread(text, sheet, record, line_end)
    return line


def _tail(text: str, behind: bool, line_end: str, last: bool) -> str:
    """Return the text after a record: comments without indentation, no trailing spaces, one line end at the last."""
    lines = [line.strip() for line in LINE_BREAK.split(text)]
    if behind and lines[0]:
        lines[0] = f" {lines[0]}"
    if last:
        joined = line_end.join(lines).rstrip()
        return joined + line_end if joined or behind else ""
    return line_end.join(lines) or (" " if behind else "")


read = latest(128)(parse)
"""Parser for one chunk with a small cache of its own, because formatting also reads its own results."""


def meaning(language: object, text: str) -> Hashable:
    """Return the players, roles and comments of every chunk in order. An unreadable chunk keeps its exact text."""
    split_points = [split_point.offset for split_point in split(text) if split_point.hard]
    starts = sorted({0, *split_points})
    return tuple(
        part
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True)
        for part in _meaning(text[start:end], read(text[start:end]))
    )


def _meaning(text: str, parsed: Parsed[Sheet]) -> Iterator[Hashable]:
    record = parsed.value.record
    if record and not record.sound:
        yield text
        return
    end = record.span.end if record else 0
    if record:
        yield record.form, record.sides, record.grimoire, tuple(word.text for word in record.roles)
    if any(problem.span.end > end for problem in parsed.problems):
        yield text[end:]
    for span in parsed.value.notes:
        yield text[span.start : span.end].rstrip()
