"""Settings that the server gets from its client and from files, and the trace."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from folders import CLIENTS
from lsp_client import RawClient, at, recorded, span, whole
from toy_client import URI, codes_of, initialize_params


@pytest.fixture
def client() -> Iterator[RawClient]:
    with RawClient("toy") as client:
        yield client
        assert client.close() == 0
        assert client.process.stderr is not None
        assert client.process.stderr.read() == b""


# Settings


def _configured(client: RawClient, values: Any) -> None:
    """Answer the server's questions for its settings: one in general, and one for each open document."""
    while True:
        message = client.read()
        if message.get("method") == "workspace/configuration":
            first, *others = message["params"]["items"]
            assert first == {"section": "kibitz"}
            assert others in ([], [{"section": "kibitz", "scopeUri": URI}])
            client.send({"jsonrpc": "2.0", "id": message["id"], "result": [values] * (1 + len(others))})
            return
        client._hear(message)


def test_settings_are_fetched_and_followed(client: RawClient) -> None:
    client.initialize(initialize_params("workspace.configuration", "workspace.inlayHint.refreshSupport"))
    _configured(client, {"diagnostics": {"disable": ["TOY100"], "severity": {"TOY101": "error"}}})
    client.open("ab ab CD")
    client.wait("workspace/configuration")  # The server asks for it without a request of this client.
    # The document may have been checked before the settings were there; then it is checked again.
    while [(one["code"], one["severity"]) for one in client.diagnostics(1)] != [("TOY101", 1)]:
        pass
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    _configured(client, {"diagnostics": {"disable": []}, "inlayHints": {"length": False}, "nonsense": 4})
    while codes_of(client.diagnostics(1)) != ["TOY100", "TOY101"]:
        pass
    client.wait("workspace/inlayHint/refresh")
    assert client.request("textDocument/inlayHint", whole(range=span(0, 0, 0, 9))) == []


def test_settings_of_clients_without_configuration(client: RawClient) -> None:
    client.initialize(initialize_params(options={"kibitz": {"diagnostics": {"disable": ["TOY101"]}}}))
    client.open("ab ab CD")
    assert codes_of(client.diagnostics(1)) == ["TOY100"]
    client.notify(
        "workspace/didChangeConfiguration", {"settings": {"kibitz": {"diagnostics": {"disable": ["TOY100"]}}}}
    )
    assert codes_of(client.diagnostics(1)) == ["TOY101"]
    mistakes: list[Any] = [{"settings": None}, {"settings": 3}, {"settings": {"kibitz": []}}]
    for wrong in mistakes:
        client.notify("workspace/didChangeConfiguration", wrong)
    assert client.request("textDocument/hover", at(0, 0))


def test_settings_files(client: RawClient, tmp_path: Path) -> None:
    """The file's settings hold, unless the editor's are chosen and not only its defaults."""
    (tmp_path / "kibitz.toml").write_text("[diagnostics.severity]\nBOT100 = 'hint'\n")
    uri = (tmp_path / "a.toy").as_uri()
    client.initialize(initialize_params(options={"diagnostics": {"disable": []}}))
    client.open("ab  ab", uri)
    client.diagnostics(1)
    assert client.request("textDocument/formatting", whole(uri, options={})) == [
        {"range": span(0, 3, 0, 4), "newText": ""}
    ]
    (tmp_path / "kibitz.toml").write_text("[format.toy]\nblank = '_'\n")
    client.notify("workspace/didChangeWatchedFiles", {"changes": []})
    assert client.request("textDocument/formatting", whole(uri, options={}))[0]["newText"] == "_"
    client.notify(
        "workspace/didChangeConfiguration", {"settings": {"kibitz": {"format": {"toy": {"blank": " "}}}}}
    )
    assert client.request("textDocument/formatting", whole(uri, options={}))[0]["newText"] == "_", (
        "only the default"
    )
    (tmp_path / "kibitz.toml").write_text("what\n")
    client.notify("workspace/didChangeWatchedFiles", {"changes": []})
    message = client.wait("window/showMessage")["message"]
    assert message.endswith("kibitz.toml)"), "the user's own mistake is shown, and what it is comes first"
    assert client.request("textDocument/formatting", whole(uri, options={}))[0]["newText"] == ""


def test_every_recorded_client_is_clean() -> None:
    for path in CLIENTS.glob("*.json"):
        said = path.read_text("utf-8")
        assert str(Path.home()) not in said
        assert "/tmp" not in said  # noqa: S108 - it is looked for.
        assert recorded(path.stem) == json.loads(said)


# The trace


def test_trace_contains_every_message(client: RawClient) -> None:
    client.initialize()
    client.notify("$/setTrace", {"value": "messages"})
    client.request("textDocument/hover", at(0, 0, "file:///nothing"))
    told = [client.wait("$/logTrace") for _ in range(2)]
    assert [one["message"] for one in told] == ["received textDocument/hover 2", "sent the answer to 2"]
    client.notify("workspace/didChangeConfiguration", {"settings": {"kibitz": {"trace": "verbose"}}})
    client.wait("$/logTrace")
    client.request("textDocument/hover", at(0, 0, "file:///nothing"))
    assert "file:///nothing" in client.wait("$/logTrace")["verbose"]
    client.open("ab ab " * 1000)
    answer = client.request("textDocument/hover", at(0, 0))
    told = client.wait("$/logTrace")
    while told["message"] != "sent the answer to 4":
        told = client.wait("$/logTrace")
    assert json.loads(told["verbose"]) == answer, "of a long record it comes from a thread, written"
    client.notify("$/setTrace", {"value": "off"})
    client.request("textDocument/hover", at(0, 0, "file:///nothing"))
    said = [one["params"]["message"] for one in client.heard if one["method"] == "$/logTrace"]
    assert said[-1] == "received $/setTrace"
