"""Internal errors on the command line: each costs its chunk, and every command reports it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from command import kibitz
from kibitz.core.analysis import Analysis
from kibitz.core.language import Language
from kibitz.languages import IDS, load
from notations import notation
from raising import (
    ABOUT_CHUNKS,
    HOOKS,
    features,
    features_raising,
    raising,
    targets,
)

pytestmark = pytest.mark.usefixtures("contained")


# The command line


def files(folder: Path, language_id: str) -> tuple[Path, Path, str]:
    """A record with a chunk that is nowhere in the other one."""
    text = notation(language_id).record(random.Random(1))
    other = notation(language_id).record(random.Random(2))
    target = next(chunk for _, chunk in targets(language_id, text) if chunk not in other)
    one, two = folder / f"a.{language_id}", folder / f"b.{language_id}"
    one.write_text(text, "utf-8", newline="")
    two.write_text(other, "utf-8", newline="")
    return one, two, target


@pytest.mark.parametrize(("language_id", "hook"), HOOKS)
def test_the_command_line_goes_on(tmp_path: Path, language_id: str, hook: str) -> None:
    one, two, target = files(tmp_path, language_id)
    command = ("check", one, two, "--no-cache", "--format", "json")
    sound = json.loads(kibitz(*command).data)
    with raising(language_id, hook, target):
        answer = kibitz(*command)
    rows = json.loads(answer.data)
    if not answer.errors:
        assert rows == sound
        return
    assert answer.status == 3
    assert answer.errors.count("Traceback") >= 1
    assert f"{one}: internal error in kibitz" in answer.errors
    if hook in ABOUT_CHUNKS:
        assert str(two) not in answer.errors
        assert [row for row in rows if row["file"] == str(two)] == [
            row for row in sound if row["file"] == str(two)
        ]


COMMANDS = ("format", "export", "stats", "preview", "replay", "convert")


@pytest.mark.parametrize(
    ("language_id", "command"),
    [(one, name) for one in IDS for name in COMMANDS if name != "convert" or load(one).conversions],
)
def test_every_command_has_the_status_of_a_fault(tmp_path: Path, language_id: str, command: str) -> None:
    one, two, target = files(tmp_path, language_id)
    out = tmp_path / "out"
    out.write_text("precious", "utf-8")
    before = one.read_bytes(), two.read_bytes()
    many = command in {"format", "export", "stats"}
    forms = load(language_id).conversions
    arguments = [
        command,
        one,
        *((two,) if many else ()),
        *(("--to", forms[0]) if command == "convert" else ()),
    ]
    written = ("-o", out) if command in {"export", "preview", "replay"} else ()
    names = [name for name in features(load(language_id)) if name not in {"rows", "stats"}]
    unclean = raising(language_id, "clean", target)
    with features_raising(language_id, *names), raising(language_id, "split", target), unclean:
        answer = kibitz(*arguments, *written)
    assert answer.status == 3
    assert (
        f"{one}: internal error in kibitz" in answer.errors or "left as it is: kibitz failed" in answer.errors
    )
    assert "please report this" in answer.errors
    assert before == (one.read_bytes(), two.read_bytes())
    if command in {"preview", "replay", "convert"}:
        assert out.read_text("utf-8") == "precious"
        assert answer.data == b""


@pytest.mark.parametrize("command", ["export", "stats"])
@pytest.mark.parametrize("language_id", IDS)
def test_rows_that_fail_cost_those_of_their_file(
    tmp_path: Path, language_id: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two, target = files(tmp_path, language_id)
    alone = kibitz(command, two)
    rows = load(language_id).feature("rows")
    assert rows is not None

    def broken(language: Language[Any], kind: Any) -> Any:
        sound = rows(language, kind)

        def of(analysis: Analysis) -> Iterator[Any]:
            if target in analysis.document.text():
                raise KeyError("a fault")
            yield from sound.of(analysis)

        return sound and sound._replace(of=of)

    monkeypatch.setitem(load(language_id)._features, "rows", broken)
    # A clean value is counted without the rows of an analysis.
    monkeypatch.setattr(type(load(language_id)), "clean", Language.clean)
    answer = kibitz(command, one, two)
    assert answer.status == 3
    assert answer.data == alone.data
    assert f"{one}: internal error in kibitz (KeyError" in answer.errors
    assert str(two) not in answer.errors


def test_a_failed_result_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, two, target = files(tmp_path, "bjn")
    for number in range(20):
        (tmp_path / f"{number}.bjn").write_bytes(two.read_bytes())
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "cache"))
    with raising("bjn", "split", target):
        assert kibitz("check", tmp_path).status == 3
    answer = kibitz("check", tmp_path, "--format", "json")
    assert answer.status == 0
    assert "KIB003" not in answer.text


def test_in_several_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, target = files(tmp_path, "bjn")
    for number in range(4):
        (tmp_path / f"{number}.bjn").write_bytes(two.read_bytes())
    monkeypatch.setattr("kibitz.cli.parallel.ALONE", -1)
    monkeypatch.setattr("kibitz.cli.parallel._cores", lambda: 2)
    with raising("bjn", "split", target):
        answer = kibitz("check", tmp_path, "--no-cache")
    assert answer.status == 3
    assert answer.errors.count("Traceback") == 1
    assert answer.errors.count("internal error in kibitz") == 1
    assert f"{one}:" in answer.text
    assert "7 files" not in answer.text
    assert "6 files checked" in answer.text
