"""Sums over rows equal those of the checks, for any number of processes. A round trip through rows loses nothing."""

from __future__ import annotations

import json
import pkgutil
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from case import read
from command import kibitz as command
from folders import CASES, RECORDS
from kibitz.cli.stats import _parts
from kibitz.core.analysis import Analysis
from kibitz.languages import IDS, load
from kibitz.languages.bjn.game.model import Setup
from kibitz.languages.bjn.game.session import Seat, of_hand, together
from kibitz.languages.botc.game.log import Grimoire, Player
from notations import notation


def said(*arguments: str | Path) -> dict[str, list[dict[str, Any]]]:
    """The tables of one notation by their titles."""
    (one,) = json.loads(command("stats", *arguments, "--format", "json").text)
    return {table["title"]: table["rows"] for table in one["tables"]}


def drawn(language_id: str, count: int, seed: int = 1) -> list[str]:
    rng = Random(seed)
    return [notation(language_id).record(rng) for _ in range(count)]


# Blackjack: the rows against the session's own numbers


def test_hands(tmp_path: Path) -> None:
    cases = [read(path).text for path in sorted((CASES / "bjn").rglob("*.case"))]
    # test_bjn_shoe.py tests losses in a shoe of several hands, test_bjn_expected.py money.
    cases = [text for text in cases if "// sh" not in text and "// bet" not in text]
    texts = [*drawn("bjn", 40), *cases[:100], (RECORDS / "compact.bjn").read_text("utf-8")]
    sessions = []
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.bjn").write_text(text, "utf-8")
        for place in Analysis.of(load("bjn"), text).document.places():
            entries = load("bjn").parsed(place.chunk.text).value.values
            if entries and isinstance(entries[0], Setup):
                sessions.append(of_hand(entries[0], entries, weighed=True))
    whole = together(sessions)
    found = said(tmp_path)
    names = {
        "units_6_5": "units (6:5)",
        "given_away": "given away",
        "insured": "insurances",
        "mistakes": "off strategy",
    }
    for row in found["Players"]:
        seat = whole.seats[row["player"] - 1]
        assert row["hands"] == seat.hands
        assert {name: row[names.get(name, name)] for name in Seat._fields} == pytest.approx(seat._asdict())
    assert found["Dealer"] == [{"hands": len(sessions), "finished": whole.hands, "busts": whole.dealer_busts}]
    outcomes = [row for text in texts for row in kibitz.rows(text, "bjn") if row["action"] == "outcome"]
    for at, seat in enumerate(whole.seats, start=1):
        own = [row for row in outcomes if row["seat"] == at]
        assert sum(row["units"] or 0 for row in own) == pytest.approx(seat.units)
        assert sum(row["result"] == "win" for row in own) == seat.won


# Figgie: payouts, and records that are made of rows


def test_rounds(tmp_path: Path) -> None:
    for number, text in enumerate(drawn("pfn", 8)):
        (tmp_path / f"{number}.pfn").write_text(text, "utf-8")
    players = said(tmp_path)["Players"]
    for row in players:
        parts = ("by trading", "for goal cards", "for the majority", "ante")
        assert row["profit"] == pytest.approx(sum(row[part] for part in parts))
    assert sum(row["profit"] for row in players) == pytest.approx(0, abs=1e-4)
    assert sum(row["by trading"] for row in players) == pytest.approx(0, abs=1e-4)


SIGNS = {"Black": ("Spades", "Clubs"), "Red": ("Hearts", "Diamonds")}


def test_round_survives_its_rows() -> None:
    for text in drawn("pfn", 12, seed=5):
        events, (record,) = kibitz.rows(text, "pfn"), kibitz.rows(text, "pfn", "records")
        written: dict[str, Any] = tomli.loads(text)
        assert {row["player"]: row["cards"] for row in events if row["event"] == "deal"} == {
            player: hand.replace(" ", "").replace(",", " ") for player, hand in written["Deal"].items()
        }
        names = {
            "trade": "TradeIndex",
            "time": "T",
            "buyer": "Buyer",
            "seller": "Seller",
            "suit": "Suit",
            "card": "Card",
            "price": "Price",
        }
        assert [{key: row[name] for name, key in names.items()} for row in events if row["event"] == "trade"] == [
            {key: trade[key] for key in names.values()} for trade in written.get("Trades", [])
        ]  # fmt: skip
        sizes = written["DeckSetup"]["Distribution"]
        assert {name: record[name.lower()] for name in sizes} == sizes
        assert written["DeckSetup"]["GoalSuit"] == record["goal"]
        assert record["players"] == written["FiggieGame"]["Players"]
        results = {f"{row['player']}_FinalBank": row["bank"] for row in events if row["event"] == "result"}
        assert results == pytest.approx({name: written["Result"][name] for name in results}, abs=1)
        assert str(record["winners"]).split() == written["Result"]["Winners"]


