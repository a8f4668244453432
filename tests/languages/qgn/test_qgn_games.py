"""The games that kibitz knows: their data, the boards that it follows, whole games played at random."""

from __future__ import annotations

import os
import random
from contextlib import suppress
from datetime import date
from itertools import product

import pytest

from bench.records import records
from command import process
from kibitz.core.analysis import Analysis, checked
from kibitz.core.edit import edit
from kibitz.core.values import Diagnostic
from kibitz.games import IllegalError, quibbble
from kibitz.languages.qgn.game.games import REPLAYED, Known, known_games
from kibitz.languages.qgn.game.kinds import lines
from kibitz.languages.qgn.game.kinds.begin import TILES_FOLLOWED, Tiles, begin
from kibitz.languages.qgn.game.position import Act
from kibitz.languages.qgn.language import LANGUAGE as QGN
from kibitz.languages.qgn.testing import decks_of

BOARDS = {"tictactoe": (3, 3, 3), "connect4": (6, 7, 4)}
LONG = os.environ.get("KIBITZ_PROFILE") == "long"


def head(key: str, teams: int = 2) -> str:
    return f'[key "{key}"]\n[teams "{", ".join("abcdefgh"[:teams])}"]\n\n'


def found(text: str) -> list[Diagnostic]:
    return Analysis.of(QGN, text).diagnostics()


@pytest.mark.parametrize("known", known_games().values(), ids=lambda known: known.key)
def test_data_of_games(known: Known) -> None:
    assert 1 <= known.least <= known.most
    for letter, kind in known.kinds.items():
        assert len(letter) == 1
        assert not kind.fields or max(kind.counts) == len(kind.fields) or kind.more
        for field in kind.fields:
            assert not field.words or len(field.words) == len(field.choices)
            assert all(field.admits(value) for value in field.values())
            assert not field.admits("no such thing") or not field.described
        assert kind.tile is None or max(kind.tile) < min(kind.counts) or known.key == "carcassonne"


@pytest.mark.parametrize(("key", "loaded"), [("tictactoe", []), ("onitama", ["onitama"])])
def test_only_the_rules_of_named_games_are_loaded(key: str, loaded: list[str]) -> None:
    code = (
        "import sys; from kibitz.core.analysis import Analysis; from kibitz.languages import load\n"
        f"Analysis.of(load('qgn'), {head(key) + '0m&0.0'!r}).diagnostics()\n"
        "print(*(name.rpartition('.')[2] for name in sys.modules if '.qgn.game.kinds.' in name))"
    )
    answer, errors = process(code=code).communicate()
    assert sorted({*answer.decode().split()} - {"begin", "lines"}) == loaded, errors


SIMPLE = [known for known in known_games().values() if not known.replay]


@pytest.mark.parametrize("known", SIMPLE, ids=lambda known: known.key)
def test_each_known_action_is_accepted(known: Known) -> None:
    """An action made of the first legal value of each field brings nothing but the order of turns up."""
    for kind in known.kinds.values():
        values = [(field.values() or (field.letters or "1",))[0] for field in kind.fields]
        text = head(known.key, known.least) + f"0{kind.letter}" + ("&" + ".".join(values) if values else "")
        # Tags contain the decks of Quill.
        assert [one for one in found(text) if one.rule.slug != "decks"] == [], text


@pytest.mark.parametrize("key", sorted(REPLAYED))
@pytest.mark.parametrize("seed", range(8 if LONG else 4))
def test_legal_games_are_clean(key: str, seed: int) -> None:
    """Random moves of those that a position lists, to the end of the game."""
    rng = random.Random(seed)
    known = known_games()[key]
    teams, variant = rng.randint(known.least, known.most), rng.choice(known.variants or ("",))
    position, words = begin(known, teams, variant or None, seed, decks_of(key)), list[str]()
    assert position is not None
    while not position.over and len(words) < 300 and (moves := list(position.moves())):
        move, team = rng.choice(moves), position.turn
        assert team is not None
        words.append(str(Act(team, move.sign, move.details)))
        position, refusal = position.play(team, move.sign, move.details)
        assert refusal is None
    tags = f'[seed "{seed}"]\n' + (f'[variant "{variant}"]\n' if variant else "")
    tags += f'[Decks "{" : ".join(map(", ".join, decks_of(key)))}"]\n' if known.deck else ""
    assert found(tags + head(key, teams) + " ".join(words)) == []
    if position.over:
        late = found(tags + head(key, teams) + " ".join([*words, words[-1], words[-1]]))
        assert [one.rule.slug for one in late] == ["after-the-end"]


