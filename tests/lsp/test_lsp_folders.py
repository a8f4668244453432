"""The records of the workspace folders: found by name, and checked all at once."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz.lsp.workspace import closed
from lsp_client import RawClient, whole
from lsp_direct import Direct

CLEAN = "{1.52}|1.1..as.|0.1..td.|1.1..kd._|0.1...?|"
BROKEN = "{1.52}|1.1..as.|1.1..as.|"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep" / ".git").mkdir(parents=True)
    (tmp_path / "a.bjn").write_text(CLEAN)
    (tmp_path / "deep" / "b.bjn").write_text(BROKEN)
    (tmp_path / "deep" / "c.botc").write_text("[Zacharias:imp]")
    (tmp_path / "deep" / ".git" / "d.bjn").write_text(BROKEN)
    (tmp_path / "e.bjn").write_bytes(b"\xff\xfe")
    return tmp_path


@pytest.fixture
def client(folder: Path) -> Iterator[RawClient]:
    with RawClient() as client:
        folders = [{"uri": folder.as_uri(), "name": "x"}]
        client.initialize({"capabilities": {}, "workspaceFolders": folders})
        yield client
        assert client.close() == 0


def _names(client: RawClient, query: str) -> list[str]:
    return [one["name"] for one in client.request("workspace/symbol", {"query": query})]


def test_symbols_of_open_and_of_closed_records(client: RawClient, folder: Path) -> None:
    assert any("Zacharias" in name for name in _names(client, "zch"))
    assert _names(client, "nobody is called this") == []
    (folder / "deep" / "c.botc").write_text("[Yolanda:imp]")
    assert any("Yolanda" in name for name in _names(client, "yolanda"))
    uri = (folder / "deep" / "c.botc").as_uri()
    client.open("[Xanthippe:imp]", uri, "botc")
    assert _names(client, "yolanda") == [], "the text of the editor counts"
    assert any("Xanthippe" in name for name in _names(client, "Xan thippe"))
    assert len(client.request("workspace/symbol", {"query": ""})) > 3


def test_symbols_come_in_parts(client: RawClient) -> None:
    """The answer itself is empty then, as the protocol wants it."""
    answer = client.request("workspace/symbol", {"query": "zch", "partialResultToken": "part"})
    parts = [one["params"] for one in client.heard if one.get("method") == "$/progress"]
    assert answer == []
    assert [one["token"] for one in parts] == ["part"]
    assert any("Zacharias" in found["name"] for found in parts[0]["value"])


HASTY = "from kibitz.lsp.workspace import folders; folders.ENOUGH, folders.PART = -1, 1"


def test_search_in_too_many_records_ends_early(folder: Path) -> None:
    """It says so once."""
    with RawClient("server", HASTY) as client:
        client.initialize({"capabilities": {}, "workspaceFolders": [{"uri": folder.as_uri(), "name": "x"}]})
        assert not any("Zacharias" in name for name in _names(client, "zch")), "the third record"
        assert "too many records" in client.wait("window/showMessage")["message"]
        client.heard.clear()
        assert any("Hand" in name for name in _names(client, "hand"))
        assert not any(one.get("method") == "window/showMessage" for one in client.heard)


def _check(client: RawClient) -> Any:
    return client.request("workspace/executeCommand", {"command": "kibitz.checkWorkspace"})


def _published(client: RawClient, uri: str) -> Any:
    """The latest diagnostics of a document."""
    client.request("workspace/symbol", {"query": "wait until what was said before has been heard"})
    said = [one["params"] for one in client.heard if one["method"] == "textDocument/publishDiagnostics"]
    return [one["diagnostics"] for one in said if one["uri"] == uri][-1]


def test_all_records_are_checked(client: RawClient, folder: Path) -> None:
    found = _check(client)
    assert found == {"records": 4, "errors": 1, "warnings": found["warnings"]}
    published = client.wait("textDocument/publishDiagnostics")
    assert published["uri"] == (folder / "deep" / "b.bjn").as_uri()
    assert "BJN210" in {one["code"] for one in published["diagnostics"]}
    messages = [client.wait("window/showMessage")["message"] for _ in range(2)]
    assert "UTF-16" in messages[0]
    assert messages[1].startswith("Checked 4 records besides the open ones: 1 error")


@pytest.mark.usefixtures("deep")
def test_too_deep_folders_are_reported(client: RawClient) -> None:
    assert _check(client)["records"] == 4
    while "folders below it are skipped" not in (said := client.wait("window/showMessage")["message"]):
        assert "UTF-16" in said
    assert any("Zacharias" in name for name in _names(client, "zch"))
    assert not any("folders below it are skipped" in str(one) for one in client.heard), "once"


def test_fixed_closed_records_lose_their_problems(client: RawClient, folder: Path) -> None:
    uri = (folder / "deep" / "b.bjn").as_uri()
    _check(client)
    assert _published(client, uri)
    client.open(CLEAN, uri, "bjn")
    assert _published(client, uri) == []
    client.notify("textDocument/didClose", whole(uri))
    _check(client)
    (folder / "deep" / "b.bjn").unlink()
    assert _check(client)["errors"] == 0
    assert _published(client, uri) == []


def test_without_a_folder_only_open_records_are_known() -> None:
    with RawClient() as client:
        client.initialize()
        client.open("[Zacharias:imp]", "untitled:1", "botc")
        assert _names(client, "zach")
        assert _check(client) == {"records": 0, "errors": 0, "warnings": 0}


def test_simultaneous_searches_each_get_their_answer(client: RawClient) -> None:
    client.open("[Xanthippe:imp Yolanda:monk]" * 100, "file:///a.botc", "botc")
    queries = ("xanthippe", "yolanda")
    client.send_all(*({"id": one, "method": "workspace/symbol", "params": {"query": one}} for one in queries))
    for one in queries:
        assert {found["name"].lower() for found in client.answer(one)["result"]} == {one}


def test_broken_settings_reach_a_slow_client(tmp_path: Path) -> None:
    """The event loop publishes them: a thread has no loop on which to wait for the client."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "kibitz.toml").write_text("[diagnostics]\nseverity = 1\n")
    (tmp_path / "deep" / "a.bjn").write_text(CLEAN)
    threads: set[threading.Thread] = set()
    direct = Direct()
    direct.server.publish = lambda *_: threads.add(threading.current_thread())  # type: ignore[method-assign]
    direct.request(
        "initialize", {"capabilities": {}, "workspaceFolders": [{"uri": tmp_path.as_uri(), "name": "x"}]}
    )
    direct.notify("initialized", {})
    direct.request("workspace/executeCommand", {"command": "kibitz.checkWorkspace"})
    assert threads == {threading.main_thread()}
    direct.close()


