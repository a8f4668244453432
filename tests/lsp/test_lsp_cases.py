"""The server answers like core, in every encoding: all features, on the inputs of all cases and records."""

from __future__ import annotations

import asyncio
import random
import re
from typing import Any

import pytest

from case import read
from folders import CASES, RECORDS
from incremental import ENCODINGS
from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion
from kibitz.core.completing import completions
from kibitz.core.formatting import apply
from kibitz.core.setting import Preferences
from kibitz.core.shown import lines, visible
from kibitz.core.text import Encoding
from kibitz.core.tidying import tidied
from kibitz.core.values import Edit, Span
from kibitz.languages import IDS, for_path, load
from kibitz.lsp.features.markdown import aligned
from kibitz.lsp.features.writing import _aligned
from lsp_client import PLAIN, Json, at, span, whole
from lsp_direct import Direct
from test_lsp_features import _decoded
from test_lsp_positions import reference_offset, reference_position
from test_lsp_protocol import REQUESTS

URI = "untitled:1"


def _texts(language_id: str) -> list[str]:
    # The data of other programs have more errors than the server shows.
    paths = [path for path in CASES.glob(f"{language_id}/*/*.case") if path.parent.name != "imported"]
    cases = [read(path).text for path in sorted(paths)]
    records = [
        path.read_bytes().decode() for path in sorted(RECORDS.iterdir()) if for_path(path.name) == language_id
    ]
    return list(dict.fromkeys(records + cases))


