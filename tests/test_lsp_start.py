"""The beginning of a conversation: `initialize` is answered before pygls is there, and as pygls would answer it."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any, get_args

import pytest
from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.capabilities import ServerCapabilitiesBuilder

from command import process
from kibitz.core.language import token_modifiers
from kibitz.core.values import TokenType
from kibitz.languages import IDS, load
from kibitz.lsp.capabilities import TOKEN_MODIFIERS, TOKEN_TYPES, answer
from kibitz.lsp.client import Client
from kibitz.lsp.front import greeting
from kibitz.lsp.workspace import Workspace, create
from lsp_client import CLIENTS, TOY_SERVER, RawClient, at, recorded, span

NAMES = sorted(path.stem for path in CLIENTS.glob("*.json"))
OPTIONS: dict[str, tuple[str, type]] = {
    types.TEXT_DOCUMENT_COMPLETION: ("completionProvider", types.CompletionOptions),
    types.TEXT_DOCUMENT_SIGNATURE_HELP: ("signatureHelpProvider", types.SignatureHelpOptions),
    types.TEXT_DOCUMENT_CODE_ACTION: ("codeActionProvider", types.CodeActionOptions),
    types.TEXT_DOCUMENT_INLINE_COMPLETION: ("inlineCompletionProvider", types.InlineCompletionOptions),
    types.TEXT_DOCUMENT_ON_TYPE_FORMATTING: (
        "documentOnTypeFormattingProvider",
        types.DocumentOnTypeFormattingOptions,
    ),
}
"""What pygls can't know of a feature: the name of its options, and their type."""


def request(params: Any, **more: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params, **more}


@pytest.mark.parametrize("name", NAMES)
def test_pygls_would_say_the_same(name: str) -> None:
    """Of the handlers that there are, to this client; and lsprotocol knows every word of it."""
    converter, params = get_converter(), recorded(name)
    client = Client.of(params)
    said = answer(client)["capabilities"]
    known = converter.structure(params, types.InitializeParams).capabilities
    protocol = create()
    protocol.begin(params)
    known_to_pygls = protocol.pygls.protocol.fm
    features = {*known_to_pygls.features, *known_to_pygls.builtin_features}
    if not client.pulls:
        features.remove(types.TEXT_DOCUMENT_DIAGNOSTIC)
    options: dict[str, Any] = {
        method: converter.structure(said[key], kind) for method, (key, kind) in OPTIONS.items()
    }
    options[types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL] = converter.structure(
        said["semanticTokensProvider"]["legend"], types.SemanticTokensLegend
    )
    builder: Any = ServerCapabilitiesBuilder(
        known, features, options, list(Workspace(protocol).commands.known),
        types.TextDocumentSyncKind.Incremental, None, client.encoding,
    )  # fmt: skip
    built = converter.unstructure(builder.build())
    for word in ("willSave", "willSaveWaitUntil"):
        assert not built["textDocumentSync"].pop(word, False), "that is what saying nothing means"
    assert built == said
    assert converter.unstructure(converter.structure(said, types.ServerCapabilities)) == said


def test_the_legend_has_the_names_of_the_core() -> None:
    assert get_args(TokenType) == TOKEN_TYPES
    assert set(token_modifiers(map(load, IDS))) == set(TOKEN_MODIFIERS)


@pytest.mark.parametrize("name", NAMES)
def test_every_editor_is_greeted(name: str) -> None:
    """Before anything else is loaded, and as the server answers that gets to see `initialize` later."""
    message = request(recorded(name))
    early = greeting(message)
    assert early is not None
    with RawClient() as client:
        assert client.error("shutdown") == -32002, "now the server itself looks at what comes"
        client.send(message)
        assert client.answer(1) == early
        client.notify("exit")


def test_pygls_is_not_loaded_before_the_answer() -> None:
    """Nor what it needs. Here it never is: the first attempt ends the process."""
    code = (
        "import sys\n"
        "class Guard:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name in ('pygls', 'lsprotocol', 'cattrs', 'attrs', 'asyncio', 'logging', 'dataclasses'):\n"
        "            sys.exit(f'{name} {len(sys.modules) < 100}')\n"
        "        if name.startswith('kibitz.') and not name.startswith(('kibitz.cli', 'kibitz.lsp')):\n"
        "            sys.exit(name)\n"
        "from kibitz.lsp import server\n"
        "sys.meta_path.insert(0, Guard())\n"
        "sys.exit(server.main())"
    )
    loaded = "import sys\nfrom kibitz.lsp import server\nprint(*sorted({name.partition('.')[0] for name in sys.modules}))"
    names = set(process(code=loaded).communicate()[0].decode().split())
    assert "kibitz" in names
    assert not names & {"pygls", "lsprotocol", "cattrs", "attrs", "asyncio", "logging", "dataclasses", "lark"}
    with RawClient((sys.executable, "-c", code)) as client:
        assert client.request("initialize", {"capabilities": {}})["serverInfo"]["name"] == "kibitz"
        assert client.process.wait(timeout=10) == 1
        assert client.process.stderr is not None
        assert client.process.stderr.read() == b"asyncio True\n"