def test_results_of_closed_records_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closed, "KEPT_RECORDS", 2)
    paths = [tmp_path / f"{number}.bjn" for number in range(3)]
    known: closed.Closed[str] = closed.Closed()
    for path in paths:
        path.write_text(path.stem)
        for key in ("old settings", "new settings"):
            assert known.get(str(path), key, str) == path.stem
    assert len(known._known) == 2
    assert str(paths[0]) not in known._known
    paths[1].unlink()
    assert known.of(str(paths[1]), "new settings", str) is None
    assert len(known._known) == 1


def test_name_that_is_not_utf8_costs_nothing(client: RawClient, folder: Path) -> None:
    name = os.fsencode(folder) + b"/z\xff.bjn"
    try:
        with open(name, "w") as file:
            file.write("{1.52}|1.1..as.|1.1..as.|")
    except OSError:
        pytest.skip("the file system refuses such names")
    assert any("Zacharias" in one for one in _names(client, "zch"))
    assert _check(client)["records"] == 5
    uri = folder.as_uri() + "/z%FF.bjn"
    assert "BJN210" in {one["code"] for one in _published(client, uri)}
    client.open(CLEAN, uri, "bjn")
    assert _check(client)["records"] == 4, "the open document is the same file"


def test_linked_folder_lists_a_file_once(folder: Path) -> None:
    (folder / "link").symlink_to(folder / "deep", target_is_directory=True)
    with RawClient() as client:
        uris = [folder.as_uri(), (folder / "link").as_uri(), (folder / "deep").as_uri()]
        folders = [{"uri": uri, "name": "x"} for uri in uris]
        client.initialize({"capabilities": {}, "workspaceFolders": folders})
        assert len(_names(client, "Zacharias")) == 1
        assert _check(client)["records"] == 4
        client.open("[Zacharias:imp]", (folder / "link" / "c.botc").as_uri(), "botc")
        assert len(_names(client, "Zacharias")) == 1
        assert client.close() == 0


def test_settings_files_are_heeded_without_file_watching(client: RawClient, folder: Path) -> None:
    uri = (folder / "deep" / "b.bjn").as_uri()
    client.open(BROKEN, uri, "bjn")
    assert "BJN210" in {one["code"] for one in _published(client, uri)}
    settings = folder / "kibitz.toml"
    settings.write_text('[diagnostics]\ndisable = ["BJN210"]\n')
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    assert "BJN210" not in {one["code"] for one in _published(client, uri)}
    settings.unlink()
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    client.open(BROKEN, uri, "bjn")
    assert "BJN210" in {one["code"] for one in _published(client, uri)}
