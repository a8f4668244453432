"""The speed of the games as a library: microseconds for an action of random games, next to the checker of records.

python tests/bench library [--games N]
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from kibitz.core.analysis import Analysis
from kibitz.games import blackjack, clocktower, figgie
from kibitz.games.quibbble import KEYS, Game, begin
from kibitz.languages import load

LONGEST = 60
"""Greatest number of actions of a game."""


def main(options: list[str]) -> None:
    parser = ArgumentParser("python tests/bench library", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=20, help="games of each (20)")
    count = parser.parse_args(options).games
    print("| | played | checked | random |\n| --- | --- | --- | --- |")
    for key in KEYS:
        games: list[Game] = []
        chance = seconds(lambda: games.extend(at_random(key, seed) for seed in range(count)))  # noqa: B023 - called at once.
        played = seconds(lambda: [replayed(game) for game in games])  # noqa: B023
        tell(
            key,
            "qgn",
            [game.record for game in games],
            sum(len(game.actions) for game in games),
            chance,
            played,
        )
    for name, (language, play) in OTHERS.items():
        ended: list[tuple[Any, list[Any]]] = []
        chance = seconds(lambda: ended.extend(play(seed) for seed in range(count)))  # noqa: B023
        played = seconds(lambda: [play(seed, again) for seed, (_, again) in enumerate(ended)])  # noqa: B023
        tell(
            name,
            language,
            [one.record for one, _ in ended],
            sum(len(chosen) for _, chosen in ended),
            chance,
            played,
        )


def tell(name: str, language: str, records: list[str], actions: int, chance: float, played: float) -> None:
    """Print a row: the time of an action when it is replayed, when it is checked, and when it is chosen among all legal ones."""
    # The measured checks come after another one, which fills the caches.
    Analysis.of(load(language), f"{records[0]}\n")
    checked = seconds(lambda: [Analysis.of(load(language), text) for text in records])
    told = (f"{1e6 * one / actions:.0f}" for one in (played, checked, chance))
    print(f"| {name} | {' | '.join(told)} |")


Again = list[Any] | None
"""The choices of an earlier game, or None to choose now."""


def hand(seed: int, again: Again = None) -> tuple[blackjack.Round, list[Any]]:
    random, shoe, now, chosen = (
        Random(seed),
        blackjack.shoe(2, seed),
        blackjack.begin(3, decks=2),
        list[str](),
    )
    while (again is not None and len(chosen) < len(again)) or (again is None and now.turn):
        chosen.append(again[len(chosen)] if again is not None else random.choice([*now.legal] or [""]))
        now = now.play(chosen[-1], shoe)
    return now, chosen


def round_(seed: int, again: Again = None) -> tuple[figgie.Round, list[Any]]:
    random, now, chosen = Random(seed), figgie.deal(seed), list[Any]()
    for number in range(LONGEST):
        if again is not None:
            chosen.append(again[number])
        else:
            move = random.choice([*now.legal])
            chosen.append((move.buyer, move.seller, str(move.card), random.randint(1, 9)))
        now = now.trade(*chosen[-1])
    return now, chosen


def nights(seed: int, again: Again = None) -> tuple[clocktower.Game, list[Any]]:
    random, now, chosen = Random(seed), clocktower.deal(9, seed=seed), list[str]()
    while not now.over:
        living = [player.name for player in now.grimoire.players if not player.dead]
        chosen.append(f"kill {random.choice(living)}" if again is None else again[len(chosen)])
        now = now.play(chosen[-1])
    return now, chosen


OTHERS: Mapping[str, tuple[str, Callable[..., tuple[Any, list[Any]]]]] = {
    "blackjack": ("bjn", hand),
    "figgie": ("pfn", round_),
    "clocktower, a night": ("botc", nights),
}


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
