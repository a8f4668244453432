"""Several folders, and files that change on disk: the settings of each, and findings of closed files, pushed or pulled."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz.languages import IDS
from kibitz.lsp.transport import protocol
from lsp_client import PATIENCE, RawClient, recorded, span, whole
from lsp_direct import Direct

BROKEN, CLEAN = "ab ab", "ab cd"
CREATED, CHANGED, DELETED = 1, 2, 3
WATCHES = "didChangeWatchedFiles"


def _capabilities(**workspace: Any) -> dict[str, Any]:
    return {"capabilities": {"workspace": workspace}}


class DocumentContext(RawClient):
    """A client with settings for each folder."""

    def __init__(self, settings: dict[str, Any]) -> None:
        super().__init__("toy")
        self.settings = settings

    def _hear(self, message: Any) -> None:
        if message.get("method") == "workspace/configuration":
            items = message["params"]["items"]
            found = [self._wanted(one.get("scopeUri")) for one in items]
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": found})
        else:
            super()._hear(message)

    def _wanted(self, scope: str | None) -> Any:
        return next((it for start, it in self.settings.items() if start and str(scope).startswith(start)), {})


def _until(client: RawClient, uri: str, expected: list[Any]) -> None:
    """Wait until the latest diagnostics of a document are the expected ones."""
    found: Any = None
    while found != expected:
        params = client.wait("textDocument/publishDiagnostics")
        if params["uri"] == uri:
            found = [one.get("code") for one in params["diagnostics"]]


def test_each_folder_has_its_own_settings() -> None:
    settings: dict[str, Any] = {
        "file:///one": {"diagnostics": {"disable": ["TOY100"]}},
        "file:///two": {"diagnostics": {"disable": ["TOY101"]}},
    }
    folders = [{"uri": uri, "name": uri[-3:]} for uri in settings]
    with DocumentContext(settings) as client:
        client.initialize({**_capabilities(configuration=True), "workspaceFolders": folders})
        for uri in ("file:///two/a.toy", "file:///one/a.toy", "untitled:Untitled-1"):
            client.open("ab ab CD", uri)
            _until(client, uri, ["TOY101"] if uri != "file:///two/a.toy" else ["TOY100"])
        settings["file:///two"] = {"diagnostics": {"disable": ["TOY100"]}}
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        _until(client, "file:///two/a.toy", ["TOY101"])
        client.change([{"text": "ab ab CD EF"}], 2, "untitled:Untitled-1")
        _until(client, "untitled:Untitled-1", ["TOY101", "TOY101"])
        assert client.close() == 0


def _tell(client: RawClient, path: Path, kind: int) -> None:
    change = {"uri": path.as_uri(), "type": kind}
    client.notify("workspace/didChangeWatchedFiles", {"changes": [change]})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {"a": BROKEN, "b": CLEAN, "c d": BROKEN}.items():
        (tmp_path / f"{name}.toy").write_text(text)
    return tmp_path


@pytest.fixture
def client(folder: Path) -> Iterator[RawClient]:
    with RawClient("toy") as client:
        watches = _capabilities(didChangeWatchedFiles={"dynamicRegistration": True})
        client.initialize({**watches, "workspaceFolders": [{"uri": folder.as_uri(), "name": "x"}]})
        yield client
        assert client.close() == 0


def test_the_records_are_watched(client: RawClient) -> None:
    (registration,) = client.wait("client/registerCapability")["registrations"]
    globs = [one["globPattern"] for one in registration["registerOptions"]["watchers"]]
    assert globs[:2] == ["**/kibitz.toml", "**/pyproject.toml"]
    watched = globs[2].removeprefix("**/*.{").removesuffix("}").split(",")
    assert {*watched} == {*IDS, "toy"}


def test_findings_of_closed_records_follow_their_files(client: RawClient, folder: Path) -> None:
    one, other, third = folder / "a.toy", folder / "b.toy", folder / "c d.toy"
    _tell(client, one, CHANGED)
    client.request("workspace/executeCommand", {"command": "kibitz.checkWorkspace"})
    _until(client, one.as_uri(), ["TOY100"])
    _until(client, third.as_uri(), ["TOY100"])
    one.write_text(CLEAN)
    _tell(client, one, CHANGED)
    _until(client, one.as_uri(), [])
    other.write_text(BROKEN)
    _tell(client, other, CHANGED)
    _until(client, other.as_uri(), ["TOY100"])
    new = third.rename(folder / "new.toy")
    _tell(client, third, DELETED)
    _tell(client, new, CREATED)
    _until(client, third.as_uri(), [])
    _until(client, new.as_uri(), ["TOY100"])
    client.open(CLEAN, other.as_uri())
    _until(client, other.as_uri(), [])
    _tell(client, other, CHANGED)
    client.request("workspace/symbol", {"query": "x"})
    said = [one["params"] for one in client.heard if one["params"].get("uri") == other.as_uri()]
    assert not [one for one in said if one["diagnostics"]], "the editor's text counts"


PULLS = "vscode-1.100.3-lc10.1.2"


def _pulling(folder: Path) -> Direct:
    direct = Direct()
    params = recorded(PULLS) | {
        "workspaceFolders": [{"uri": folder.as_uri(), "name": "x"}],
        "processId": None,
    }
    direct.request("initialize", params)
    direct.notify("initialized", {})
    return direct


def _pull(direct: Direct, known: dict[str, str], **more: Any) -> dict[str, Any]:
    ids = [{"uri": uri, "value": value} for uri, value in known.items()]
    answer = direct.request("workspace/diagnostic", {"previousResultIds": ids, **more})
    return {Path(one["uri"]).name: one for one in answer["items"]}


HAND = "{1.52}|1.1..as.|0.1..td.|1.1..kd._|0.1...?|"


def test_all_records_are_pulled(tmp_path: Path) -> None:
    (tmp_path / "a.bjn").write_text(HAND + "1.1..as.|")
    (tmp_path / "b.bjn").write_text(HAND)
    (tmp_path / "c.bjn").write_bytes(b"\xff\xfe")
    direct = _pulling(tmp_path)
    first = _pull(direct, {})
    assert sorted(first) == ["a.bjn", "b.bjn"]
    assert "BJN210" in [one["code"] for one in first["a.bjn"]["items"]]
    known = {one["uri"]: one["resultId"] for one in first.values()}
    assert {one["kind"] for one in _pull(direct, known).values()} == {"unchanged"}

    (tmp_path / "a.bjn").write_text(HAND + "\n")
    (tmp_path / "b.bjn").unlink()
    later = _pull(direct, known)
    assert (later["a.bjn"]["kind"], later["b.bjn"]["kind"], later["b.bjn"]["items"]) == ("full", "full", [])
    assert later["a.bjn"]["resultId"] != known[(tmp_path / "a.bjn").as_uri()]

    uri = (tmp_path / "a.bjn").as_uri()
    direct.notify(
        "textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "bjn", "version": 5, "text": "x"}}
    )
    assert _pull(direct, {})["a.bjn"]["version"] == 5
    direct.close()


def test_unopened_records_report_errors_and_warnings_only(tmp_path: Path) -> None:
    text = "[Alice:barn Bob:imp]\n"
    (tmp_path / "a.botc").write_text(text)
    direct = _pulling(tmp_path)
    closed = _pull(direct, {})["a.botc"]["items"]
    uri = (tmp_path / "a.botc").as_uri()
    document = {"uri": uri, "languageId": "botc", "version": 1, "text": text}
    direct.notify("textDocument/didOpen", {"textDocument": document})
    opened = _pull(direct, {})["a.botc"]["items"]
    assert {one["severity"] for one in closed} <= {1, 2} < {one["severity"] for one in opened} | {1, 2}
    assert [one["code"] for one in closed] == [one["code"] for one in opened if one["severity"] < 3]
    direct.close()


def test_pulled_records_come_bit_by_bit(tmp_path: Path) -> None:
    for number in range(120):
        (tmp_path / f"{number}.bjn").write_text(HAND)
    direct = _pulling(tmp_path)
    direct.sent.clear()
    assert _pull(direct, {}, partialResultToken="t") == {}
    parts = [one["params"] for one in direct.sent if one["method"] == "$/progress"]
    assert {one["token"] for one in parts} == {"t"}
    assert [len(one["value"]["items"]) for one in parts] == [50, 50, 20]
    direct.close()


def test_changes_on_disk_cause_one_refresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another branch brings thousands of changes, which some editors send one by one."""
    # The changes are collected until another message comes, even on a slow machine.
    monkeypatch.setattr(protocol, "WRITE_INTERVAL", PATIENCE)
    direct = _pulling(tmp_path)
    direct.sent.clear()
    for number in range(100):
        change = {"uri": f"file:///{number}.bjn", "type": 2}
        direct.notify("workspace/didChangeWatchedFiles", {"changes": [change]})
    direct.request("workspace/symbol", {"query": "whatever is asked next knows of them"})
    assert [one["method"] for one in direct.sent] == ["workspace/diagnostic/refresh"]
    direct.close()


