"""Teams: where they are named, giving them other names, and what a selection grows to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.core import chunks
from kibitz.core.analysis import Analysis
from kibitz.core.values import Edit, Named, Place, Span
from kibitz.languages.qgn.assist import Game, game_at, games_of, read, spot, tag_block
from kibitz.languages.qgn.cutting import BLANKS
from kibitz.languages.qgn.head import facts, winning
from kibitz.languages.qgn.model import Action, Part, Tag
from kibitz.languages.qgn.tag_values import SEPARATOR, team_spans

NOTHING_HERE = (
    "only teams can be renamed: put the cursor on a name in the tag `teams`, or on the index of an action"
)


@dataclass(frozen=True, slots=True)
class _Team:
    """A team of a game; its name stands at `at`, if it has one."""

    game: Game
    index: int
    span: Span
    name: str
    at: Span | None


def named(analysis: Analysis, offset: int) -> Named | None:
    """The team that is named at `offset`, in the tag `teams` or by the index of an action, with all that it does."""
    team = _team(analysis, offset)
    if team is None:
        return None
    places = [Place(team.at, True)] if team.at is not None else []
    for place in team.game.actions:
        places += [
            Place(span.shifted(place.start)) for span in _of_team(read(analysis, place), place, team.index)
        ]
    # An index of ten digits is no team's, and not kept as it is written.
    if not any(place.span == team.span for place in places):
        return None
    return Named(team.name, team.span, tuple(places), renames=team.at is not None)


def _of_team(part: Part, place: chunks.Place, index: int) -> Iterator[Span]:
    """The indices of the actions of a team in a chunk. Of plain actions nothing else has to be read."""
    if part.words:
        plain = re.compile(rf"(?<![^{BLANKS}])0*{index}(?![0-9])")
        return (Span(*found.span()) for found in plain.finditer(place.chunk.text))
    return (action.index_at.shifted(start) for start, action in part.actions if action.index == index)


def rename(analysis: Analysis, offset: int, name: str) -> list[Edit]:
    """The edit that gives the team at `offset` another name. Raises ValueError where that won't do."""
    team = _team(analysis, offset)
    if team is None:
        raise ValueError(NOTHING_HERE)
    if team.at is None or team.game.head is None:
        raise ValueError(f"team {team.index} has no name: write it into the tag `teams`")
    if not name.strip():
        raise ValueError("a team needs a name")
    if name != name.strip():
        raise ValueError("a name neither begins nor ends with a blank")
    if (odd := next((one for one in ('"', "'", ",", "\n", "\r") if one in name), None)) is not None:
        raise ValueError(f"the name of a team can't hold {_shown(odd)}")
    others = facts(read(analysis, team.game.head), games_of(analysis)).teams or ()
    if name in others and name != team.name:
        raise ValueError(f"`{name}` is team {others.index(name)} already")
    return [Edit(*team.at, name)] if name != team.name else []


def _shown(character: str) -> str:
    return {"\n": "a line break", "\r": "a line break", ",": "a comma, which parts teams"}.get(
        character, f"`{character}`"
    )


def _team(analysis: Analysis, offset: int) -> _Team | None:
    """The team at an offset."""
    here = spot(analysis, offset)
    placed = here.placed
    if placed is None:
        return None
    if isinstance(placed.item, Action):
        span = placed.item.index_at.shifted(placed.start)
        if not placed.item.sign or not span.holds(offset):
            return None
        game = game_at(analysis.document, here.place)
        spans = _team_spans(analysis, game)
        index = placed.item.index
        return _Team(game, index, span, *(spans[index] if index < len(spans) else (f"team {index}", None)))
    if not isinstance(placed.item, Tag) or not here.part.head:
        return None
    game = game_at(analysis.document, here.place)
    for index, (name, at) in enumerate(_team_spans(analysis, game)):
        if at.holds(offset) and name:
            return _Team(game, index, at, name, at)
    return None


def _team_spans(analysis: Analysis, game: Game) -> list[tuple[str, Span]]:
    """The names of the teams and where they stand."""
    if game.head is None:
        return []
    found = winning(read(analysis, game.head)).get("teams")
    if found is None or not found[1].value:
        return []
    start, tag = found
    at = game.head.start + start + tag.value_at.start
    spans = team_spans(tag.value)
    return [(name, span.shifted(at)) for name, span in zip(tag.value.split(SEPARATOR), spans, strict=True)]


# Selections


def selections(analysis: Analysis, offset: int) -> list[Span]:
    """A detail, the details, the action, its round, the game; or a value, its tag, the tags, the game."""
    document = analysis.document
    here = spot(analysis, offset)
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
