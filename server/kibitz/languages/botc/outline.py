"""Outline, folding and colouring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kibitz.core.values import Fold, SemanticToken, Span, Symbol, TokenModifier
from kibitz.core.words import plural
from kibitz.languages.botc.nodes import Record, Seat, token_of
from kibitz.languages.botc.roles import Role, roles
from kibitz.languages.botc.spot import sheet_at, title_behind, words

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.core.document import Document


PLAYERS_UP_TO = 1_000_000
"""Up to how many characters a log's outline has the players of every grimoire; nobody looks through a longer one."""


def symbols(analysis: Analysis) -> Iterator[Symbol]:
    """Grimoires and bags, each named by the comment above it, with their players or roles."""
    document, title, number = analysis.document, "", 0
    in_full = len(document) <= PLAYERS_UP_TO
    for place in document.places():
        sheet = sheet_at(document, place)
        if record := sheet.record:
            number += record.form != "bag"
            name = title or ("Bag" if record.form == "bag" else f"Grimoire {number}")
            yield _symbol(record, place.start, name, in_full)
        title = title_behind(place.chunk.text, sheet)


def _symbol(record: Record, base: int, name: str, in_full: bool) -> Symbol:
    span = record.span.shifted(base)
    if record.form == "bag":
        roles = tuple(
            Symbol(word.text, "", "value", word.span.shifted(base), word.span.shifted(base))
            for word in record.roles
        )
        return Symbol(name, plural(len(roles), "role"), "list", span, Span(span.start, span.start + 1), roles)
    living = [entry.readable and not entry.dead for entry in record.entries]
    detail = f"{plural(len(record.names), 'player')} · {sum(living)} alive"
    seats = record.seats if in_full else ()
    players = tuple([_player(seat, base, record.form == "line") for seat in seats if seat.entry.name.text])
    return Symbol(name, detail, "game", span, Span(span.start, span.start + 1), players)


def _player(seat: Seat, base: int, whole: bool) -> Symbol:
    name = seat.name.span.shifted(base)
    state = " †" if seat.entry.dead else ""
    return Symbol(
        seat.name.text + state, seat.role.text, "player", seat.span.shifted(base) if whole else name, name
    )


def folds(analysis: Analysis) -> Iterator[Fold]:
    """Records of several lines, and comments of several lines."""
    document = analysis.document
    run: list[Span] = []
    for place in document.places():
        text = place.chunk.text
        sheet = sheet_at(document, place)
        if sheet.record and _lines(text, sheet.record.span) > 1:
            yield Fold(*sheet.record.span.shifted(place.start))
        for comment in sheet.comments:
            here = comment.shifted(place.start)
            if run and _adjacent(document, run[-1], here):
                run.append(here)
                continue
            yield from _comment_fold(run)
            run = [here]
    yield from _comment_fold(run)


def _lines(text: str, span: Span) -> int:
    return len(text[span.start : span.end].splitlines())


def _adjacent(document: Document, one: Span, other: Span) -> bool:
    between = document.text(one.end, other.start)
    return not between.strip() and len(between.splitlines()) < 3 and between.count("\n") < 2


def _comment_fold(run: list[Span]) -> Iterator[Fold]:
    if len(run) > 1:
        yield Fold(run[0].start, run[-1].end, "comment")


def tokens(analysis: Analysis, span: Span) -> Iterable[SemanticToken]:
    """Names, roles by team, tokens by their role's team, and comments."""
    document = analysis.document
    for place in document.places(span.start, span.end):
        sheet = sheet_at(document, place)
        found = [SemanticToken(*comment.shifted(place.start), "comment") for comment in sheet.comments]
        if sheet.record:
            found += _words(sheet.record, place.start)
        yield from sorted(found)


def _words(record: Record, base: int) -> Iterator[SemanticToken]:
    for kind, word, seat in words(record):
        if not word.text:
            continue
        span = word.span.shifted(base)
        if kind == "name":
            dead: frozenset[TokenModifier] = frozenset({"deprecated"} if seat and seat.entry.dead else ())
            yield SemanticToken(*span, "variable", dead)
        elif kind == "role":
            yield SemanticToken(*span, "class", team_modifier(roles().get(word.text)))
        else:
            yield SemanticToken(*span, "property", team_modifier(token_of(word.text).role))


def team_modifier(role: Role | None) -> frozenset[TokenModifier]:
    """The team as a modifier, so that themes can colour good and evil."""
    if role is None:
        return frozenset()
    return frozenset({"fabled" if role.team == "loric" else role.team})
