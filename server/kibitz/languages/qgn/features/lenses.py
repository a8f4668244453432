"""What each game comes to, above it."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import BLOCK, Place
from kibitz.core.values import Lens
from kibitz.core.words import plural
from kibitz.languages.qgn.check.play import follow
from kibitz.languages.qgn.check.step import State, opened
from kibitz.languages.qgn.features._place import games_of, read
from kibitz.languages.qgn.features.preview import board_lines
from kibitz.languages.qgn.game.kinds.lines import Board
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text.head import facts
from kibitz.languages.qgn.text.record import Game, Tally, games, tag_spans, tally_before, tally_of_text

LENSES = 500
"""More lenses nobody reads."""


def lenses(language: Qgn, analysis: Analysis) -> list[Lens]:
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
        teams = facts(part, games_of(analysis)).teams
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


def _last_board(analysis: Analysis, game: Game, head: Place) -> Board | None:
    """The position at the end of a game."""
    state = opened(State(), head.chunk, read(analysis, head), games_of(analysis))
    course = state.course
    for place in game.actions:
        if course is not None and state.known is not None and state.teams is not None:
            course = follow(course, state.known, state.teams, read(analysis, place), analysis.language.rules)
    position = course.known if course is not None else None
    return position if isinstance(position, Board) else None