def test_changes_on_disk_wait_for_no_other_message(tmp_path: Path) -> None:
    direct = _pulling(tmp_path)
    direct.sent.clear()
    direct.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": "file:///x.bjn", "type": 2}]})

    async def told() -> None:
        while not direct.sent:
            await asyncio.sleep(0.01)

    direct.run(asyncio.wait_for(told(), PATIENCE))
    assert [one["method"] for one in direct.sent] == ["workspace/diagnostic/refresh"]
    direct.close()


def test_result_ids_follow_the_diagnostics(tmp_path: Path) -> None:
    direct = _pulling(tmp_path)
    item: dict[str, Any] = {"uri": "file:///a.bjn", "languageId": "bjn", "version": 1, "text": HAND}
    direct.notify("textDocument/didOpen", {"textDocument": item})
    known = direct.request("textDocument/diagnostic", whole(item["uri"]))["resultId"]
    direct.notify("textDocument/didClose", whole(item["uri"]))
    direct.notify("textDocument/didOpen", {"textDocument": {**item, "text": HAND + "1.1..as.|"}})
    again = direct.request("textDocument/diagnostic", whole(item["uri"], previousResultId=known))
    assert again["kind"] == "full"
    assert known != again["resultId"]
    direct.notify("textDocument/didClose", whole(item["uri"]))
    direct.notify("textDocument/didOpen", {"textDocument": item})
    again = direct.request("textDocument/diagnostic", whole(item["uri"], previousResultId=known))
    assert again == {"kind": "unchanged", "resultId": known}
    direct.close()