def naive_winner(cells: dict[tuple[int, int], int], line: int) -> int | None:
    """Return the team with `line` pieces in a row, by a search everywhere."""
    for (row, column), team in cells.items():
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if all(cells.get((row + down * step, column + right * step)) == team for step in range(line)):
                return team
    return None


@pytest.mark.parametrize("key", BOARDS)
@pytest.mark.parametrize("seed", range(60))
def test_boards_are_followed(key: str, seed: int) -> None:
    """Random legal games are clean to their end, the winner is the one that a slow search finds."""
    rows, columns, line = BOARDS[key]
    known = known_games()[key]
    assert known.board is not None
    rng = random.Random(seed)
    board, cells, moves = lines.Board(known.board, (0, 0)), dict[tuple[int, int], int](), list[str]()
    while not board.over:
        details = rng.choice([*board.moves()]).details
        choice = tuple(map(int, details))
        if key == "connect4":
            row = max(row for row in range(rows) if (row, choice[0]) not in cells)
            cells[row, choice[0]] = board.turn
        else:
            cells[choice[0], choice[1]] = board.turn
        moves.append(f"{board.turn}{next(iter(known.kinds))}&{'.'.join(map(str, choice))}")
        board, trouble = board.play(board.turn, "", details)
        assert not trouble
        assert board.winner == naive_winner(cells, line)
        assert all(
            board.at(*cell) == cells.get(cell, lines.FREE) for cell in product(range(rows), range(columns))
        )
    assert found(head(key) + " ".join(moves)) == []
    late = found(head(key) + " ".join([*moves, moves[0]]))
    assert [one.rule.slug for one in late] == ["after-the-end"]


def test_another_number_of_teams_is_not_followed() -> None:
    """The next team would be unknown."""
    assert [one.rule.slug for one in found(head("tictactoe", 3) + "0m&1.1 0m&1.1")] == ["team-count"]


def test_many_tiles_are_not_remembered() -> None:
    """A frozen set that grows with the record would make a long one slow."""
    laid = Tiles("p", (0, 1))
    for number in range(TILES_FOLLOWED + 50):
        laid, refusal = laid.play(0, "p", (str(number), "0"))
        assert refusal is None
    assert len(laid.cells) == TILES_FOLLOWED


def test_the_date_that_is_offered_is_today() -> None:
    text = '[key "go"]\n[date ""]'
    before = date.today()
    offered = [item.text for item in QGN.complete(Analysis.of(QGN, text), len(text) - 2)]
    assert offered in [[f"{day:%m-%d-%Y}"] for day in (before, date.today())]


def test_edit_in_a_long_game_stays_local() -> None:
    """The state does not count actions, so later ones are not checked again."""
    analysis = Analysis.of(QGN, head("go") + "0a&1.2 1b&3 " * 2000)
    after = checked(edit(analysis.document, 5000, 5000, "0c "), analysis)
    last = after.document.place_at(len(after.document))
    assert after.state_after(last) == analysis.state_after(analysis.document.place_at(len(analysis.document)))


def test_a_hover_counts_over_many_chunks() -> None:
    text = head("go") + "0a&1.2 1b&3 {x} " * 3000
    hover = QGN.hover(Analysis.of(QGN, text), len(text) - 7)
    assert hover is not None
    assert "action 6000, round 3000" in hover.markdown


def test_records_of_every_game_are_drawn() -> None:
    drawn = {record.split('"')[1] for record in records("qgn", 80)}
    assert drawn == {
        "tictactoe",
        "connect4",
        "onitama",
        "tsuro",
        "indigo",
        "stratego",
        "carcassonne",
        "Quill",
    }


@pytest.mark.parametrize("seed", range(4))
def test_legal_acts_of_stratego_are_accepted(seed: int) -> None:
    chance, game = random.Random(seed), quibbble.begin("stratego", seed=seed, variant="quick_battle")
    size = range(8)
    for _ in range(12):
        legal = {str(act) for act in game.legal}
        for _ in range(100):
            one, other = ((chance.choice(size), chance.choice(size)) for _ in range(2))
            cells = ".".join(map(str, (*one, *other)))
            text = f"{chance.randrange(2)}{chance.choice('ms')}&{cells}"
            with suppress(IllegalError):
                game.play(text)
                # Changing places with itself is allowed, but not listed.
                assert text in legal or one == other, game.record
        game = game.play(chance.choice(sorted(legal)))
