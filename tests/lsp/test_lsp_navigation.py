"""Names, renaming, selections, and help during typing, through the server with the toy notation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kibitz.languages import IDS, load
from kibitz.lsp.transport.legend import SIGNATURE_TRIGGERS, TYPING_TRIGGERS
from lsp_client import RawClient, at, span, whole
from lsp_direct import Direct

URI = "file:///a.toy"
REFUSED = -32803


@pytest.fixture
def client() -> Iterator[RawClient]:
    with RawClient("toy") as client:
        client.initialize()
        client.open("ab cd\nx ab\nCD ab")
        yield client
        assert client.close() == 0


def _ranges(found: Any) -> list[Any]:
    return [one["range"] for one in found]


def test_references_and_the_definition(client: RawClient) -> None:
    first, *others = [span(0, 0, 0, 2), span(1, 2, 1, 4), span(2, 3, 2, 5)]
    place = at(1, 3, context={"includeDeclaration": True})
    found = client.request("textDocument/references", place)
    assert _ranges(found) == [first, *others]
    assert {one["uri"] for one in found} == {URI}
    place = at(1, 3, context={"includeDeclaration": False})
    assert _ranges(client.request("textDocument/references", place)) == others
    assert _ranges(client.request("textDocument/definition", at(1, 3))) == [first]
    assert client.request("textDocument/definition", at(1, 0)) == [{"uri": URI, "range": span(1, 0, 1, 1)}]


def test_highlights(client: RawClient) -> None:
    found = client.request("textDocument/documentHighlight", at(0, 1))
    assert [one["kind"] for one in found] == [3, 2, 2]


def test_rename(client: RawClient) -> None:
    assert client.request("textDocument/prepareRename", at(1, 3)) == {
        "range": span(1, 2, 1, 4),
        "placeholder": "ab",
    }
    assert client.request("textDocument/prepareRename", at(2, 1)) is None, "what can't be renamed"
    found = client.request("textDocument/rename", at(1, 3, newName="ef"))
    assert [one["newText"] for one in found["changes"][URI]] == ["ef"] * 3
    assert client.error("textDocument/rename", at(1, 3, newName="!")) == REFUSED


def test_linked_editing(client: RawClient) -> None:
    found = client.request("textDocument/linkedEditingRange", at(1, 3))
    assert found == {"ranges": [span(0, 0, 0, 2), span(1, 2, 1, 4), span(2, 3, 2, 5)]}
    assert client.request("textDocument/linkedEditingRange", at(0, 4)) is None, "what stands only once"


def test_a_selection_grows_to_the_whole_document(client: RawClient) -> None:
    positions = [{"line": 1, "character": 3}, {"line": 9, "character": 9}]
    assert client.request("textDocument/selectionRange", whole(positions=positions)) == [
        {"range": span(1, 2, 1, 4), "parent": {"range": span(0, 0, 2, 5)}},
        {"range": span(2, 3, 2, 5), "parent": {"range": span(0, 0, 2, 5)}},
    ]


def test_the_form_that_is_filled_in(client: RawClient) -> None:
    assert client.request("textDocument/signatureHelp", at(0, 0)) is None
    found = client.request("textDocument/signatureHelp", at(0, 1))
    assert found == {
        "signatures": [{
            "label": "word end",
            "documentation": "a line",
            "activeParameter": 1,
            "parameters": [{"label": "word", "documentation": "any *word*"}, {"label": "end", "documentation": ""}],
        }],
        "activeSignature": 0,
        "activeParameter": 1,
    }  # fmt: skip
    typed = {"triggerKind": 2, "triggerCharacter": "(", "isRetrigger": False}
    assert client.request("textDocument/signatureHelp", at(0, 1, context=typed)) == found
    other = at(0, 1, context={**typed, "triggerCharacter": "&"})
    assert client.request("textDocument/signatureHelp", other) is None, "a character of another notation"


def test_ghost_text(client: RawClient) -> None:
    found = client.request("textDocument/inlineCompletion", at(0, 5, context={"triggerKind": 2}))
    assert found == [{"insertText": " again", "range": span(0, 5, 0, 5)}]


def test_edits_after_a_character(client: RawClient) -> None:
    options = {"tabSize": 2, "insertSpaces": True}
    found = client.request("textDocument/onTypeFormatting", at(0, 5, ch="|", options=options))
    assert found == [{"range": span(0, 5, 0, 5), "newText": "("}]
    other = at(0, 5, ch="}", options=options)
    assert client.request("textDocument/onTypeFormatting", other) is None, "a character of another notation"


def test_a_lens_that_has_more_to_say(client: RawClient) -> None:
    plain, more = client.request("textDocument/codeLens", whole())
    assert plain["command"] == {"title": "a lens", "command": ""}
    assert client.request("workspace/executeCommand", more["command"]) is None
    assert client.wait("window/showMessage") == {"type": 3, "message": "more to say"}


@pytest.mark.parametrize(
    ("known", "name"), [(SIGNATURE_TRIGGERS, "signature_triggers"), (TYPING_TRIGGERS, "typing_triggers")]
)
def test_the_triggers_are_those_of_the_notations(known: str, name: str) -> None:
    assert {*known} >= {trigger for one in IDS for trigger in getattr(load(one), name)}


@pytest.mark.parametrize("shows", [True, False])
def test_actions_may_move_the_cursor(shows: bool) -> None:
    """A copied grimoire puts the cursor into the copy, at the same player, in every client that can do it."""
    desk, uri, text = Direct(), "file:///a.botc", "# Night 1\n[Älis:imp Bob:chef]\n"
    desk.request("initialize", {"capabilities": {"window": {"showDocument": {"support": shows}}}})
    item = {"uri": uri, "languageId": "botc", "version": 1, "text": text}
    desk.notify("textDocument/didOpen", {"textDocument": item})
    asked = {
        "range": span(1, 12, 1, 12),
        "context": {"diagnostics": [], "only": ["refactor.rewrite.nextGrimoire"]},
    }
    (action,) = desk.request("textDocument/codeAction", whole(uri, **asked))
    (edit,) = action["edit"]["changes"][uri]
    assert edit["newText"] == "\n\n# Day 1\n[Älis:imp Bob:chef]"
    assert ("command" in action) is shows
    if shows:
        there = {"line": 4, "character": 10}
        assert action["command"]["arguments"] == [uri, there]
        desk.request("workspace/executeCommand", action["command"])
        (shown,) = [one["params"] for one in desk.sent if one["method"] == "window/showDocument"]
        assert shown == {"uri": uri, "takeFocus": True, "selection": {"start": there, "end": there}}
    desk.close()
