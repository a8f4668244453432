"""Pictures of games: a board where kibitz follows the game, a map of tiles, or the actions as a numbered list."""

from __future__ import annotations

import re
from itertools import islice

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.values import Glyph, Preferences, Preview, Span
from kibitz.languages.qgn.check.play import result
from kibitz.languages.qgn.features._place import read, state_at
from kibitz.languages.qgn.game.games import Known
from kibitz.languages.qgn.game.kinds import lines
from kibitz.languages.qgn.game.kinds.lines import FREE
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text.model import Action
from kibitz.languages.qgn.text.record import games, is_head, tally, tally_before

GAMES_SHOWN = 20
"""Of a whole file no more games are drawn."""
ACTIONS_SHOWN = 1000
"""Of a list of actions no more are shown, those before the cursor."""
MAP_SIDE = 40
"""Maps larger than that are shown as lists."""
Placed = tuple[Span, Action]
_COORDINATE = re.compile("[+-]?[0-9]{1,5}")


class Canvas:
    """Lines of text with the spans of what they show."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.glyphs: list[Glyph] = []

    def write(self, *cells: tuple[str, Span | None]) -> None:
        """A line of cells, each with what it stands for."""
        line = ""
        for text, span in cells:
            if span is not None and text.strip():
                start = len(line) + len(text) - len(text.lstrip())
                self.glyphs.append(Glyph(span, len(self.lines), start, start + len(text.strip())))
            line += text
        self.lines.append(line.rstrip())

    def preview(self) -> Preview:
        return Preview("\n".join(self.lines), tuple(self.glyphs))


def preview(language: Qgn, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
    """The game at `offset` as it stands there, or all games as they end."""
    canvas = Canvas()
    if offset is not None:
        _draw(canvas, analysis, offset)
        return canvas.preview()
    for number, game in enumerate(islice(games(analysis.document), GAMES_SHOWN + 1)):
        if number:
            canvas.write(("", None))
        if number == GAMES_SHOWN:
            canvas.write(("… and more games", None))
        else:
            _draw(canvas, analysis, game.end)
    return canvas.preview()


def _draw(canvas: Canvas, analysis: Analysis, offset: int) -> None:
    """A title, then the picture that suits the game, after all actions that begin before `offset`."""
    place = analysis.document.place_at(offset)
    if place.start == offset and not is_head(place):
        place = analysis.document.before(place) or place
    state = state_at(analysis, place, read(analysis, place), offset)
    played = _actions(analysis, place, offset)
    teams = state.teams or ()
    versus = ", ".join(f"{index} {name}" for index, name in enumerate(teams))
    canvas.write((" · ".join(filter(None, [state.key or "a game", versus])), None))
    canvas.write(("", None))
    if state.board is not None:
        for line in board_lines(canvas, state.board, played):
            canvas.write(*line)
        canvas.write((_result(state.board, teams), None))
    elif not (state.known and _map(canvas, state.known, played)):
        _list(canvas, analysis, played, teams)


def _actions(analysis: Analysis, place: Place, offset: int) -> list[Placed]:
    """The last actions of a game before an offset, which is in or behind the chunk at `place`."""
    found: list[Placed] = []
    at: Place | None = place
    while at is not None and not is_head(at) and len(found) < ACTIONS_SHOWN:
        found[:0] = [
            (Span(at.start + start, at.start + start + len(action.text)), action)
            for start, action in read(analysis, at).actions
            if at.start + start < offset
        ]
        at = analysis.document.before(at)
    return found[-ACTIONS_SHOWN:]


def _result(board: lines.Board, teams: tuple[str, ...]) -> str:
    return result(board, teams).replace("`", "")


def board_lines(
    canvas: Canvas | None, board: lines.Board, played: list[Placed]
) -> list[list[tuple[str, Span | None]]]:
    """The board, a piece as the index of its team, with the numbers of rows and columns."""
    source = _sources(board, played) if canvas else {}
    lines: list[list[tuple[str, Span | None]]] = [
        [("  " + "".join(f" {column}" for column in range(board.lines.columns)), None)]
    ]
    for row in range(board.lines.rows):
        cells: list[tuple[str, Span | None]] = [(f" {row}", None)]
        for column in range(board.lines.columns):
            team = board.at(row, column)
            cells.append((" ." if team == FREE else f" {team}", source.get((row, column))))
        lines.append(cells)
    return lines


def _sources(board: lines.Board, played: list[Placed]) -> dict[tuple[int, int], Span]:
    """The action that put a piece on each cell, found by playing them again."""
    found: dict[tuple[int, int], Span] = {}
    now = lines.empty(board.lines, len(board.pieces))
    for span, action in played:
        details = [int(detail.text) for detail in action.details]
        if not now.over and (bit := lines.place(now, details)):
            found[divmod(bit.bit_length() - 1, board.lines.columns)] = span
        now, _ = lines.play(now, action.index, details)
    return found


def _map(canvas: Canvas, known: Known, played: list[Placed]) -> bool:
    """Tiles by their coordinates, each as the number of its action. Tells whether there is anything to draw."""
    tiles: dict[tuple[int, int], tuple[int, Span]] = {}
    for number, (span, action) in enumerate(played, 1):
        kind = known.kinds.get(action.sign)
        if kind is None or kind.tile is None or max(kind.tile) >= len(action.details):
            continue
        at = [action.details[index].text for index in kind.tile]
        if not all(_COORDINATE.fullmatch(text) for text in at):
            return False
        tiles[int(at[0]), int(at[1])] = (number, span)
    if not tiles:
        return False
    rows, columns = [row for row, _ in tiles], [column for _, column in tiles]
    high, wide = range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)
    if max(len(high), len(wide)) > MAP_SIDE:
        return False
    width = max(len(str(number)) for number in [len(played), *rows, *columns]) + 1
    canvas.write((" " * width + "".join(f"{column:>{width}}" for column in wide), None))
    for row in high:
        cells: list[tuple[str, Span | None]] = [(f"{row:>{width}}", None)]
        for column in wide:
            tile = tiles.get((row, column))
            cells.append((f"{tile[0] if tile else '.':>{width}}", tile[1] if tile else None))
        canvas.write(*cells)
    return True


def _list(canvas: Canvas, analysis: Analysis, played: list[Placed], teams: tuple[str, ...]) -> None:
    """The actions, a round a line, a column for each team."""
    if not played:
        canvas.write(("no action yet", None))
        return
    first = analysis.document.place_at(played[0][0].start)
    before = tally_before(analysis, first)
    for placed in read(analysis, first).items:
        if first.start + placed.start < played[0][0].start and isinstance(placed.item, Action):
            before = before.then(tally((placed,)))
    rounds = _rounds(played, before.round if before.actions else 1, before.last)
    names = list(range(len(teams))) or sorted({action.index for _, action in played})[:8]
    width = {
        index: max(
            [
                len(teams[index]) if index < len(teams) else 0,
                *(len(_words(line, index)) for _, line in rounds),
            ]
        )
        for index in names
    }
    number = len(str(rounds[-1][0]))
    if teams:
        head = "".join(f"  {teams[index]:<{width[index]}}" for index in names)
        canvas.write((" " * number + head, None))
    for count, line in rounds:
        cells: list[tuple[str, Span | None]] = [(f"{count:>{number}}", None)]
        for index in names:
            cells.append(("  ", None))
            mine = [(span, action) for span, action in line if action.index == index]
            for place, (span, action) in enumerate(mine):
                cells += [(" ", None)] if place else []
                cells.append((_word(action), span))
            cells.append((" " * (width[index] - len(_words(line, index))), None))
        canvas.write(*cells)


def _word(action: Action) -> str:
    return action.plain[action.index_at.end :]


def _words(line: list[Placed], index: int) -> str:
    return " ".join(_word(action) for _, action in line if action.index == index)


def _rounds(played: list[Placed], number: int, last: int) -> list[tuple[int, list[Placed]]]:
    """The actions by rounds: a new one begins where the index falls."""
    rounds: list[tuple[int, list[Placed]]] = [(number, [])]
    for span, action in played:
        if action.index < last:
            number += 1
            rounds.append((number, []))
        rounds[-1][1].append((span, action))
        last = action.index
    return [one for one in rounds if one[1]]
