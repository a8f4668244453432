"""The cache of `kibitz check`: after any change of files, settings or the cache itself, the answer is a fresh one."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from command import Answer, kibitz, process
from kibitz.cli import cache, check
from kibitz.languages import IDS
from notations import notation


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Some records, sound and broken, of every notation, in a project with a cache of its own."""
    monkeypatch.setattr(cache, "FILES", 1)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "cache"))
    records, rng = tmp_path / "records", Random(11)
    records.mkdir()
    for language_id in IDS:
        for number in range(3):
            text = notation(language_id).record(rng)
            (records / f"{number}.{language_id}").write_text(damaged(text, rng) if number else text, "utf-8")
    monkeypatch.chdir(records)
    yield records
    cache.close()


def damaged(text: str, rng: Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(["", "x", "|", "1", '"', "[", "\n", "as"]) + text[at + rng.randrange(3) :]


def fresh(*arguments: str) -> Answer:
    return kibitz("check", ".", "--format", "json", "--no-cache", *arguments)


def cached(*arguments: str) -> Answer:
    cache.close()
    return kibitz("check", ".", "--format", "json", *arguments)


def database() -> Path:
    (found,) = Path(cache.folder()).glob("*.db")
    return found


def test_file_name_may_be_bytes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "0.bjn").rename(folder / os.fsdecode(b"\xff.bjn"))
    first = cached()
    assert first == fresh()
    monkeypatch.setattr(check, "_checked", None)
    assert cached() == first


@pytest.mark.usefixtures("folder")
def test_unchanged_files_are_not_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = cached()
    assert first == fresh()

    def never(*_: object) -> None:
        raise AssertionError("this is known")

    monkeypatch.setattr(check, "_checked", never)
    assert cached() == first
    told = kibitz("check", ".").text
    assert "errors" in told
    assert fresh().status == 3


def test_cached_is_fresh_under_random_edits(folder: Path) -> None:
    rng = Random(5)
    paths = sorted(folder.iterdir())
    for _ in range(25):
        for path in rng.sample(paths, 2):
            path.write_text(damaged(path.read_text("utf-8"), rng), "utf-8")
        if rng.random() < 0.2:
            disabled = rng.choice(['[diagnostics]\ndisable = ["BJN510"]\n', "", '[bjn]\nadvice = "hint"\n'])
            (folder / "kibitz.toml").write_text(disabled, "utf-8")
        assert cached() == fresh()


def test_changed_script_invalidates_the_cache(folder: Path) -> None:
    (folder / "log.botc").write_text("# script: mine.json\n[Alice:imp Bob:baron Carol:chef]\n", "utf-8")
    before = cached()
    (folder / "mine.json").write_text('["imp", "baron"]', "utf-8")
    assert fresh() != before
    assert cached() == fresh()
    (folder / "mine.json").unlink()
    assert cached() == before


@pytest.mark.parametrize("damage", ["empty", "no database", "cut", "bits", "other columns", "a folder"])
@pytest.mark.usefixtures("folder")
def test_a_damaged_cache_is_replaced(damage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = cached()
    path, rng = database(), Random(damage)
    data = path.read_bytes()
    if damage == "empty":
        path.write_bytes(b"")
    elif damage == "no database":
        path.write_bytes(b"nonsense" * 1000)
    elif damage == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif damage == "bits":
        broken = bytearray(data)
        for _ in range(200):
            broken[rng.randrange(100, len(broken))] ^= 1 << rng.randrange(8)
        path.write_bytes(broken)
    elif damage == "other columns":
        path.unlink()
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE files (path INTEGER, key TEXT)")
        connection.close()
    else:
        path.unlink()
        path.mkdir()
    for _ in range(2):
        assert cached() == right
    if damage != "a folder":
        monkeypatch.setattr(check, "_checked", None)
        assert cached() == right


def test_another_version_knows_nothing_of_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cached()
    monkeypatch.setattr(cache, "_this_kibitz", lambda: b"the next one")
    calls = []
    checked = check._checked

    def counted(*arguments: Any) -> Any:
        calls.append(arguments)
        return checked(*arguments)

    monkeypatch.setattr(check, "_checked", counted)
    assert cached() == fresh()
    assert len(calls) == 2 * len(list(folder.iterdir()))


def test_edited_grammar_invalidates_the_cache(tmp_path: Path) -> None:
    """A developer gets the results of the edited grammar. An installed kibitz has its own grammars."""
    for name in (
        "server/kibitz/one.py",
        "server/kibitz/__pycache__/one.pyc",
        "server/two.py",
        "grammars/one.lark",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    root = tmp_path / "server" / "kibitz"
    assert {path for path, _, _ in cache._stamps(str(root))} == {
        str(root / "one.py"),
        str(tmp_path / "grammars" / "one.lark"),
    }
    (tmp_path / "grammars" / "one.lark").unlink()
    (tmp_path / "grammars").rmdir()
    assert [path for path, _, _ in cache._stamps(str(root))] == [str(root / "one.py")]


def test_two_processes_at_once(folder: Path) -> None:
    """Both processes write, and the cache stays sound."""
    right = fresh().text
    code = "from kibitz.cli import cache, main; import sys; cache.FILES = 1; sys.exit(main())"
    running = [
        process("check", ".", "--format", "json", code=code, cwd=folder, env=dict(os.environ))
        for _ in range(2)
    ]
    for one in running:
        said, _ = one.communicate()
        assert said.decode() == right
    assert cached().text == right


def test_read_only_cache_is_ignored(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = folder.parent / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    monkeypatch.setenv("LOCALAPPDATA", str(blocked))
    assert cached() == fresh()


def test_a_few_small_files_need_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "cache"))
    (tmp_path / "a.bjn").write_text("{1.52}|1.1..as.|", "utf-8")
    kibitz("check", tmp_path)
    assert not (tmp_path / "cache").exists()
