"""The server's text is the editor's text: positions and edits against a reference that counts character by character."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types

from incremental import ENCODINGS, check_analysis, check_document
from kibitz.core.document import Document
from kibitz.core.formatting import apply
from kibitz.core.text import LINE_BREAK, Encoding, index_of
from kibitz.core.values import Edit
from kibitz.lsp.diagnostics.checking import next_piece
from kibitz.lsp.documents.positions import Positions
from kibitz.lsp.documents.session import Session
from kibitz.lsp.features import convert
from kibitz.lsp.transport.client import Client
from kibitz.lsp.transport.converter import converter
from kibitz.lsp.transport.messages import Change, Edited
from kibitz.project.settings import Settings
from lsp_client import span
from lsp_direct import Direct
from toy import TOY

PIECES = [
    "a",
    "b ",
    "# ",
    "(",
    ")",
    "+",
    "é",
    "😀",
    "\n",
    "\r\n",
    "\r",
    "\x85",
    "\u2028",
    "\x0c",
    "\ud83d",
    "",
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
NUMBERS = st.integers(0, 12) | st.just(999)
CHANGES = st.lists(
    st.tuples(st.none() | st.builds(span, NUMBERS, NUMBERS, NUMBERS, NUMBERS), TEXTS), min_size=1, max_size=8
)


def width(character: str, encoding: Encoding) -> int:
    """Units of a character, by the definition of the encodings."""
    point = ord(character)
    if encoding == "utf-16":
        return 1 if point < 0x10000 else 2
    if encoding == "utf-8":
        return 1 if point < 0x80 else 2 if point < 0x800 else 3 if point < 0x10000 else 4
    return 1


@lru_cache(maxsize=8)
def reference_starts(text: str) -> list[int]:
    """Walks to the start of each line."""
    starts = [0]
    for at, character in enumerate(text):
        if character == "\n" or (character == "\r" and text[at + 1 : at + 2] != "\n"):
            starts.append(at + 1)
    return starts


@lru_cache(maxsize=20_000)
def reference_offset(text: str, line: int, column: int, encoding: Encoding) -> int:
    """Walks to a position: past the end of a line is its end, inside a character its start."""
    starts = reference_starts(text)
    if line >= len(starts):
        return len(text)
    at = starts[line]
    while at < len(text) and text[at] not in "\r\n" and column >= width(text[at], encoding):
        column -= width(text[at], encoding)
        at += 1
    return at


def reference_position(text: str, offset: int, encoding: Encoding) -> dict[str, int]:
    """Return the position of an offset for an editor."""
    starts = reference_starts(text)
    line = bisect(starts, offset) - 1
    return {
        "line": line,
        "character": sum(width(one, encoding) for one in text[starts[line] : offset]),
    }


def reference_change(text: str, range_: Any, new: str, encoding: Encoding) -> str:
    if range_ is None:
        return new
    ends = [
        reference_offset(text, range_[name]["line"], range_[name]["character"], encoding)
        for name in ("start", "end")
    ]
    return text[: min(ends)] + new + text[max(ends) :]


def opened(text: str, encoding: Encoding = "utf-16") -> Session:
    session = Session("untitled:a", TOY, Client(encoding=encoding), Settings())
    session.change(1, [Change(text)], 1)
    session.store(next_piece(session, 0)())
    return session


def finish(session: Session) -> None:
    """Do the remaining work."""
    while not session.done:
        session.store(next_piece(session)())


FEW = settings(max_examples=settings().max_examples // 2)


def changes_of(*changes: tuple[Any, str]) -> Sequence[Change]:
    """Changes as they come over the wire."""
    return read({"uri": "a"}, *({"range": range_, "text": new} for range_, new in changes)).changes


def read(document: Any, *changes: Any) -> Edited:
    """The message that some changes come in."""
    params = {"textDocument": document, "contentChanges": changes}
    message = {"jsonrpc": "2.0", "method": types.TEXT_DOCUMENT_DID_CHANGE, "params": params}
    return converter().structure(message, Edited)


@pytest.mark.parametrize("encoding", ENCODINGS)
@FEW
@given(text=TEXTS, changes=CHANGES)
def test_changes(encoding: Encoding, text: str, changes: list[tuple[Any, str]]) -> None:
    session = opened(text, encoding)
    for version, (range_, new) in enumerate(changes, start=2):
        text = reference_change(text, range_, new, encoding)
        session.change(version, changes_of((range_, new)), version)
        session.store(next_piece(session, 0 if version % 2 else None)())
        assert session.snapshot.document.text() == text
    finish(session)
    check_document(session.snapshot.document, text)
    check_analysis(session.snapshot.analysis, text)


@pytest.mark.parametrize("encoding", ENCODINGS)
@FEW
@given(text=TEXTS, changes=CHANGES)
def test_changes_in_one_notification(encoding: Encoding, text: str, changes: list[tuple[Any, str]]) -> None:
    session = opened(text, encoding)
    session.change(2, changes_of(*changes), 2)
    finish(session)
    for range_, new in changes:
        text = reference_change(text, range_, new, encoding)
    assert session.snapshot.document.text() == text


@pytest.mark.parametrize("encoding", ENCODINGS)
@FEW
@given(text=TEXTS, ends=st.tuples(st.integers(0, 60), st.integers(0, 60)))
def test_positions(encoding: Encoding, text: str, ends: tuple[int, int]) -> None:
    """Positions of pairs are those of single offsets, and lead back to where they came from."""
    one = Positions(Document.open(TOY, text), encoding)
    for offset in range(-1, len(text) + 2):
        line, column = one.pair(offset)
        inside = text[offset - 1 : offset + 1] == "\r\n"
        assert one.within_break(offset) == inside
        expected = offset - 1 if inside else min(max(offset, 0), len(text))
        assert reference_offset(text, line, column, encoding) == expected
        assert one.offset(types.Position(line, column)) == expected
        for end in (offset, offset + 1, ends[0], ends[1]):
            assert one.pairs(offset, end) == (one.pair(offset), one.pair(end))


@given(text=TEXTS, line=NUMBERS, column=NUMBERS)
def test_any_position_is_somewhere(text: str, line: int, column: int) -> None:
    document = Document.open(TOY, text)
    for encoding in ENCODINGS:
        offset = Positions(document, encoding).offset(types.Position(line, column))
        assert offset == reference_offset(text, line, column, encoding)


@given(text=TEXTS, lines=st.lists(st.integers(0, 3000), max_size=5))
def test_lines_of_a_long_text(text: str, lines: list[int]) -> None:
    text *= 150
    starts = [0, *(found.end() for found in LINE_BREAK.finditer(text))]
    for line in [*lines, len(starts) - 1]:
        if 0 < line < len(starts):
            assert index_of(text, line, "breaks") == starts[line]


@pytest.mark.parametrize(
    "bad",
    [{}, {"text": 1}, {"text": None}, {"text": "", "range": {"start": {}}},
     {"text": "", "range": {"start": {"line": "1", "character": 0}, "end": {"line": 1, "character": 0}}}],
)  # fmt: skip
def test_a_malformed_change_is_none(bad: Any) -> None:
    """None of its parts is made: pygls drops a message that it cannot read."""
    with pytest.raises((KeyError, TypeError)):
        read({"uri": "a", "version": 2}, {"text": "x"}, bad)


def test_a_change_without_a_number_counts() -> None:
    for document in ({"uri": "a"}, {"uri": "a", "version": None}, {"uri": "a", "version": "x"}):
        message = read(document, {"text": "x"})
        session = opened("abc")
        session.change(message.version, message.changes, 7)
        finish(session)
        assert (session.snapshot.version, session.snapshot.document.text()) == (2, "x")


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXTS, changes=CHANGES, begun=st.integers(2, 10))
def test_changes_that_a_thread_makes(
    encoding: Encoding, text: str, changes: list[tuple[Any, str]], begun: int
) -> None:
    """They wait in their order, and those that come while it is at work wait for the next time."""
    session = opened(text, encoding)
    piece = next_piece(session, 0)
    for version, (range_, new) in enumerate(changes, start=2):
        session.change(version, changes_of((range_, new)), version)
        text = reference_change(text, range_, new, encoding)
        if version == begun:
            session.store(piece())
            piece = next_piece(session, 0)
    session.store(piece())
    finish(session)
    assert session.snapshot.document.text() == text
    check_analysis(session.snapshot.analysis, text)


def test_first_findings_come_early(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For a record that is slow to open and to check. The first findings stay true."""
    monkeypatch.setattr("kibitz.lsp.diagnostics.checking.SLICE", 0)
    hand = "{1.52}|1.1..as.|0.1..td.|1.1..kd._|0.1...?|0.1.%.9c.|[w]\n"
    direct = Direct()
    direct.request("initialize", {"capabilities": {}})
    text = (hand * 100 + hand.replace("kd", "as")) * 5
    direct.notify(
        "textDocument/didOpen",
        {"textDocument": {"uri": "file:///a.bjn", "languageId": "bjn", "version": 1, "text": text}},
    )
    direct.request("textDocument/documentSymbol", {"textDocument": {"uri": "file:///a.bjn"}})
    told = [one["params"]["diagnostics"] for one in direct.sent if "diagnostics" in one.get("params", {})]
    direct.close()
    assert len(told) > 2
    assert len(told[0]) < len(told[-1]) == 5
    assert all(one in told[-1] for early in told for one in early)


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXTS, changes=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4), TEXTS), max_size=6))
def test_edits_mean_the_same_to_the_editor(
    encoding: Encoding, text: str, changes: list[tuple[int, int, str]]
) -> None:
    """Every edit of the core can be written in positions, even one in the middle of a line end."""
    edits: list[Edit] = []
    end = 0
    for gap, length, new in changes:
        start = min(end + gap, len(text))
        end = min(start + length, len(text))
        if not edits or start > edits[-1].start:
            edits.append(Edit(start, end, new))
    document = Document.open(TOY, text)
    said = convert.edits(edits, Positions(document, encoding))
    said = converter().unstructure(said)
    result = text
    for one in reversed(said):
        start, end = (
            reference_offset(text, one["range"][name]["line"], one["range"][name]["character"], encoding)
            for name in ("start", "end")
        )
        result = result[:start] + one["newText"] + result[end:]
    assert result == apply(text, edits)


@pytest.mark.parametrize(("encoding", "end"), [("utf-8", 17), ("utf-16", 15), ("utf-32", 14)])
def test_columns_are_counted_as_was_agreed(encoding: str, end: int) -> None:
    """An emoji is one, two or four units wide, regardless of the other abilities of the client."""
    direct = Direct()
    capabilities = {"general": {"positionEncodings": [encoding]}}
    answer = direct.request("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities})
    assert answer["capabilities"]["positionEncoding"] == encoding
    item = {"uri": "untitled:a", "languageId": "botc", "version": 1, "text": "[Bob:imp Dave🎲:monk]\n"}
    direct.notify("textDocument/didOpen", {"textDocument": item})
    spans = direct.request("kibitz/preview", {"textDocument": {"uri": "untitled:a"}})["spans"]
    assert end in [span["range"]["end"]["character"] for span in spans]
    direct.close()
