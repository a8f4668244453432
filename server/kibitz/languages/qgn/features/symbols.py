"""The outline: games with their tags and actions."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Symbol
from kibitz.core.bounds import SYMBOLS
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.qgn.features._cursor import actions, read, rounds, told_by
from kibitz.languages.qgn.text.head import Head
from kibitz.languages.qgn.text.model import Action, Part
from kibitz.languages.qgn.text.record import Game, game_count, games, tag_spans

SYMBOLS_OF_ACTIONS = 50_000
"""Maximum document length, in code points, for an outline with actions; longer ones list only games."""


def symbols(language: object, analysis: Analysis) -> Iterator[Symbol]:
    """Yield the games with their tags, and their actions by rounds."""
    document = analysis.document
    deep = len(document) <= SYMBOLS_OF_ACTIONS
    for number, game in enumerate(games(document)):
        if number == SYMBOLS:
            name = f"{game_count(document) - number:,} more games"
            rest = Span(game.start, len(document))
            yield Symbol(name, "", "game", rest, rest.first)
            return
        if game.start < game.end:
            yield _game(analysis, game, deep)


def _game(analysis: Analysis, game: Game, deep: bool) -> Symbol:
    part, told = read(analysis, game.head), told_by(analysis, game.head)
    first = next(iter(tag_spans(part)), Span(0, 0)).shifted(game.start)
    children = (*_tags(game, part), *_rounds(analysis, game, told)) if deep else ()
    return Symbol(
        _name(told.key or "", "game"),
        ", ".join(told.teams),
        "game",
        Span(game.start, game.end),
        first,
        children,
    )


def _name(text: str, otherwise: str) -> str:
    return text.strip() or otherwise


def _tags(game: Game, part: Part) -> Iterator[Symbol]:
    for start, tag in part.tags:
        if tag.key:
            span = Span(start, start + len(tag.text)).shifted(game.start)
            yield Symbol(_name(tag.key, "tag"), tag.value, "key", span, tag.key_at.shifted(span.start))


def _rounds(analysis: Analysis, game: Game, told: Head) -> Iterator[Symbol]:
    for number, group in rounds(actions(analysis, game.actions)):
        children = [Symbol(one.plain, _deed(told, one), "event", span, span) for span, one in group]
        span = Span(group[0][0].start, group[-1][0].end)
        yield Symbol(
            f"round {number}", plural(len(group), "action"), "section", span, group[0][0], tuple(children)
        )


def _deed(told: Head, action: Action) -> str:
    """Return the team and the kind of an action, or nothing if the game is unknown."""
    kind = told.known.kinds.get(action.sign) if told.known else None
    team = "".join(told.teams[action.index : action.index + 1])
    return ": ".join(filter(None, [team, kind.name])) if kind else ""
