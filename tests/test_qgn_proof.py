"""The quick way over games: an action that is taken for clean is one of which the rules say nothing, and the game goes
on from it as the replay says."""

from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.analysis import checked
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.setting import Preferences
from kibitz.languages import load
from kibitz.languages.qgn.check import play
from kibitz.languages.qgn.check.actions import misused, unknown_letters
from kibitz.languages.qgn.fast.run import words_of
from kibitz.languages.qgn.fast.vocabulary import UNCLEAR, Vocabulary
from kibitz.languages.qgn.game.course import Act
from kibitz.languages.qgn.game.games import Field, Kind
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text.read import part

OWN: list[dict[str, Any]] = [
    {
        "key": "odd", "teams": [1, 12],
        "action": [
            {"letter": "/", "name": "slash", "details": [{"name": "x", "choices": ["a/b", "a.b", "é", "a"]}]},
            {"letter": "l", "name": "long", "details": [{"name": "x", "range": [0, 1000]}], "counts": [0, 1]},
            {"letter": "t", "name": "twice", "details": [{"name": "x", "letters": "aab"}, {"name": "y"}], "more": True},
        ],
    },
    {
        "key": "pass", "teams": [2, 2], "cards": {"ox": [[0, 1]]}, "turns": True,
        "action": [{"letter": "p", "name": "pass"}, {"letter": "m", "name": "move", "details": [{"name": "card"}]}],
    },
    {
        "key": "drop", "teams": [2, 3], "board": {"rows": 2, "columns": 12, "line": 1, "falls": True},
        "action": [{"letter": "d", "name": "drop", "details": [{"name": "column", "range": [0, 11]}]}],
    },
]  # fmt: skip
QGN = cast("Qgn", load("qgn").tailored(Preferences({"qgn.games": OWN})))
DETAILS = ["0", "1", "2", "5", "6", "9", "-1", "+2", "00", "10", "11", "1000", "t", "f", "ta", "r", "c", "m", "n", "ox", "eel", "é",
           "a/b", "a", "aab", "baa", "ABCDEFGH", "HGFEDCBA", "AACDEFGH", "abcdef", "fedcba", "123456", "1234567", "/", ""]  # fmt: skip
WORDS = st.builds(
    lambda index, sign, details: f"{index}{sign}" + ("&" + ".".join(details) if details else ""),
    st.sampled_from(["0", "1", "2", "00", "11", "12", "9999999999", ""]),
    st.sampled_from([*"mpisodrltaeX/{.", "", "mm"]),
    st.lists(st.sampled_from(DETAILS), max_size=9),
)


def details_like(field: Field) -> st.SearchStrategy[str]:
    """Details that a field admits, and others that look like such."""
    values, letters = field.values()[:3], field.letters
    return st.sampled_from([*values, *values, "7", letters or "x", letters[:1] + letters[:-1], *DETAILS[:4]])


def words_of_kind(kind: Kind) -> st.SearchStrategy[str]:
    details = st.tuples(*map(details_like, kind.fields)).map(".".join)
    return st.builds("{}{}&{}".format, st.integers(0, 2), st.just(kind.letter), details)


@pytest.mark.parametrize("key", [*QGN.games, "go"])
@given(data=st.data())
@settings(max_examples=30)
def test_words_taken_for_clean_are_clean(key: str, data: st.DataObject) -> None:
    known = QGN.games.get(key)
    vocabulary = Vocabulary(known, 2, QGN.rules)
    kinds = [words_of_kind(kind) for kind in known.kinds.values()] if known else []
    for word in data.draw(st.lists(st.one_of(WORDS, *kinds), min_size=1, max_size=30)):
        team, meaning = vocabulary[word]
        read, problems = part(word, QGN.rules)
        if (team, meaning) == UNCLEAR:
            continue
        assert not problems
        assert team == read.highest < 2
        if known is not None:
            assert not list(misused(known, read, QGN.rules))
            assert not list(unknown_letters(known, read, frozenset(), QGN.rules))
            assert isinstance(play.act_of(known, 2, word, QGN.rules), Act)


