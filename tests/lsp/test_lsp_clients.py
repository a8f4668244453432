"""A conversation with each editor whose `initialize` was recorded, over real pipes, with the client of pytest-lsp.

That client checks the messages of the server against the specification and against the abilities of the editor.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
import pytest_lsp
from lsprotocol import types
from lsprotocol.converters import get_converter
from pytest_lsp import ClientServerConfig, LanguageClient

from folders import CLIENTS
from forked import program
from lsp_client import PATIENCE, recorded

NAMES = sorted(path.stem for path in CLIENTS.glob("*.json"))
PULL = {"vscode-1.100.3-lc10.1.2", "vscode-1.139.1-lc11.0.0", "nvim-0.12.4"}
ENCODINGS = {
    "emacs-30.1": "utf-32",
    "helix-25.07.1": "utf-32",
    "nvim-0.11.4": "utf-32",
    "nvim-0.12.4": "utf-32",
}
URI = "untitled:Untitled-1"
TEXT = "# one one\r\nTWO  😀 two\r\n"


def test_every_client_is_there() -> None:
    assert len(NAMES) == 9


class Editor(LanguageClient):
    """A client with the recorded parameters of a real editor."""

    name: str
    answer: types.InitializeResult
    registered: list[str]


class Forked(ClientServerConfig):
    """Its server is forked, when it is first asked for."""

    def get_server_command(self, devtools: str | None = None) -> list[str]:
        return [*program("toy")]


@pytest_lsp.fixture(config=Forked(server_command=[]), params=NAMES)  # type: ignore[untyped-decorator]
async def editor(request: pytest.FixtureRequest, client: LanguageClient) -> AsyncIterator[None]:
    editor = cast(Editor, client)
    editor.name = request.param
    editor.registered = []

    @editor.feature(types.CLIENT_REGISTER_CAPABILITY)  # type: ignore[untyped-decorator]
    def register(params: types.RegistrationParams) -> None:
        editor.registered += [one.method.removeprefix("workspace/") for one in params.registrations]

    params = get_converter().structure(recorded(editor.name), types.InitializeParams)
    editor.answer = await editor.initialize_session(params)
    yield
    await editor.shutdown_session()
    assert editor.error is None
    assert editor.messages == [], "nothing pops up"
    assert editor._server is not None
    assert editor._server.returncode == 0


def _open(client: LanguageClient) -> None:
    item = types.TextDocumentItem(uri=URI, language_id="toy", version=1, text=TEXT)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))


def _change(
    client: LanguageClient, version: int, start: tuple[int, int], end: tuple[int, int], text: str
) -> None:
    change = types.TextDocumentContentChangePartial(
        range=types.Range(types.Position(*start), types.Position(*end)), text=text
    )
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=URI, version=version),
            content_changes=[change],
        )
    )


async def _problems(client: Editor) -> list[tuple[str | int | None, int, int]]:
    """Return the code, line and column of each diagnostic, pushed or pulled as the client wants."""
    found: Any
    if client.name in PULL:
        document = types.TextDocumentIdentifier(uri=URI)
        report = await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(document))
        assert client.diagnostics == {}, "what is pulled must not be pushed"
        found = getattr(report, "items", None)
    else:
        await asyncio.wait_for(
            client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), PATIENCE
        )
        found = client.diagnostics[URI]
    return [(one.code, one.range.start.line, one.range.start.character) for one in found]


async def test_a_conversation(editor: Editor) -> None:
    client, name, capabilities = editor, editor.name, editor.answer.capabilities
    assert capabilities.position_encoding == ENCODINGS.get(name, "utf-16")
    assert (capabilities.diagnostic_provider is not None) == (name in PULL)
    _open(client)
    assert await _problems(client) == [("TOY100", 0, 6), ("TOY101", 1, 0)]

    # After the emoji, which has a different width in each encoding, `two` becomes `TOO`.
    column = 7 if capabilities.position_encoding == "utf-32" else 8
    _change(client, 2, (1, column), (1, 999), "TOO")
    assert await _problems(client) == [("TOY100", 0, 6), ("TOY101", 1, 0), ("TOY101", 1, column)]

    document = types.TextDocumentIdentifier(uri=URI)
    hover = await client.text_document_hover_async(types.HoverParams(document, types.Position(1, 0)))
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert hover.contents.value == ("TWO" if name.startswith("emacs") else "**TWO**")
    completions = await client.text_document_completion_async(
        types.CompletionParams(document, types.Position(1, 0))
    )
    assert isinstance(completions, types.CompletionList)
    snippets = name in {"helix-25.07.1", "nvim-0.11.4"} | PULL
    assert [one.text_edit.new_text for one in completions.items if one.text_edit] == [
        "zebra", "ape(${1:x})" if snippets else "ape",
    ]  # fmt: skip
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(document, types.FormattingOptions(tab_size=2, insert_spaces=True))
    )
    assert list(edits or ()) == [types.TextEdit(types.Range(types.Position(1, 4), types.Position(1, 5)), "")]
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert symbols
    kind = types.SymbolInformation if name == "helix-25.07.1" else types.DocumentSymbol
    assert {type(one) for one in symbols} == {kind}
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(document, types.Range(types.Position(1, 0), types.Position(1, 1)),
                               types.CodeActionContext(diagnostics=[]))
    )  # fmt: skip
    every = [] if name == "emacs-28.2" else ["Fix all that is safe to fix"]
    assert [one.title for one in actions or ()] == ["Drop it", "Whisper", "Turn round", *every]
    assert not any(getattr(one, "edit", None) for one in actions or () if one.title in every)
    await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
    everything = types.Range(types.Position(0, 0), types.Position(99, 0))
    await client.text_document_inlay_hint_async(types.InlayHintParams(document, everything))
    await client.text_document_code_lens_async(types.CodeLensParams(document))

    client.text_document_did_close(types.DidCloseTextDocumentParams(document))
    if name not in PULL:
        assert await _problems(client) == [], "closed documents have no problems"
    assert editor.registered == (
        ["didChangeConfiguration", "didChangeWatchedFiles"] if name.startswith("vscode")
        else ["didChangeWatchedFiles"] if name.startswith(("emacs", "helix")) else []
    )  # fmt: skip
