"""Previews of games: the board of a followed game, a map of tiles, or a numbered list of actions."""

from __future__ import annotations

from itertools import islice

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Preview
from kibitz.core.items import begun
from kibitz.core.picture import Canvas
from kibitz.core.setting import HIDDEN, Preferences
from kibitz.core.values import Span
from kibitz.languages.qgn.drawing.board import board
from kibitz.languages.qgn.drawing.drawn import Cell, Drawing, grid
from kibitz.languages.qgn.features._cursor import Written, read, rounds
from kibitz.languages.qgn.features._shown import GAMES_SHOWN, shown
from kibitz.languages.qgn.game.games import Known
from kibitz.languages.qgn.text.model import Action
from kibitz.languages.qgn.text.record import aggregate, aggregate_before, games

MAP_SIDE = 40
"""Maximum width and height of a map, in tiles; larger games are shown as lists."""


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
    """Draw a title and the preview of the game, after all actions that begin at or before `offset`."""
    what = shown(analysis, offset)
    canvas.write(what.title)
    canvas.write()
    drawn = board(what.position, Drawing(what.sources, what.teams, hidden=hidden))
    if drawn is not None:
        for line in drawn:
            canvas.write(*line)
        canvas.write(what.in_words)
        return
    actions = what.actions
    if not (what.state.known and _map(canvas, what.state.known, actions)):
        _list(canvas, analysis, actions, what.teams)


def _map(canvas: Canvas[Span], known: Known, played: list[Written]) -> bool:
    """Draw the tiles at their coordinates, each as the number of its action. Return whether there are any."""
    numbers, sources = dict[Cell, str](), dict[Cell, Span]()
    for number, (span, action) in enumerate(played, 1):
        kind = known.kinds.get(action.sign)
        if kind and (cell := kind.cell([detail.text for detail in action.details])):
            numbers[cell], sources[cell] = str(number), span
    if not numbers:
        return False
    rows, columns = zip(*numbers, strict=True)
    high, wide = range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)
    if max(len(high), len(wide)) > MAP_SIDE:
        return False
    form = f"{{:>{max(len(str(number)) for number in [len(played), *rows, *columns]) + 1}}}"
    drawing = Drawing(sources, ())
    for line in grid(drawing, high, wide, lambda cell: [form.format(numbers.get(cell, "."))], form, form):
        canvas.write(*line)
    return True


def _list(canvas: Canvas[Span], analysis: Analysis, played: list[Written], teams: tuple[str, ...]) -> None:
    """List the actions, one round a line, with a column for each team."""
    if not played:
        canvas.write("no action yet")
        return
    first = analysis.document.place_at(played[0][0].start)
    earlier = begun(read(analysis, first).items, played[0][0].start - first.start)
    before = aggregate_before(analysis, first).then(aggregate(earlier))
    lines = rounds(played, before.round, before.last)
    names = list(range(len(teams))) or sorted({action.index for _, action in played})[:8]
    width = {
        index: max(len(teams[index]) if teams else 0, *(len(_words(line, index)) for _, line in lines))
        for index in names
    }
    number = len(str(lines[-1][0]))
    if teams:
        canvas.write(" " * number + "".join(f"  {teams[index]:<{width[index]}}" for index in names))
    for count, line in lines:
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


def _words(line: list[Written], index: int) -> str:
    return " ".join(_word(action) for _, action in line if action.index == index)
