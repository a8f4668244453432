"""Rows of every notation, over all cases and records, and their agreement with the checks."""

from __future__ import annotations

import csv
import gc
import io
import json
import os
import shlex
import sys
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kibitz
from case import read
from command import kibitz as command
from folders import CASES, RECORDS
from kibitz.cli import export, tables
from kibitz.core.analysis import Analysis
from kibitz.core.rows import KINDS, Kind, columns
from kibitz.core.text import LINE_BREAK, break_ends
from kibitz.core.values import Severity
from kibitz.languages import IDS, load
from kibitz.project.settings import Settings
from kibitz.project.tables import rows_of, schema, table
from notations import notation

LONG = os.environ.get("KIBITZ_PROFILE") == "long"
PYTHON: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "date": str,
    "strings": tuple,
    "integers": tuple,
}


TOLD = [(one, kind) for one in IDS for kind in KINDS if load(one).rows(kind) is not None]


def texts(language_id: str) -> list[str]:
    """The records of the tests in a notation, or every other one of them."""
    cases = (CASES / language_id).rglob("*.case")
    records = RECORDS.glob(f"*.{language_id}")
    some = sorted({read(path).text for path in cases})[:: 1 if LONG else 2]
    return [*some, *(path.read_text("utf-8") for path in records)]


@pytest.mark.parametrize("language_id", IDS)
def test_rows_are_plain_with_errors_of_the_check(language_id: str) -> None:
    kinds = [kind for one, kind in TOLD if one == language_id]
    assert kinds
    for text in texts(language_id):
        analysis = Analysis.of(load(language_id), text)
        for kind in kinds:
            are_plain_and_as_checked(analysis, kind)


def are_plain_and_as_checked(analysis: Analysis, kind: Kind) -> None:
    rows = rows_of(analysis.language, kind)
    types = [PYTHON[column.type] for column in rows.columns]
    last: dict[int, int] = {}
    numbers: dict[int, int] = {}
    for line, column, record, number, errors, *said in table(analysis, rows, Settings()):
        for value, python in zip(said, types, strict=True):
            assert value is None or isinstance(value, python), (value, python)
            assert type(value) is not bool or python is bool
        assert 1 <= line <= analysis.document.line_count
        assert column >= 1
        assert errors >= last.get(record, 0)
        assert number == numbers.get(record, 0) + 1
        last[record], numbers[record] = errors, number
    # A record without any event has no row among them.
    assert list(numbers) == (sorted(numbers) if kind != "records" else list(range(1, len(numbers) + 1)))
    wrong = sum(one.severity is Severity.ERROR for one in analysis.diagnostics())
    # Records without events, and texts without records, have no rows.
    assert sum(last.values()) <= wrong
    if kind == "records" and last:
        assert sum(last.values()) == wrong


@pytest.mark.parametrize(("language_id", "kind"), TOLD)
def test_columns_have_names_and_descriptions(language_id: str, kind: Kind) -> None:
    every = columns(kind, rows_of(load(language_id), kind))
    names = [column.name for column in every]
    assert len(set(names)) == len(names)
    assert all(name.isidentifier() and name.islower() for name in names)
    assert all(column.help for column in every)
    said: Any = schema(load(language_id), kind)
    assert list(said["properties"]) == names


