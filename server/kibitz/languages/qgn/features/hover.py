"""Explanations of the item at the cursor: a tag, or an action with its team, details and position."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from weakref import WeakKeyDictionary

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Hint, Hover, Lens
from kibitz.core.bounds import LENSES
from kibitz.core.chunks import Chunk, Place
from kibitz.core.setting import Preferences
from kibitz.core.shown import code, escape
from kibitz.core.values import Span
from kibitz.core.words import plural, table
from kibitz.languages.qgn.check.step import State
from kibitz.languages.qgn.drawing.board import plain
from kibitz.languages.qgn.drawing.squares import steps
from kibitz.languages.qgn.features._history import (
    Cursor,
    count_before,
    cursor_at,
    followed,
    games_of,
    read,
    state_at,
)
from kibitz.languages.qgn.game.games import Games, Known
from kibitz.languages.qgn.game.kinds.onitama import Onitama
from kibitz.languages.qgn.game.kinds.quill.play import deck
from kibitz.languages.qgn.game.kinds.tsuro import UNDETERMINED, Tsuro
from kibitz.languages.qgn.game.position import Position, result
from kibitz.languages.qgn.text.items import Action, Tag
from kibitz.languages.qgn.text.record import (
    LEGACY,
    Game,
    games,
    is_head,
    read_head,
    tag_spans,
)

TAGS = {
    "key": "The name of the game. Every record needs it.",
    "teams": "The teams, separated by a comma and a space; actions name them by index, from 0. Every record needs it.",
    "variant": "The variant of the game, where it has several.",
    "seed": "The number from which the game draws its random order: the same seed gives the same game.",
    "completed": "Whether the game has come to its end: `true` or `false`.",
    "date": "The day of the game as month, day and year: `10-31-2021`.",
    "id": "The name under which a game server keeps the game. Servers write it; a record does not need it.",
    "kind": "What a game server does with the game. Servers write it; a record does not need it.",
    "Decks": "The decks of the two teams of Quill, separated by ` : `, their cards by `, `.",
}
"""The meanings of the tags of the specification and of game servers."""


def hover(language: object, analysis: Analysis, offset: int) -> Hover | None:
    """Return an explanation of the item at `offset`, or None."""
    here = cursor_at(analysis, offset)
    placed = here.placed
    if placed is None or not placed.start <= offset <= placed.end:
        return None
    span = placed.span
    if isinstance(placed.item, Tag):
        position = analysis.state_after(here.place).position
        text = "\n\n".join(_tag(placed.item, here, games_of(analysis), position))
        return Hover(span, text) if text else None
    if isinstance(placed.item, Action) and placed.item.sign:
        return Hover(span, "\n\n".join(_action(analysis, here, placed.item, placed.end)))
    return None


def _tag(tag: Tag, here: Cursor, games: Games, position: Position | None) -> Iterator[str]:
    """Yield the explanation of a tag, in a game that begins with a position."""
    told, name = read_head(here.part, games), LEGACY.get(tag.key, tag.key)
    if name != tag.key:
        yield f"The older name of `{name}`."
    if name in TAGS:
        yield TAGS[name]
    elif name:
        yield f"{code(name)} is a tag of this record; the format gives it no meaning."
    if name == "key" and (known := games.get(tag.value)) is not None:
        yield describe(known)
    if name == "teams" and told.teams:
        yield table(("index", "team"), ((index, escape(team)) for index, team in enumerate(told.teams)))
    if name == "Decks" and told.decks:
        rows = zip(told.teams, map(deck, told.decks), strict=False)
        yield table(("team", "cards"), ((escape(team), cards) for team, cards in rows))
    if name == "variant" and told.known is not None and told.known.variants:
        yield f"{told.known.key}: " + ", ".join(map(code, told.known.variants))
        if isinstance(position, Tsuro) and position.is_undetermined:
            yield f"{UNDETERMINED[0].upper()}{UNDETERMINED[1:]}."


def describe(known: Known) -> str:
    """Return a description of a known game: its teams and actions."""
    rows = [
        (code(kind.letter), kind.name, ", ".join(field.name for field in kind.fields))
        for kind in known.kinds.values()
    ]
    return f"**{known.key}**, for {known.team_count} teams\n\n" + table(("action", "", "details"), rows)


def _action(analysis: Analysis, here: Cursor, action: Action, end: int) -> Iterator[str]:
    state = state_at(analysis, here.place, end)
    kind, position, teams = state.kind(action.sign), state.position, state.teams
    name = f" **{escape(teams[action.index])}**" if action.index < len(teams) else ""
    yield f"team {action.index}{name} · {escape(kind.name) if kind else f'action {code(action.sign)}'}"
    if action.details:
        yield _details(action, state)
    count, number = count_before(analysis, end)
    yield f"action {count}, round {number}"
    if state.since_error > 1:
        yield "Not checked: an action before it is refused or cannot be read"
    if picture := _picture(state, action):
        yield "\n".join(["```text", *picture, "```"])
    if position is not None and position.over and not state.since_error:
        yield escape(result(position, teams))


def _picture(state: State, action: Action) -> list[str]:
    """Return the board after an action, if it is known, and the steps of its card."""
    position, card = state.position, action.details[-1].text if action.details else ""
    lines = plain(position, state.teams)
    if lines and state.since_error:
        lines.append("the last certain board: the actions after it can't be played")
    if isinstance(position, Onitama) and card in position.steps:
        lines += ["", f"{card} leads from o to x:", *steps(position.steps, card)]
    return lines


def _details(action: Action, state: State) -> str:
    kind, rows = state.kind(action.sign), []
    for number, detail in enumerate(action.details):
        field = kind.field(number) if kind else None
        thing = state.thing(detail.text)
        meaning = field.meaning(detail.text) if field else detail.text
        if thing is not None:
            meaning = f"{thing.name}: {thing.about}" if thing.about else thing.name
        name, shown = field.name if field else f"detail {number + 1}", code(detail.text)
        said = escape(meaning) if meaning != detail.text else ""
        rows.append((name, shown if detail.text else "(empty)", said))
    if not any(said for *_, said in rows):
        return table(("detail", "value"), [row[:2] for row in rows])
    return table(("detail", "value", ""), rows)


def hints(language: object, analysis: Analysis, span: Span, preferences: Preferences) -> Iterator[Hint]:
    """Yield the team's name at each action, and the things that its details name."""
    for place in analysis.document.places(*span):
        state: State = analysis.state_before(place)
        if is_head(place):
            continue
        teams = state.teams if preferences.flag("inlayHints.team", False) else ()
        named = preferences.flag("inlayHints.names", True) and state.has_things
        for (at, action), after, _ in followed(analysis, [place] if teams or named else (), state):
            if isinstance(action, Action) and action.sign and action.index < len(teams):
                yield Hint(at.start + action.index_at.end, teams[action.index], "team")
            # A name holds at the time of its action.
            for detail in action.details if named and isinstance(action, Action) else ():
                if (thing := state.thing(detail.text)) is not None:
                    yield Hint(at.start + detail.at.end, thing.name, "names", thing.about)
            state = after


