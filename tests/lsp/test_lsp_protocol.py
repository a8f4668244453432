"""The conversation itself: life cycle, exit codes, and messages that are wrong."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from typing import Any

import pytest

from lsp_client import PATIENCE, SERVER, RawClient, at, recorded, span, whole

INVALID_PARAMS, METHOD_NOT_FOUND, INVALID_REQUEST, PARSE_ERROR = -32602, -32601, -32600, -32700


def test_undocumented_parts_of_pygls() -> None:
    """The undocumented parts of pygls 2.1 that kibitz.lsp uses."""
    import inspect

    from pygls import server as pygls_server
    from pygls.protocol import LanguageServerProtocol as Base

    assert inspect.isgeneratorfunction(Base.lsp_initialize)
    assert list(inspect.signature(Base.lsp_initialize).parameters) == ["self", "params"]
    assert list(inspect.signature(Base.structure_message).parameters) == ["self", "data"]
    assert list(inspect.signature(Base.handle_message).parameters) == ["self", "message"]
    assert list(inspect.signature(Base.set_writer).parameters) == ["self", "writer", "include_headers"]
    assert list(inspect.signature(Base._send_data).parameters) == ["self", "data"]
    assert list(inspect.signature(Base._send_response).parameters) == ["self", "msg_id", "result", "error"]
    for name in ("did_open", "did_change", "did_close"):
        assert hasattr(Base, f"lsp_text_document__{name}")
    assert hasattr(Base, "lsp_workspace__execute_command")
    assert "self._server.close()" in inspect.getsource(pygls_server.JsonRPCServer.shutdown)


def test_no_notation_is_loaded_before_it_is_needed() -> None:
    script = (
        "import sys, kibitz.lsp.main;"
        "print([name for name in sys.modules if name == 'lark' or name.startswith('kibitz.languages.')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# Ends


def test_shutdown_and_exit() -> None:
    with RawClient(SERVER) as client:
        client.initialize()
        assert client.close() == 0


def test_exit_without_shutdown_is_a_failure() -> None:
    with RawClient() as client:
        client.initialize()
        client.notify("exit")
        assert client.process.wait(PATIENCE) == 1


def test_exit_before_initialize() -> None:
    with RawClient() as client:
        client.notify("exit")
        assert client.process.wait(PATIENCE) == 1


@pytest.mark.parametrize("shut_down", [False, True])
def test_the_process_ends_with_its_input(shut_down: bool) -> None:
    with RawClient() as client:
        client.initialize()
        if shut_down:
            client.request("shutdown")
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert client.process.wait(PATIENCE) == (0 if shut_down else 1)
        assert client.process.stderr is not None
        assert client.process.stderr.read() == b""
        client.process.stdin = None


def test_process_ends_without_a_reader() -> None:
    with RawClient("toy") as client:
        client.initialize()
        assert client.process.stdout is not None
        client.process.stdout.close()
        client.open("a")
        client.notify("$/any")
        assert client.process.wait(PATIENCE) == 1
        client.process.stdout = None


def test_after_shutdown_requests_are_refused() -> None:
    with RawClient() as client:
        client.initialize()
        client.request("shutdown")
        assert client.error("textDocument/hover", at(0, 0)) == INVALID_REQUEST
        assert client.error("shutdown") == INVALID_REQUEST
        client.notify("exit")
        assert client.process.wait(PATIENCE) == 0


def test_before_initialize_requests_are_refused_and_notifications_dropped() -> None:
    with RawClient("toy") as client:
        client.open("a")
        client.notify("initialized", {})
        assert client.error("textDocument/hover", at(0, 0)) == -32002
        assert client.error("shutdown") == -32002
        client.initialize()
        assert client.error("initialize", {"capabilities": {}}) == INVALID_REQUEST
        assert client.request("textDocument/hover", at(0, 0)) is None, "nothing is open"
        assert client.close() == 0


def test_tcp() -> None:
    script = "import sys; from kibitz.lsp.main import main; sys.exit(main(('127.0.0.1', 0)))"
    with subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        port = int(process.stderr.readline().rpartition(",")[2].strip(" )\n"))
        with (
            socket.create_connection(("127.0.0.1", port)) as connection,
            connection.makefile("rwb") as stream,
        ):
            messages: list[Any] = [
                {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
                {"id": 2, "method": "shutdown"},
                {"method": "exit"},
            ]
            for message in messages:
                body = json.dumps({"jsonrpc": "2.0", **message}).encode()
                stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            stream.flush()
            said = stream.read()
        assert said.count(b'"jsonrpc": "2.0"') == 2
        assert b'"name": "kibitz"' in said
        assert process.wait(PATIENCE) == 0


# Wrong messages


@pytest.fixture(scope="module")
def client() -> Any:
    with RawClient("toy") as client:
        client.initialize()
        client.open("# one\nTWO two\n")
        client.diagnostics(1)
        yield client
        assert client.close() == 0


@pytest.mark.parametrize(
    "broken",
    [
        lambda text: text.replace('"hover"', '"holographic"').replace("[1, 2]", "[1, 2, 77]"),
        lambda text: text.replace('"markdown"', '"asciidoc"').replace('"utf-16"', '"utf-7"'),
        lambda text: text.replace("true", '"yes"').replace("false", "[]"),
        lambda text: text.replace("25", "4711").replace('"create"', '"clone"'),
    ],
)
@pytest.mark.parametrize("name", ["vscode-1.100.3-lc10.1.2", "nvim-0.12.4", "emacs-28.2"])
def test_initialize_with_unknown_values(name: str, broken: Any) -> None:
    params = json.loads(broken(json.dumps(recorded(name))))
    with RawClient() as client:
        assert client.initialize(params)["capabilities"]["hoverProvider"] is True
        assert client.close() == 0


@pytest.mark.parametrize("params", [None, [], 1, {"capabilities": {}, "workspaceFolders": 7}])
def test_initialize_with_wrong_parameters(params: Any) -> None:
    with RawClient() as client:
        client.send({"jsonrpc": "2.0", "id": "x", "method": "initialize", "params": params})
        assert client.answer("x")["error"]["code"] == INVALID_PARAMS
        client.initialize()
        assert client.close() == 0


def test_capabilities_of_another_shape() -> None:
    with RawClient() as client:
        shapes = {
            "textDocument": [],
            "workspace": 3,
            "general": {"positionEncodings": "utf-8"},
            "window": None,
        }
        assert client.initialize({"capabilities": shapes})["capabilities"]["positionEncoding"] == "utf-16"


REQUESTS = [
    "textDocument/hover", "textDocument/completion", "textDocument/formatting", "textDocument/rangeFormatting",
    "textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/full/delta", "textDocument/semanticTokens/range", "textDocument/codeAction",
    "textDocument/inlayHint", "textDocument/codeLens", "textDocument/signatureHelp", "textDocument/inlineCompletion",
    "textDocument/onTypeFormatting", "textDocument/references", "textDocument/definition", "textDocument/rename",
    "textDocument/documentHighlight", "textDocument/prepareRename", "textDocument/linkedEditingRange",
    "textDocument/selectionRange", "kibitz/preview",
]  # fmt: skip


@pytest.mark.parametrize("method", REQUESTS)
@pytest.mark.parametrize("params", [None, [], "x", {}, {"textDocument": None}, {"textDocument": {"uri": 1}}])
def test_malformed_parameters(client: RawClient, method: str, params: Any) -> None:
    assert client.error(method, params) == INVALID_PARAMS


@pytest.mark.parametrize(
    "position", [None, {}, {"line": 1}, {"line": "1", "character": 0}, {"line": 0.5, "character": 1}]
)
def test_malformed_positions(client: RawClient, position: Any) -> None:
    for method in ("textDocument/hover", "textDocument/completion"):
        assert client.error(method, whole(position=position)) == INVALID_PARAMS
    for method in ("textDocument/codeAction", "textDocument/inlayHint", "textDocument/rangeFormatting"):
        range_ = {"start": position, "end": {"line": 0, "character": 0}}
        assert client.error(method, whole(range=range_)) == INVALID_PARAMS


@pytest.mark.parametrize("method", REQUESTS)
def test_unknown_documents(client: RawClient, method: str) -> None:
    client.open("# words", "file:///readme.md", "markdown")
    client.change([{"text": "#"}], 2, "file:///readme.md")
    for uri in ("file:///readme.md", "file:///never-opened.bjn"):
        params = at(
            0,
            0,
            uri,
            range=span(0, 0, 0, 0),
            options={},
            context={},
            previousResultId="1",
            newName="x",
            ch="|",
            positions=[],
        )
        assert client.request(method, params) is None
    client.notify("textDocument/didClose", whole("file:///readme.md"))


def test_requests_with_unknown_values(client: RawClient) -> None:
    client.request("textDocument/completion", at(0, 0, context={"triggerKind": 99, "more": []}))
    context = {"diagnostics": [{"tags": [44]}], "only": ["quickfix", "x.y", 5], "triggerKind": 9}
    found = client.request("textDocument/codeAction", whole(range=span(1, 0, 1, 3), context=context))
    assert [one["title"] for one in found] == ["Drop it", "Whisper"]
    client.request("textDocument/codeAction", whole(range=span(1, 0, 1, 3), context=None))


def test_unknown_methods(client: RawClient) -> None:
    assert client.error("textDocument/teleport", {}) == METHOD_NOT_FOUND
    assert client.error("$/anything") == METHOD_NOT_FOUND
    assert client.error("workspace/executeCommand", {"command": "x"}) == INVALID_PARAMS
    client.notify("$/anything", {"x": 1})
    client.notify("textDocument/teleported")


@pytest.mark.parametrize(
    "body",
    [
        b"{", b"\xff\xfe", b"", b"[" * 100_000, b"[]", b"7", b'{"id": 5, "method": "shutdown"}',
        b'{"jsonrpc": "2.0", "id": 6, "method": 7}', b'{"jsonrpc": "2.0", "id": [1], "method": "textDocument/hover"}',
        b'{"jsonrpc": "2.0", "id": null, "method": "textDocument/hover"}', b'{"jsonrpc": "1.0", "method": "exit"}',
        b'{"jsonrpc": "2.0", "id": 7, "method": ["x"]}', b'{"jsonrpc": "2.0", "method": {}}', b'{"jsonrpc": "2.0"}',
    ],
)  # fmt: skip
def test_bodies_that_are_no_messages(client: RawClient, body: bytes) -> None:
    """pygls logs them and goes on."""
    client.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    assert client.request("textDocument/hover", at(0, 2))


def test_headers(client: RawClient) -> None:
    body = b'{"jsonrpc":"2.0","id":"h","method":"textDocument/codeLens","params":{"textDocument":{"uri":"file:///a.toy"}}}'
    client.write(b"X-Nonsense\r\n\r\n")
    client.write(
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(body)
    )
    for byte in body:
        client.write(bytes([byte]))
    assert client.answer("h")["result"][0]["command"]["title"] == "a lens"
    for field in (
        b"content-length: %d",
        b"CONTENT-LENGTH:%d",
        b"Content-Length:  %d",
        b"Content-Length:\t%d \r\nContent-Type: x",
    ):
        client.write(field % len(body) + b"\r\n\r\n" + body)
        assert client.answer("h")["result"]


@pytest.mark.parametrize("wrong", [-5, 5, 60, 200])
def test_wrong_length_is_logged_and_costs_two_messages(wrong: int) -> None:
    with RawClient() as client:
        client.initialize()
        _send_wrong(client, wrong)
        assert client.close() == 0
        assert client.process.stderr is not None
        assert b"message" in client.process.stderr.read()


def _send_wrong(client: RawClient, wrong: int) -> None:
    body = b'{"jsonrpc":"2.0","id":"lost","method":"textDocument/codeLens"}'
    client.write(b"Content-Length: %d\r\n\r\n%s" % (len(body) + wrong, body))
    for _ in range(3):
        client.notify("textDocument/didSave", whole())
    assert client.request("workspace/symbol", {"query": "x"}) == []


def test_lacking_rest_of_a_message_is_logged() -> None:
    with RawClient("server", "from kibitz.lsp import server; server.LATE = 0.1") as client:
        client.initialize()
        client.write(b"Content-Length: 1000\r\n\r\n{")
        assert client.process.stderr is not None
        assert b"not complete" in client.process.stderr.readline()


def test_unexpected_answers(client: RawClient) -> None:
    client.send({"jsonrpc": "2.0", "id": 12345, "result": {"x": 1}})
    client.send({"jsonrpc": "2.0", "id": [], "error": {"code": 1, "message": ""}})
    assert client.request("textDocument/hover", at(0, 2))


def test_a_malformed_change_is_dropped(client: RawClient) -> None:
    for changes in (None, 1, [None], [{"text": None}], [{"text": "x", "range": {"start": 1}}]):
        client.notify("textDocument/didChange", whole(contentChanges=changes))
        client.change(changes, 2)  # type: ignore[arg-type]
    for item in (None, {}, {"uri": "file:///b.toy"}, {"uri": "file:///b.toy", "text": 1, "version": 1}):
        client.notify("textDocument/didOpen", {"textDocument": item})
    assert client.request("kibitz/preview", whole())["version"] == 1
    assert not [one for one in client.heard if one.get("method", "").startswith("window/")]


def test_a_cancelled_request_is_answered_so(client: RawClient) -> None:
    messages = [
        {"id": "slow", "method": "textDocument/hover", "params": at(0, 2)},
        {"id": "cancelled", "method": "textDocument/hover", "params": at(0, 2)},
        {"method": "$/cancelRequest", "params": {"id": "cancelled"}},
    ]
    client.send_all(*messages)
    assert client.answer("slow")["result"]
    answer = client.answer("cancelled")
    assert answer.get("error", {}).get("code", -32800) == -32800
    wrong: list[Any] = [None, {}, {"id": []}, {"id": "never"}]
    for params in wrong:
        client.notify("$/cancelRequest", params)
    assert client.request("textDocument/hover", at(0, 2))


# Bugs


def test_bug_is_logged_once() -> None:
    with RawClient("toy") as client:
        client.initialize()
        client.fails = True
        client.open(" BOOM", version=1)
        for _ in range(3):
            assert client.request("textDocument/hover", at(0, 0)) is None
        assert client.close() == 0
        assert client.process.stderr is not None
        said = client.process.stderr.read().decode()
        assert said.count("RuntimeError: a bug") == 1
        shown = [one for one in client.heard if one["method"].startswith("window/")]
        assert [one["method"] for one in shown] == ["window/logMessage"]
        assert "RuntimeError: a bug" in shown[0]["params"]["message"]


def test_no_output_between_messages() -> None:
    script = (
        "from kibitz.lsp import main; make = main.Outbox\n"
        "def noisy(sink, broken):\n    made = make(sink, broken)\n    main.sys.stdout = main.sys.stderr\n"
        "    print('noise', flush=True)\n    return made\n"
        "main.Outbox = noisy; main.main()"
    )
    with RawClient((sys.executable, "-c", script)) as client:
        client.initialize()
        client.close()
        assert client.process.stderr is not None
        assert client.process.stderr.read() == b"noise\n"
