"""The random numbers of the game server."""

from __future__ import annotations

from kibitz.languages.qgn.game.chance import Chance
from kibitz.languages.qgn.game.kinds.quill.table import Names

OFTEN = 2**30 + 1
"""Below which nearly every second number is drawn again."""


def test_the_numbers_are_those_of_go() -> None:
    """The documented results of `rand.New(rand.NewSource(1)).Intn(100)` in Go."""
    assert Chance(1).several(10, 100)[0] == [81, 87, 47, 59, 81, 18, 25, 40, 56, 0]


def test_several_numbers_are_as_many_single_ones() -> None:
    for limit in (62, 64, OFTEN):
        chance, single = Chance(-7), list[int]()
        for _ in range(900):
            number, chance = chance.below(limit)
            single.append(number)
        assert Chance(-7).several(900, limit) == (single, chance)
    assert chance.drawn > 1500


def test_unused_names_are_counted() -> None:
    made = Names(Chance(3))
    names = []
    for _ in range(5):
        name, made = made.name("U")
        names.append(name)
    assert len(set(names)) == 5
    assert Names(Chance(3)).skip(4).name("U")[0] == names[4]
    assert Names(Chance(3)).skip(3).skip().below(9) == Names(made.chance._replace(drawn=28)).below(9)
