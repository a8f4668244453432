"""Rows of Quibbble in common readers: texts stay texts, lists are lists, days are days."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kibitz
from command import kibitz as command
from kibitz.languages.qgn.game.games import known_games
from kibitz.languages.qgn.game.kinds.begin import begin
from kibitz.languages.qgn.testing import GAMES, decks_of, game
from test_qgn_verdicts import GAMES as VERDICTS
from test_qgn_verdicts import changed, record

LONG = os.environ.get("KIBITZ_PROFILE") == "long"
WON = '[key "connect4"]\n[teams "1, 2"]\n[date "11-20-2026"]\n\n0p&1 1p&2 0p&1 1p&2 0p&1 1p&2 0p&1\n'
MARKED = '[key "tictactoe"]\n[teams "3, 4"]\n[date "1-2-3"]\n\n0m&1.0 1m&0.1\n'
EVENTS: list[list[Any]] = [
    ["&1", None],
    ["&2", None],
    ["&1", None],
    ["&2", None],
    ["&1", None],
    ["&2", None],
    ["&1", ["1"]],
]
RECORDS: list[list[Any]] = [[["1", "2"], date(2026, 11, 20), ["1"]], [["3", "4"], None, None]]
FORMS = ("jsonl", "csv", "csv-raw", "parquet")


def exported(folder: Path, form: str) -> tuple[Path, Path]:
    """The rows of two games, of actions and of games, in a form."""
    record, files = folder / "games.qgn", []
    record.write_text(f"{WON}\n{MARKED}", "utf-8")
    for kind in ("events", "records"):
        files.append(folder / f"{kind}.{form.removesuffix('-raw')}")
        assert command("export", record, "--rows", kind, "--to", form, "-o", files[-1]).status == 0
    return files[0], files[1]


@pytest.mark.parametrize("form", FORMS)
def test_duckdb_reads_the_types(form: str, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    events, records = exported(tmp_path, form)
    # A cell of CSV has no lists. Databases read JSON there.
    listed = (lambda name: f"from_json({name}, '[\"VARCHAR\"]')") if form.startswith("csv") else str
    reader = {"jsonl": duckdb.read_json, "parquet": duckdb.read_parquet}.get(form, duckdb.read_csv)
    details = reader(str(events)).order("record, ply").project(f"details, {listed('winners')}")
    assert [*map(list, details.fetchall())] == [*EVENTS, ["&1.0", None], ["&0.1", None]]
    games = reader(str(records)).order("record").project(f"{listed('teams')}, date, {listed('winners')}")
    assert [*map(list, games.fetchall())] == RECORDS


@pytest.mark.parametrize("form", FORMS)
def test_pandas_reads_the_types(form: str, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    events, records = exported(tmp_path, form)

    def read(path: Path) -> Any:
        if form == "jsonl":
            return pandas.read_json(path, lines=True)
        return pandas.read_parquet(path) if form == "parquet" else pandas.read_csv(path)

    def plain(value: Any) -> Any:
        listed = json.loads(value) if isinstance(value, str) else value
        return [*listed] if hasattr(listed, "__iter__") else None

    assert [*read(events)["details"]] == [*(details for details, _ in EVENTS), "&1.0", "&0.1"]
    games = read(records)
    assert [*map(plain, games["teams"])] == [teams for teams, _, _ in RECORDS]
    day = games["date"][0]
    if isinstance(day, str):
        day = datetime.fromisoformat(day)
    assert f"{day:%Y-%m-%d}" == "2026-11-20"


@pytest.mark.parametrize("key", GAMES)
def test_rows_count_the_actions_that_the_server_takes(key: str) -> None:
    """Each position has as many actions as its row counts, and the server refuses none of them."""
    rng = Random(key)
    for _ in range(3):
        text = game(rng, key=key)
        rows, known = kibitz.rows(text, "qgn"), known_games()[key]
        position = begin(known, 2, None, 7, decks_of(key))
        for row in rows:
            assert position is not None
            sign = next(sign for sign, kind in known.kinds.items() if kind.name == row["action"])
            details = tuple(row["details"][1:].split(".")) if row["details"] else ()
            position, refusal = position.play(row["team"], sign, details)
            assert refusal is None
            assert row["legal"]
            assert row["turn"] == (None if position.over else position.turn)
            if row["turn"] is None:
                assert row["moves"] is None
                continue
            moves = [*position.moves_of(row["turn"])]
            assert position.is_known
            assert row["moves"] == len(set(moves))
            for move in rng.sample(moves, min(12, len(moves))):
                assert position.play(row["turn"], move.sign, move.details)[1] is None


def test_rows_mark_refused_actions() -> None:
    head = '[key "connect4"]\n[teams "a, b"]\n\n'
    rows = kibitz.rows(f"{head}0p&1 1x&2 7p&1 1p&1.1", "qgn")
    assert [(row["legal"], row["rule"]) for row in rows] == [
        (True, None),
        (False, "unknown-action"),
        (False, "team-index"),
        (False, "detail-count"),
    ]
    assert kibitz.rows(f"{head}0p&1 1x&2 7p&1 1p&1.1", "qgn", "records")[0]["refused"] == 3
    # A game without known letters is a custom one.
    own = kibitz.rows(f"{head}0x 1y", "qgn")
    assert [(row["legal"], row["turn"], row["board"]) for row in own] == [(None, None, None)] * 2


def test_rows_after_a_refusal_are_unknown_or_right() -> None:
    """The rows go on after a clear repair, as in the game without the change. After any other refusal the position is unknown."""
    unknown = right = wrong = 0
    for played in VERDICTS[:: 1 if LONG else 7]:
        for words, change in changed(played):
            at, out, new = change["at"], change["out"], len(change["in"].split())
            if at != change["refused"]:
                continue
            found = kibitz.rows(record(played, words), "qgn")
            assert [row["legal"] for row in found[: at + 1]] == [*[True] * at, False]
            if {(row["turn"], row["board"]) for row in found[at:]} == {(None, None)}:
                unknown += 1
                continue
            meant = kibitz.rows(record(played, played["actions"].split()), "qgn")
            same = states(found[at + new :]) == states(meant[at + out :])
            right, wrong = right + same, wrong + (not same)
    assert unknown > 10
    assert right > 10
    assert wrong <= right // 50


def states(rows: Sequence[Mapping[str, object]]) -> list[tuple[object, object]]:
    return [(row["turn"], row["board"]) for row in rows]


def test_actions_after_the_end_are_refused_once() -> None:
    rows = kibitz.rows(WON.rstrip() + " 1p&0 0p&0\n", "qgn")
    assert [(row["legal"], row["rule"], row["turn"]) for row in rows[-3:]] == [
        (True, None, None),
        (False, "after-the-end", None),
        (None, None, None),
    ]
