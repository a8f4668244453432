"""Explains what is under the cursor: a tag, or an action with its team, its details and the position after it."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Hover
from kibitz.core.shown import code, escape
from kibitz.core.values import Span
from kibitz.core.words import table
from kibitz.languages.qgn.check.step import State
from kibitz.languages.qgn.drawing.board import plain
from kibitz.languages.qgn.drawing.pieces import steps
from kibitz.languages.qgn.features._cursor import Cursor, cursor_at, games_of, state_at
from kibitz.languages.qgn.game.games import Games, Known
from kibitz.languages.qgn.game.kinds.lines import Board
from kibitz.languages.qgn.game.kinds.onitama import Onitama
from kibitz.languages.qgn.game.kinds.quill import words
from kibitz.languages.qgn.game.kinds.standing import thing_of
from kibitz.languages.qgn.game.kinds.tsuro import UNDETERMINED, Tsuro
from kibitz.languages.qgn.game.position import Position
from kibitz.languages.qgn.game.refused import result
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text.head import LEGACY, read_head
from kibitz.languages.qgn.text.model import Action, Tag
from kibitz.languages.qgn.text.record import tally, tally_before

TAGS = {
    "key": "The name of the game. Every record needs it.",
    "teams": "The teams, separated by a comma and a blank; actions name them by index, from 0. Every record needs it.",
    "variant": "The variant of the game, where it has several.",
    "seed": "The number from which the game draws its random order: the same seed gives the same game.",
    "completed": "Whether the game has come to its end: `true` or `false`.",
    "date": "The day of the game as month, day and year: `10-31-2021`.",
    "id": "The name under which a game server keeps the game. Servers write it; records need it not.",
    "kind": "What a game server does with the game. Servers write it; records need it not.",
    "Decks": "The decks of the two teams of Quill, separated by ` : `, their cards by `, `.",
}
"""What the tags are for: those of the specification, and those that game servers write."""


def hover(language: Qgn, analysis: Analysis, offset: int) -> Hover | None:
    """What is at `offset`."""
    here = cursor_at(analysis, offset)
    placed = here.placed
    if placed is None or not placed.start <= offset <= placed.end:
        return None
    span = Span(placed.start, placed.end)
    if isinstance(placed.item, Tag):
        text = _tag(placed.item, here, games_of(analysis), analysis.state_after(here.place).position)
        return Hover(span, text) if text else None
    if isinstance(placed.item, Action) and placed.item.sign:
        return Hover(span, _action(analysis, here, placed.item, placed.end))
    return None


def _tag(tag: Tag, here: Cursor, games: Games, position: Position | None) -> str:
    """What a tag is, in a game that begins with a position."""
    lines = []
    if tag.key in LEGACY:
        lines.append(f"The older name of `{LEGACY[tag.key]}`.")
    if (about := TAGS.get(LEGACY.get(tag.key, tag.key))) is not None:
        lines.append(about)
    elif tag.key:
        lines.append(f"{code(tag.key)} is a tag of this record; the format gives it no meaning.")
    told = read_head(here.part, games)
    name = LEGACY.get(tag.key, tag.key)
    if name == "key" and (known := games.get(tag.value)) is not None:
        lines.append(describe(known))
    if name == "teams" and told.teams:
        lines.append(
            table(("index", "team"), ((index, escape(team)) for index, team in enumerate(told.teams)))
        )
    if name == "Decks" and told.decks:
        rows = zip(told.teams, map(words.deck, told.decks), strict=False)
        lines.append(table(("team", "cards"), ((escape(team), deck) for team, deck in rows)))
    if name == "variant" and told.known is not None and told.known.variants:
        lines.append(f"{told.known.key}: " + ", ".join(code(variant) for variant in told.known.variants))
        if isinstance(position, Tsuro) and position.is_undetermined:
            lines.append(f"{UNDETERMINED[0].upper()}{UNDETERMINED[1:]}.")
    return "\n\n".join(lines)


def describe(known: Known) -> str:
    """A known game: how many teams, which actions."""
    rows = [
        (code(kind.letter), kind.name, ", ".join(field.name for field in kind.fields))
        for kind in known.kinds.values()
    ]
    return f"**{known.key}**, for {known.team_count} teams\n\n" + table(("action", "", "details"), rows)


def _action(analysis: Analysis, here: Cursor, action: Action, end: int) -> str:
    state = state_at(analysis, here.place, end)
    kind = state.known.kinds.get(action.sign) if state.known else None
    teams = state.teams
    team = f"team {action.index} " + (
        f"**{escape(teams[action.index])}**" if action.index < len(teams) else ""
    )
    lines = [
        " · ".join(filter(None, [team.strip(), escape(kind.name) if kind else f"action {code(action.sign)}"]))
    ]
    if action.details:
        lines.append(_details(action, state))
    lines.append(_position(analysis, here))
    if picture := _picture(state, action):
        lines.append("```text\n" + "\n".join(picture) + "\n```")
    if state.position is not None and state.position.over and not (state.course and state.course.since):
        lines.append(escape(result(state.position, teams).replace("`", "")))
        if isinstance(state.position, Board) and state.position.full and state.position.winner is not None:
            lines.append("The game server calls a full board a tie, even if its last piece wins.")
    return "\n\n".join(lines)


def _picture(state: State, action: Action) -> list[str]:
    """The board after an action, if that is known, and the steps of its card."""
    lines = plain(state.position, state.teams) if state.position is not None else []
    if not lines:
        return lines
    if state.course is not None and state.course.since:
        lines.append("the last board that is sure: what follows it can't be played on from there")
    if (
        isinstance(state.position, Onitama)
        and action.details
        and action.details[-1].text in state.position.steps
    ):
        card = action.details[-1].text
        lines += ["", f"{card} leads from o to x:", *steps(state.position.steps, card)]
    return lines


def _details(action: Action, state: State) -> str:
    kind = state.known.kinds.get(action.sign) if state.known else None
    rows = []
    for number, detail in enumerate(action.details):
        field = kind.field(number) if kind else None
        thing = thing_of(state.position, detail.text)
        meaning = field.meaning(detail.text) if field else detail.text
        if thing is not None:
            meaning = f"{thing.name}: {thing.about}" if thing.about else thing.name
        shown = code(detail.text) if detail.text else "(empty)"
        rows.append(
            (
                field.name if field else f"detail {number + 1}",
                shown,
                escape(meaning) if meaning != detail.text else "",
            )
        )
    if not any(row[2] for row in rows):
        return table(("detail", "value"), [row[:2] for row in rows])
    return table(("detail", "value", ""), rows)


def _position(analysis: Analysis, here: Cursor) -> str:
    """Where in the game an action stands."""
    so_far = tally_before(analysis, here.place).then(tally(here.part.items[: (here.number or 0) + 1]))
    return f"action {so_far.actions}, round {so_far.round}"
