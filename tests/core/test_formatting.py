"""Formatting proves itself, and names the proof that failed (`core/formatting.py`)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

import pytest

from case import read
from folders import CASES
from kibitz.core.analysis import Analysis
from kibitz.core.document import Document, line_end_of
from kibitz.core.formatting import Unproven, apply, format_document, lay_out
from kibitz.core.proof import altered_records
from kibitz.core.setting import Preferences
from kibitz.core.values import Edit, Span
from kibitz.languages import load
from lsp_direct import Direct
from toy import TOY, Toy

PLAIN = Preferences()


class Laid(Toy):
    """The toy with a layout function for each line. Only letters have a meaning."""

    def __init__(self, line: Callable[[str], str]) -> None:
        super().__init__()
        self.line = line

    def layout(self, document: Document, preferences: Preferences, span: Span) -> Iterable[Edit]:
        for place in document.places(*span):
            yield Edit(place.start, place.end, self.line(place.chunk.text))

    def meaning(self, text: str) -> Hashable:
        return "".join(text.split())


def test_proven_layout_is_applied() -> None:
    language = Laid(lambda line: " ".join(line.split()) + "\n")
    text = "#  one   two\n# three\n"
    edits, unproven = lay_out(Document.open(language, text), PLAIN)
    assert apply(text, edits) == "# one two\n# three\n"
    assert edits == format_document(Document.open(language, text), PLAIN)
    assert not unproven


def test_changed_meaning_is_left_and_reported() -> None:
    """The other stretches are formatted."""
    language = Laid(lambda line: line.replace("  ", " ").replace("two", "2"))
    text = "#  one\n#  two\n#  three\n"
    edits, unproven = lay_out(Document.open(language, text), PLAIN)
    assert apply(text, edits) == "# one\n#  two\n# three\n"
    assert unproven == [Unproven(Span(7, 14), "meaning")]
    assert unproven[0].why == "left as it is: formatting would change its meaning"


def test_unstable_layout_is_left_and_reported() -> None:
    language = Laid(lambda line: line.replace("\n", " \n"))
    edits, unproven = lay_out(Document.open(language, "# one\n# two\n"), PLAIN)
    assert not edits
    assert unproven == [Unproven(Span(0, 12), "second pass")]
    assert "twice" in unproven[0].why


class Joined(Laid):
    """A layout of stretches without a meaning: the text between two lines."""

    def layout(self, document: Document, preferences: Preferences, span: Span) -> Iterable[Edit]:
        ends = (place.end for place in document.places(*span))
        return (Edit(end - 1, end, "") for end in ends if end < len(document))

    def meaning(self, text: str) -> Hashable:
        return tuple(line for line in text.splitlines() if line)


def test_a_border_between_records_stays() -> None:
    """A line end has no meaning, and the text around it stays. But two records would become one."""
    language = Joined(str)
    assert language.meaning("\n") == language.meaning("")
    document = Document.open(language, "# one\n# two\n")
    edits, unproven = lay_out(document, PLAIN)
    assert not edits
    assert unproven == [Unproven(Span(5, 6), "meaning")]


def test_only_changed_stretches_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a long record with a new layout of its first and last line, only these are compared."""
    language, asked = Laid(lambda line: " ".join(line.split()) + "\n"), list[str]()

    def meaning(_: Laid, text: str) -> Hashable:
        asked.append(text)
        return "".join(text.split())

    monkeypatch.setattr(Laid, "meaning", meaning)
    text = "# a  b\n" + "# a b\n" * 1000 + "# c  d\n"
    edits, _ = lay_out(Document.open(language, text), PLAIN)
    assert len(edits) == 2
    assert sorted(asked) == ["# a  b\n", "# a b\n", "# c  d\n", "# c d\n"]


@pytest.mark.parametrize(
    ("text", "line_end"),
    [("", "\n"), ("a", "\n"), ("a\r\nb\n", "\r\n"), ("a\rb\n", "\r"), ("a\nb\r\n", "\n")],
)
def test_first_line_end_counts(text: str, line_end: str) -> None:
    assert line_end_of(Document.open(TOY, text)) == line_end


def test_trace_reports_unproven_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notation with a wrong layout: every space changes the meaning."""
    language = load("bjn")
    monkeypatch.setattr(type(language), "meaning", lambda _, text: text)
    editor, document = Direct(), {"uri": "file:///a.bjn"}
    editor.request("initialize", {"capabilities": {}, "processId": None, "rootUri": None})
    text = "{1.52}|1.1..as.|\n 2.1..td.|"
    editor.notify(
        "textDocument/didOpen",
        {"textDocument": {**document, "languageId": "bjn", "version": 1, "text": text}},
    )
    asked = {"textDocument": document, "options": {"tabSize": 4, "insertSpaces": True}}
    assert editor.request("textDocument/formatting", asked) == []
    assert not [one for one in editor.sent if one["method"] == "$/logTrace"]
    editor.notify("$/setTrace", {"value": "messages"})
    assert editor.request("textDocument/formatting", asked) == []
    traced = [one["params"]["message"] for one in editor.sent if one["method"] == "$/logTrace"]
    editor.close()
    reason = "left as it is: formatting would change its meaning"
    assert f"file:///a.bjn: lines 1 to 2: {reason}" in traced


def test_range_limits_the_changes() -> None:
    """Formatting works for each line of all cases, and for each pair of lines."""
    changed = 0
    for case in map(read, sorted(CASES.rglob("*.case"))):
        lines = case.text.splitlines(keepends=True)
        if not 2 < len(lines) < 40 or case.feature not in ("format", "preview", "fold", "lenses"):
            continue
        document = Document.open(case.language, case.text)
        for count in (1, 2):
            for number in range(0, len(lines) - count + 1, count):
                start = len("".join(lines[:number]))
                end = start + len("".join(lines[number : number + count]))
                for edit in format_document(document, case.preferences, Span(start, end)):
                    changed += 1
                    assert start <= edit.start <= edit.end <= end, (case.path, lines[number])
    assert changed > 20


@pytest.mark.parametrize(
    ("language_id", "text"),
    [
        ("qgn", '[key "tictactoe"]\n[teams "a, b"]\n\n0m &9\n'),
        ("pfn", "[Deal]\n" + "<<<<l\n" * 30 + 'P1="S1"\n' * 60),
        ("pfn", "[Deal]\n" + 'P1="S1"\n' * 60 + "<<<<l\n" * 90),
    ],
)
def test_layout_keeps_exported_rows(language_id: str, text: str) -> None:
    language = load(language_id)
    analysis = Analysis.of(language, text)
    laid = Analysis.of(language, apply(text, format_document(analysis.document, PLAIN)))
    assert not altered_records(analysis, laid)
