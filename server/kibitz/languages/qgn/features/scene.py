"""The drawing of a game: its board, or a list of actions if kibitz does not follow the game."""

from __future__ import annotations

from itertools import islice

from kibitz.core.analysis import Analysis
from kibitz.core.scene import Item, Scene, Text, fit, measure, paragraph, stacked, written
from kibitz.core.setting import HIDDEN, Preferences
from kibitz.languages.qgn.drawing import board as boards
from kibitz.languages.qgn.drawing.drawn import Drawing, disc
from kibitz.languages.qgn.features.preview import GAMES_SHOWN, Shown, shown
from kibitz.languages.qgn.text.record import games

PAD = 18.0
LEAST_WIDTH = 420.0


def scene(language: object, analysis: Analysis, offset: int | None, preferences: Preferences) -> Scene:
    """Return the game after the actions up to `offset`, or all games at their ends."""
    if offset is not None:
        return _game(analysis, offset, preferences)
    found = list(islice(games(analysis.document), GAMES_SHOWN + 1))
    scenes = [_game(analysis, game.end, preferences) for game in found[:GAMES_SHOWN]]
    if len(found) > GAMES_SHOWN:
        scenes.append(
            Scene("", LEAST_WIDTH, 40, (Item("", (Text(PAD, 25, "… and more games", 14, "start", "dim"),)),))
        )
    return stacked("Games", scenes) if len(scenes) != 1 else scenes[0]


def _game(analysis: Analysis, offset: int, preferences: Preferences) -> Scene:
    what = shown(analysis, offset)
    last = what.played[-1][0] if what.played else None
    drawing = Drawing(what.sources, what.teams, last, preferences.flag(HIDDEN, False))
    board = boards.scene(what.position, drawing)
    if board is None:
        return written(analysis.language.preview(analysis, offset, preferences), what.title)
    width = max(board.width + 2 * PAD, LEAST_WIDTH)
    items, top = _head(what, drawing, width)
    items += [item._replace(x=item.x + (width - board.width) / 2, y=item.y + top) for item in board.items]
    y = top + board.height + 14
    told, height = paragraph(what.in_words, PAD, y + 20, width - 2 * PAD, 15)
    items.append(told)
    y += height
    return Scene(f"{what.title}: {what.in_words}", width, y + 18, tuple(items))


def _head(what: Shown, drawing: Drawing, width: float) -> tuple[list[Item], float]:
    """Return the title and the teams, with the team to move in bold, and the height in pixels."""
    key = what.state.head.key or "a game"
    items = [Item(key, (fit(0, 0, key, width - 2 * PAD, 18, "start", "ink bold"),), PAD, 30)]
    x, y = PAD, 58.0
    position = what.position
    turn = None if position is None or position.over else position.turn
    for team, name in enumerate(what.teams):
        words = fit(24, 5, name, width - 2 * PAD - 30, 15, "start", "ink bold" if team == turn else "ink")
        room = 24 + measure(words.text, words.size) + 18
        if x > PAD and x + room > width - PAD:
            x, y = PAD, y + 28
        title = f"{team} {name}{', to play' if team == turn else ''}"
        items.append(Item(title, (*disc(drawing, team, 9, 9, 0), words), x, y, classes=f"team{team}"))
        x += room
    return items, y + 22