_lenses: WeakKeyDictionary[Chunk, tuple[tuple[object, ...], Lens]] = WeakKeyDictionary()
"""The latest lens of each head, and the language and the texts of its actions: editors ask again with each key."""


def lenses(language: object, analysis: Analysis) -> list[Lens]:
    """Return a summary of each game: "2 teams · 14 actions · b has won"."""
    found: list[Lens] = []
    for game in games(analysis.document):
        if len(found) >= LENSES:
            break
        if game.head is None or not tag_spans(read(analysis, game.head)):
            continue
        said = (language, *(place.text for place in game.actions))
        known = _lenses.get(game.head.chunk)
        if known is None or known[0] != said:
            known = _lenses[game.head.chunk] = said, _lens(analysis, game, game.head)
        found.append(known[1]._replace(span=known[1].span.shifted(game.head.start)))
    return found


def _lens(analysis: Analysis, game: Game, head: Place) -> Lens:
    """Return the summary of a game, with a span in its head."""
    behind = next(islice(analysis.document.since(game.last), 1, None), None)
    state = analysis.state_before(behind) if behind else analysis.state_behind
    parts = [plural(len(state.teams), "team")] if state.teams else []
    parts.append(plural(count_before(analysis, game.end)[0], "action"))
    drawn = list[str]()
    if state.position is not None:
        if state.since_error:
            parts.append("unclear at the end")
        elif state.position.over:
            parts.append(result(state.position, state.teams))
        drawn = plain(state.position, state.teams)
    return Lens(tag_spans(read(analysis, head))[0], " · ".join(parts), "\n".join(drawn))
