"""The server with a toy notation: over real pipes, with clients of many abilities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kibitz.core.bounds import SHOWN
from kibitz.languages import IDS, load
from kibitz.lsp.transport.legend import TRIGGERS
from lsp_client import RawClient, at, span, whole
from toy_client import URI, codes_of, initialize_params

PULLS = ("textDocument.diagnostic.x", "workspace.diagnostics.refreshSupport")


@pytest.fixture
def client() -> Iterator[RawClient]:
    with RawClient("toy") as client:
        yield client
        assert client.close() == 0
        assert client.process.stderr is not None
        assert client.process.stderr.read() == b""


# Documents


def test_the_editor_says_which_notation_it_is(client: RawClient) -> None:
    client.initialize()
    for number, (uri, language, known) in enumerate([
        ("untitled:Untitled-1", "toy", True), ("file:///x/y%20z.TOY", "plaintext", True), ("file:///x.toy", "toy", True),
        ("file:///x.txt", "toy", True), ("vscode-remote://host/x.toy?q=.txt#z", "", True), ("file:///x.txt", "text", False),
        ("untitled:x.toy.txt", "", False), ("", "", False), ("not a uri", "x", False),
    ]):  # fmt: skip
        client.open("ab ab", uri, language, number)
        found = client.request("textDocument/codeLens", whole(uri))
        assert (found is not None) == known, (uri, language)
        client.notify("textDocument/didClose", whole(uri))


def test_versions_and_closing(client: RawClient) -> None:
    client.initialize()
    client.open("ab ab", version=5)
    assert codes_of(client.diagnostics(5)) == ["TOY100"]
    client.change([{"range": span(0, 3, 0, 4), "text": "c"}], 6)
    assert client.diagnostics(6) == []
    client.change([{"range": span(0, 3, 0, 4), "text": "a"}, {"range": span(0, 5, 0, 5), "text": " X AB"}], 9)
    assert codes_of(client.diagnostics(9)) == ["TOY100", "TOY101"]
    client.notify("textDocument/didClose", whole())
    assert client.diagnostics(None) == []
    client.change([{"text": "ab ab"}], 10)
    assert client.request("textDocument/hover", at(0, 0)) is None


def test_a_document_that_is_opened_twice(client: RawClient) -> None:
    client.initialize()
    client.open("ab ab")
    client.open("AB AB AB", version=2)
    assert codes_of(client.diagnostics(2)) == ["TOY101", "TOY100", "TOY101", "TOY100", "TOY101"]


# Diagnostics


def test_parts_of_a_diagnostic(client: RawClient) -> None:
    client.initialize(initialize_params("textDocument.publishDiagnostics.relatedInformation"))
    client.open("ab\nab SHOUT")
    first, second = client.diagnostics(1)
    assert first == {
        "range": span(1, 0, 1, 2), "severity": 2, "code": "TOY100", "source": "kibitz", "message": "`ab` again",
        "codeDescription": {"href": first["codeDescription"]["href"]},
        "relatedInformation": [{"location": {"uri": URI, "range": span(0, 0, 0, 2)}, "message": "here"}],
    }  # fmt: skip
    assert first["codeDescription"]["href"].endswith("/TOY100.md")
    assert second["tags"] == [2]


def test_pulled_diagnostics(client: RawClient) -> None:
    provider = client.initialize(initialize_params(*PULLS))["capabilities"]["diagnosticProvider"]
    assert provider == {"identifier": "kibitz", "interFileDependencies": False, "workspaceDiagnostics": True}
    client.open("ab ab")
    report = client.request("textDocument/diagnostic", whole())
    assert (report["kind"], codes_of(report["items"])) == ("full", ["TOY100"])
    known = report["resultId"]
    again = client.request("textDocument/diagnostic", whole(previousResultId=known))
    assert again == {"kind": "unchanged", "resultId": known}
    client.change([{"range": span(0, 5, 0, 5), "text": "c"}], 2)
    report = client.request("textDocument/diagnostic", whole(previousResultId=known))
    assert (report["kind"], report["items"]) == ("full", [])
    unknown = client.request("textDocument/diagnostic", whole("file:///unknown.txt"))
    assert unknown == {"kind": "full", "items": []}
    assert client.error("textDocument/diagnostic", {}) == -32602
    client.notify("textDocument/didClose", whole())
    client.request("shutdown")
    assert not [one for one in client.heard if "Diagnostics" in one["method"]], "never both"
    client.request = lambda *_: None  # type: ignore[method-assign]


@pytest.mark.parametrize(
    "able", [(), ("textDocument.diagnostic.x",), ("workspace.diagnostics.refreshSupport",)]
)
def test_clients_without_refresh_get_pushes(client: RawClient, able: tuple[str, ...]) -> None:
    assert "diagnosticProvider" not in client.initialize(initialize_params(*able))["capabilities"]
    client.open("ab ab")
    assert codes_of(client.diagnostics(1)) == ["TOY100"]


def test_there_is_a_limit_and_it_is_said(client: RawClient) -> None:
    client.initialize()
    client.open("ab\n" * 1000)
    found = client.diagnostics(1)
    while len(found) <= SHOWN or "749" not in found[-1]["message"]:
        found = client.diagnostics(1)
    assert found[-1]["message"] == f"Only the {SHOWN} gravest problems are shown. Left out: 749 warnings."
    assert len(found) == SHOWN + 1


IMPATIENT = "from kibitz.lsp.workspace import progress; progress.BAR_DELAY = 0"
"""A server that shows its progress even when this machine is quick."""


def test_slow_opening_has_progress() -> None:
    with RawClient("toy", IMPATIENT) as client:
        client.initialize(initialize_params("window.workDoneProgress"))
        client.open("# ab\n# ab\n" + "# one\n# two\n" * 40_000)
        early = client.diagnostics(1)
        assert codes_of(early) == ["TOY100"], "what is found at first is said at once"
        begin = client.wait("$/progress")
        assert begin["value"]["kind"] == "begin"
        assert begin["value"]["title"] == "Checking a.toy"
        shares = [begin["value"]["percentage"]]
        client.change([{"range": span(1, 0, 2, 0), "text": ""}], 2)
        while (value := client.wait("$/progress")["value"])["kind"] == "report":
            shares.append(value["percentage"])
        assert value == {"kind": "end"}
        assert shares == sorted(set(shares))
        assert client.diagnostics(2) == []
        assert client.request("textDocument/hover", at(0, 2))
        assert client.close() == 0


def test_checking_needs_no_progress_bar() -> None:
    class Silent(RawClient):
        def _hear(self, message: Any) -> None:
            self.heard.append(message)

    with Silent("toy", IMPATIENT) as client:
        client.initialize(initialize_params("window.workDoneProgress"))
        client.open("# one\n# two\n" * 40_000 + "ab\nab")
        client.wait("window/workDoneProgress/create")
        while codes_of(client.diagnostics(1)) != ["TOY100"]:
            pass
        assert all(message["method"] != "$/progress" for message in client.heard)
        assert client.close() == 0


def test_a_long_opening_with_pull(client: RawClient) -> None:
    client.initialize(initialize_params(*PULLS))
    client.open("# one\n# two\n" * 300 * 64 + "ab\nab")
    assert codes_of(client.request("textDocument/diagnostic", whole())["items"]) == ["TOY100"]


# Long documents


def test_typing_continues_during_long_requests(client: RawClient) -> None:
    client.initialize()
    client.open("# one\n# two\n" * 20_000)
    assert client.diagnostics(1) == []
    assert len(client.request("textDocument/documentSymbol", whole())) == 80_000
    assert client.request("textDocument/hover", at(2, 2))["range"] == span(2, 2, 2, 5)
    question = {"method": "textDocument/documentSymbol", "params": whole()}
    changes = [{"range": span(0, 0, 0, 1), "text": "!"}]
    version = {"uri": URI, "version": 2}
    client.send_all(
        {"id": "late", **question},
        {"method": "textDocument/didChange", "params": {"textDocument": version, "contentChanges": changes}},
    )
    assert client.diagnostics(2) == [], "whatever has been asked"
    assert client.answer("late")["error"]["code"] == -32801
    client.send_all({"id": "off", **question})
    client.send_all({"method": "$/cancelRequest", "params": {"id": "off"}})
    assert client.answer("off")["error"]["code"] == -32800
    assert client.request("textDocument/hover", at(2, 2))["range"] == span(2, 2, 2, 5)


# Features


def test_completion(client: RawClient) -> None:
    item = "textDocument.completion.completionItem."
    able = initialize_params(item + "snippetSupport")
    able["capabilities"]["textDocument"]["completion"]["completionItem"]["documentationFormat"] = ["markdown"]
    client.initialize(able)
    client.open("x abc")
    zebra, ape = client.request("textDocument/completion", at(0, 3))["items"]
    assert zebra == {
        "label": "zebra", "kind": 12, "sortText": "00000", "filterText": "zebra", "insertTextFormat": 1,
        "textEdit": {"range": span(0, 2, 0, 5), "newText": "zebra"}, "detail": "first",
        "documentation": {"kind": "markdown", "value": "*striped*"},
    }  # fmt: skip
    assert (ape["textEdit"]["newText"], ape["insertTextFormat"], ape["tags"]) == ("ape(${1:x})", 2, [1])


def test_completion_for_a_simple_client(client: RawClient) -> None:
    client.initialize()
    client.open("x abc")
    zebra, ape = client.request("textDocument/completion", at(0, 3))["items"]
    assert zebra["documentation"] == "*striped*"
    assert (ape["textEdit"]["newText"], ape["insertTextFormat"]) == ("ape", 1)


def test_completion_after_a_foreign_trigger(client: RawClient) -> None:
    client.initialize()
    client.open("x abc")
    context = {"triggerKind": 2, "triggerCharacter": "."}
    assert client.request("textDocument/completion", at(0, 3, context=context))
    assert (
        client.request("textDocument/completion", at(0, 3, context={**context, "triggerCharacter": ":"}))
        is None
    )
    # The server did not ask for this trigger. The user did.
    assert client.request("textDocument/completion", at(0, 3, context={**context, "triggerCharacter": "c"}))


def test_completion_offers_nothing_that_is_there_already(client: RawClient) -> None:
    client.initialize()
    client.open("x zebra")
    (ape,) = client.request("textDocument/completion", at(0, 2))["items"]
    assert (ape["label"], ape["sortText"]) == ("ape", "00000")


@pytest.mark.parametrize(
    ("typed", "labels"),
    [("", ["zebra", "ape"]), ("a", ["zebra", "ape"]), ("zb", ["zebra"]), ("ZB", ["zebra"]), ("bz", [])],
)
def test_completion_fits_the_typed_text(client: RawClient, typed: str, labels: list[str]) -> None:
    """By the loosest way in which editors compare: they would hide the others."""
    client.initialize()
    client.open(f"x {typed}")
    items = client.request("textDocument/completion", at(0, 2 + len(typed)))["items"]
    assert [one["label"] for one in items] == labels


def test_the_triggers_are_those_of_the_notations() -> None:
    assert sorted(TRIGGERS) == sorted({trigger for one in IDS for trigger in load(one).triggers})


def test_formatting(client: RawClient) -> None:
    client.initialize()
    client.open("a   b\nc  d\ne f\n")
    options = {"tabSize": 2, "insertSpaces": True}
    edits = client.request("textDocument/formatting", whole(options=options))
    assert edits == [{"range": span(0, 2, 0, 4), "newText": ""}, {"range": span(1, 2, 1, 3), "newText": ""}]
    part = client.request("textDocument/rangeFormatting", whole(options=options, range=span(1, 0, 1, 2)))
    assert part[-1] == edits[-1]
    client.change([{"text": "a b\n"}], 2)
    assert client.request("textDocument/formatting", whole(options=options)) == []


def test_symbols(client: RawClient) -> None:
    client.initialize(initialize_params("textDocument.documentSymbol.hierarchicalDocumentSymbolSupport"))
    client.open("one\ntwo")
    one, two = client.request("textDocument/documentSymbol", whole())
    assert (one["name"], one["detail"], one["kind"], one["range"]) == ("one", "a word", 15, span(0, 0, 0, 3))
    assert [child["name"] for child in two["children"]] == ["…"], "no name is empty"


def test_flat_symbols(client: RawClient) -> None:
    client.initialize()
    client.open("one\ntwo")
    found = client.request("textDocument/documentSymbol", whole())
    assert [(one["name"], one["containerName"]) for one in found] == [
        ("one", ""), ("…", "one"), ("two", ""), ("…", "two"),
    ]  # fmt: skip
    assert found[2]["location"] == {"uri": URI, "range": span(1, 0, 1, 3)}


def test_folds(client: RawClient) -> None:
    client.initialize(initialize_params(textDocument__foldingRange__rangeLimit=1))
    client.open("one\ntwo")
    assert client.request("textDocument/foldingRange", whole()) == [
        {"startLine": 0, "endLine": 1, "kind": "region"}
    ]


def _decoded(data: list[int]) -> list[tuple[int, ...]]:
    tokens: list[tuple[int, ...]] = []
    line = column = 0
    for index in range(0, len(data), 5):
        lines, columns, length, kind, modifiers = data[index : index + 5]
        line, column = line + lines, columns if lines else column + columns
        tokens.append((line, column, length, kind, modifiers))
    return tokens


def test_semantic_tokens(client: RawClient) -> None:
    legend = client.initialize()["capabilities"]["semanticTokensProvider"]["legend"]
    client.open("ab 😀 CD\n\nef gh")
    full = client.request("textDocument/semanticTokens/full", whole())
    tokens = _decoded(full["data"])
    assert [token[:3] for token in tokens] == [(0, 0, 2), (0, 6, 2), (2, 0, 2), (2, 3, 2)]
    assert {legend["tokenTypes"][token[3]] for token in tokens} == {"keyword"}
    assert legend["tokenModifiers"][tokens[1][4].bit_length() - 1] == "dealer"
    part = _decoded(
        client.request("textDocument/semanticTokens/range", whole(range=span(2, 0, 3, 0)))["data"]
    )
    assert set(tokens[2:]) <= set(part) <= set(tokens)


def test_semantic_token_deltas(client: RawClient) -> None:
    client.initialize()
    client.open("ab cd\nef")
    old = client.request("textDocument/semanticTokens/full", whole())
    client.change([{"range": span(0, 3, 0, 3), "text": "x y"}], 2)
    delta = client.request("textDocument/semanticTokens/full/delta", whole(previousResultId=old["resultId"]))
    data = list(old["data"])
    for edit in delta["edits"]:
        data[edit["start"] : edit["start"] + edit["deleteCount"]] = edit["data"]
    same = client.request("textDocument/semanticTokens/full/delta", whole(previousResultId=delta["resultId"]))
    assert same["edits"] == []
    assert data == client.request("textDocument/semanticTokens/full", whole())["data"]
    assert "data" in client.request(
        "textDocument/semanticTokens/full/delta", whole(previousResultId="unheard of")
    )


RESOLVES = {"textDocument__codeAction__resolveSupport": {"properties": ["edit"]}}


def test_code_actions(client: RawClient) -> None:
    client.initialize(initialize_params("workspace.workspaceEdit.documentChanges", **RESOLVES))
    client.open("AB cd\nEF", version=7)

    def titles(only: Any, where: Any = None) -> list[str]:
        context = {"diagnostics": [], **({} if only is None else {"only": only})}
        found = client.request(
            "textDocument/codeAction", whole(range=where or span(0, 0, 0, 0), context=context)
        )
        return [one["title"] for one in found]

    assert titles(None) == ["Drop it", "Whisper", "Turn round", "Fix all that is safe to fix"]
    assert titles([""]) == titles(None)
    assert titles(["quickfix"]) == ["Drop it", "Whisper"]
    assert titles(["quickfix"], span(0, 4, 0, 4)) == []
    assert titles(["refactor"]) == ["Turn round"]
    assert titles(["refactor.rewrite.more", "ref"]) == []
    assert titles(["source.fixAll"]) == titles(["source"]) == ["Fix all that is safe to fix"]
    params = whole(range=span(0, 0, 0, 0), context={"diagnostics": [], "only": ["source.fixAll"]})
    assert client.request("textDocument/codeAction", params)[0]["edit"] == {
        "documentChanges": [
            {
                "textDocument": {"uri": URI, "version": 7},
                "edits": [
                    {"range": span(0, 0, 0, 2), "newText": "ab"},
                    {"range": span(1, 0, 1, 2), "newText": "ef"},
                ],
            }
        ]
    }
    told = client.request("textDocument/codeAction", params)[0]["edit"]
    params["context"] = {"diagnostics": []}
    drop, whisper, _, every = client.request("textDocument/codeAction", params)
    assert (drop["isPreferred"], whisper["isPreferred"]) == (False, True)
    assert drop["diagnostics"][0]["code"] == "TOY101"
    assert "edit" not in every
    assert client.request("codeAction/resolve", every) == {**every, "edit": told}
    assert client.request("codeAction/resolve", drop) == drop
    client.change([{"range": span(0, 0, 0, 0), "text": "GH "}], 8)
    assert len(client.request("codeAction/resolve", every)["edit"]["documentChanges"][0]["edits"]) == 2
    client.notify("textDocument/didClose", whole())
    assert client.request("codeAction/resolve", every) == every


def test_fix_all_without_resolve(client: RawClient) -> None:
    client.initialize()
    client.open("AB cd\nEF")
    params = whole(range=span(0, 0, 0, 0), context={"diagnostics": []})
    assert "source.fixAll" not in [one["kind"] for one in client.request("textDocument/codeAction", params)]
    params["context"]["only"] = ["source.fixAll"]
    [every] = client.request("textDocument/codeAction", params)
    assert len(every["edit"]["changes"][URI]) == 2


def test_hints_and_lenses(client: RawClient) -> None:
    client.initialize()
    client.open("ab\ncde")
    found = client.request("textDocument/inlayHint", whole(range=span(1, 0, 1, 3)))
    assert found[-1] == {
        "position": {"line": 1, "character": 3},
        "label": "3",
        "paddingLeft": True,
        "tooltip": "tip",
    }
    assert client.request("textDocument/codeLens", whole()) == [
        {"range": span(0, 0, 0, 0), "command": {"title": "a lens", "command": ""}},
        {
            "range": span(0, 0, 0, 0),
            "command": {
                "title": "another",
                "command": "kibitz.show",
                "arguments": ["more to say", "another"],
            },
        },
    ]


def test_preview(client: RawClient) -> None:
    client.initialize(initialize_params(options={"preview": {"layout": "tower"}}))
    client.open("ab", version=3)
    spans = [{"range": span(0, 0, 0, 1), "line": 0, "start": 0, "end": 1}]
    assert client.request("kibitz/preview", whole()) == {
        "text": "2 None tower", "spans": spans, "version": 3, "layouts": [], "here": [],
    }  # fmt: skip
    assert client.request("kibitz/preview", at(0, 1, layout="5,1,5,1"))["text"] == "2 1 5,1,5,1"
    assert client.error("kibitz/preview", at("x", 1)) == -32602  # type: ignore[arg-type]