@pytest.mark.parametrize(
    "uri",
    ["http://[::1/x.bjn", "untitled:", "untitled:Untitled-1", "file:///C:/a/x.bjn", "file:///c%3A/a%20b/x.bjn", "x", "",
     "file://[x/y.bjn", "file:///a%00b.bjn", "file:///%ff.bjn", "vscode-notebook-cell:/a/x.bjn#W0", "git:/a.bjn?{}"],
)  # fmt: skip
def test_odd_uris(uri: str, tmp_path: Path) -> None:
    for direct in (_pulling(tmp_path), Direct()):
        if not direct.server.protocol.greeted:
            direct.request("initialize", {"capabilities": {}})
        item = {"uri": uri, "languageId": "bjn", "version": 1, "text": HAND}
        direct.notify("textDocument/didOpen", {"textDocument": item})
        change = {"range": span(0, 0, 0, 0), "text": "x"}
        document = {"uri": uri, "version": 2}
        direct.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        direct.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        assert direct.request("kibitz/preview", whole(uri))["version"] == 2
        direct.notify("textDocument/didClose", whole(uri))
        assert direct.request("kibitz/preview", whole(uri)) is None
        direct.close()


def test_broken_settings_file_has_a_finding(client: RawClient, folder: Path) -> None:
    """It is at the place of the mistake, and goes when that is fixed. The defaults hold meanwhile."""
    path = folder / "kibitz.toml"
    path.write_text('[diagnostics]\nseverity = { BOT100 = "loud" }\n')
    client.open(BROKEN, (folder / "b.toy").as_uri())
    while (params := client.wait("textDocument/publishDiagnostics"))["uri"] != path.as_uri():
        pass
    (finding,) = params["diagnostics"]
    assert "loud" in finding["message"]
    assert finding["range"]["start"]["line"] == 1
    path.write_text("")
    _tell(client, path, CHANGED)
    time.sleep(0)
    while (params := client.wait("textDocument/publishDiagnostics"))["uri"] != path.as_uri():
        pass
    assert params["diagnostics"] == []
