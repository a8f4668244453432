"""The outline: games with their tags and actions."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Symbol
from kibitz.core.chunks import Place
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.qgn.features._cursor import games_of, read
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text.head import Head, read_head
from kibitz.languages.qgn.text.model import Action, Placed, Tag
from kibitz.languages.qgn.text.record import Game, Tally, game_count, games, tag_spans, tally

MOST_SYMBOLS = 5000
"""Games beyond this number share one symbol that counts them."""
SYMBOLS_OF_ACTIONS = 50_000
"""In documents with more code points the outline stops at the games."""


def symbols(language: Qgn, analysis: Analysis) -> Iterator[Symbol]:
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
    told = read_head(part, games_of(analysis)) if part else None
    tags = tag_spans(part) if part else ()
    selection = tags[0].shifted(game.start) if tags else Span(game.start, game.start)
    detail = ", ".join(told.teams) if told and told.teams else ""
    children = [*_tags(game.head, analysis), *_rounds(analysis, game)] if deep else []
    return Symbol(
        _name(told.key if told else None, "game"), detail, "game", Span(game.start, game.end),
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
    told = read_head(read(analysis, game.head), games_of(analysis)) if game.head is not None else None
    for place in game.actions:
        for start, action in read(analysis, place).actions:
            after = total.then(tally((Placed(start, action),)))
            if group and after.round != total.round:
                yield _round(total.round, group)
                group = []
            span = Span(place.start + start, place.start + start + len(action.text))
            group.append(Symbol(action.plain, _deed(told, action), "event", span, span))
            total = after
    if group:
        yield _round(total.round, group)


def _deed(told: Head | None, action: Action) -> str:
    """What an action of a known game does, and whose it is."""
    if told is None or told.known is None or (kind := told.known.kinds.get(action.sign)) is None:
        return ""
    teams = told.teams or ()
    team = teams[action.index] if action.index < len(teams) else ""
    return f"{team}: {kind.name}" if team else kind.name


def _round(number: int, group: list[Symbol]) -> Symbol:
    span = Span(group[0].span.start, group[-1].span.end)
    return Symbol(
        f"round {number}", plural(len(group), "action"), "section", span, group[0].selection, tuple(group)
    )
