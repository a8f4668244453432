"""A property of edited documents: they equal a document that was opened with the same text."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from typing import Any

from hypothesis import strategies as st

from kibitz.core.analysis import Analysis, checked
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.language import Language
from kibitz.core.text import LINE_BREAK, Encoding, Measure, Position, units

ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
SIZES: dict[Measure, Callable[[str], int]] = {
    "utf-32": len,
    "breaks": lambda text: len(LINE_BREAK.findall(text)),
    "utf-8": lambda text: len(text.encode("utf-8", "surrogatepass")),
    "utf-16": lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2,
}
LINE_ENDS = ["\n", "\r\n", "\r", "\x85", "\u2028", "\x0c"]


def edits(alphabet: list[str]) -> st.SearchStrategy[list[tuple[float, int, str]]]:
    """Return random edits: a place (as a share of the text), the deleted length, and the new text."""
    piece = st.sampled_from([*alphabet, *LINE_ENDS, "é", "😀", ""])
    text = st.lists(piece, max_size=4).map("".join)
    return st.lists(st.tuples(st.floats(0, 1), st.integers(0, 20), text), max_size=12)


def check_edits(
    language: Language[Any],
    text: str,
    changes: list[tuple[float, int, str]],
    check: Callable[[Document, str], None],
) -> None:
    """Edits a document and compares it with a fresh one after every step, with `check` too."""
    document = Document.open(language, text)
    analysis = checked(document)
    for where, removed, inserted in changes:
        start = round(where * len(text))
        text = text[:start] + inserted + text[start + removed :]
        document = edit(document, start, start + removed, inserted)
        analysis = checked(document, analysis)
        check_document(document, text)
        check_analysis(analysis, text)
        check(document, text)


def check_document(document: Document, text: str) -> None:
    """The text, the sums and the positions are right, and the chunks are cut where they may be."""
    assert document.text() == text
    assert len(document) == len(text)
    chunks = [place.chunk for place in document.places()]
    assert len(set(chunks)) == len(chunks), "two places share a chunk"
    fresh = Document.open(document.language, text)
    assert [chunk.text for chunk in chunks] == [place.text for place in fresh.places()]
    for block in document.blocks:
        assert block.chunks
        assert block.unterminated == frozenset[str]().union(*(chunk.unterminated for chunk in block.chunks))
        for name, sizes in zip(
            SIZES, zip(*(_sizes(chunk.text) for chunk in block.chunks), strict=True), strict=True
        ):
            ends = [*accumulate(sizes)]
            assert [*block.ends(name)] == ends
            assert block.size(name) == ends[-1]
    starts = [0, *(found.end() for found in LINE_BREAK.finditer(text))]
    assert document.line_count == len(starts)
    for line, start in enumerate(starts):
        assert document.line_start(line) == start
    for encoding in ENCODINGS:
        for offset in range(0, len(text) + 1, max(1, len(text) // 15)):
            if text[offset - 1 : offset + 1] == "\r\n":
                continue
            line = bisect(starts, offset) - 1
            position = Position(line, units(text[starts[line] : offset], encoding))
            assert document.position_at(offset, encoding) == position
            assert document.offset_at(position, encoding) == offset


@lru_cache(maxsize=10_000)
def _sizes(text: str) -> tuple[int, ...]:
    """Return the size of a text in each measure. Most chunks are unchanged by an edit."""
    return tuple([size(text) for size in SIZES.values()])


def check_analysis(analysis: Analysis, text: str) -> None:
    """The diagnostics, related places included, and the state at the end are those of a fresh analysis."""
    fresh = Analysis.of(analysis.language, text)
    assert analysis.diagnostics() == fresh.diagnostics()
    assert analysis.count == fresh.count
