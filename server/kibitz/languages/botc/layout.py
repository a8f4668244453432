"""Formatting: grimoires in one line, drawings redrawn, no blanks where none belong."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache

from kibitz.core.document import Document
from kibitz.core.formatting import TOGETHER
from kibitz.core.language import Parsed
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Edit, Preferences, Span
from kibitz.languages.botc import write
from kibitz.languages.botc.chunk import Sheet, parse
from kibitz.languages.botc.convert import line_end_of
from kibitz.languages.botc.drawing import render
from kibitz.languages.botc.nodes import Record
from kibitz.languages.botc.settings import WRAP
from kibitz.languages.botc.syntax import split


def layout(document: Document, preferences: Preferences, span: Span) -> Iterator[Edit]:
    """See :meth:`kibitz.core.language.Language.layout`."""
    wrap = preferences.number(WRAP, 0)
    line_end = line_end_of(document)
    size = len(document)
    for place in document.places(*span):
        for edit in _laid_out(place.chunk.text, wrap, line_end, place.end == size):
            yield edit.shifted(place.start)


@lru_cache(maxsize=4096)
def _laid_out(text: str, wrap: int, line_end: str, last: bool) -> tuple[Edit, ...]:
    """What changes in a chunk: its record if that is sound, then what follows if that is read, too."""
    line = plain_line(text, line_end)
    if line is not None and not 0 < wrap < len(line):
        return () if text.startswith(line) else (Edit(0, len(text) - len(line_end), line),)
    parsed = _read(text)
    record = parsed.value.record
    if record and not record.sound:
        return ()
    end = record.span.end if record else 0
    edits = [Edit(0, end, _record(text, parsed.value, record, wrap, line_end))] if record else []
    if not any(problem.span.end > end for problem in parsed.problems):
        edits.append(Edit(end, len(text), _tail(text[end:], bool(record), line_end, last)))
    return tuple([edit for edit in edits if text[edit.start : edit.end] != edit.text])


_read = lru_cache(maxsize=2 * TOGETHER)(parse)


def plain_line(text: str, line_end: str) -> str | None:
    """The grimoire as a line, of a chunk of nothing but entries in order with any blanks between; None for others."""
    end = text.find("]") + 1
    if text[:1] != "[" or text[end:] != line_end:
        return None
    line = f"[{' '.join(text[1 : end - 1].split())}]"
    return line if _read(line).value.plain else None


def _record(text: str, sheet: Sheet, record: Record, wrap: int, line_end: str) -> str:
    if record.form == "drawing":
        return render(record.grimoire, record.sides or "balanced").text.replace("\n", line_end)
    comments = [span for span in sheet.comments if span.end < record.span.end]
    parts = [(word.start, word.text) for word in record.roles]
    parts += [(seat.at, write.entry(seat.entry.player)) for seat in record.seats]
    line = f"{text[0]}{' '.join(part for _, part in parts)}{text[record.span.end - 1]}"
    if not comments and (not wrap or len(line) <= wrap):
        return line
    parts = sorted([*parts, *((span.start, text[span.start : span.end].rstrip()) for span in comments)])
    return line_end.join([text[0], *(f"  {part}" for _, part in parts), text[record.span.end - 1]])


def _tail(text: str, behind: bool, line_end: str, last: bool) -> str:
    """What follows a record: comments without indentation, no blanks at line ends, one line end at the last."""
    lines = [line.strip() for line in LINE_BREAK.split(text)]
    if last:
        joined = line_end.join(lines).rstrip()
        return joined + line_end if joined or behind else ""
    return line_end.join(lines) or (" " if behind else "")


# What formatting must keep


def meaning(text: str) -> Hashable:
    """Players, roles and comments of every chunk in order; what can't be read keeps its very text."""
    borders = [border.offset for border in split(text) if border.hard]
    starts = sorted({0, *borders})
    return tuple(
        part
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True)
        for part in _meaning(text[start:end], _read(text[start:end]))
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
    for span in parsed.value.comments:
        yield text[span.start : span.end].rstrip()
