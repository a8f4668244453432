"""Unusual settings: any file gives an answer in bounded time, and any row of a game is playable."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.analysis import Analysis
from kibitz.core.setting import Preferences
from kibitz.languages import load
from kibitz.languages.qgn.game import games
from test_properties import ask_everything

QGN = load("qgn")
WORDS = st.sampled_from(["p", "m", "row", "abcdefg", "x", "zz", "", "&", "5", "a.b", "c" * 120, "é"])
NUMBERS = st.integers(-2, 9) | st.sampled_from([14, 100, 101, 10_000, 2_000_000_000, -(10**30)])
ODD: st.SearchStrategy[Any] = (
    st.none()
    | st.booleans()
    | NUMBERS
    | WORDS
    | st.lists(NUMBERS | WORDS, max_size=3)
    | st.just({})
    | st.floats()
)
FITTING: dict[str, st.SearchStrategy[Any]] = {
    "key": st.just("own") | WORDS, "teams": st.just([2, 2]) | st.lists(NUMBERS, min_size=2, max_size=2),
    "variants": st.lists(WORDS, max_size=2), "variant_words": st.lists(WORDS, max_size=2), "tags": st.lists(WORDS, max_size=2), "turns": st.booleans(), "passes": st.booleans(),
    "board": st.fixed_dictionaries({"rows": NUMBERS, "columns": NUMBERS, "line": NUMBERS, "falls": st.booleans()}),
    "pieces": st.fixed_dictionaries(
        {"rows": NUMBERS, "columns": NUMBERS, "ranks": NUMBERS},
        optional={"blocked": st.lists(st.lists(NUMBERS, min_size=2, max_size=2), max_size=2)},
    ),
    "tiles": st.lists(st.sampled_from(["abcdefg", "ABCDEFGH", "ab", "ffffmff", "x" * 16, "x" * 17, "é"]), max_size=3),
    "rotation": NUMBERS, "once": st.booleans(), "amounts": st.lists(NUMBERS, max_size=3),
    "turn": st.lists(st.sampled_from(["p", "m", "zz"]), max_size=2), "start": st.just("abcd") | WORDS,
    "letter": st.sampled_from(["p", "m"]), "name": WORDS, "counts": st.lists(st.integers(-1, 4), max_size=2), "more": st.booleans(),
    "moves": st.booleans(), "tile": st.fixed_dictionaries({"row": st.integers(-1, 4), "column": st.integers(-1, 4)}),
    "range": st.just([0, 8]) | st.lists(NUMBERS, min_size=2, max_size=2), "number": st.booleans(), "choices": st.lists(WORDS, max_size=2),
    "words": st.lists(WORDS, max_size=2), "letters": WORDS, "ends": st.lists(WORDS, max_size=2),
}  # fmt: skip
"""Values for each name, mostly plausible ones."""


def table(
    columns: dict[str, games.Column], **inner: st.SearchStrategy[Any]
) -> st.SearchStrategy[dict[str, Any]]:
    strategies = {name: inner[name] if name in inner else FITTING[name] for name in columns}
    due = {name: one for name, one in strategies.items() if columns[name].due or name in inner}
    others = {name: one for name, one in strategies.items() if name not in due}
    sound = st.fixed_dictionaries(due, optional=others)
    return (
        sound
        | sound
        | sound
        | st.dictionaries(st.sampled_from([*columns, "colour", "k" * 300]), ODD, max_size=4)
    )


DETAILS = st.lists(table(games.DETAIL), max_size=9)
ACTIONS = st.lists(table(games.ACTION, details=DETAILS), max_size=3)
GAMES = st.lists(table(games.GAME, action=ACTIONS), min_size=1, max_size=2)
PARTS = [
    "0p&1.1 ",
    "1m&0.0.1.1 ",
    "0p&7.7.a.b.c.d.e.f.g ",
    "1p&--5.+-3 ",
    "1p",
    "0m&",
    "{c}",
    "0p&2147483647 ",
    "1m&1.2.x ",
    "\n\n",
    f"0m&{'9' * 5000} ",
]
KNOWN = st.sampled_from(["own", *QGN.games])  # type: ignore[attr-defined]


@given(GAMES | ODD, KNOWN, st.lists(st.sampled_from(PARTS), max_size=6), st.floats(0, 1))
def test_any_row_of_a_game_can_be_played(rows: Any, key: str, parts: list[str], where: float) -> None:
    """Settings that are not refused with a message allow every feature: check, preview, completion and all others."""
    said = list(games.mistakes(rows))
    assert sum(map(len, said)) < 10_000
    language = QGN.tailored(Preferences({"qgn.games": rows}))
    text = f'[key "{key}"]\n[teams "red, blue"]\n\n' + "".join(parts)
    ask_everything(Analysis.of(language, text), round(where * len(text)))
