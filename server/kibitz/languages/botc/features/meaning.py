"""The meaning of a text that formatting must keep."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from kibitz.core.formatting import TOGETHER
from kibitz.core.memory import latest
from kibitz.core.notation import Parsed
from kibitz.languages.botc.text.grammar import split
from kibitz.languages.botc.text.read import Sheet, parse

read = latest(2 * TOGETHER)(parse)
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
