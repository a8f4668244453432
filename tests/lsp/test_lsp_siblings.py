"""Habits that a record takes from its siblings in the workspace. The habit of the toy is its first word."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz.lsp.documents.beside import SIBLINGS_READ, nearest
from kibitz.lsp.server import LONGEST_LEARNT
from lsp_client import RawClient, at


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three evenings with some rounds, in a workspace; something outside of it."""
    for name in (
        "evening1/a",
        "evening2/a",
        "evening2/b",
        "evening2/c",
        "evening2/d",
        "evening3/a",
        "x/y/far",
    ):
        path = tmp_path / "games" / f"{name}.toy"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name.replace("/", "_"))
    (tmp_path / "outside.toy").write_text("outside")
    (tmp_path / "games" / "evening2" / "b.bjn").write_text("{1.52}|")
    return tmp_path / "games"


@pytest.fixture
def client(folder: Path) -> Iterator[RawClient]:
    with RawClient("toy") as client:
        client.initialize(
            {"capabilities": {}, "workspaceFolders": [{"uri": folder.as_uri(), "name": "games"}]}
        )
        yield client
        assert client.close() == 0


def learns(client: RawClient, uri: str, expected: list[str]) -> None:
    """Wait until the first words of the siblings of a record are known."""
    words = None
    for round_ in range(5000):
        (ghost,) = client.request("textDocument/inlineCompletion", at(0, 0, uri, context={"triggerKind": 1}))
        words = ghost["insertText"].split()[1:]
        # The record must not come later, either.
        if words == expected and round_ >= 20:
            return
        time.sleep(0.01)
    assert words == expected


def open_record(client: RawClient, path: Path) -> str:
    client.open(path.read_text(), path.as_uri())
    return path.as_uri()


BESIDE_C = ["evening2_b", "evening2_d", "evening2_a"]


def test_nearest_siblings_come_first(client: RawClient, folder: Path) -> None:
    learns(client, open_record(client, folder / "evening2" / "c.toy"), BESIDE_C)


def test_unsaved_record_follows_the_latest(client: RawClient, folder: Path) -> None:
    (folder / "last.toy").write_text("last")
    (folder / "first.toy").write_text("first")
    client.open("", "untitled:Untitled-1")
    learns(client, "untitled:Untitled-1", ["last", "first"])


def test_saved_text_counts(client: RawClient, folder: Path) -> None:
    mine = open_record(client, folder / "evening2" / "c.toy")
    learns(client, mine, BESIDE_C)
    other = open_record(client, folder / "evening2" / "b.toy")
    client.change([{"text": "typed"}], 2, other)
    learns(client, mine, BESIDE_C)
    (folder / "evening2" / "b.toy").write_text("saved")
    client.notify("textDocument/didSave", {"textDocument": {"uri": other}})
    learns(client, mine, ["saved", *BESIDE_C[1:]])


def test_habits_survive_edits(client: RawClient, folder: Path) -> None:
    mine = open_record(client, folder / "evening2" / "c.toy")
    learns(client, mine, BESIDE_C)
    client.change([{"range": None, "text": "new"}], 2, mine)
    learns(client, mine, BESIDE_C)


def test_records_that_cannot_be_read_teach_nothing(client: RawClient, folder: Path) -> None:
    evening = folder / "evening2"
    (evening / "b.toy").write_bytes(b"\xff\xfeb")
    (evening / "d.toy").write_text("long " * (LONGEST_LEARNT // 5))
    (evening / "a.toy").unlink()
    os.symlink(evening / "nowhere.toy", evening / "a.toy")
    (evening / "z.toy").write_text("last")
    learns(client, open_record(client, evening / "c.toy"), ["last"])


def test_no_more_than_enough(client: RawClient, folder: Path) -> None:
    for number in range(2 * SIBLINGS_READ):
        (folder / f"{number:02}.toy").write_text(f"word{number}")
    steps = [step for distance in range(1, SIBLINGS_READ) for step in (-distance, distance)]
    near = [f"word{7 + step}" for step in steps if 7 + step >= 0]
    learns(client, open_record(client, folder / "07.toy"), near[:SIBLINGS_READ])


def test_record_outside_the_workspace_has_no_siblings(client: RawClient, folder: Path) -> None:
    (folder.parent / "other.toy").write_text("other")
    learns(client, open_record(client, folder.parent / "outside.toy"), [])


@pytest.mark.parametrize(
    ("name", "names", "order"),
    [("c", "abcde", "bdae"), ("c", "de", "de"), ("x", "abc", "cba"), ("0", "abc", "abc"), ("c", "c", "")],
)
def test_nearest(name: str, names: str, order: str) -> None:
    assert "".join(nearest(name, names)) == order
