"""The characters, their tokens and the setup arithmetic."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.analysis import Analysis
from kibitz.languages.botc.game.log import Grimoire, Player
from kibitz.languages.botc.game.night import count, night, over
from kibitz.languages.botc.game.roles import TEAMS, Role, by_prefix, meant, roles, setup_table
from kibitz.languages.botc.game.setup import composition, expected, in_play, team
from kibitz.languages.botc.language import LANGUAGE
from kibitz.languages.botc.text.grammar import pattern

ALL = list(roles().values())
LAID_ON = {"self", "other", "any", "good", "townsfolk", "outsider", "minion", "dead", "townsfolk_or_minion"}


def seated(*names: str) -> Grimoire:
    """Return a grimoire with these characters and empty names."""
    return Grimoire(tuple(Player(f"P{index}", name) for index, name in enumerate(names)))


@pytest.mark.parametrize("role", ALL, ids=lambda role: role.id)
def test_facts_of_a_character_exist(role: Role) -> None:
    assert all(pattern("IDENTIFIER").fullmatch(word) for word in (role.id, *role.tokens, *role.aliases))
    assert role.team in TEAMS
    for known in (role.labels, role.everywhere, role.placement, role.exclusive, role.until):
        assert set(known) <= set(role.tokens)
    assert {token for token in role.aliases.values() if token} <= set(role.tokens)
    assert not set(role.aliases) & set(role.tokens)
    assert {where.partition(":")[0] for where in role.placement.values()} <= LAID_ON
    assert {end for ends in role.until.values() for end in ends} <= {"dawn", "dusk", "next dusk", "death"}
    assert set(role.setup.get("requires", ())) <= set(roles())
    assert all(most >= 1 for most in role.tokens.values())
    if role.setup:
        assert (
            "Setup:" in role.summary
            or role.setup.get("note")
            or set(role.setup) <= {"seat_shows", "duplicates"}
        )


def test_there_are_all_of_them() -> None:
    assert len(ALL) == 181
    shorts = [role.short for role in ALL if role.short]
    assert len(set(shorts)) == len(shorts)
    assert all(by_prefix()[role.id] is role for role in ALL), "no short form hides a character"


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("scarletwoman", "scarlet_woman"),
        ("ScarletWoman", "scarlet_woman"),
        ("fortuneteller", "fortune_teller"),
        ("Lil' Monsta", "lil_monsta"),
        ("devils_advocat", "devils_advocate"),
        ("ww", "washerwoman"),
        ("xyzzy", None),
    ],
)
def test_nearest_names(written: str, name: str | None) -> None:
    found = meant(written)
    assert (found.id if found else None) == name


@pytest.mark.parametrize("players", setup_table())
def test_unchanged_setup_equals_the_table(players: int) -> None:
    row = setup_table()[players]
    wanted = expected(players, [])
    assert wanted is not None
    assert sum(row) == players
    assert wanted.allows(row)
    assert str(wanted) == "/".join(map(str, row))
    townsfolk, outsiders, minions, demons = row
    assert not wanted.allows((townsfolk - 1, outsiders + 1, minions, demons))
    assert not wanted.allows((townsfolk - 1, outsiders, minions + 1, demons))


@pytest.mark.parametrize(
    ("players", "who", "wanted"),
    [
        (10, ["baron"], "5/2/2/1"),
        (10, ["baron", "vigormortis"], "6/1/2/1"),
        (11, ["godfather"], "8/0/2/1 or 6/2/2/1"),
        (8, ["fang_gu"], "4/2/1/1"),
        (8, ["balloonist"], "5/1/1/1 or 4/2/1/1"),
        (9, ["sentinel"], "6/1/1/1 or 5/2/1/1 or 4/3/1/1"),
        (9, ["lord_of_typhon"], "?/?/0 or 2/1"),
        (9, ["lil_monsta"], "5/2/2/0"),
        (9, ["summoner"], "6/2/1/0"),
        (9, ["kazali"], "?/?/0 or 1/1"),
        (9, ["xaan"], "?/?/1/1"),
        (9, ["atheist"], "?/?/0/0"),
        (9, ["legion"], "more than 4 Legion"),
        (7, ["vigormortis"], "5/0/1/1"),
        (8, ["hermit", "huntsman"], "6/0/1/1 or 5/1/1/1 or 4/2/1/1"),
    ],
)
def test_setup_changes_of_characters(players: int, who: list[str], wanted: str) -> None:
    assert str(expected(players, [roles()[name] for name in who])) == wanted


@given(st.integers(5, 15), st.lists(st.sampled_from(ALL), max_size=6))
def test_expected_setups_are_possible(players: int, who: list[Role]) -> None:
    wanted = expected(players, who)
    assert wanted is not None
    assert wanted.minions
    assert wanted.demons
    assert wanted.outsiders is None or min(wanted.outsiders) >= 0


def test_outside_the_table_nothing_is_expected() -> None:
    assert expected(4, []) is None
    assert expected(16, []) is None


def test_tokens_show_who_is_hidden() -> None:
    drunk = Player("Bob", "chef", ("drunk:is_the_drunk",))
    assert team(drunk) == "outsider"
    assert team(Player("Bob", "butler", ("drunk:is_the_drunk",))) == "outsider"
    assert team(Player("Bob", "imp", ("drunk:is_the_drunk",))) == "demon"
    assert team(Player("Bob", "saint", ("marionette:is_the_marionette",))) == "minion"
    assert team(Player("Bob", "nobody_knows")) is None
    assert [role.id for role in in_play(Grimoire((drunk,)))] == ["chef", "drunk"]
    assert composition(["townsfolk", "demon", None, "traveller", "townsfolk"]) == (2, 0, 0, 1)


def test_counting() -> None:
    dead = Player("A", "imp", dead=True)
    spent = Player("B", "chef", dead=True, spent=True)
    numbers = count(Grimoire((dead, spent, *seated("chef", "monk", "beggar").players)))
    assert (numbers.players, numbers.alive, numbers.votes, numbers.travellers) == (5, 3, 1, 1)
    assert (numbers.majority, numbers.exile) == (2, 3)


def test_the_night() -> None:
    grimoire = seated("imp", "chef", "poisoner", "washerwoman")
    assert [step.role.id for step in night(grimoire, first=True) if step.role] == [
        "poisoner",
        "washerwoman",
        "chef",
    ]
    assert [step.role.id for step in night(grimoire, first=False) if step.role] == ["poisoner", "imp"]


def test_when_a_game_is_over() -> None:
    def game(*dead: bool, demon: str = "imp") -> Grimoire:
        names = (demon, "chef", "monk", "baron", "saint")
        return Grimoire(
            tuple(
                Player(f"P{i}", name, dead=gone)
                for i, (name, gone) in enumerate(zip(names, dead, strict=True))
            )
        )

    assert not over(game(False, False, False, False, False))
    assert not over(game(False, False, False, True, True))
    assert over(game(True, False, False, False, False)) == "no Demon lives"
    assert over(game(False, False, True, True, True)) == "only two players live"
    assert not over(game(False, True, False, False, False, demon="summoner"))


def test_possible_characters_are_offered_once() -> None:
    """Those of other editions come with the first letter."""
    items = []
    for letter in sorted({role.id[0] for role in ALL}):
        text = f"[Alice:imp Bob:{letter}]"
        found = LANGUAGE.complete(Analysis.of(LANGUAGE, text), len(text) - 1)
        items += [item for item in found if item.label.startswith(letter)]
    free = [role.id for role in ALL if role.id != "imp" and role.team not in {"fabled", "loric"}]
    assert sorted(item.label for item in items) == sorted(free)
