"""Logs of other programs as records. Those in `logs/` are real: its README has the credit."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import kibitz as library
from case import read
from command import kibitz
from folders import CASES
from kibitz.core.internal_errors import RefusedError
from kibitz.languages import load

LOGS = sorted((Path(__file__).parent / "logs").glob("*.json"))


@pytest.fixture(params=LOGS, ids=lambda path: path.stem)
def log(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_real_log_is_clean(log: Path, tmp_path: Path) -> None:
    answer = kibitz("import", log)
    assert answer[::2] == (0, "")
    record = tmp_path / "round.pfn"
    record.write_bytes(answer.data)
    found = json.loads(kibitz("check", record, "--format", "json").data)
    trades = sum(one["type"] == "trade" for one in json.loads(log.read_text("utf-8"))["events"])
    assert Counter(one["code"] for one in found if one["severity"] == "hint")["PFN175"] == trades > 10
    assert {one["severity"] for one in found} == {"hint"}


def test_written_round_ends_like_the_log(log: Path, tmp_path: Path) -> None:
    said, record = json.loads(log.read_text("utf-8")), tmp_path / "round.pfn"
    record.write_bytes(kibitz("import", log).data)
    assert kibitz("format", record).status == 0
    (game,) = library.read(record).games
    for player, hand in said["final_hands"].items():
        held = Counter(card[0] for card in game.hands[f"P{int(player) + 1}"])
        assert held == Counter({suit[0].upper(): count for suit, count in hand.items() if count})
    assert kibitz("check", record, "--strict").status == 0
    # The banks are judged: another price is found.
    text = record.read_text("utf-8")
    record.write_text(text.replace("Price = 5\n", "Price = 6\n", 1), "utf-8")
    assert "PFN139" in kibitz("check", record).text


def test_unknown_log_is_refused(tmp_path: Path) -> None:
    (path := tmp_path / "log.json").write_text('{"moves": []}', "utf-8")
    assert kibitz("import", path)[::2] == (
        2,
        f"kibitz: {path}: not a log that kibitz knows; see `kibitz import --help` for the programs\n",
    )
    assert kibitz("import", tmp_path / "none.json")[:2] == (2, b"")
    assert kibitz("import", LOGS[0], "--language", "bjn")[:2] == (2, b"")
    path.write_text('{"initial_hands": 7, "num_players": 4, "events": []}', "utf-8")
    answer = kibitz("import", path)
    assert answer[:2] == (2, b"")
    assert "`suit_counts` has no count for each of the suits" in answer.errors


def test_the_states_of_apps_are_imported_too() -> None:
    state = kibitz("convert", "-", "--language", "botc", "--to", "townsquare", stdin=b"[Ann:imp Bob:chef]\n")
    answer = kibitz("import", "-", stdin=state.data)
    assert (answer.status, answer.text.splitlines()[-1]) == (0, "[Ann:imp Bob:chef]")


LONG = os.environ.get("KIBITZ_PROFILE") == "long"


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The keys of all objects, and the numbers of the first and the last of each list."""
    parts = (
        [*value.items()]
        if isinstance(value, dict)
        else [*enumerate(value)]
        if isinstance(value, list)
        else []
    )
    for key, one in parts if LONG or isinstance(value, dict) else [*parts[:1], *parts[1:][-1:]]:
        yield (*path, key)
        yield from places(one, (*path, key))


@pytest.mark.parametrize("name", ["engine", "table"])
def test_any_log_is_read_or_refused(name: str) -> None:
    """Each value of a log is left out, and replaced by odd ones: nothing but a refusal comes of it, or a record."""
    whole = read(CASES / "pfn" / "imported" / f"{name}.case").text
    odd: tuple[Any, ...] = (
        ...,
        None,
        True,
        -1,
        1e30,
        "",
        "x\n[Deal]",
        "kibitz: ignore",
        [],
        {},
        [[]],
        {"buyer": 1},
    )
    read_, refused = [], []
    for path, value in product(places(json.loads(whole)), odd):
        log = json.loads(whole)
        *above, last = path
        within = reduce(lambda one, key: one[key], above, log)
        if value is ...:
            del within[last]
        else:
            within[last] = value
        try:
            record = load("pfn").imported(json.dumps(log))
        except RefusedError as error:
            refused.append(str(error))
        else:
            read_.append(record or "# Imported nothing")
    assert not [one for one in refused if "\n" in one]
    assert all(one.startswith("# Imported") for one in read_)
    lines = [line for one in read_ for line in one.split("\n")]
    assert lines.count("[Deal]") <= len(read_)
    assert all(line.startswith("# kibitz: ignore PFN") for line in lines if "kibitz:" in line)
    assert min(len(refused), len(read_)) > 20
