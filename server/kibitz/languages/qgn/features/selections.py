"""What a selection grows to: a detail, the details, the action, its round, the game."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.items import nested
from kibitz.core.values import Span
from kibitz.languages.qgn.check.values import team_spans
from kibitz.languages.qgn.features._cursor import actions, cursor_at, read
from kibitz.languages.qgn.text.model import Action, Tag
from kibitz.languages.qgn.text.record import Game, game_at, tag_block


def selections(language: object, analysis: Analysis, offset: int) -> list[Span]:
    """A detail, the details, the action, its round, the game; or a value, its tag, the tags, the game."""
    document = analysis.document
    here = cursor_at(analysis, offset)
    placed = here.placed
    game = game_at(document, here.place)
    found = [Span(game.start, game.end)]
    if placed is not None:
        found += [*_inside(placed.item, placed.start), placed.span]
        if isinstance(placed.item, Action):
            found.append(_round(analysis, game, placed.span, placed.item.index))
    if (tags := tag_block(read(analysis, game.head))) is not None:
        found.append(tags.shifted(game.start))
    return nested(found, offset)


def _inside(item: object, start: int) -> Iterator[Span]:
    """The parts of an item, smaller ones first."""
    if isinstance(item, Action) and item.sign:
        yield from (detail.at.shifted(start) for detail in item.details)
        if item.details:
            yield Span(start + item.details[0].at.start, start + item.details[-1].at.end)
        yield Span(start, start + item.sign_at.end)
    elif isinstance(item, Tag):
        if item.key == "teams":
            yield from (span.shifted(start + item.value_at.start) for span in team_spans(item.value))
        yield item.key_at.shifted(start)
        yield item.value_at.shifted(start)


def _round(analysis: Analysis, game: Game, span: Span, index: int) -> Span:
    """The actions around one, from where the index of the team has fallen to where it falls again."""
    start, end, last = span.start, span.end, index
    before = (place for place in reversed(game.actions) if place.start < start)
    for at, action in (one for place in before for one in reversed([*actions(analysis, [place])])):
        if at.start < span.start:
            if action.index > last:
                break
            start, last = at.start, action.index
    last = index
    for at, action in actions(analysis, (place for place in game.actions if place.end > span.end)):
        if at.start >= span.end:
            if action.index < last:
                break
            end, last = at.end, action.index
    return Span(start, end)
