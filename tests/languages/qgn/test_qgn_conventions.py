"""Habits that records take from their siblings, and from themselves."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import SYMBOLS
from kibitz.languages import load
from kibitz.languages.qgn.features.conventions import GAMES_READ, VALUE_READ, Conventions

QGN = load("qgn")
HEAD = '[key "go"]\n[teams "a, b"]\n'


def conventions(text: str) -> object:
    return QGN.conventions(Analysis.of(QGN, text))


def offered(text: str, *beside: str) -> list[str]:
    analysis = Analysis.of(QGN, text)
    analysis = replace(analysis, siblings=tuple(conventions(one) for one in beside))
    return [one.label for one in QGN.complete(analysis, len(text))]


def test_habits_of_a_record_are_its_tags() -> None:
    text = f'{HEAD}[event "x"]\n\n0a 1b\n0c 1d\n0e\n'
    assert conventions(text) == Conventions(((("key", "go"), ("teams", "a, b"), ("event", "x")),))
    assert hash(conventions(text))


def test_conventions_are_few_and_short() -> None:
    games = "".join(f'{HEAD}[seed "{number}"]\n\n0a\n\n' for number in range(3 * GAMES_READ))
    found = conventions(games)
    assert isinstance(found, Conventions)
    assert [dict(head)["seed"] for head in found.heads] == [
        str(3 * GAMES_READ - 1 - n) for n in range(GAMES_READ)
    ]
    long = conventions(f'{HEAD}[event "{"x" * (VALUE_READ + 1)}"]\n\n0a')
    assert isinstance(long, Conventions)
    assert [key for key, _ in long.heads[0]] == ["key", "teams"]


def test_records_without_habits() -> None:
    """Records of the older form, broken heads, records without a head."""
    for text in ("", "0a 1b", '[Game "go"]\n[Teams "a, b"]\n\n0a', '[key "go"]\n\n0a', "[key"):
        assert conventions(text) is None


def test_bad_habits_are_not_learned() -> None:
    bad = (
        '[key "tictactoe"]\n[teams "a,b"]\n[date "30-30-2020"]\n[variant "x"]\n[completed "maybe"]\n\n0m&0.0'
    )
    for key in ("teams", "variant", "completed", "date"):
        assert not {"a,b", "30-30-2020", "maybe"} & set(offered(f'[key "tsuro"]\n[{key} "', bad))
    assert "x" not in offered('[key "tsuro"]\n[variant "', bad)


def test_the_year_of_a_day() -> None:
    this, today = date.today().year, f"{date.today():%m-%d-%Y}"
    beside = f'{HEAD}[date "01-02-1999"]\n\n0a'
    years = [f"02-28-{this - ago}" for ago in range(3)]
    assert offered(f'{HEAD}[date "02-28', beside) == [*years, "02-28-1999", today, "01-02-1999"]
    assert offered(f'{HEAD}[date "02-30-') == [today]


def test_an_outline_ends() -> None:
    text = f"{HEAD}\n0a 1b\n\n" * (SYMBOLS + 3)
    analysis = Analysis.of(QGN, text)
    symbols = QGN.symbols(analysis)
    assert len(symbols) == SYMBOLS + 1
    assert symbols[-1].name == "3 more games"
    assert symbols[-1].span.end == len(text)
    assert symbols[-1].span.start == SYMBOLS * (len(text) // (SYMBOLS + 3))


def test_lens_of_a_long_game_counts_all_actions() -> None:
    """More chunks than a block holds twice: the blocks know how many actions are theirs."""
    text = f"{HEAD}\n" + "0a&1.2 1b\n" * 10_000
    assert [one.title for one in QGN.lenses(Analysis.of(QGN, text))] == ["2 teams · 20000 actions"]
