"""The number of moves equals that of the generated moves, in every position of every game."""

from __future__ import annotations

import random

import pytest

from kibitz.languages.qgn.game.games import known_games
from kibitz.languages.qgn.game.kinds.begin import begin

PLAYED = [
    ("tictactoe", None, 2), ("connect4", None, 3), ("onitama", None, 2), ("stratego", None, 2), ("stratego", "quick_battle", 2),
    ("indigo", None, 3), ("indigo", "large_hands", 2), ("tsuro", None, 4), ("tsuro", "open_tiles", 2), ("carcassonne", None, 3),
]  # fmt: skip


@pytest.mark.parametrize(("key", "variant", "teams"), PLAYED)
def test_moves_are_counted_without_being_made(key: str, variant: str | None, teams: int) -> None:
    rng, counted = random.Random(3), set()
    position = begin(known_games()[key], teams, variant, 11)
    for _ in range(60):
        assert position is not None
        for team in range(teams):
            moves = tuple(position.moves_of(team))
            assert position.mobility(team) == len(moves)
            counted.add(len(moves))
        if position.over or not (moves := tuple(position.moves())):
            break
        sign, details, _ = rng.choice(moves)
        position, refusal = position.play(position.turn or 0, sign, details)
        assert refusal is None
    assert len(counted) > 1


@pytest.mark.parametrize("key", ["onitama", "indigo", "carcassonne"])
def test_hidden_moves_are_not_counted(key: str) -> None:
    position = begin(known_games()[key], 2, None, None)
    assert position is not None
    assert position.mobility(0) is None
