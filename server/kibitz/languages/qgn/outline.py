"""The outline, colours, lenses and inlay hints."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import BLOCK, Place
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Hint, Lens, SemanticToken, Span, Symbol
from kibitz.core.words import plural
from kibitz.languages.qgn import check, head, replay
from kibitz.languages.qgn.assist import (
    Game,
    Tally,
    game_count,
    games,
    games_of,
    read,
    tag_spans,
    tally,
    tally_before,
    tally_of_text,
)
from kibitz.languages.qgn.follow import follow
from kibitz.languages.qgn.model import Action, Comment, Placed, Tag
from kibitz.languages.qgn.picture import board_lines

MOST_SYMBOLS = 5000
"""Games beyond this number share one symbol that counts them."""
SYMBOLS_OF_ACTIONS = 50_000
"""In documents with more code points the outline stops at the games."""
LENSES = 500
"""More lenses nobody reads."""


def symbols(analysis: Analysis) -> Iterator[Symbol]:
    """The games with their tags and actions, these by rounds."""
    document = analysis.document
    deep = len(document) <= SYMBOLS_OF_ACTIONS
    for number, game in enumerate(games(document)):
        if number == MOST_SYMBOLS:
            name = f"{game_count(document) - number:,} more games"
            rest = Span(game.start, len(document))
            yield Symbol(name, "", "game", rest, Span(rest.start, rest.start + 1))
            return
        if game.start < game.end:
            yield _game(analysis, game, deep)


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
        if len(found) >= LENSES:
            break
        if game.head is None:
            continue
        part = read(analysis, game.head)
        tags = tag_spans(part)
        if not tags:
            continue
        teams = head.facts(part, games_of(analysis)).teams
        total = _count(analysis, game)
        board = _last_board(analysis, game, game.head)
        parts = [plural(len(teams), "team")] if teams else []
        parts.append(plural(total, "action"))
        if board is not None and teams and board.over:
            parts.append("draw" if board.winner is None else f"winner {teams[board.winner]}")
        drawn = ["".join(text for text, _ in line) for line in board_lines(None, board, [])] if board else []
        found.append(Lens(tags[0].shifted(game.head.start), " · ".join(parts), "\n".join(drawn)))
    return found


def _count(analysis: Analysis, game: Game) -> int:
    """How many actions a game has; of a long one the blocks know."""
    last = tally_of_text(analysis.language, game.last.chunk.text) if game.actions else Tally()
    if len(game.actions) > 2 * BLOCK:
        return tally_before(analysis, game.last).then(last).actions
    texts = (place.chunk.text for place in game.actions[:-1])
    return sum(tally_of_text(analysis.language, text).actions for text in texts) + last.actions


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
