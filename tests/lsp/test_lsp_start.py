"""The beginning and the end of a conversation with any client."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from lsprotocol.converters import get_converter

from folders import CLIENTS
from kibitz.core.language import token_modifiers
from kibitz.languages import IDS, load
from kibitz.lsp.features.actions import KINDS
from kibitz.lsp.transport.legend import TOKEN_MODIFIERS
from lsp_client import PATIENCE, SERVER, TOY_SERVER, RawClient, at, recorded
from lsp_direct import Direct

NAMES = sorted(path.stem for path in CLIENTS.glob("*.json"))


def request(params: Any, **more: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params, **more}


@pytest.mark.parametrize("name", NAMES)
def test_capabilities_of_the_server(name: str) -> None:
    """lsprotocol knows every part of it, and pygls derives the capabilities from the handlers."""
    direct, params, converter = Direct(), recorded(name), get_converter()
    said = direct.request("initialize", params)
    read = converter.structure(said, types.InitializeResult)
    assert converter.unstructure(read) == said
    capabilities = said["capabilities"]
    pulls = "diagnosticProvider" in capabilities
    assert pulls == direct.server.client.pulls
    assert capabilities["codeActionProvider"] == {"codeActionKinds": list(KINDS), "resolveProvider": True}
    commands = ["kibitz.checkWorkspace", "kibitz.go", "kibitz.inForm", "kibitz.show"]
    assert sorted(capabilities["executeCommandProvider"]["commands"]) == commands
    assert capabilities["workspace"]["workspaceFolders"] == {"supported": True, "changeNotifications": True}
    assert capabilities["inlineCompletionProvider"] == {}
    direct.close()


def test_the_legend_has_the_modifiers_of_all_notations() -> None:
    assert token_modifiers(map(load, IDS)) == TOKEN_MODIFIERS


def test_folders_that_change_at_once(tmp_path: Path) -> None:
    """A message for pygls that comes before it is loaded is heard by it all the same."""
    (tmp_path / "later").mkdir()
    (tmp_path / "later" / "a.qgn").write_text('[key "tictactoe"]\n[teams "Zoe, Ben"]\n')
    added = {"uri": (tmp_path / "later").as_uri(), "name": "later"}
    with RawClient() as client:
        client.initialize({"capabilities": {}, "workspaceFolders": [{"uri": "file:///nowhere", "name": "x"}]})
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [added], "removed": []}})
        found = client.request("workspace/symbol", {"query": "tictactoe"})
        assert [one["location"]["uri"] for one in found] == [f"{added['uri']}/a.qgn"]
        assert client.close() == 0


@pytest.mark.parametrize(
    ("first", "code"),
    [
        (b"{", None),
        (b"null", None),
        (b"[]", None),
        (json.dumps(request({}, jsonrpc="1.0")).encode(), None),
        (json.dumps(request({"workspaceFolders": 7})).encode(), -32602),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover"}', -32002),
    ],
)
def test_a_conversation_that_begins_wrongly(first: bytes, code: int | None) -> None:
    with RawClient("toy") as client:
        client.write(b"Content-Type: x\r\nContent-Length: %d\r\n\r\n%s" % (len(first), first))
        if code is not None:
            assert client.read()["error"]["code"] == code
        assert client.initialize()["serverInfo"]["name"] == "kibitz"
        client.open("TWO two\n")
        assert client.diagnostics(1)
        assert client.close() == 0


def test_all_at_once_and_bit_by_bit() -> None:
    """Messages wait while the server is loading. `initialize` has one answer."""
    document = {"uri": "file:///a.toy", "languageId": "toy", "version": 1, "text": "TWO two\n"}
    with RawClient(TOY_SERVER) as client:
        client.send_all(
            {"id": "a", "method": "initialize", "params": {"capabilities": {}, "trace": "messages"}},
            {"method": "$/cancelRequest", "params": {"id": "a"}},
            {"method": "initialized", "params": {}},
            {"id": "b", "method": "initialize", "params": {"capabilities": {}}},
            {"method": "textDocument/didOpen", "params": {"textDocument": document}},
            {"id": "c", "method": "textDocument/hover", "params": at(0, 1)},
        )
        assert client.read()["result"]["capabilities"]["hoverProvider"] is True
        assert client.answer("b")["error"]["code"] == -32600
        assert client.answer("c")["result"]
        assert client.close() == 0
    with RawClient(SERVER) as client:
        body = json.dumps(request({"capabilities": {}})).encode()
        for byte in b"X-Long: %s\r\nContent-Length: %d\r\n\r\n%s" % (b"x" * 1000, len(body), body):
            client.write(bytes([byte]))
        assert client.answer(1)["result"]
        assert client.close() == 0


@pytest.mark.parametrize(
    "params",
    [
        {"rootUri": "file:///\ud800"}, {"rootUri": "://[::"}, {"rootUri": "http://[x"}, {"rootUri": ""},
        {"rootPath": "\ud800"}, {"rootPath": "\0"}, {"processId": 2**70}, {"processId": [], "trace": 7},
        {"workspaceFolders": [{"uri": "http://[", "name": "\ud800"}]}, {"workspaceFolders": []},
        {"workspaceFolders": [{"uri": "file://[x", "name": "x"}]}, {"rootUri": "file://[x"}, {"trace": "loud"},
        {"locale": None, "clientInfo": {"name": "x", "more": 1}}, {"initializationOptions": [[]]},
    ],
    ids=ascii,
)  # fmt: skip
def test_odd_clients_are_served(params: Any) -> None:
    """Any client may ask for the symbols of its folders and for the siblings of a record."""
    direct = Direct()
    assert "capabilities" in direct.request("initialize", {"capabilities": {}, **params})
    direct.notify("initialized", {})
    item = {"uri": "untitled:1", "languageId": "bjn", "version": 1, "text": "{1.52}|1.1..as.|"}
    direct.notify("textDocument/didOpen", {"textDocument": item})
    assert isinstance(direct.request("workspace/symbol", {"query": "no such"}), list)
    assert direct.request("textDocument/hover", at(0, 9, "untitled:1"))
    direct.close()


@pytest.mark.parametrize(
    "sent", [b"", b"Content-Length: 99\r\n\r\n{", b"nonsense", b"greeted", b"greeted, exit"]
)
def test_ends_before_the_server_is_there(sent: bytes) -> None:
    # A real process leaves every message in the pipe until everything is loaded.
    with RawClient(SERVER if sent in (b"", b"greeted") else "server") as client:
        assert client.process.stdin is not None
        assert client.process.stderr is not None
        if sent.startswith(b"greeted"):
            client.send(request({"capabilities": {}}))
            if sent.endswith(b"exit"):
                client.notify("exit")
        else:
            client.write(sent)
        client.process.stdin.close()
        assert client.process.wait(PATIENCE) == 1
        # Half a message is ignored.
        assert client.process.stderr.read() == b"" or sent.endswith(b"{")
        client.process.stdin = None


def test_client_may_miss_the_first_message() -> None:
    with RawClient(SERVER) as client:
        assert client.process.stdout is not None
        client.process.stdout.close()
        client.send(request({"capabilities": {}}))
        assert client.process.wait(PATIENCE) == 1
        client.process.stdout = None