@pytest.mark.parametrize("key", QGN.games)
def test_nearly_all_actions_of_games_are_known_words(key: str) -> None:
    """Each kind of action, with the first details that fit, is taken for clean."""
    known = QGN.games[key]
    vocabulary = Vocabulary(known, 2, QGN.rules)
    for kind in known.kinds.values():
        details = [(*field.values(), field.letters or "7")[0] for field in kind.fields[: max(kind.counts)]]
        word = f"1{kind.letter}" + ("&" + ".".join(details) if details else "")
        assert vocabulary[word][0] == 1, word


GAMES = st.builds(
    lambda key, teams, words, end: f'[key "{key}"]\n[teams "{teams}"]\n\n{" ".join(words)}{end}',
    st.sampled_from(["tictactoe", "connect4", "drop", "onitama", "pass", "tsuro", "carcassonne", "stratego", "odd", "go"]),
    st.sampled_from(["a, b", "a, b, c"]),
    st.lists(
        st.one_of(
            WORDS,
            st.builds("{}m&{}.{}".format, st.integers(0, 1), st.integers(0, 3), st.integers(0, 3)),
            st.builds("{}p&{}".format, st.integers(0, 2), st.integers(0, 3)),
            st.builds("{}d&{}".format, st.integers(0, 2), st.integers(0, 12)),
            st.builds("{}m&0.0.1.0.{}".format, st.integers(0, 1), st.sampled_from(["ox", "eel", "boar", "crab"])),
            st.builds("{}p&{}.0.ABCDEFGH".format, st.integers(0, 1), st.integers(0, 5)),
        ),
        min_size=1, max_size=12,
    ),
    st.sampled_from(["\n\n", "\r\n\r\n", " \x0c\n\n", "\n\n\n", ""]),
)  # fmt: skip

PLAYED = st.one_of(
    st.builds(
        lambda cells: '[key "tictactoe"]\n[teams "a, b"]\n\n'
        + " ".join(f"{number % 2}m&{cell // 3}.{cell % 3}" for number, cell in enumerate(cells))
        + "\n\n",
        st.permutations(range(9)),
    ),
    st.builds(
        lambda count, columns: f'[key "connect4"]\n[teams "{", ".join("abc"[:count])}"]\n\n'
        + " ".join(f"{number % count}p&{column}" for number, column in enumerate(columns))
        + "\n\n",
        st.integers(2, 3), st.lists(st.integers(0, 4), min_size=6, max_size=25),
    ),
)  # fmt: skip
"""Games whose teams take turns, and that mostly go on behind a win or beyond a full column."""


@given(st.lists(st.one_of(GAMES, PLAYED), min_size=1, max_size=6).map("".join))
def test_leaps_say_what_steps_say(text: str) -> None:
    document = Document.open(QGN, text)
    leapt = checked(document)
    again = Document.open(QGN, text)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Qgn, "leap", Language.leap)
        stepped = checked(again)
    assert leapt.diagnostics() == stepped.diagnostics()
    mine, theirs = leapt.results[-1].exit, stepped.results[-1].exit
    assert [chunk.text for chunk in mine.chunks] == [chunk.text for chunk in theirs.chunks]
    apart = {"teams_at": None, "chunks": (), "completed": None, "strange": (), "late": ()}
    for ours, others in ((mine.strange, theirs.strange), (mine.late, theirs.late)):
        assert [told.found for told in ours] == [told.found for told in others]
    assert mine._replace(**apart) == theirs._replace(**apart)
    assert leapt.tallies == stepped.tallies


def test_odd_blanks_part_no_words() -> None:
    assert words_of("0a\x0c1b 0c") == ["0a\x0c1b", "0c"]
