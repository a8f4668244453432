"""The outline: grimoires and bags with their players or roles. The comment above each names it."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Symbol
from kibitz.core.bounds import SYMBOLS
from kibitz.core.memory import remembered
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.botc.features._cursor import title_behind
from kibitz.languages.botc.text.nodes import Record
from kibitz.languages.botc.text.read import parse

PLAYERS_UP_TO = 300_000
"""Maximum length of a log, in characters, whose outline shows the players of every grimoire."""
_OPENERS = frozenset("[{┌")
"""First characters of grimoires, bags and drawings."""


def symbols(language: object, analysis: Analysis) -> Iterator[Symbol]:
    """See :meth:`kibitz.core.language.Language.symbols`."""
    document = analysis.document
    in_full = len(document) <= PLAYERS_UP_TO
    listed, number, title = 0, 0, ""
    places = document.places()
    for place in places:
        symbol, behind = _of_chunk(place.text, in_full)
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


@remembered
def _of_chunk(text: str, in_full: bool) -> tuple[Symbol | None, str]:
    """Return the outline of a chunk, without its name and with relative spans, and the name of the next chunk."""
    sheet = parse(text).value
    return _symbol(sheet.record, in_full) if sheet.record else None, title_behind(text, sheet)


def _symbol(record: Record, in_full: bool) -> Symbol:
    span = record.span
    if record.form == "bag":
        roles = tuple(Symbol(word.text, "", "value", word.span, word.span) for word in record.roles)
        return Symbol("", plural(len(roles), "role"), "list", span, span.first, roles)
    detail = f"{plural(len(record.circle.names), 'player')} · {record.circle.states.count(0)} alive"
    return Symbol("", detail, "game", span, span.first, tuple(_players(record)) if in_full else ())


def _players(record: Record) -> Iterator[Symbol]:
    for seat in record.seats:
        if seat.player.name:
            name, state = seat.name.span, " †" if seat.entry.dead else ""
            span = seat.span if record.form == "line" else name
            yield Symbol(seat.name.text + state, seat.role.text, "player", span, name)
