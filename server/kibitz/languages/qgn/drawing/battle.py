"""The board of Quill as text, with y upwards as on the server: each unit with its team and values."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.words import plural
from kibitz.languages.qgn.drawing.grids import Cell, Drawing, Line, grid
from kibitz.languages.qgn.drawing.grids import noted as lines
from kibitz.languages.qgn.game.kinds.quill.play import Quill
from kibitz.languages.qgn.game.kinds.quill.table import COLUMNS, ROWS, Piece, Table
from kibitz.languages.qgn.game.kinds.quill.words import counted

WIDTH = 14
LEGEND = "team, name; attack/health, c cooldown, m steps left, * more below"


def draw(position: Quill, drawing: Drawing) -> list[Line]:
    """Draw each unit in two lines. Below the board follow the teams' resources and the units' extras."""
    game, rows, columns = position.table, range(ROWS)[::-1], range(COLUMNS)
    head, *drawn = grid(
        drawing,
        rows,
        columns,
        lambda cell: _block(unit_on(game, *cell)),
        "{:>2} ",
        f"{{:^{WIDTH}}}",
        upright=True,
    )
    return [
        [(head[0][0].rstrip(), None)],
        *drawn,
        *lines([LEGEND, *team_lines(game, drawing), *carried(game)]),
    ]


def unit_on(game: Table, x: int, y: int) -> Piece | None:
    """Return the unit on a cell, or None."""
    name = game.unit_at(x, y)
    return None if name is None else game.pieces[name]


def _block(unit: Piece | None) -> list[str]:
    texts = ["·", ""]
    if unit is not None:
        more = "*" * (len(unit.traits) > len(unit.card.traits) or bool(unit.items))
        texts = [f"{unit.owner} {unit.card.name[: WIDTH - 3]}", f"  {worth(unit)}{more}"]
    return [text.ljust(WIDTH) for text in texts]


def changed(before: Table, after: Table) -> list[Cell]:
    """Return the cells with another unit, or with a unit whose values have changed. Changes of every turn do not count."""
    found = []
    for number, (one, other) in enumerate(zip(before.board, after.board, strict=True)):
        if one != other or (one is not None and _steady(before.pieces[one]) != _steady(after.pieces[one])):
            found.append(divmod(number, ROWS))
    return found


def _steady(unit: Piece) -> Piece:
    return unit._replace(cooldown=0, movement=0)


def noted(game: Table) -> str:
    """Return the board in a line, row by row from the top: `0:U0010:2/3` is a team, the card, attack and health."""
    rows = [[unit_on(game, x, y) for x in range(COLUMNS)] for y in reversed(range(ROWS))]
    return "/".join(
        " ".join(f"{one.owner}:{one.id}:{one.attack}/{one.health}" if one else "." for one in row)
        for row in rows
    )


def worth(unit: Piece) -> str:
    """Return the current values of a unit: `2/3 c1 m2`. A base has only health, and only creatures have steps."""
    if unit.card.type == "base":
        return f"{unit.health}"
    cooldown = f" c{unit.cooldown}" if unit.cooldown >= 0 else ""
    return f"{unit.attack}/{unit.health}{cooldown}" + (
        f" m{unit.movement}" if unit.card.type == "creature" else ""
    )


def team_lines(game: Table, drawing: Drawing) -> Iterator[str]:
    """Yield the resources of each team, and the names of its cards in hand."""
    for team in range(len(drawing.teams)):
        mana = f"mana {game.mana[team]} of {game.base_mana[team]}"
        sacked = " · has sacked a card" if game.sacked[team] else ""
        deck = f"{plural(len(game.decks[team]), 'card')} in the deck, {len(game.discards[team])} discarded"
        yield f"{drawing.name(team)}: {mana} · {deck}{sacked} · holds {plural(len(game.hands[team]), 'card')}"
        for card in game.hands[team]:
            piece = game.pieces[card]
            yield f"  {card} {piece.card.name}, {piece.cost} mana"


def carried(game: Table) -> Iterator[str]:
    """Yield the items and additional traits of each unit."""
    for unit in game.units():
        if found := extras(game, unit):
            x, y = game.at(unit.name)
            yield f"x {x}, y {y}, {unit.card.name}: {'; '.join(found)}"


def extras(game: Table, unit: Piece) -> list[str]:
    """Return the items of a unit, and the meanings of traits that its card does not have."""
    items = [game.pieces[item].card.name for item in unit.items]
    return [*items, *counted(trait.term for trait in unit.traits if trait.by != unit.name)]