# Grimoires: the log that is made of rows


def test_log_survives_its_rows() -> None:
    for text in drawn("botc", 40, seed=3):
        rows = [row for row in kibitz.rows(text, "botc") if row["form"] == "line"]
        lines = []
        for _, seats in groupby(rows, lambda row: (row["record"], row["night"])):
            players = [
                Player(
                    str(row["player"]),
                    str(row["role"]),
                    tuple(str(row["tokens"]).split()),
                    not row["alive"],
                    not row["vote"],
                )
                for row in seats
            ]
            lines.append(str(Grimoire(tuple(players))))
        assert lines == [one for one in text.splitlines() if one.startswith("[")]


# Quibbble: the rows against the check


def test_refused_actions_are_those_that_the_check_reports() -> None:
    from kibitz.languages.qgn.check.step import SLUGS

    unread = {"detail-count", "detail-value"}
    for path in sorted((CASES / "qgn").rglob("*.case")):
        # The server refuses a suppressed action all the same.
        text = read(path).text.replace("kibitz: ignore", "")
        found = {
            (one.region[0], one.name)
            for one in kibitz.check(text, "qgn")
            if one.name in {*SLUGS, *unread} and one.severity in ("error", "warning")
        }
        refused = [row for row in kibitz.rows(text, "qgn") if row["legal"] is False]
        # Unknown games also report empty details and missing teams. A wrong letter is reported once.
        told = {(row["line"], row["rule"]) for row in refused}
        assert {
            one for one in told if one[1] not in {"empty-detail", "team-index", "unknown-action"}
        } == found, path
        records = kibitz.rows(text, "qgn", "records")
        assert sum(row["refused"] or 0 for row in records) == len(refused)


# The command