LOADED = (
    "import sys\n"
    "from kibitz.lsp import server, workspace\n"
    "create = workspace.create\n"
    "def watched(writer):\n"
    "    protocol = create(writer)\n"
    "    protocol.features['test/loaded'] = lambda _: {'pygls.server', 'lsprotocol.types'} <= {*sys.modules}\n"
    "    return protocol\n"
    "workspace.create = watched\n"
    "sys.exit(server.main())"
)
"""A server that can be asked whether pygls is loaded."""


def loaded_in(client: RawClient, seconds: float, every: float) -> bool:
    """Whether pygls gets loaded while somebody asks again and again, which is a message, too."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        if client.request("test/loaded", {}):
            return True
        time.sleep(every)
    return False


def test_the_first_record_is_shown_and_edited_without_pygls() -> None:
    never = "from kibitz.lsp import workspace\nworkspace.QUIET = workspace.PATIENCE = 3600\n"
    with RawClient((sys.executable, "-c", never + LOADED)) as client:
        client.initialize()
        client.open("{1.52}|1.1..as.|1.1..as.\n", "file:///a.bjn", "bjn")
        assert client.diagnostics(1)
        client.change([{"range": span(0, 7, 0, 16), "text": ""}], 2, "file:///a.bjn")
        assert not client.diagnostics(2)
        assert client.request("textDocument/hover", at(0, 9, "file:///a.bjn"))
        assert client.request("test/loaded", {}) is False
        assert client.close() == 0


@pytest.mark.parametrize("every", [0.3, 0.01], ids=["after a pause", "while somebody types without one"])
def test_pygls_is_loaded_when_nobody_waits(every: float) -> None:
    with RawClient((sys.executable, "-c", LOADED)) as client:
        client.initialize()
        client.open("TWO two\n", "file:///a.bjn", "bjn")
        assert loaded_in(client, 20, every)
        assert client.close() == 0


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


ODD: list[Any] = [
    None, 7, "initialize", [], {}, ValueError("not JSON"),
    request({}, jsonrpc="1.0"), request({}, method="initialise"), request({}, id=None), request({}, id=[1]),
    {"jsonrpc": "2.0", "method": "initialize", "params": {}},
    {"jsonrpc": "2.0", "id": 1, "method": "initialize"},
    request(None), request([]), request({"workspaceFolders": {}}), request({"workspaceFolders": [{"uri": "file:///"}]}),
    request({"rootUri": 1}), request({"rootPath": []}),
]  # fmt: skip


@pytest.mark.parametrize("message", ODD, ids=repr)
def test_whatever_is_odd_is_left_to_the_server(message: Any) -> None:
    assert greeting(message) is None


@pytest.mark.parametrize(
    ("first", "code"),
    [
        (b"{", -32700),
        (b"null", -32600),
        (b"[]", -32600),
        (json.dumps(request({}, jsonrpc="1.0")).encode(), -32600),
        (json.dumps(request({"workspaceFolders": 7})).encode(), -32602),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover"}', -32002),
    ],
)
def test_a_conversation_that_begins_wrongly(first: bytes, code: int) -> None:
    with RawClient(TOY_SERVER) as client:
        client.write(b"Content-Type: x\r\ncontent-length: %d\r\n\r\n%s" % (len(first), first))
        assert client.read()["error"]["code"] == code
        assert client.initialize()["serverInfo"]["name"] == "kibitz"
        client.open("TWO two\n")
        assert client.diagnostics(1)
        assert client.close() == 0


def test_all_at_once_and_bit_by_bit() -> None:
    """What comes while the server is still loading waits its turn; `initialize` has one answer."""
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
    with RawClient() as client:
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
    ],
    ids=ascii,
)  # fmt: skip
def test_who_has_been_greeted_is_served(params: Any) -> None:
    """Nothing that the front lets pass makes pygls stumble afterwards."""
    assert greeting(request(params)) is not None
    protocol = create()
    protocol.begin(params)
    assert protocol.initialized
    folders = [one["uri"] for one in params.get("workspaceFolders", ())]
    assert protocol.pygls.folders() == (folders or [protocol.pygls.workspace.root_uri])


@pytest.mark.parametrize(
    "sent", [b"", b"Content-Length: 99\r\n\r\n{", b"nonsense", b"greeted", b"greeted, exit"]
)
def test_ends_before_the_server_is_there(sent: bytes) -> None:
    with RawClient() as client:
        assert client.process.stdin is not None
        assert client.process.stderr is not None
        if sent.startswith(b"greeted"):
            client.send(request({"capabilities": {}}))
            if sent.endswith(b"exit"):
                client.notify("exit")
        else:
            client.write(sent)
        client.process.stdin.close()
        assert client.process.wait(timeout=20) == 1
        assert client.process.stderr.read() == b""
        client.process.stdin = None


def test_nobody_hears_the_greeting() -> None:
    with RawClient() as client:
        assert client.process.stdout is not None
        client.process.stdout.close()
        client.send(request({"capabilities": {}}))
        assert client.process.wait(timeout=20) == 1
        client.process.stdout = None