@pytest.mark.parametrize(("language_id", "kind"), TOLD)
def test_every_form_says_the_same(language_id: str, kind: Kind, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    from pyarrow import parquet

    rng = Random(7)
    record = tmp_path / f'Ünter, den "50%".{language_id}'
    record.write_text(
        "\n".join(
            notation(language_id).record(rng) for _ in range(1 if notation(language_id).GENERAL else 3)
        ),
        "utf-8",
    )
    said = {}
    for form in ("jsonl", "csv-raw", "parquet"):
        out = tmp_path / f"rows.{form}"
        assert command("export", record, "--rows", kind, "--to", form, "-o", out).status == 0
        said[form] = out
    objects = [json.loads(line) for line in said["jsonl"].read_text("utf-8").splitlines()]
    assert objects
    shape = json.loads(command("export", "--schema", language_id, "--rows", kind).text)
    validate = pytest.importorskip("jsonschema").Draft202012Validator(shape)
    assert not [error.message for one in objects for error in validate.iter_errors(one)]
    days = {name for name, one in shape["properties"].items() if one.get("format") == "date"}
    assert parquet.read_table(said["parquet"]).to_pylist() == [
        {name: date.fromisoformat(value) if value and name in days else value for name, value in one.items()}
        for one in objects
    ]
    read_back = list(csv.DictReader(io.StringIO(said["csv-raw"].read_text("utf-8"))))
    plain = {None: "", True: "true", False: "false"}
    assert read_back == [
        {name: plain[value] if type(value) in (bool, type(None)) else json.dumps(value, ensure_ascii=False, separators=(",", ":")) if type(value) is list else str(value) for name, value in one.items()}
        for one in objects
    ]  # fmt: skip
    from_library = kibitz.rows(record.read_text("utf-8"), language_id, kind)
    assert [{"file": str(record), **one} for one in from_library] == objects


def test_files_keep_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several processes give the rows of one process, for any order of files."""
    from kibitz.cli import parallel

    hand = (RECORDS / "compact.bjn").read_text("utf-8")
    for number in range(12):
        (tmp_path / f"{number:02}.bjn").write_text(hand * (1 + number % 4), "utf-8")
    alone = command("export", tmp_path).text
    assert alone.count("\n") == 24 * 30
    monkeypatch.setattr(parallel, "ALONE", -1)
    assert command("export", tmp_path).text == alone
    assert [json.loads(line)["file"] for line in alone.splitlines()] == sorted(
        json.loads(line)["file"] for line in alone.splitlines()
    )


def test_impossible_exports_are_reported(tmp_path: Path) -> None:
    (tmp_path / "a.bjn").write_text("{1.52}|1.1..as.|", "utf-8")
    (tmp_path / "b.bjn").write_bytes(b"\xff\xfe")
    (tmp_path / "c.qgn").write_text('[key "x"]\n', "utf-8")
    several = command("export", tmp_path)
    assert several.status == 2
    assert "several notations (.bjn: 2, .qgn: 1)" in several.errors
    some = command("export", tmp_path, "--language", "bjn")
    assert some.status == 2
    assert "b.bjn: this is UTF-16" in some.errors
    assert some.text.count("\n") == 1
    assert command("export").status == 2
    over = command("export", tmp_path / "a.bjn", "-o", tmp_path / "c.qgn")
    assert over.status == 2
    assert "the suffix is that of a record" in over.errors
    assert (tmp_path / "c.qgn").read_text("utf-8") == '[key "x"]\n'


@pytest.mark.parametrize("form", tables.FORMS)
def test_export_is_written_whole(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    (tmp_path / "bad.bjn").write_bytes(b"\xff\xfe")
    out = tmp_path / f"rows.{form}"
    out.write_text("from last week", "utf-8")
    nothing = command("export", tmp_path / "bad.bjn", "-o", out)
    assert nothing.status == 2
    assert f"rows.{form}: not written, because no file could be read" in nothing.errors

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(export, "export", interrupted)
    stopped = command("export", RECORDS / "compact.bjn", "-o", out)
    assert stopped.status == 130
    # No process is left that would write after the end.
    tables.form.cache_clear()
    gc.collect()
    assert out.read_text("utf-8") == "from last week"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.bjn", out.name]


@pytest.mark.parametrize("text", ["", "\n", "a\nb\n\nc", "a\r\nb\n", "a\rb\r\n\rc\n", "a\x0cb\x85\u2028\n"])
def test_lines_begin_where_the_protocol_says(text: str) -> None:
    assert [*break_ends(text)] == [found.end() for found in LINE_BREAK.finditer(text)]


def test_a_trade_that_is_only_begun_changes_nothing() -> None:
    text = (RECORDS / "demo.pfn").read_text("utf-8").rstrip("\n")
    whole, begun = (
        [row for row in kibitz.rows(one, "pfn") if row["event"] == "result"]
        for one in (text, f"{text}\n\n[[Trades]]\n")
    )
    assert [(row["player"], row["cash"], row["traded"]) for row in begun] == [
        (row["player"], row["cash"], row["traded"]) for row in whole
    ]
    assert None not in [row["cash"] for row in begun]


def test_a_missing_package_is_named_with_its_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command works from a clone: kibitz itself is on no index."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    tables.form.cache_clear()
    answer = command("export", RECORDS / "compact.bjn", "-o", tmp_path / "x.parquet")
    assert answer.status == 2
    assert answer.errors == (
        f"kibitz: Parquet needs the package pyarrow: {shlex.quote(sys.executable)} -m pip install pyarrow\n"
    )
