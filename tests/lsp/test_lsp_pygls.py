"""Our replacements of parts of pygls, next to the behaviour without them."""

from __future__ import annotations

import ast
import asyncio
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from kibitz.lsp.transport import protocol
from kibitz.lsp.transport.converter import converter
from lsp_client import PATIENCE, RawClient, recorded
from lsp_direct import Direct

URI = "file:///a.bjn"
FORM_FEED = "{1.52}|1.1..as.|\x0c0.1..td.|\n1.1..kd._|\n"


class Heard:
    """A receiver of the messages of a server."""

    def __init__(self) -> None:
        self.said: list[Any] = []

    def write(self, data: bytes) -> None:
        self.said.append(json.loads(data))

    def close(self) -> None:
        """Do nothing: no connection is open."""


def plain() -> tuple[LanguageServer, Heard]:
    """A server of pygls as it is."""
    server, heard = LanguageServer("plain", "0"), Heard()
    server.protocol.set_writer(heard, include_headers=False)
    return server, heard


def hand_over(server: LanguageServer, message: Any) -> None:
    text = json.dumps({"jsonrpc": "2.0", **message})
    server.protocol.handle_message(json.loads(text, object_hook=server.protocol.structure_message))


@pytest.fixture
def direct() -> Iterator[Direct]:
    direct = Direct()
    direct.request("initialize", {"capabilities": {}})
    yield direct
    direct.close()


def test_pygls_keeps_no_text(direct: Direct) -> None:
    """Its documents would hold the record a second time, and an edit would cost as much as the whole file."""
    item = {"uri": URI, "languageId": "bjn", "version": 1, "text": "{1.52}|"}
    direct.notify("textDocument/didOpen", {"textDocument": item})
    assert direct.server.workspace.text_documents == {}
    server, _ = plain()
    hand_over(server, {"id": 1, "method": "initialize", "params": {"capabilities": {}}})
    hand_over(server, {"method": "textDocument/didOpen", "params": {"textDocument": item}})
    assert list(server.workspace.text_documents) == [URI]


def test_lines_end_where_the_protocol_says(direct: Direct) -> None:
    """For pygls a form feed ends a line, so a later edit goes to the wrong place."""
    item = {"uri": URI, "languageId": "bjn", "version": 1, "text": FORM_FEED}
    direct.notify("textDocument/didOpen", {"textDocument": item})
    place = {"line": 1, "character": 0}
    change = {"range": {"start": place, "end": place}, "text": "#"}
    document = {"uri": URI, "version": 2}
    direct.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
    # On a busy machine a thread makes the change, and requests come after it.
    direct.request("textDocument/hover", {"textDocument": {"uri": URI}, "position": place})
    assert direct.server.sessions[URI].snapshot.document.text() == FORM_FEED.replace("\n1", "\n#1")
    theirs = TextDocument(URI, FORM_FEED)
    theirs.apply_change(get_converter().structure(change, types.TextDocumentContentChangePartial))
    assert theirs.source != FORM_FEED.replace("\n1", "\n#1")


UNKNOWN = {"textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": [7]}}},
                            "completion": {"completionItemKind": {"valueSet": [1, 99]}}},
           "workspace": {"workspaceEdit": {"failureHandling": "hope"}}}  # fmt: skip


def test_initialize_is_answered_whatever_values_a_client_knows(direct: Direct) -> None:
    """pygls leaves `initialize` without an answer."""
    params = {"capabilities": UNKNOWN, "trace": "loud"}
    assert "capabilities" in Direct().request("initialize", params)
    assert direct.server.client.encoding == "utf-16"
    server, heard = plain()
    with pytest.raises(Exception, match="Invalid"):
        hand_over(server, {"id": 1, "method": "initialize", "params": params})
    assert heard.said == []


def test_unknown_abilities_are_ignored() -> None:
    capabilities = recorded("vscode-1.139.1-lc11.0.0")["capabilities"]
    capabilities["textDocument"]["hover"]["contentFormat"] = 7
    capabilities["textDocument"]["rename"] = 7
    capabilities["window"] = []
    read = converter().structure({"capabilities": capabilities}, types.InitializeParams).capabilities
    assert read.text_document is not None
    assert read.text_document.rename == types.RenameClientCapabilities()
    assert read.text_document.hover is not None
    assert read.text_document.hover.content_format is None
    assert read.text_document.completion is not None
    assert read.text_document.completion.completion_item is not None
    assert read.text_document.completion.completion_item.snippet_support is True


