"""Boards of the games of Quibbble: the places of their parts."""

from __future__ import annotations

import re

import pytest

from case import read
from folders import CASES
from kibitz.core.scene import Circle, Path, Rect, Scene, Text
from kibitz.core.setting import Preferences
from kibitz.languages.qgn.drawing.carcassonne import HALF, _ground
from kibitz.languages.qgn.game.kinds.carcassonne_land import CITY, CLOISTER, ROAD, TURNED, sides_with

Point = tuple[float, float]
MIDDLES = ((0, -HALF), (HALF, 0), (0, HALF), (-HALF, 0))
"""The middles of the sides of a tile."""


def scene_of(name: str) -> Scene:
    case = read(CASES / "qgn" / "preview" / f"{name}.case")
    offset = case.marks[0] if case.marks else None
    return case.language.scene(case.analysis, offset, Preferences())


def numbers(data: str) -> list[float]:
    return [float(one) for one in re.findall(r"-?\d+\.?\d*", data)]


def walls(tile: str) -> list[Point]:
    """Return the middles of the walls of a tile."""
    found = []
    for shape in _ground(tile):
        if isinstance(shape, Path) and "edge-orange" in shape.classes:
            for wall in shape.data.split("M")[1:]:
                x1, y1, x, y, x2, y2 = numbers(wall)
                found.append((x1 / 4 + x / 2 + x2 / 4, y1 / 4 + y / 2 + y2 / 4))
    return found


@pytest.mark.parametrize("tile", sorted(TURNED))
def test_roads_end_at_city_walls(tile: str) -> None:
    """No wall where a city goes on beyond the tile; none at all around a city on all sides. Cities that hang together have a wall
    for each stretch of sides without city, others one each."""
    cities, found = sides_with(tile, CITY), walls(tile)
    assert all(max(abs(x), abs(y)) < HALF - 2 for x, y in found)
    if tile[5] == "t" and len(cities) > 1:
        assert len(found) == sum(side not in cities and (side + 1) % 4 in cities for side in range(4))
    else:
        assert len(found) == len(cities)
    roads = sides_with(tile, ROAD)
    if len(roads) == 1 and tile[4] != CLOISTER:
        street = next(one for one in _ground(tile) if isinstance(one, Path) and "street" in one.classes)
        x1, y1, x2, y2 = numbers(street.data)
        assert (x1, y1) == MIDDLES[roads[0]]
        assert (x2, y2) == pytest.approx(found[0], abs=0.1)


def test_tokens_are_above_all_tiles() -> None:
    scene = scene_of("carcassonne")
    looks: dict[str, set[str]] = {}
    for item in scene.items:
        if item.classes in {"farmer", "knight", "thief", "monk"}:
            shape = item.shapes[0]
            assert isinstance(shape, Path)
            looks.setdefault(item.classes, set()).add(shape.data)
    assert len(looks) > 1
    assert all(len(shapes) == 1 for shapes in looks.values())
    assert len(set.union(*looks.values())) == len(looks)
    legend = {item.name: item.shapes[0].data for item in scene.items if isinstance(item.shapes[0], Path)}
    assert all({legend[kind]} == shapes for kind, shapes in looks.items())
    kinds = [item.classes for item in scene.items]
    assert max(at for at, kind in enumerate(kinds) if kind == "tile") < min(map(kinds.index, looks))


def test_ring_of_the_last_indigo_tile_is_whole() -> None:
    """No later item covers it: its tile is above the others."""
    scene = scene_of("indigo_seed")
    tiles = [item for item in scene.items if item.shapes and "hollow edge-teal" in str(item.shapes)]
    ringed = [item for item in scene.items if "edge-gold thicker" in str(item.shapes)]
    assert len(ringed) == 1
    lying = [item for item in tiles if item.classes != "held"]
    assert lying[-1] is ringed[0]


def test_cost_of_a_card_is_on_a_disc() -> None:
    cards = [item for item in scene_of("quill").items if item.classes == "card"]
    assert len(cards) > 1
    for card in cards:
        (room,), (disc,), (cost, *_) = (
            [one for one in card.shapes if isinstance(one, kind)] for kind in (Rect, Circle, Text)
        )
        assert isinstance(room, Rect)
        assert isinstance(disc, Circle)
        assert isinstance(cost, Text)
        assert cost.text.isdecimal()
        assert (disc.x, disc.y) == (cost.x, room.height / 2)
        assert disc.y < cost.y < disc.y + disc.radius
