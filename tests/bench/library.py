"""How quick the games are as a library: microseconds an action of random games of each, beside the checker of records.

python tests/bench library [--games N]
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Callable
from random import Random

from kibitz.core.analysis import Analysis
from kibitz.games.quibbble import KEYS, Game, begin
from kibitz.languages import load

LONGEST = 60
"""So many actions of a game are played at the most."""


def main(options: list[str]) -> None:
    parser = ArgumentParser("python tests/bench library", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=20, help="games of each (20)")
    count = parser.parse_args(options).games
    print("| | played | checked | random |\n| --- | --- | --- | --- |")
    for key in KEYS:
        games: list[Game] = []
        chance = seconds(lambda: games.extend(at_random(key, seed) for seed in range(count)))  # noqa: B023 - called at once.
        played = seconds(lambda: [replayed(game) for game in games])  # noqa: B023
        records = [game.record for game in games]
        # As everybody finds it who has checked one record before.
        Analysis.of(load("qgn"), f"{records[0]}\n")
        checked = seconds(lambda: [Analysis.of(load("qgn"), text) for text in records])  # noqa: B023
        actions = sum(len(game.actions) for game in games)
        print(
            f"| {key} | "
            + " | ".join(f"{1e6 * one / actions:.0f}" for one in (played, checked, chance))
            + " |"
        )


def seconds(work: Callable[[], object]) -> float:
    """The processor time that some work takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def at_random(key: str, seed: int) -> Game:
    random, game = Random(seed), begun(key, seed)
    while len(game.actions) < LONGEST and (legal := [*game.legal]):
        game = game.play(random.choice(legal))
    return game


def begun(key: str, seed: int) -> Game:
    """A game of two, dealt by a seed where it needs one."""
    try:
        return begin(key)
    except ValueError:
        return begin(key, seed=seed)


def replayed(game: Game) -> Game:
    again = begin(game.known.key, game.teams, seed=game.seed, variant=game.variant)
    for action in game.actions:
        again = again.play(action)
    return again
