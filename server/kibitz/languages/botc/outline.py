"""Outline, folding and colouring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from kibitz.core.values import Fold, SemanticToken, Span, Symbol, TokenModifier
from kibitz.core.words import plural
from kibitz.languages.botc.chunk import Sheet, parse
from kibitz.languages.botc.kept import kept
from kibitz.languages.botc.nodes import Record, token_of
from kibitz.languages.botc.roles import Role, roles
from kibitz.languages.botc.spot import sheet_at, title_behind, words

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.core.chunks import Block
    from kibitz.core.document import Document


PLAYERS_UP_TO = 300_000
"""Up to how many characters a log's outline has the players of every grimoire; nobody looks through a longer one."""

MOST_SYMBOLS = 5000
"""With so many grimoires and bags listed, those behind their block share one symbol that counts them."""
_OPENERS = frozenset("[{┌")
"""What grimoires, bags and drawings begin with."""


def symbols(analysis: Analysis) -> Iterator[Symbol]:
    """Grimoires and bags, each named by the comment above it, with their players or roles."""
    document, listed = analysis.document, 0
    at = _At(0, 0, "", in_full=len(document) <= PLAYERS_UP_TO)
    blocks = iter(document.blocks)
    for block in blocks:
        found, number, title = kept(block, _outlined, at)
        yield from found
        at = at._replace(start=at.start + block.chars, number=number, title=title)
        listed += len(found)
        if listed >= MOST_SYMBOLS:
            break
    more = sum([chunk.text.lstrip()[:1] in _OPENERS for block in blocks for chunk in block.chunks])
    if more:
        name = f"{more:,} more grimoires and bags"
        yield Symbol(name, "", "game", Span(at.start, len(document)), Span(at.start, at.start + 1))


class _At(NamedTuple):
    """Where a block stands, how many grimoires are before it, and what the last comment calls the next chunk."""

    start: int
    number: int
    title: str
    in_full: bool


def _outlined(block: Block, at: _At) -> tuple[tuple[Symbol, ...], int, str]:
    """What a block has for the outline, how many grimoires there are with it, and what it calls what follows."""
    found, (start, number, title, _) = [], at
    for chunk, (symbol, behind) in zip(block.chunks, kept(block, _unplaced, at.in_full), strict=True):
        if symbol:
            number += symbol.kind == "game"
            name = title or ("Bag" if symbol.kind == "list" else f"Grimoire {number}")
            found.append(_shifted(symbol, start, name))
        start, title = start + len(chunk.text), behind
    return tuple(found), number, title


def _unplaced(block: Block, in_full: bool) -> list[tuple[Symbol | None, str]]:
    """What each chunk has for the outline, without its name and relative to it, and what it calls the next chunk."""
    sheets = [(chunk.text, parse(chunk.text).value) for chunk in block.chunks]
    return [(_symbol(sheet, in_full), title_behind(text, sheet)) for text, sheet in sheets]


def _shifted(symbol: Symbol, by: int, name: str) -> Symbol:
    children = tuple([_shifted(child, by, child.name) for child in symbol.children])
    span, selection = symbol.span.shifted(by), symbol.selection.shifted(by)
    return Symbol(name, symbol.detail, symbol.kind, span, selection, children)


def _symbol(sheet: Sheet, in_full: bool) -> Symbol | None:
    gist, span = sheet.gist, sheet.span
    start = Span(span.start, span.start + 1)
    if gist:
        detail = f"{plural(len(gist.names), 'player')} · {gist.states.count(0)} alive"
        players = tuple(_players(sheet.record)) if in_full and sheet.record else ()
        return Symbol("", detail, "game", span, start, players)
    if sheet.record is None:
        return None
    roles = tuple(Symbol(word.text, "", "value", word.span, word.span) for word in sheet.record.roles)
    return Symbol("", plural(len(roles), "role"), "list", span, start, roles)


def _players(record: Record) -> Iterator[Symbol]:
    for seat in record.seats:
        if seat.entry.name.text:
            name, state = seat.name.span, " †" if seat.entry.dead else ""
            span = seat.span if record.form == "line" else name
            yield Symbol(seat.name.text + state, seat.role.text, "player", span, name)


def folds(analysis: Analysis) -> Iterator[Fold]:
    """Records of several lines, and comments of several lines."""
    document, start = analysis.document, 0
    run: list[Span] = []
    for block in document.blocks:
        for record, comments in kept(block, _of_several_lines, None):
            if record:
                yield Fold(*record.shifted(start))
            for comment in comments:
                here = comment.shifted(start)
                if run and _adjacent(document, run[-1], here):
                    run.append(here)
                    continue
                yield from _comment_fold(run)
                run = [here]
        start += block.chars
    yield from _comment_fold(run)


def _of_several_lines(block: Block, _: None) -> list[tuple[Span | None, list[Span]]]:
    """For each chunk that has any the record of several lines, and its comments, counted from the block."""
    found, start = [], 0
    for chunk in block.chunks:
        # Nearly all chunks are one line.
        if "#" in chunk.text or len(chunk.text.splitlines()) > 1:
            sheet = parse(chunk.text).value
            tall = sheet.source and len(chunk.text[: sheet.span.end].splitlines()) > 1
            comments = [comment.shifted(start) for comment in sheet.comments]
            found.append((sheet.span.shifted(start) if tall else None, comments))
        start += len(chunk.text)
    return found


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