class Inside(Direct):
    """A server in this process, with one document, and the core's own analysis of it."""

    uri = URI
    begins: Json = PLAIN
    """The client information without its abilities."""

    def __init__(self, language_id: str, text: str, encoding: Encoding, **more: Any) -> None:
        """`more` are abilities of the editor in text documents."""
        super().__init__()
        self.text = text
        self._analysed: tuple[str, Analysis] | None = None
        self.encoding: Encoding = encoding
        capabilities = {
            "general": {"positionEncodings": [encoding]},
            "textDocument": {
                "hover": {"contentFormat": ["markdown"]},
                "publishDiagnostics": {"relatedInformation": True},
                "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
                **more,
            },
        }
        self.request("initialize", {**self.begins, "capabilities": capabilities})
        item = {"uri": self.uri, "languageId": language_id, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        # A record without a file has no neighbours, for the server and for the core.
        self.language = self.server.sessions[self.uri].snapshot.language

    @property
    def analysis(self) -> Analysis:
        """The core's own of the text as it is now; many a text is only passed through."""
        if self._analysed is None or self._analysed[0] is not self.text:
            self._analysed = self.text, Analysis.of(self.language, self.text)
        return self._analysed[1]

    def notify(self, method: str, params: Any) -> None:
        """Wait until the text has also been read and checked."""
        super().notify(method, params)
        self.run(self._checked())

    async def _checked(self) -> None:
        for session in self.server.sessions.values():
            while session.task is not None:
                await asyncio.wait([session.task])

    def offset(self, position: Any) -> int:
        return reference_offset(self.text, position["line"], position["character"], self.encoding)

    def span(self, range_: Any) -> Span:
        return Span(self.offset(range_["start"]), self.offset(range_["end"]))

    def position(self, offset: int) -> dict[str, int]:
        return reference_position(self.text, offset, self.encoding)

    def edits(self, found: list[Any]) -> list[Edit]:
        return [Edit(*self.span(one["range"]), one["newText"]) for one in found]


@pytest.mark.parametrize("language_id", IDS)
def test_server_answers_like_core(language_id: str) -> None:
    texts = _texts(language_id)
    assert texts
    for number, text in enumerate(texts[:: len(texts) // 12 + 1]):
        _compare(Inside(language_id, text, ENCODINGS[number % 3]), random.Random(number))


def _compare(inside: Inside, rng: random.Random) -> None:
    language, analysis, text = inside.language, inside.analysis, inside.text
    published = inside.sent.pop()["params"]["diagnostics"]
    assert [
        (one["code"], one["message"], one["severity"], inside.span(one["range"]),
         [(inside.span(other["location"]["range"]), other["message"]) for other in one.get("relatedInformation", ())])
        for one in published
    ] == [
        (one.rule.code, one.message, one.severity, one.span, [(other.span, other.message) for other in one.related])
        for one in analysis.diagnostics()
    ]  # fmt: skip
    for offset in sorted(rng.sample(range(len(text) + 1), min(3, len(text) + 1))):
        if text[offset - 1 : offset + 1] != "\r\n":
            _compare_at(inside, offset)
    edits = inside.request("textDocument/formatting", whole(URI, options={}))
    expected = tidied(analysis.document, Preferences()).edits
    assert apply(text, inside.edits(edits)) == apply(text, expected)
    assert len(edits) <= len(expected)
    symbols = inside.request("textDocument/documentSymbol", whole(URI))
    assert _outline(symbols, inside) == [
        (visible(one.name), one.span, one.selection, len(one.children))
        for one in _flat(language.symbols(analysis))
    ]
    folds = inside.request("textDocument/foldingRange", whole(URI))
    assert len(folds) <= len(list(language.folds(analysis)))
    tokens = inside.request("textDocument/semanticTokens/full", whole(URI))["data"]
    assert [
        Span(reference_offset(text, line, column, inside.encoding),
             reference_offset(text, line, column + length, inside.encoding))
        for line, column, length, *_ in _decoded(tokens)
    ] == [Span(one.start, one.end) for one in language.tokens(analysis, Span(0, len(text)))]  # fmt: skip


def _goes_with(typed: str, text: str) -> bool:
    """Return whether a tolerant editor shows an item: spaces and tabs do not count, other kinds of spaces do."""
    letters = map(re.escape, re.sub("[ \t]", "", typed))
    return re.search(".*".join(letters), text, re.IGNORECASE | re.DOTALL) is not None


def _compare_at(inside: Inside, offset: int) -> None:
    language, analysis = inside.language, inside.analysis
    params = {"textDocument": {"uri": URI}, "position": inside.position(offset)}
    hover, expected = inside.request("textDocument/hover", params), language.hover(analysis, offset)
    assert (hover is None) == (expected is None)
    if expected is not None:
        assert hover["contents"]["value"] == lines(aligned(expected.markdown))
        assert inside.span(hover["range"]) == expected.span
        assert expected.span.holds(offset), "editors mark what a hover is about where the pointer is"
    items = inside.request("textDocument/completion", params)["items"]
    assert len({inside.span(one["textEdit"]["range"]).start for one in items}) <= 1
    assert [
        (one["label"], apply(inside.text, inside.edits([one["textEdit"]])))
        for one in sorted(items, key=lambda one: str(one["sortText"]))
    ] == [
        (one.label, apply(inside.text, [Edit(*one.span, one.plain if one.snippet else one.text)]))
        for one in completions(analysis, offset)
        if one.text != analysis.document.text(*one.span)
        and not one.asked
        and _goes_with(analysis.document.text(one.span.start, offset), one.sought)
    ]
    preview = inside.request("kibitz/preview", params)
    picture = language.preview(analysis, offset, Preferences())
    assert preview["text"] == picture.text
    assert [inside.span(one["range"]) for one in preview["spans"]] == [one.source for one in picture.glyphs]
    here = {
        "textDocument": {"uri": URI},
        "range": {"start": inside.position(offset), "end": inside.position(offset)},
    }
    actions = inside.request("textDocument/codeAction", {**here, "context": {"only": ["refactor"]}})
    assert [(one["title"], inside.edits(one["edit"]["changes"][URI])) for one in actions] == [
        (visible(one.title), sorted(one.edits, key=lambda edit: edit.start)) for one in language.actions(analysis, Span(offset, offset))
        if one.kind.startswith("refactor") and not one.asked
    ]  # fmt: skip


def test_items_share_a_column_and_a_line() -> None:
    """Some editors have one column for a menu, and write one line from it; snippets have as many as they like."""
    able = {"completionItem": {"snippetSupport": True, "labelDetailsSupport": True}}
    case = read(CASES / "botc" / "complete" / "bracketed-next.case")
    inside = Inside("botc", case.text, "utf-16", completion=able)
    params = {"textDocument": {"uri": URI}, "position": inside.position(case.offset)}
    items = inside.request("textDocument/completion", params)["items"]
    (start,) = {inside.span(one["textEdit"]["range"]).start for one in items}
    typed = case.text[start : case.offset]
    for one in items:
        assert one["filterText"].startswith(typed)
        assert one["textEdit"]["newText"].startswith(typed)
        assert one["labelDetails"] == {"description": one["detail"]}
    inside = Inside("bjn", "{1.52}\n", "utf-16", completion=able)
    for one in inside.request("textDocument/completion", at(1, 0, URI))["items"]:
        assert "\n" not in one["textEdit"]["newText"] or one["insertTextFormat"] == 2


def test_items_with_several_starts_are_aligned() -> None:
    document = Analysis.of(load("botc"), "[Ann:po").document
    items = [
        Completion("poisoner", Span(5, 7), "poisoner", "role"),
        Completion("(", Span(7, 7), "(", "token"),
    ]
    longer = _aligned(document, items)
    assert [(one.span, one.text, one.sought) for one in longer] == [
        (Span(5, 7), "poisoner", "poisoner"),
        (Span(5, 7), "po(", "po("),
    ]


def test_completion_replaces_text_of_its_line() -> None:
    """In TOML, `\\r` alone does not end a line."""
    inside = Inside("pfn", '[Figg\r\rPlayers = 4\r\rDate = "x"]', "utf-16")
    for line, column in ((0, 0), (0, 5), (2, 4), (4, 9)):
        for one in inside.request("textDocument/completion", at(line, column, URI))["items"]:
            assert [place["line"] for place in one["textEdit"]["range"].values()] == [line, line]


@pytest.mark.parametrize("language_id", IDS)
def test_an_empty_record_says_how_it_begins(language_id: str) -> None:
    for text in ("", " \n\n", "x"):
        inside = Inside(language_id, text, "utf-16")
        found = inside.request("textDocument/inlayHint", whole(URI, range=span(0, 0, 9, 0))) or []
        begins = [one["label"] for one in found if one["label"].startswith("begin with ")]
        offered = [] if text == "x" else inside.language.complete(inside.analysis, len(text))
        assert begins == [f"begin with {one.label}" for one in offered[:1]]


def _outline(symbols: list[Any], inside: Inside) -> list[Any]:
    found: list[Any] = []
    for one in symbols:
        children = one.get("children", [])
        found.append(
            (one["name"], inside.span(one["range"]), inside.span(one["selectionRange"]), len(children))
        )
        found += _outline(children, inside)
    return found


def _flat(symbols: Any) -> Any:
    for one in symbols:
        yield one
        yield from _flat(one.children)


@pytest.mark.parametrize("language_id", IDS)
def test_requests_are_answered_during_typing(language_id: str) -> None:
    text = max(_texts(language_id), key=len)[:1500]
    inside = Inside(language_id, "", "utf-16")
    for end in range(0, len(text), 100):
        change = {"range": span(9999, 0, 9999, 0), "text": text[end : end + 100]}
        document = {"uri": URI, "version": end + 2}
        inside.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        # It may refuse a new name, with a reason. Each question is asked at every third step.
        for method in sorted({*REQUESTS} - {"textDocument/rename"})[end // 100 % 3 :: 3]:
            params = at(
                9999,
                0,
                URI,
                range=span(0, 0, 9999, 0),
                context={},
                options={},
                previousResultId="1",
                ch="|",
                positions=[],
            )
            inside.request(method, params)
    assert inside.request("kibitz/preview", whole(URI)) == Inside(language_id, text, "utf-16").request(
        "kibitz/preview", whole(URI)
    ) | {"version": end + 2}