@pytest.mark.parametrize("language_id", IDS)
def test_two_processes_count_as_one_does(
    language_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kibitz.cli import parallel

    for number, text in enumerate(drawn(language_id, 6)):
        (tmp_path / f"{number}.{language_id}").write_text(text, "utf-8")
    alone = said(tmp_path)
    by_file = said(tmp_path, "--by", "file")
    (one,) = json.loads(command("stats", tmp_path, "--by", "file", "--format", "json").text)
    groups = {table["title"]: table["by"] for table in one["tables"]}
    monkeypatch.setattr(parallel, "ALONE", -1)
    assert said(tmp_path) == alone
    assert alone.keys() == by_file.keys()
    for title, rows in by_file.items():
        assert {row["file"] for row in rows} <= {str(path) for path in tmp_path.iterdir()}
        first = list(rows[0])[len(groups[title])]
        by_file_too, together = (sum(row[first] or 0 for row in found) for found in (rows, alone[title]))
        assert by_file_too == pytest.approx(together, abs=1e-4)


def test_unknown_tables_are_explained() -> None:
    plain = command("stats", RECORDS, "--language", "qgn")
    assert plain.status == 0
    assert "Quibbble Game Notation: 3 files, 3 records" in plain.text
    assert "▬" not in plain.text
    wrong = command("stats", RECORDS, "--by", "weather")
    assert wrong.status == 2
    assert "cannot group by 'weather'" in wrong.errors
    assert command("stats", RECORDS, "--by", "suit").status == 0


def test_figures_that_are_all_zero_are_left_out() -> None:
    told = command("stats", RECORDS / "compact.bjn").text
    players = told.partition("Players\n")[2].partition("\n\n")[0]
    assert "hands" in players
    assert "lost" in players
    assert "surrendered" not in players
    assert "insurances" not in players


def test_tables_without_data_are_left_out(tmp_path: Path) -> None:
    (text,) = drawn("pfn", 1)
    (tmp_path / "x.pfn").write_text(text, "utf-8")
    tables = said(tmp_path, "--by", "player")
    assert "Suits" not in tables
    assert all(next(iter(row)) == "player" for row in tables["Players"])
    assert "Players" not in said(tmp_path, "--by", "suit")


def test_the_course_of_a_session(tmp_path: Path) -> None:
    """Two losses, a blackjack, a win, a hundred times each: reckoned by hand. From 50 hands on the end is shown."""
    lost = "{1.52}|1.1..ts.|0.1...?|1.1..9s.|0.1..tc.|1.1..._|0.1.%.th.|0.1..._|[l]\n"
    natural = "{1.52}|1.1..as.|0.1...?|1.1..kh._|0.1..9c.|0.1.%.8h._|[w]\n"
    (tmp_path / "x.bjn").write_text(lost * 200 + natural * 400 + lost * 400)
    rows = said(tmp_path)["Bankroll over a session: tenths of a file"]
    assert [row["units"] for row in rows] == [-100, -200, -50, 100, 250, 400, 300, 200, 100, 0]
    assert [row["highest"] for row in rows] == [-1, -1, -1, 100, 250, 400, 400, 400, 400, 400]
    assert {row["lowest"] for row in rows[1:]} == {-200}
    assert [row["deepest fall"] for row in rows][-5:] == [200, 200, 200, 300, 400]
    (tmp_path / "y.bjn").write_text(natural * 50)
    *_, last = said(tmp_path)["Bankroll over a session: tenths of a file"]
    assert (last["units"], last["highest"], last["lowest"]) == (75, 400, -200)
    (tmp_path / "x.bjn").unlink()
    assert [row["units"] for row in said(tmp_path)["Bankroll over a session: tenths of a file"]] == [75]
    (tmp_path / "y.bjn").write_text(natural * 49)
    assert "Bankroll over a session: tenths of a file" not in said(tmp_path)


def test_minutes_without_a_trade_count(tmp_path: Path) -> None:
    text = (RECORDS / "writer.pfn").read_text("utf-8")
    (tmp_path / "x.pfn").write_text(text)
    (tmp_path / "y.pfn").write_text(text)
    minutes = said(tmp_path)["Trades a minute"]
    assert [(row["minute"], row["rounds"]) for row in minutes] == [
        (one, 2) for one in range(1, len(minutes) + 1)
    ]
    assert [row["trades a round"] for row in minutes] == [row["trades"] / 2 for row in minutes]


def test_the_first_minute_counts_without_a_trade_too(tmp_path: Path) -> None:
    (tmp_path / "x.pfn").write_text(
        "[FiggieGame]\nGameDuration = 180.0\n\n[[Trades]]\nT = 62.5\nPrice = 15\n"
    )
    minutes = said(tmp_path)["Trades a minute"]
    assert [(row["minute"], row["trades"]) for row in minutes] == [(1, 0), (2, 1), (3, 0)]


@pytest.mark.parametrize(
    ("language_id", "owner", "name", "of_each"),
    [
        ("bjn", "kibitz.languages.bjn.game.session", "tables", None),
        ("qgn", "kibitz.languages.qgn.features.rows", "begun", None),
        ("pfn", "kibitz.languages.pfn.fast.fast", "by_values", "trades"),
    ],
)
def test_a_record_is_replayed_once(
    language_id: str,
    owner: str,
    name: str,
    of_each: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Any number of tables share one replay."""
    text = "\n".join(drawn(language_id, 1 if language_id == "pfn" else 3))
    (tmp_path / f"x.{language_id}").write_text(text, "utf-8")
    records = kibitz.rows(text, language_id, "records")
    replay, asked = pkgutil.resolve_name(f"{owner}.{name}"), []

    def counted(*arguments: Any) -> Any:
        asked.append(arguments)
        return replay(*arguments)

    monkeypatch.setattr(f"{owner}.{name}", counted)
    assert said(tmp_path)
    assert len(asked) == sum(int(row[of_each] or 0) if of_each else 1 for row in records)


def test_poisoning_counts_once(tmp_path: Path) -> None:
    """The days of a log that has titles belong to their nights."""
    log = tmp_path / "log.botc"
    grimoire = "[Ann:chef(poisoner:poisoned) Bob:poisoner Cid:imp Dee:monk Eve:virgin]"
    log.write_text("".join(f"# {title}\n{grimoire}\n" for title in ("Night 1", "Day 1", "Night 2")))
    (ann,) = [row for row in said(log)["Players"] if row["player"] == "Ann"]
    assert (ann["poisoned"], ann["nights"]) == (2, 2)
    (games,) = said(log)["Games"]
    assert games["nights"] == 2


@given(st.lists(st.integers(1, 30), min_size=2, max_size=20), st.integers(1, 2), st.integers(40, 200))
def test_wide_table_is_split(widths: list[int], keys: int, room: int) -> None:
    parts = [*_parts(widths, keys, room)]
    assert [at for part in parts for at in part] == [*range(keys, len(widths))]
    for number, part in enumerate(parts):
        needs = [sum(widths[:keys]) + sum(widths[at] for at in some) + 2 * (keys + len(some) - 1)
                 for some in (part, [*part, part.stop])[: 1 + (number + 1 < len(parts))]]  # fmt: skip
        assert needs[0] <= room or len(part) == 1
        assert all(more > room for more in needs[1:])


# Counting in general


@pytest.mark.parametrize("language_id", IDS)
def test_sums_are_independent_of_batches(
    language_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, text in enumerate(drawn(language_id, 6, seed=3)):
        (tmp_path / f"{number}.{language_id}").write_text(text, "utf-8")
    once = said(tmp_path)
    assert any(once.values())
    monkeypatch.setattr("kibitz.core.counting.ROWS_ADDED", 7)
    monkeypatch.setattr("kibitz.core.rows.ROWS_AT_ONCE", 3)
    assert said(tmp_path) == once
