"""Colouring: names, roles by team, tokens by their role's team, and comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import SemanticToken
from kibitz.core.items import within_lines
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import sheet_at, words
from kibitz.languages.botc.game.roles import Role, roles
from kibitz.languages.botc.text.nodes import Record, token_of


def tokens(language: object, analysis: Analysis, span: Span) -> Iterable[SemanticToken]:
    """Names, roles by team, tokens by their role's team, and comments."""
    document = analysis.document
    for place in document.places(span.start, span.end):
        sheet = sheet_at(document, place)
        found = [SemanticToken(*comment.shifted(place.start), "comment") for comment in sheet.comments]
        if sheet.record:
            words = _words(sheet.record)
            # A line end may have torn a word, which is read as one.
            found += [
                token._replace(start=place.start + token.start, end=place.start + token.end)
                for token in within_lines(place.text, words)
            ]
        yield from sorted(found)


def _words(record: Record) -> Iterator[SemanticToken]:
    for kind, word, seat in words(record):
        if not word.text:
            continue
        span = word.span
        if kind == "name":
            dead: frozenset[str] = frozenset({"deprecated"} if seat and seat.entry.dead else ())
            yield SemanticToken(*span, "variable", dead)
        elif kind == "role":
            yield SemanticToken(*span, "class", team_modifier(roles().get(word.text)))
        else:
            yield SemanticToken(*span, "property", team_modifier(token_of(word.text).role))


def team_modifier(role: Role | None) -> frozenset[str]:
    """The team as a modifier, so that themes can colour good and evil."""
    if role is None:
        return frozenset()
    return frozenset({"fabled" if role.team == "loric" else role.team})
