"""The parts of a chunk: the grimoire or bag with its players and their words, and comments."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Symbol
from kibitz.core.bounds import LONG, SYMBOLS
from kibitz.core.chunks import Chunk
from kibitz.core.items import lines_of, unfinished
from kibitz.core.memory import kept_with
from kibitz.core.parts import PLAIN, Part
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.botc.features._cursor import sheet_at, title_behind, words, written_at
from kibitz.languages.botc.game.roles import Role, roles
from kibitz.languages.botc.language import Botc
from kibitz.languages.botc.text.nodes import Record, Seat, Word, token_of
from kibitz.languages.botc.text.read import parse


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
            dead = frozenset({"deprecated"}) if seat and seat.dead else PLAIN
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
    star, tildes = (0, 0) if seat.broken else (seat.dead, 2 * seat.spent)
    yield Span(seat.span.start + star, seat.span.end - star)
    name, role = seat.name, seat.role
    if name.text:
        yield Span(name.start - tildes, name.end + tildes)
        if role.text:
            yield Span(name.start - tildes, role.end)
    if seat.tokens:
        first, last = seat.tokens[0], seat.tokens[-1]
        yield Span(first.start, last.end)
        if text[first.start - 1] + text[last.end : last.end + 1] == "()":
            yield Span(first.start - 1, last.end + 1)


def entry(language: object, analysis: Analysis, offset: int) -> Span:
    """See :meth:`kibitz.core.language.Language.entry`."""
    found = written_at(analysis, offset)
    if found is None:
        return Span(offset, offset)
    place, record = found
    parts = record.parts
    if record.form == "drawing":
        parts = [*lines_of(place.text, Span(0, len(place.text)))]
    part = unfinished(parts, offset - place.start)
    return part.shifted(place.start) if part else Span(offset, offset)


def record(language: object, analysis: Analysis, offset: int) -> Span:
    """See :meth:`kibitz.core.language.Language.record`."""
    found, nothing = written_at(analysis, offset), Span(offset, offset)
    if found is None:
        return nothing
    place, written = found
    at, end, text = offset - place.start, written.span.end, place.text
    if written.closed and (written.form == "drawing" or at >= end):
        return nothing
    behind = text[at : end - written.closed]
    for comment in reversed(sheet_at(analysis.document, place).comments):
        if at <= comment.start and comment.end <= end:
            behind = behind.replace(text[slice(*comment)], "")
    return nothing if behind.strip() else Span(place.start, max(offset, place.start + end))


_OPENERS = frozenset("[{┌")
"""First characters of grimoires, bags and drawings."""


def symbols(language: object, analysis: Analysis) -> Iterator[Symbol]:
    """See :meth:`kibitz.core.language.Language.symbols`."""
    document = analysis.document
    in_full = len(document) <= LONG
    listed, number, title = 0, 0, ""
    places = document.places()
    for place in places:
        symbol, behind = _of_chunk(place.chunk, in_full)
        if symbol:
            number += symbol.kind == "game"
            name = title or ("Bag" if symbol.kind == "list" else f"Grimoire {number}")
            yield symbol.shifted(place.start)._replace(name=name)
            listed += 1
        title = behind
        if listed == SYMBOLS:
            break
    if rest := [place for place in places if place.text.lstrip()[:1] in _OPENERS]:
        name, span = f"{len(rest):,} more grimoires and bags", Span(rest[0].start, len(document))
        yield Symbol(name, "", "game", span, span.first)


@kept_with
def _of_chunk(chunk: Chunk, in_full: bool) -> tuple[Symbol | None, str]:
    """Return the outline of a chunk, without its name and with relative spans, and the name of the next chunk."""
    sheet = parse(chunk.text).value
    return _symbol(sheet.record, in_full) if sheet.record else None, title_behind(chunk.text, sheet)


def _symbol(record: Record, in_full: bool) -> Symbol:
    span = record.span
    if record.form == "bag":
        roles = tuple(Symbol(word.text, "", "value", word.span, word.span) for word in record.roles)
        return Symbol("", plural(len(roles), "role"), "list", span, span.first, roles)
    detail = f"{plural(len(record.players), 'player')} · {sum(not one.dead for one in record.players)} alive"
    return Symbol("", detail, "game", span, span.first, tuple(_players(record)) if in_full else ())


def _players(record: Record) -> Iterator[Symbol]:
    for seat in record.seats:
        if seat.player.name:
            name, state = seat.name.span, " †" if seat.dead else ""
            span = seat.span if record.form == "line" else name
            yield Symbol(seat.name.text + state, seat.role.text, "player", span, name)


def fixed_facts(language: Botc, analysis: Analysis, span: Span) -> Iterator[Span]:
    """See :meth:`kibitz.core.language.Language.fixed_facts`. A player count that agrees with the players always stays."""
    for place in analysis.document.places(*span):
        for comment in sheet_at(analysis.document, place).comments:
            here = comment.shifted(place.start)
            if not any(here.holds(one.span.start) for one in analysis.diagnostics_in(*here)):
                yield here
        for problem in language.parsed(place.text).problems:
            if problem.rule.slug == "header-count":
                yield problem.span.shifted(place.start)
