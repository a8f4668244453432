"""The server as the page in `editors/web/` runs it: texts of messages, one loop, no threads."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest

from kibitz.lsp.browser import connect
from kibitz.lsp.documents import worker
from lsp_direct import fresh

URI = "file:///record.botc"
LONG = "[Alice:imp Bob:barn]\n" * 2000


async def conversation(*messages: Any) -> list[Any]:
    """Return the messages of the server after some messages, which come one right after the other."""
    said: list[Any] = []
    take = connect(lambda text: said.append(json.loads(text)), fresh())
    take(request(0, "initialize", {"capabilities": {}, "rootUri": None, "processId": None}))
    take(notification("initialized", {}))
    for message in messages:
        take(message)
    asked = {json.loads(one)["id"] for one in messages if one[0] == "{" and "id" in json.loads(one)}
    while asked - {one.get("id") for one in said}:
        await asyncio.sleep(0)
    return said


def request(number: int, method: str, params: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def notification(method: str, params: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params})


def opened(text: str) -> str:
    document = {"uri": URI, "languageId": "botc", "version": 1, "text": text}
    return notification("textDocument/didOpen", {"textDocument": document})


@pytest.fixture(autouse=True)
def _no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "THREADS", False)


def test_messages_come_and_go_as_texts() -> None:
    hover = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 8}}
    said = asyncio.run(conversation(opened("[Alice:imp Bob:barn]"), request(1, "textDocument/hover", hover)))
    (found,) = [one["params"] for one in said if one.get("method") == "textDocument/publishDiagnostics"]
    assert "BOT100" in {one["code"] for one in found["diagnostics"]}
    assert "Imp" in said[-1]["result"]["contents"]


def test_long_records_need_no_threads() -> None:
    before = threading.active_count()
    about = {"textDocument": {"uri": URI}}
    said = asyncio.run(conversation(opened(LONG), request(1, "textDocument/documentSymbol", about)))
    assert threading.active_count() == before
    assert len(said[-1]["result"]) == 6000


def test_change_drops_a_waiting_request() -> None:
    about = {"textDocument": {"uri": URI}}
    change = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": LONG}]}
    said = asyncio.run(
        conversation(
            opened(LONG),
            request(1, "textDocument/foldingRange", about),
            notification("textDocument/didChange", change),
            request(2, "textDocument/foldingRange", about),
        )
    )
    answers = {one["id"]: one for one in said if "id" in one}
    assert answers[1]["error"]["message"] == "the document has changed"
    assert "result" in answers[2]


def test_wrong_messages_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    asyncio.run(conversation("no message"))
    assert "a message can't be handled" in caplog.text
