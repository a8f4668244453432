"""What a selection grows to: word, token, tokens, player, players, grimoire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.items import nested
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import record_at, word_at
from kibitz.languages.botc.text.nodes import Record, Seat, token_of


def selections(language: object, analysis: Analysis, offset: int) -> Sequence[Span]:
    """See :meth:`kibitz.core.language.Language.selections`."""
    found = record_at(analysis, offset)
    if found is None:
        return ()
    place, record = found
    text = place.text[: record.span.end]
    return nested([span.shifted(place.start) for span in _spans(analysis, offset, record, text)], offset)


def _spans(analysis: Analysis, offset: int, record: Record, text: str) -> Iterator[Span]:
    """All that may be selected around a cursor, in no order; spans count from the chunk."""
    yield record.span
    if here := word_at(analysis, offset):
        word = here.word
        yield word.span
        if here.kind == "token" and (prefix := token_of(word.text).prefix):
            middle = word.start + len(prefix)
            yield Span(word.start, middle)
            yield Span(middle + 1, word.end)
        if text[word.start - 1 : word.start] == "(" and text[word.end : word.end + 1] == ")":
            yield Span(word.start - 1, word.end + 1)
    if record.form == "drawing":
        return
    if parts := record.parts:
        yield Span(parts[0].start, parts[-1].end)
    for seat in record.seats:
        yield from _seat(seat, text)


def _seat(seat: Seat, text: str) -> Iterator[Span]:
    yield seat.span
    start, end = seat.span
    inner = text[start:end]
    yield Span(start + len(inner) - len(inner.lstrip("*")), end - len(inner) + len(inner.rstrip("*")))
    name, role = seat.name, seat.role
    if name.text:
        before, behind = inner[: name.start - start], inner[name.end - start :]
        tildes = 2 if before.endswith("~~") and behind.startswith("~~") else 0
        yield Span(name.start - tildes, name.end + tildes)
        if role.text:
            yield Span(name.start - tildes, role.end)
    if seat.tokens:
        first, last = seat.tokens[0], seat.tokens[-1]
        yield Span(first.start, last.end)
        if text[first.start - 1] == "(" and text[last.end : last.end + 1] == ")":
            yield Span(first.start - 1, last.end + 1)
