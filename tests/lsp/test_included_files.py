"""Files that a record names, such as the script of a grimoire: the server reads and follows allowed ones."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from command import kibitz
from kibitz.languages import load
from kibitz.project.files import LONGEST_INCLUDED, beside
from lsp_client import PLAIN, RawClient, whole

RECORD = "# script: mine.json\n[Ann:chef Bob:imp Cid:monk Dee:spy Eve:virgin]\n"
SCRIPT = json.dumps(["chef", "imp", "monk", "spy"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.botc").write_text(RECORD)
    (folder / "mine.json").write_text(SCRIPT)
    return folder


@pytest.fixture
def client(folder: Path) -> Iterator[RawClient]:
    with RawClient() as client:
        client.initialize({**PLAIN, "workspaceFolders": [{"uri": folder.as_uri(), "name": "x"}]})
        yield client
        assert client.close() == 0


def _codes(found: list[Any]) -> list[str]:
    return [one["code"] for one in found]


def _latest(client: RawClient, uri: str) -> list[str]:
    """Return the codes of the latest diagnostics."""
    client.request("textDocument/documentSymbol", whole(uri))
    said = [one["params"] for one in client.heard if one["method"] == "textDocument/publishDiagnostics"]
    return _codes([one["diagnostics"] for one in said if one["uri"] == uri][-1])


def _touch(client: RawClient, path: Path, text: str) -> None:
    path.write_text(text)
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 2}]})


def test_the_command_line_reads_it(folder: Path) -> None:
    assert "the Virgin is not in the script mine.json" in kibitz("check", folder).text
    assert "Virgin" not in kibitz("check", "-", "--language", "botc", stdin=RECORD.encode()).text
    assert "the Virgin" not in kibitz("preview", "--night", folder / "a.botc").text


def test_it_is_followed(client: RawClient, folder: Path) -> None:
    uri = (folder / "a.botc").as_uri()
    client.open(RECORD, uri, "botc")
    assert _latest(client, uri) == ["BOT109"]
    _touch(client, folder / "mine.json", json.dumps(["chef", "imp", "monk", "spy", "virgin"]))
    assert _latest(client, uri) == []
    _touch(client, folder / "mine.json", "{}")
    assert _latest(client, uri) == ["BOT150"]
    (folder / "mine.json").write_text(SCRIPT)
    client.notify("textDocument/didSave", whole(uri))
    assert _latest(client, uri) == ["BOT109"], "saving looks, too, for not every client watches"
    edit = {"range": {"start": {"line": 0, "character": 10}, "end": {"line": 0, "character": 14}}}
    client.change([{**edit, "text": "other"}], 2, uri)
    assert _latest(client, uri) == ["BOT150"], "another name"
    (folder / "other.json").write_text("[]")
    _touch(client, folder / "other.json", json.dumps(["chef", "imp", "monk", "virgin"]))
    assert _latest(client, uri) == ["BOT109"]


def test_records_that_are_not_open_have_it_too(client: RawClient, folder: Path) -> None:
    uri = (folder / "a.botc").as_uri()

    def checked() -> list[str]:
        client.request("workspace/executeCommand", {"command": "kibitz.checkWorkspace"})
        return _latest(client, uri)

    assert checked() == ["BOT109"]
    _touch(client, folder / "mine.json", json.dumps(["chef", "imp", "monk", "virgin", "spy"]))
    assert checked() == []


def test_outside_of_the_workspace_nothing_is_read(client: RawClient, folder: Path) -> None:
    outside = folder.parent / "b.botc"
    (folder.parent / "mine.json").write_text(SCRIPT)
    client.open(RECORD, outside.as_uri(), "botc")
    assert _latest(client, outside.as_uri()) == ["BOT150"]
    client.open(RECORD, "untitled:1", "botc")
    assert _latest(client, "untitled:1") == ["BOT150"]


def test_other_files_are_not_read(folder: Path) -> None:
    (folder.parent / "secret.json").write_text(SCRIPT)
    (folder / "link.json").symlink_to(folder.parent / "secret.json")
    (folder / "near.json").symlink_to(folder / "mine.json")
    (folder / "long.json").write_text(" " * (LONGEST_INCLUDED + 1))
    (folder / "folder.json").mkdir()
    (folder / "nul.json").write_bytes(b"\0" * 100)
    os.mkfifo(folder / "pipe.json")
    names = [
        "../secret.json", str(folder.parent / "secret.json"), "link.json", "long.json", "folder.json", "nul.json",
        "pipe.json", "no.json", ".json", "a.botc", "a\0.json", "\ud800.json", "x" * 10_000 + ".json",
    ]  # fmt: skip
    found = beside(str(folder / "a.botc"), [*names, "near.json"])
    assert found.pop("near.json").text == SCRIPT
    assert [name for name, one in found.items() if one.text or not one.problem] == []


def test_equal_files_give_the_same_notation() -> None:
    botc = load("botc")
    one = botc.accompanied(beside(__file__, ["no.json"]))
    assert one is botc.accompanied(beside(__file__, ["no.json"])) is not botc
    assert all(load(other).accompanied({}) is load(other) for other in ("pfn", "bjn", "botc", "qgn"))


def test_paths_outside_the_workspace_are_not_read(client: RawClient, folder: Path) -> None:
    (folder.parent / "mine.json").write_text(SCRIPT)
    uri = f"{folder.as_uri()}/../b.botc"
    client.open(RECORD, uri, "botc")
    assert _latest(client, uri) == ["BOT150"]
