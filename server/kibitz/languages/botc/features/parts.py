"""The parts of a chunk: the grimoire or bag with its players and their words, and comments."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.parts import PLAIN, Part
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import words
from kibitz.languages.botc.game.roles import Role, roles
from kibitz.languages.botc.language import Botc
from kibitz.languages.botc.text.nodes import Record, Seat, Word, token_of


def parts(language: Botc, text: str) -> Iterator[Part]:
    """Yield the parts of a chunk."""
    sheet = language.parsed(text).value
    yield from (Part(comment, "comment") for comment in sheet.comments)
    record: Record | None = sheet.record
    if record is None:
        return
    yield Part(record.span, folds=True, step=True)
    for kind, word, seat in words(record):
        if not word.text:
            continue
        if kind == "name":
            dead = frozenset({"deprecated"}) if seat and seat.entry.dead else PLAIN
            yield Part(word.span, "variable", dead)
        elif kind == "role":
            yield Part(word.span, "class", team_modifier(roles().get(word.text)))
        else:
            yield from _token(word, text)
    if record.form != "drawing" and (entries := record.parts):
        yield Part(Span(entries[0].start, entries[-1].end))
        for seat in record.seats:
            yield from (Part(span) for span in _seat(seat, text))


def team_modifier(role: Role | None) -> frozenset[str]:
    """Return the team as a modifier, so that themes can colour good and evil."""
    return frozenset({"fabled" if role.team == "loric" else role.team}) if role else PLAIN


def _token(word: Word, text: str) -> Iterator[Part]:
    yield Part(word.span, "property", team_modifier(token_of(word.text).role))
    if prefix := token_of(word.text).prefix:
        yield Part(Span(word.start, word.start + len(prefix)))
        yield Part(Span(word.start + len(prefix) + 1, word.end))
    if text[word.start - 1] + text[word.end : word.end + 1] == "()":
        yield Part(Span(word.start - 1, word.end + 1))


def _seat(seat: Seat, text: str) -> Iterator[Span]:
    """Yield the spans of a player: with and without the marks of the dead, the name with the role, and the tokens."""
    yield seat.span
    start, end = seat.span
    inner = text[start:end]
    yield Span(start + len(inner) - len(inner.lstrip("*")), end - len(inner) + len(inner.rstrip("*")))
    name, role = seat.name, seat.role
    if name.text:
        tildes = 2 if text[name.start - 2 : name.start] == text[name.end : name.end + 2] == "~~" else 0
        yield Span(name.start - tildes, name.end + tildes)
        if role.text:
            yield Span(name.start - tildes, role.end)
    if seat.tokens:
        first, last = seat.tokens[0], seat.tokens[-1]
        yield Span(first.start, last.end)
        if text[first.start - 1] + text[last.end : last.end + 1] == "()":
            yield Span(first.start - 1, last.end + 1)
