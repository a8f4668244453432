"""Quill as text and as a drawing, with y upwards as on the server: units, resources and hands."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.scene import Circle, Item, Rect, Shape, Text, fit
from kibitz.core.words import plural
from kibitz.languages.qgn.drawing.drawn import (
    MARGIN,
    Drawing,
    Drawn,
    Line,
    disc,
    grid,
    labels,
    noted,
    place_name,
    whose,
)
from kibitz.languages.qgn.game.kinds.quill.play import Quill, about, counted
from kibitz.languages.qgn.game.kinds.quill.table import COLUMNS, ROWS, Piece, Table

WIDTH = 14
LEGEND = "team, name; attack/health, c cooldown, m steps left, * more below"


def as_text(position: Quill, drawing: Drawing) -> list[Line]:
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
        *noted([LEGEND, *team_lines(game, drawing), *carried(game)]),
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


WIDE, HIGH = 106.0, 74.0
CARD_WIDE, CARD_HIGH = 158.0, 44.0
GAP = 6.0
HEAD = 42.0
"""Height of the heading above a team's cards, in pixels."""


def as_scene(position: Quill, drawing: Drawing) -> Drawn:
    """Draw the board, with y upwards as on the server, and each team's hand next to its end."""
    game, width, height = position.table, COLUMNS * WIDE, ROWS * HIGH
    items = [Item("", (Rect(MARGIN, MARGIN, width, height, "wood", 8),))]
    items += labels(range(COLUMNS), WIDE, MARGIN, True, 18)
    items += reversed([*labels(range(ROWS)[::-1], HIGH, MARGIN, False, 14)])
    items += [_cell(game, drawing, x, y) for x in range(COLUMNS) for y in range(ROWS)]
    left, top = MARGIN + width + 24, MARGIN
    for team in (1, 0):
        rows = (len(game.hands[team]) + 1) // 2
        if team == 0:
            top = max(top + 18, MARGIN + height - HEAD - rows * (CARD_HIGH + GAP))
        items += _hand(game, drawing, team, left, top)
        top += HEAD + rows * (CARD_HIGH + GAP)
    team_lines = "below a name: attack/health, c cooldown, m steps left"
    items.append(Item(LEGEND, (Text(MARGIN, MARGIN + height + 22, team_lines, 13, "start", "dim"),)))
    return Drawn(items, left + 2 * CARD_WIDE + GAP, max(MARGIN + height + 26, top))


def _at(x: int, y: int) -> tuple[float, float]:
    return MARGIN + (x + 0.5) * WIDE, MARGIN + (ROWS - 0.5 - y) * HIGH


def _cell(game: Table, drawing: Drawing, x: int, y: int) -> Item:
    unit, fresh = unit_on(game, x, y), drawing.fresh((x, y))
    shapes: list[Shape] = [Rect(-WIDE / 2, -HIGH / 2, WIDE, HIGH, "line")]
    name = kind = ""
    if unit is not None:
        shapes += _unit(game, drawing, unit)
        name = f"x {x}, y {y}: {'; '.join([_in_words(unit, drawing), *extras(game, unit)])}"
        kind = f"team{unit.owner}"
    if fresh:
        shapes.append(
            Rect(4 - WIDE / 2, 4 - HIGH / 2, WIDE - 8, HIGH - 8, "hollow edge-gold thick dashed", 8)
        )
    span = drawing.sources.get((x, y))
    return Item(name, tuple(shapes), *_at(x, y), span, kind, place_name((x, y)))


def _in_words(unit: Piece, drawing: Drawing) -> str:
    return f"{unit.card.name} of {drawing.name(unit.owner)}, {worth(unit)}; {about(unit.card)}"


def _unit(game: Table, drawing: Drawing, unit: Piece) -> Iterator[Shape]:
    colour = drawing.colour(unit.owner)
    yield Rect(8 - WIDE / 2, 8 - HIGH / 2, WIDE - 16, HIGH - 16, f"soft-{colour} edge-{colour} thick", 8)
    yield fit(0, -5, unit.card.name, WIDE - 24, 14, "middle", "ink bold")
    yield Text(0, 17, worth(unit), 15, "middle", "ink")
    yield from disc(drawing, unit.owner, 9, 8 - WIDE / 2 + 4, 8 - HIGH / 2 + 4)
    for number, item in enumerate(unit.items[:4]):
        at = WIDE / 2 - 16 - number * 13
        yield Circle(at, 9 - HIGH / 2, 8, "fill-gold")
        yield Text(at, 14 - HIGH / 2, game.pieces[item].card.name[0], 13, "middle", "onstrong bold")


def _hand(game: Table, drawing: Drawing, team: int, left: float, top: float) -> Iterator[Item]:
    mana = f"mana {game.mana[team]} of {game.base_mana[team]}"
    deck = f"deck {len(game.decks[team])}, {len(game.discards[team])} discarded"
    below = " · ".join([mana, deck, *["has sacked"] * game.sacked[team]])
    room = 2 * CARD_WIDE + GAP
    shapes = [*whose(drawing, team, room - 26), fit(0, 20, below, room, 13)]
    yield Item(f"{drawing.name(team)}: {below}", tuple(shapes), left, top + 12)
    for number, card in enumerate(game.hands[team]):
        down, right = divmod(number, 2)
        x, y = left + right * (CARD_WIDE + GAP), top + HEAD + down * (CARD_HIGH + GAP)
        yield _card(game.pieces[card], drawing, team, x, y)


def _card(piece: Piece, drawing: Drawing, team: int, x: float, y: float) -> Item:
    card = piece.card
    below = worth(piece) if card.kind == "U" else {"I": "item", "S": "spell"}[card.kind]
    shapes = (
        Rect(0, 0, CARD_WIDE, CARD_HIGH, "card", 8),
        Circle(20, CARD_HIGH / 2, 12, "fill-purple"),
        Text(20, CARD_HIGH / 2 + 5, str(piece.cost), 14, "middle", "onstrong bold"),
        fit(40, 19, card.name, CARD_WIDE - 46, 14, "start", "onlight bold"),
        Text(40, 36, below, 13, "start", "onlight"),
    )
    name = f"{drawing.name(team)} holds {card.name}, {piece.name}: {about(card)}"
    return Item(name, shapes, x, y, classes="card", place=piece.name)
