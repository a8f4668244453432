"""What a selection grows to: a detail, the details, the action, its round, the game."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.qgn.check.values import team_spans
from kibitz.languages.qgn.features._cursor import cursor_at, read
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text.model import Action, Tag
from kibitz.languages.qgn.text.record import Game, game_at, tag_block


def selections(language: Qgn, analysis: Analysis, offset: int) -> list[Span]:
    """A detail, the details, the action, its round, the game; or a value, its tag, the tags, the game."""
    document = analysis.document
    here = cursor_at(analysis, offset)
    placed = here.placed
    game = game_at(document, here.place)
    found: list[Span] = []
    if placed is not None and placed.start <= offset <= placed.end:
        span = Span(placed.start, placed.end)
        found += [one for one in _inside(placed.item, placed.start) if one.holds(offset)]
        found.append(span)
        if isinstance(placed.item, Action):
            found.append(_round(analysis, game, span, placed.item.index))
    if game.head is not None and (tags := _tags(analysis, game)) is not None and tags.holds(offset):
        found.append(tags)
    if game.start <= offset <= game.end:
        found.append(Span(game.start, game.end))
    return _growing(found)


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


def _tags(analysis: Analysis, game: Game) -> Span | None:
    tags = tag_block(read(analysis, game.head)) if game.head is not None else None
    return tags.shifted(game.start) if tags is not None else None


def _round(analysis: Analysis, game: Game, span: Span, index: int) -> Span:
    """The actions around one, from where the index of the team has fallen to where it falls again."""
    start, end, last = span.start, span.end, index
    for place, action_start, action in _actions(analysis, game, span.start, backwards=True):
        if action.index > last:
            break
        start, last = place + action_start, action.index
    last = index
    for place, action_start, action in _actions(analysis, game, span.end, backwards=False):
        if action.index < last:
            break
        end, last = place + action_start + len(action.text), action.index
    return Span(start, end)


def _actions(
    analysis: Analysis, game: Game, offset: int, backwards: bool
) -> Iterator[tuple[int, int, Action]]:
    """The actions of a game before an offset, from there back, or those behind it."""
    places = reversed(game.actions) if backwards else iter(game.actions)
    for place in places:
        if place.start >= offset if backwards else place.end <= offset:
            continue
        actions = list(read(analysis, place).actions)
        for start, action in reversed(actions) if backwards else actions:
            at = place.start + start
            if at < offset if backwards else at >= offset:
                yield place.start, start, action


def _growing(spans: list[Span]) -> list[Span]:
    """Those of some spans that hold each other, each larger than the last one."""
    found: list[Span] = []
    for span in spans:
        if not found or (span != found[-1] and span.start <= found[-1].start and found[-1].end <= span.end):
            found.append(span)
    return found
