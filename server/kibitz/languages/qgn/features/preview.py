"""Previews of games: the board of a followed game, or a numbered list of actions."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Preview
from kibitz.core.chunks import Place
from kibitz.core.picture import Canvas
from kibitz.core.setting import HIDDEN, Preferences
from kibitz.core.values import Span
from kibitz.languages.qgn.check.step import State, begun
from kibitz.languages.qgn.drawing.board import board
from kibitz.languages.qgn.drawing.drawn import Drawing
from kibitz.languages.qgn.features._history import (
    Attempt,
    count_before,
    played_before,
    readable,
    rounds,
    state_at,
    told_by,
)
from kibitz.languages.qgn.game.position import Position, result
from kibitz.languages.qgn.text.record import games, head_of

GAMES_SHOWN = 20
"""Maximum number of games in the preview of a whole file."""
ACTIONS_SHOWN = 1000
"""Maximum number of actions in a list: the last ones before the cursor."""
ACTIONS_PLAYED = 20_000
"""Maximum number of actions that are replayed to find the source of each cell."""


class Shown(NamedTuple):
    """A game in a preview, after some of its actions."""

    state: State
    played: list[Attempt]
    sources: Mapping[tuple[int, int], Span]
    """The last action that changed each cell."""

    @property
    def teams(self) -> tuple[str, ...]:
        return self.state.teams

    @property
    def title(self) -> str:
        """The game and its teams: `connect4 · 0 red, 1 blue`."""
        versus = ", ".join(f"{index} {name}" for index, name in enumerate(self.teams))
        return " · ".join(filter(None, [self.state.head.key or "a game", versus]))

    @property
    def position(self) -> Position | None:
        """The known position of the game, or None if kibitz does not follow it."""
        return self.state.position

    @property
    def in_words(self) -> str:
        """The state of the game in words."""
        if self.position is None:
            return ""
        if since := self.state.since_error:
            good = self.played[-since - 1 : -since]
            after = f"after {good[0][1].text}" if good else "at the start"
            return f"as it stood {after}: the actions after it can't be played"
        last = f" · last action {self.played[-1][1].text}" if self.played else ""
        return result(self.position, self.teams) + last


def shown(analysis: Analysis, offset: int) -> Shown:
    """Return the game at an offset, after all actions that begin at or before it."""
    place = analysis.document.place_at(offset)
    state = state_at(analysis, place, offset + 1)
    played = played_before(analysis, offset + 1)[-(ACTIONS_PLAYED if state.position else ACTIONS_SHOWN) :]
    return Shown(state, played, _sources(analysis, place, played) if state.position else {})


def _sources(analysis: Analysis, place: Place, played: list[Attempt]) -> dict[tuple[int, int], Span]:
    """Replay a game and return the last action that changed each cell."""
    found: dict[tuple[int, int], Span] = {}
    head = told_by(analysis, head_of(analysis.document, place))
    state = State(head=head, position=begun(head))
    texts, rules = [action.text for _, action in played], analysis.language.rules
    for number, (span, action) in enumerate(played):
        act, before = state.act(action.text, rules), state.certain
        state, refusal = state.followed(texts, number, rules)
        if act and not refusal and before is not None and state.certain is not None:
            found |= dict.fromkeys(before.cells_after(act, state.certain), span)
    return found


def preview(language: object, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
    """Return the game after the actions up to `offset`, or all games at their ends."""
    canvas: Canvas[Span] = Canvas()
    hidden = preferences.flag(HIDDEN, False)
    if offset is not None:
        _draw(canvas, analysis, offset, hidden)
        return canvas.preview()
    for number, game in enumerate(islice(games(analysis.document), GAMES_SHOWN + 1)):
        if number:
            canvas.write()
        if number == GAMES_SHOWN:
            canvas.write("… and more games")
        else:
            _draw(canvas, analysis, game.end, hidden)
    return canvas.preview()


def _draw(canvas: Canvas[Span], analysis: Analysis, offset: int, hidden: bool) -> None:
    """Draw a title, and the board after all actions that begin at or before `offset`, or the actions, one round a line."""
    what = shown(analysis, offset)
    canvas.write(what.title)
    canvas.write()
    drawn = board(what.position, Drawing(what.sources, what.teams, hidden=hidden))
    if drawn is not None:
        for line in drawn:
            canvas.write(*line)
        canvas.write(what.in_words)
        return
    played = [*readable(what.played)]
    if not played:
        canvas.write("no action yet")
        return
    first = played[0][0]
    lines = rounds(played, count_before(analysis, first.end)[1])
    for number, group in lines:
        cells = [cell for span, action in group for cell in ((" ", None), (action.plain, span))]
        canvas.write((f"{number:>{len(str(lines[-1][0]))}} ", None), *cells)
