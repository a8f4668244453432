"""Games of Quibbble, played by moves of the preview: these are exactly the legal actions."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply
from kibitz.core.setting import Preferences
from kibitz.games import quibbble
from kibitz.languages import load
from kibitz.languages.qgn.game.games import known_games

QGN = load("qgn")
VARIANTS = {"indigo": "classic", "stratego": "quick_battle", "tsuro": "classic"}
GAMES = ("tictactoe", "connect4", "tsuro", "indigo", "onitama", "stratego", "carcassonne", "Quill")
DECK = ", ".join(sorted(known_games()["Quill"].deck_cards)[::2])
OFTEN = 12
"""Actions of each game."""


def head(key: str) -> str:
    variant = f'[variant "{VARIANTS[key]}"]\n' if key in VARIANTS else ""
    seed = '[seed "7"]\n' if key not in ("tictactoe", "connect4") else ""
    decks = f'[Decks "{DECK} : {DECK}"]\n' if key == "Quill" else ""
    return f'[key "{key}"]\n[teams "red, blue"]\n{seed}{variant}{decks}'


def written(analysis: Analysis, taken: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the actions at the ends of all ways through the moves."""
    for play in QGN.plays(analysis, None, taken):
        if play.edits:
            yield play.edits[0].text.strip()
        else:
            yield from written(analysis, (*taken, play.key))


@pytest.mark.parametrize("key", GAMES)
def test_moves_play_games(key: str) -> None:
    rng, text, taps = random.Random(key), head(key), 0
    for _ in range(OFTEN):
        analysis, taken = Analysis.of(QGN, text), tuple[str, ...]()
        places = {item.place for item in QGN.scene(analysis, None, Preferences()).items}
        while plays := QGN.plays(analysis, None, taken):
            assert len({play.key for play in plays}) == len(plays)
            assert {play.place for play in plays} <= places | {""}
            play, taps = rng.choice(plays), taps + 1
            if play.edits:
                text = apply(text, play.edits)
                break
            taken = (*taken, play.key)
        assert not Analysis.of(QGN, text).diagnostics(), text
    assert taps <= 2 * OFTEN


def test_moves_begin_a_game() -> None:
    for blank in ("", "\n"):
        plays = QGN.plays(Analysis.of(QGN, blank), 0, ())
        begun = apply(blank, next(one for one in plays if "tsuro" in one.key).edits)
        assert begun.strip() == '[key "tsuro"]\n[teams "red, blue"]\n[seed ""]'


@pytest.mark.parametrize("key", GAMES)
def test_each_legal_move_is_offered_once(key: str) -> None:
    decks = [DECK.split(", ")] * 2 if key == "Quill" else ()
    seed = 7 if "seed" in head(key) else None
    game = quibbble.begin(key, ("red", "blue"), seed=seed, variant=VARIANTS.get(key), decks=decks)
    found = list(written(Analysis.of(QGN, head(key))))
    assert len(found) == len(set(found)) > 1
    assert {*found} == {str(one) for one in game.legal}


def test_first_action_follows_all_tags() -> None:
    text = head("connect4")
    for offset in (0, 5, len(text) - 1):
        play = QGN.plays(Analysis.of(QGN, text), offset, ())[3]
        assert apply(text, play.edits) == f"{text}\n0p&3\n"
    between = apply(
        f"{text}\n0p&3 1p&3\n",
        QGN.plays(Analysis.of(QGN, f"{text}\n0p&3 1p&3\n"), len(text) + 2, ())[0].edits,
    )
    assert between == f"{text}\n0p&3 1p&0 1p&3\n"