def test_unreadable_request_is_answered(direct: Direct) -> None:
    """pygls leaves it without an answer, and an editor waits."""
    broken = {"textDocument": {"uri": URI}, "position": {"line": "first"}}
    assert direct.answer("textDocument/hover", broken)["error"]["code"] == -32602
    server, heard = plain()
    hand_over(server, {"id": 1, "method": "initialize", "params": {"capabilities": {}}})
    heard.said.clear()
    with pytest.raises(Exception, match="Invalid"):
        hand_over(server, {"id": 2, "method": "textDocument/hover", "params": broken})
    assert heard.said == []


def test_internal_error_is_logged_once(direct: Direct, caplog: pytest.LogCaptureFixture) -> None:
    """pygls shows a message for each notification that fails, which may be every key."""
    direct.server.protocol.fm.features["textDocument/didChange"] = _fails
    change = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": "x"}]}
    direct.sent.clear()
    with caplog.at_level(logging.ERROR, "kibitz"):
        for _ in range(3):
            direct.notify("textDocument/didChange", change)
    assert direct.sent == []
    assert caplog.text.count("RuntimeError: a fault") == 1
    server, heard = plain()
    server.feature("textDocument/didSave")(_fails)
    hand_over(server, {"id": 1, "method": "initialize", "params": {"capabilities": {}}})
    for _ in range(3):
        hand_over(server, {"method": "textDocument/didSave", "params": {"textDocument": {"uri": URI}}})
    assert [one["method"] for one in heard.said[1:]] == ["window/showMessage"] * 3


def _fails(_: Any) -> None:
    raise RuntimeError("a fault")


def test_after_shutdown_there_is_an_answer(direct: Direct) -> None:
    """pygls is silent then."""
    direct.request("shutdown", None)
    assert direct.answer("textDocument/hover", {})["error"]["code"] == -32600
    server, heard = plain()
    hand_over(server, {"id": 1, "method": "initialize", "params": {"capabilities": {}}})
    hand_over(server, {"id": 2, "method": "shutdown"})
    hand_over(server, {"id": 3, "method": "shutdown"})
    assert [one["id"] for one in heard.said] == [1, 2]


def test_a_shutdown_while_a_command_runs() -> None:
    """pygls trips over its own list of running requests, and the shutdown would fail."""
    with RawClient("toy") as client:
        client.initialize()
        command = {"command": "kibitz.checkWorkspace"}
        client.send_all(
            {"id": "c", "method": "workspace/executeCommand", "params": command},
            {"id": "s", "method": "shutdown"},
        )
        assert client.answer("s")["result"] is None
        client.notify("exit")
        assert client.process.wait(PATIENCE) == 0


def test_requests_see_the_text_of_their_time(direct: Direct) -> None:
    """Over TCP pygls may take several messages before the task of the first begins."""
    item = {"uri": URI, "languageId": "bjn", "version": 1, "text": "{1.52}|1.1..as.|"}
    direct.notify("textDocument/didOpen", {"textDocument": item})

    async def at_once() -> None:
        place = {"line": 0, "character": 12}
        hand_over(
            direct.server,
            {
                "id": "h",
                "method": "textDocument/hover",
                "params": {"textDocument": {"uri": URI}, "position": place},
            },
        )
        change = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": ""}]}
        hand_over(direct.server, {"method": "textDocument/didChange", "params": change})
        for _ in range(5):
            await asyncio.sleep(0)

    direct.run(at_once())
    assert direct.answers.pop("h")["error"]["code"] == -32801


def test_all_private_names_of_pygls_are_listed() -> None:
    """With the reason of each, in one place; none is listed that is not used, or that pygls no longer has."""
    plain_server = plain()[0]
    theirs = {
        name
        for one in (plain_server, plain_server.protocol)
        for name in (*dir(type(one)), *vars(one))
        if name.startswith("_") and not name.endswith("__")
    }
    used = {
        name
        for path in Path(protocol.__file__).parent.glob("*.py")
        for one in ast.parse(path.read_text("utf-8")).body
        for name in _private(one)
    }
    listed = re.findall(r"^- `(_\w+)`: ", protocol.__doc__ or "", re.MULTILINE)
    assert sorted(used & theirs) == sorted(listed)


def _private(node: ast.stmt) -> set[str]:
    """The private names that some code looks up, but for those of classes that have nothing to do with pygls."""
    if isinstance(node, ast.ClassDef) and not any("Language" in ast.unparse(base) for base in node.bases):
        return set()
    looked_up = {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}
    replaced = {one.name for one in ast.walk(node) if isinstance(one, ast.FunctionDef)}
    return {name for name in looked_up | replaced if name.startswith("_")}
