"""Games from the settings of users."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import tomli

from command import kibitz
from kibitz.core.analysis import Analysis
from kibitz.core.language import VARIANTS
from kibitz.core.setting import Preferences
from kibitz.core.text import Position
from kibitz.languages import load
from kibitz.languages.qgn.game.games import known_games, mistakes
from kibitz.lsp.diagnostics.checking import next_piece
from kibitz.lsp.documents.session import Session
from kibitz.lsp.documents.snapshot import ConfigChanged, EditingEnded
from kibitz.lsp.transport.client import Client
from kibitz.lsp.transport.messages import Change
from kibitz.project import settings
from kibitz.project.settable import problems
from kibitz.project.settings import Settings

QGN = load("qgn")
HEX = """
[[qgn.games]]
key = "hex"
teams = [2, 2]
turns = true

[[qgn.games.action]]
letter = "p"
name = "place"
details = [{ name = "row", range = [0, 10] }, { name = "column", range = [0, 10] }]
"""
GOMOKU = """
[[qgn.games]]
key = "gomoku"
teams = [2, 2]
board = { rows = 15, columns = 15, line = 5, falls = false }

[[qgn.games.action]]
letter = "p"
name = "place"
details = [{ name = "row", range = [0, 14] }, { name = "column", range = [0, 14] }]
"""
RECORD = '[key "hex"]\n[teams "red, blue"]\n\n0p&3.4 1p&11.2 0p&1.1\n'


def rows(source: str) -> Any:
    return tomli.loads(source)["qgn"]["games"]


def said(source: str, text: str) -> list[str]:
    language = QGN.tailored(Preferences({"qgn.games": rows(source)}))
    return [one.rule.slug for one in Analysis.of(language, text).diagnostics()]


def test_built_in_games_are_such_rows() -> None:
    path = Path(settings.__file__).parent.parent / "languages" / "qgn" / "data/games.toml"
    games = tomli.loads(path.read_text("utf-8"))["game"]
    own = [{name: value for name, value in game.items() if name not in {"deck", "cards"}} for game in games]
    assert list(mistakes(own)) == []
    assert {one.partition(": ")[2] for one in mistakes(games)} == {
        "a game has no `cards`",
        "a game has no `deck`",
    }


def test_a_game_of_ones_own_is_checked() -> None:
    assert said(HEX, RECORD) == ["detail-value"]
    assert [one.rule.slug for one in Analysis.of(QGN, RECORD).diagnostics()] == ["own-game"]


def test_each_variant_has_its_words() -> None:
    variants = (
        'turns = true\nvariants = ["Swap", "Plain"]\nvariant_words = ["the second team may change sides"%s]'
    )
    assert list(mistakes(rows(HEX.replace("turns = true", variants % ', "as it is"')))) == []
    (mistake,) = mistakes(rows(HEX.replace("turns = true", variants % "")))
    assert "`variant_words` describes each of the `variants`" in mistake


def test_a_board_of_ones_own_is_followed() -> None:
    moves = "0p&7.3 1p&0.0 0p&7.4 1p&0.1 0p&7.5 1p&0.2 0p&7.6 1p&0.2 0p&7.7 1p&0.4"
    text = f'[key "gomoku"]\n[teams "red, blue"]\n\n{moves}'
    assert said(GOMOKU, text) == ["cell-taken"]


def test_every_cell_of_a_huge_board_is_offered() -> None:
    """More than have a number of two signs."""
    source = GOMOKU.replace("15", "70").replace("14]", "69]")
    language = QGN.tailored(Preferences({"qgn.games": rows(source)}))
    text = '[key "gomoku"]\n[teams "red, blue"]\n\n0p&35.35 '
    for typed, last in (("1p&69.", "69"), ("1p&", "69.")):
        items = language.complete(Analysis.of(language, text + typed), len(text + typed))
        assert last in [one.text for one in items]
    assert len(language.plays(Analysis.of(language, text), None, ())) == 70 * 70 - 1


def test_row_overrides_a_built_in_game() -> None:
    own = HEX.replace('"hex"', '"tictactoe"')
    assert said(own, '[key "tictactoe"][teams "a, b"] 0p&10.10') == []


def test_equal_settings_give_the_same_notation() -> None:
    """So a change of other settings does not read a document again."""
    preferences = Preferences({"qgn.games": rows(HEX)})
    assert QGN.tailored(preferences) is QGN.tailored(Preferences({"qgn.games": rows(HEX), "x": 1}))
    assert QGN.tailored(Preferences({})) is QGN
    for number in range(2 * VARIANTS):
        own = QGN.tailored(Preferences({"qgn.games": rows(HEX.replace("hex", f"hex{number}"))}))
        assert isinstance(own.parsed(RECORD), object)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('[[qgn.games]]\nkey = "x"', "game `x`: `teams` is missing: the least and the greatest number of teams, as in [2, 4]"),
        ("[[qgn.games]]\nteams = [2, 2]", "game 1: `key` is missing: the name of the game, as the tag `key` gives it"),
        (HEX.replace("teams", "team"), "game `hex`: a game has no `team`; did you mean `teams`?"),
        (HEX.replace("[2, 2]", "[3, 2]"), "game `hex`: `teams` must be the least and the greatest number of teams, as in [2, 4], not [3, 2]"),
        (HEX.replace('"p"', '"pp"'), "game `hex`: action 1: `letter` must be one ASCII character other than a digit or `&`, not 'pp'"),
        (HEX.replace("range = [0, 10] }]", "rnge = [0, 10] }]"), "game `hex`: action `p`: a detail has no `rnge`; did you mean `range`?"),
        (HEX + "counts = [3]", "game `hex`: action `p`: `counts` goes beyond the 2 details"),
        (HEX + "tile = { row = 0, column = 2 }", "game `hex`: action `p`: `tile` names a detail beyond the 2, which count from 0"),
        (HEX + '[[qgn.games.action]]\nletter = "p"\nname = "pass"', "game `hex`: action `p` stands twice"),
        (GOMOKU.replace("14] }]", "13] }]"), "game `gomoku`: `board` needs one action, whose details are the row and the column (or, where pieces fall, the column)"),
        ("[qgn]\ngames = 3", "write each game as a table `[[qgn.games]]`"),
    ],
)  # fmt: skip
def test_mistakes_in_a_row_are_reported(source: str, message: str) -> None:
    assert message in [one.removeprefix("`qgn.games`: ") for one in problems(tomli.loads(source))]


def test_rows_with_mistakes_are_left_out() -> None:
    """An editor may send anything."""
    odd_ones: list[Any] = [
        3,
        [3],
        [{}],
        [{"key": 1}],
        [{"key": "x", "teams": [1, 2], "action": 3}],
        "x",
        {"a": 1},
    ]
    for odd in odd_ones:
        own = QGN.tailored(Preferences({"qgn.games": odd}))
        assert [one.rule.slug for one in Analysis.of(own, RECORD).diagnostics()] == ["own-game"]
    assert set(known_games().with_rows([{"key": "x"}, *rows(HEX)])) == {*known_games(), "hex"}


def test_the_command_line_reads_them(tmp_path: Path) -> None:
    (tmp_path / "kibitz.toml").write_text(HEX)
    (tmp_path / "game.qgn").write_text(RECORD)
    answer = kibitz("check", "--all", tmp_path / "game.qgn")
    assert "QGN125" in answer.text
    (tmp_path / "kibitz.toml").write_text(HEX.replace("teams", "team"))
    answer = kibitz("check", tmp_path / "game.qgn")
    assert answer.status == 2
    assert "did you mean `teams`?" in answer.errors


def test_changed_games_reread_a_document() -> None:
    session = opened(RECORD)
    session.take(ConfigChanged(Settings.of(tomli.loads(HEX))))
    finish(session)
    assert [one.rule.slug for one in session.snapshot.analysis.diagnostics()] == ["detail-value"]
    assert session.snapshot.document.text() == RECORD
    before = session.snapshot.analysis
    session.take(ConfigChanged(Settings.of(tomli.loads(HEX + "[format.qgn]\nwrap = 'rounds'"))))
    finish(session)
    assert session.snapshot.analysis is before
    session.take(ConfigChanged(Settings()))
    finish(session)
    assert session.snapshot.language is QGN
    assert [one.rule.slug for one in session.snapshot.analysis.diagnostics()] == ["own-game"]


def opened(text: str) -> Session:
    session = Session("file:///game.qgn", QGN, Client(), Settings())
    session.change(1, [Change(text)], 1)
    finish(session)
    return session


def finish(session: Session) -> None:
    while not session.done:
        session.store(next_piece(session)())


def test_saved_record_stays_finished() -> None:
    """A thread makes the key as it is saved and the settings change."""
    session = opened(RECORD)
    place = Position(3, 7)
    session.change(2, [Change("9", (place, place))], 1)
    key = next_piece(session)
    session.take(EditingEnded())
    session.take(ConfigChanged(Settings.of(tomli.loads(HEX))))
    session.store(key())
    assert session.snapshot.typing.at is not None
    finish(session)
    assert session.snapshot.document.text() == RECORD[:-15] + "9" + RECORD[-15:]
    assert session.snapshot.typing.at is None
