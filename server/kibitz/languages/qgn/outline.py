"""The outline, what folds away, colours, lenses and inlay hints."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.text import LINE_BREAK, count_breaks
from kibitz.core.values import Fold, Hint, Lens, SemanticToken, Span, Symbol
from kibitz.core.words import plural
from kibitz.languages.qgn import check, head, replay
from kibitz.languages.qgn.assist import (
    Game,
    Tally,
    games,
    games_of,
    read,
    tag_block,
    tag_spans,
    tally,
    tally_of_text,
)
from kibitz.languages.qgn.follow import follow
from kibitz.languages.qgn.model import Action, Comment, Placed, Tag

SYMBOLS_OF_ACTIONS = 50_000
"""In documents with more code points the outline stops at the games."""
LENSES = 500
"""More lenses nobody reads."""


def symbols(analysis: Analysis) -> list[Symbol]:
    """The games with their tags and actions, these by rounds."""
    deep = len(analysis.document) <= SYMBOLS_OF_ACTIONS
    return [_game(analysis, game, deep) for game in games(analysis.document) if game.start < game.end]


def _game(analysis: Analysis, game: Game, deep: bool) -> Symbol:
    part = read(analysis, game.head) if game.head else None
    facts = head.facts(part, games_of(analysis)) if part else None
    tags = tag_spans(part) if part else ()
    selection = tags[0].shifted(game.start) if tags else Span(game.start, game.start)
    detail = ", ".join(facts.teams) if facts and facts.teams else ""
    children = [*_tags(game.head, analysis), *_rounds(analysis, game)] if deep else []
    return Symbol(
        _name(facts.key if facts else None, "game"), detail, "game", Span(game.start, game.end),
        selection, tuple(children),
    )  # fmt: skip


def _name(text: str | None, otherwise: str) -> str:
    return (text or "").strip() or otherwise


def _tags(place: Place | None, analysis: Analysis) -> Iterator[Symbol]:
    if place is None:
        return
    for start, item in read(analysis, place).items:
        if isinstance(item, Tag) and item.key:
            span = Span(place.start + start, place.start + start + len(item.text))
            yield Symbol(_name(item.key, "tag"), item.value, "key", span, item.key_at.shifted(span.start))


def _rounds(analysis: Analysis, game: Game) -> Iterator[Symbol]:
    total, group = Tally(), list[Symbol]()
    for place in game.actions:
        for start, action in read(analysis, place).actions:
            after = total.then(tally((Placed(start, action),)))
            if group and after.round != total.round:
                yield _round(total.round, group)
                group = []
            span = Span(place.start + start, place.start + start + len(action.text))
            group.append(Symbol(action.plain, "", "event", span, span))
            total = after
    if group:
        yield _round(total.round, group)


def _round(number: int, group: list[Symbol]) -> Symbol:
    span = Span(group[0].span.start, group[-1].span.end)
    return Symbol(
        f"round {number}", plural(len(group), "action"), "section", span, group[0].selection, tuple(group)
    )


def folds(analysis: Analysis) -> list[Fold]:
    """Games (where there are several), blocks of tags, comments of several lines."""
    found: list[Fold] = []
    every = list(games(analysis.document))
    for game in every:
        end = game.end
        if len(every) > 1 and _spans_lines(game, end):
            found.append(Fold(game.start, end))
        tags = tag_block(read(analysis, game.head)) if game.head is not None else None
        if game.head is not None and tags is not None and LINE_BREAK.search(game.head.chunk.text, *tags):
            found.append(Fold(game.start + tags.start, game.start + tags.end))
        for place in game.places:
            if "{" in place.chunk.text or "/*" in place.chunk.text:
                found += _comment_folds(analysis, place)
    return found


def _spans_lines(game: Game, end: int) -> bool:
    if game.head is not None and game.actions and game.head.chunk.breaks:
        return True
    behind = count_breaks(game.last.chunk.text[end - game.last.start :])
    return sum(place.chunk.breaks for place in game.places) > behind


def _comment_folds(analysis: Analysis, place: Place) -> Iterator[Fold]:
    for start, item in read(analysis, place).items:
        if isinstance(item, Comment) and LINE_BREAK.search(item.text):
            yield Fold(place.start + start, place.start + start + len(item.text), "comment")


def tokens(analysis: Analysis, span: Span) -> Iterator[SemanticToken]:
    """The colours of tags, actions and comments."""
    for place in analysis.document.places(*span):
        for start, item in read(analysis, place).items:
            at = place.start + start
            if isinstance(item, Tag):
                yield from _tag_tokens(item, at)
            elif isinstance(item, Action):
                yield from _action_tokens(item, at)
            elif isinstance(item, Comment):
                yield from _comment_tokens(item, at)


def _tag_tokens(tag: Tag, at: int) -> Iterator[SemanticToken]:
    if tag.key:
        yield SemanticToken(*tag.key_at.shifted(at), "property")
    start, end = tag.value_at
    if tag.text[start - 1 : start] in {'"', "'"} and start > tag.key_at.start:
        closed = tag.text[end : end + 1] == tag.text[start - 1]
        start, end = start - 1, end + closed
    if start < end:
        yield SemanticToken(at + start, at + end, "string")


def _action_tokens(action: Action, at: int) -> Iterator[SemanticToken]:
    if not action.sign:
        return
    yield SemanticToken(*action.index_at.shifted(at), "variable")
    yield SemanticToken(*action.sign_at.shifted(at), "function")
    if action.ampersand is not None:
        mark = at + action.text.index("&", action.ampersand.start)
        yield SemanticToken(mark, mark + 1, "operator")
    for detail in action.details:
        if detail.text:
            yield SemanticToken(*detail.at.shifted(at), "number" if detail.text.isdecimal() else "parameter")


def _comment_tokens(comment: Comment, at: int) -> Iterator[SemanticToken]:
    """A token must not go over a line end."""
    start = 0
    for found in [*LINE_BREAK.finditer(comment.text), None]:
        end = found.start() if found else len(comment.text)
        if start < end:
            yield SemanticToken(at + start, at + end, "comment")
        start = found.end() if found else end


def lenses(analysis: Analysis) -> list[Lens]:
    """What each game comes to: "2 teams · 14 actions · winner b"."""
    found: list[Lens] = []
    for game in games(analysis.document):
        if game.head is None or len(found) >= LENSES:
            continue
        part = read(analysis, game.head)
        tags = tag_spans(part)
        if not tags:
            continue
        teams = head.facts(part, games_of(analysis)).teams
        total = sum(tally_of_text(analysis.language, place.chunk.text).actions for place in game.actions)
        board = _last_board(analysis, game, game.head)
        parts = [plural(len(teams), "team")] if teams else []
        parts.append(plural(total, "action"))
        if board is not None and teams and board.over:
            parts.append("draw" if board.winner is None else f"winner {teams[board.winner]}")
        found.append(Lens(tags[0].shifted(game.head.start), " · ".join(parts)))
    return found


def _last_board(analysis: Analysis, game: Game, head: Place) -> replay.Board | None:
    """The position at the end of a game."""
    state = check.opened(check.State(), head.chunk, read(analysis, head), games_of(analysis))
    course: replay.Course | None = state.board
    for place in game.actions:
        if course is not None:
            course, _ = follow(
                course, state.known, state.teams, read(analysis, place), analysis.language.rules
            )
    return course if isinstance(course, replay.Board) else None


def hints(analysis: Analysis, span: Span) -> list[Hint]:
    """The name of the team at each action."""
    found: list[Hint] = []
    for place in analysis.document.places(*span):
        part = read(analysis, place)
        teams = analysis.state_before(place).teams
        if part.head or teams is None:
            continue
        for start, action in part.actions:
            if action.index < len(teams):
                found.append(Hint(place.start + start + action.index_at.end, teams[action.index], "team"))
    return found
