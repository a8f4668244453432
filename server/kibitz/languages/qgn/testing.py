"""Support for shared tests and benchmarks (`tests/support/notations.py`), with random legal games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from textwrap import fill

from kibitz.languages.qgn.game.games import REPLAYED, known_games
from kibitz.languages.qgn.game.kinds.begin import begin
from kibitz.languages.qgn.game.position import Act

STARTS = ("record", "tag", "action")
HOSTILE = (
    '[key "<img src=x onerror=alert(1)>"]\n[teams "<img src=x onerror=alert(1)>, [x](http://evil), **B**"]\n\n'
    "0a 1b&<img 0c\n"
)
NAMED = (
    '[key "{0}"]\n[teams "{0}, B"]\n\n0a 1b&{0} {{{0}}}\n\n[key "tictactoe"]\n[teams "{0}, B"]\n\n0m&1.1\n'
)
OTHER_NAMES = ("Somebody", "x y", "{[")
LINE_END = "\n"
"""The reference parser can't read a carriage return."""
COMMENTED = ('[key "tictactoe"]\n\n0m&0.0 {a good {start}\n', '[key "tictactoe"]\n\n0m&0.0\n')
TEXT_ONLY = r"\d?[a-z]{1,3}\d?|gateways|hands|cards|\d+"  # Letters on boards, and items without a shape.
KEYSTROKE = ("1m&0.0", "1m&1.0")
TYPED_ON = tuple(
    f"{head}{tail} "
    for head in ("", "&")
    for tail in ("", "0", "1.1", "1.1.1.2", "1.ABCDEFGH", "1.1.ABCDEFGH", "0.0.2.0.tiger")
)
TYPED_ON_IN = (("[", ('"]\n', ' "a"]\n', ' "a, b"]\n', 'b"]\n', "]\n")),)
WRITTEN_LATER = frozenset({"decks"})
HARMLESS = ('[key "connect4"]\n[teams "a, b"]\n\n0p&1 ', "1p&1")
HARMFUL = ('[key "connect4"]\n[teams "a, b"]\n\n0p&1 ', "0p&1")
KEYS, KEYS_TRIED = 0.17, 5

TEAMS = ("red, blue", "ada, ben", "noughts, crosses", "north, south", "white, black")
WRAP = 70
SEED, MOST_MOVES = 7, 60
DECK = tuple(sorted(known_games()["Quill"].deck_cards)[::2])
"""30 cards of Quill."""


def typed(rng: random.Random) -> str:
    """Return a game without decks, which `tests/languages/qgn/test_qgn_quill.py` measures separately."""
    return game(rng, rng.choice([key for key in GAMES if not decks_of(key)]))


def short(rng: random.Random, first: bool) -> str:
    """Return a game; the first one is a game that kibitz replays."""
    return game(rng, key="connect4" if first else "")


def chunks(count: int) -> str:
    """Return games of one pattern, each of two chunks."""
    moves = "0m&0.2 1m&0.1 0m&1.1 1m&0.0 0m&2.1 1m&2.2 0m&1.2"
    return f'[key "tictactoe"]\n[teams "red, blue"]\n\n{moves}\n\n' * count


def game(rng: random.Random, key: str = "") -> str:
    """Return a game with the given key, or any known game."""
    key = key or rng.choice([*GAMES])
    moves = [*GAMES[key](rng)]
    tags = [("key", key), ("teams", rng.choice(TEAMS))]
    if key in REPLAYED:
        tags.append(("seed", str(SEED)))
    if decks := decks_of(key):
        tags.append(("Decks", " : ".join(map(", ".join, decks))))
    if rng.random() < 0.5:
        month, day = rng.randint(1, 12), rng.randint(1, 28)
        # Replayed games may end early.
        tags += [("completed", "true")] if key not in REPLAYED else []
        tags.append(("date", f"{month:02}-{day:02}-202{rng.randint(4, 6)}"))
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags)
    return f"{head}\n{wrapped(moves)}\n"


record = game


def decks_of(key: str) -> tuple[tuple[str, ...], ...]:
    """Return the decks of a game, or nothing if it has none."""
    return (DECK, DECK) if known_games()[key].deck else ()


def wrapped(moves: list[str]) -> str:
    return fill(" ".join(moves), WRAP, break_on_hyphens=False, break_long_words=False)


def legal(key: str) -> Callable[[random.Random], Iterator[str]]:
    """Return a player of random legal moves. Short games are played to their end."""

    def play(rng: random.Random) -> Iterator[str]:
        position = begin(known_games()[key], 2, None, SEED, decks_of(key))
        for _ in range(rng.randint(8, 40) if key in REPLAYED else MOST_MOVES):
            moves = [] if position is None or position.over else list(islice(position.moves(), MOST_MOVES))
            if position is None or not moves:
                return
            team, move = position.turn or 0, rng.choice(moves)
            yield str(Act(team, move.sign, move.details))
            position, _ = position.play(team, move.sign, move.details)

    return play


GAMES = {key: legal(key) for key in ("tictactoe", "connect4", *sorted(REPLAYED))}
