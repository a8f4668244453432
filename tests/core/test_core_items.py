"""Shared parts of notations: `core/items.py` and `core/picture.py`, with the toy and with the examples of their docstrings."""

from __future__ import annotations

import doctest
import sys
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from kibitz.core import items, picture
from kibitz.core.document import Document
from kibitz.core.grammar import Grammar
from kibitz.core.items import begun, ended, lines_of, nested, place_written, touched, unfinished
from kibitz.core.picture import NARROW, Canvas, columns
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Span
from toy import TOY


@pytest.mark.parametrize("module", [items, picture], ids=lambda module: str(module.__name__))
def test_examples_of_the_docstrings(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


SPANS = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 4)), max_size=6)


@given(SPANS, st.integers(0, 30))
def test_finding_equals_a_linear_search(sizes: list[tuple[int, int]], offset: int) -> None:
    spans, at = [], 0
    for gap, size in sizes:
        spans.append(Span(at + gap, at + gap + size))
        at += gap + size
    assert list(begun(spans, offset)) == [one for one in spans if one.start < offset]
    assert list(ended(spans, offset)) == [one for one in spans if one.end <= offset]
    holding = [one for one in spans if one.holds(offset)]
    assert touched(spans, offset) == (holding[-1] if holding else None)
    writing = [one for one in spans if one.start < offset <= one.end]
    assert unfinished(spans, offset) == (writing[-1] if writing else None)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=8), st.integers(0, 9))
def test_a_selection_grows(pairs: list[tuple[int, int]], offset: int) -> None:
    grown = nested([Span(min(pair), max(pair)) for pair in pairs], offset)
    assert all(span.holds(offset) for span in grown)
    assert all(
        inner != outer and outer.start <= inner.start and inner.end <= outer.end
        for inner, outer in pairwise(grown)
    )


def test_text_at_a_border_extends_the_chunk_before() -> None:
    document = Document.open(TOY, "# one\n# two\n")
    assert place_written(document, 0).chunk.text == "# one\n"
    assert place_written(document, 6).chunk.text == "# one\n"
    assert place_written(document, 7).chunk.text == "# two\n"


@given(st.text("ab\r\n"), st.data())
def test_lines_hold_all_but_line_ends(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = list(lines_of(text, Span(start, end)))
    assert "".join(text[slice(*line)] for line in found) == LINE_BREAK.sub("", text[start:end])


def test_a_text_is_cut_into_terminals() -> None:
    cutter = items.Cutter(Grammar("bjn", ("item",)), "COMMENT", "CONFLICT", "WORD", bar=r"\|")
    found = [(piece.kind, piece.start) for piece in cutter.pieces("1.1..as.|2.1..td. // two\n=======")]
    assert found == [("WORD", 0), ("bar", 8), ("WORD", 9), ("COMMENT", 18), ("CONFLICT", 25)]


def test_canvas_sorts_the_texts_of_a_line() -> None:
    canvas: Canvas[str] = Canvas()
    assert canvas.put(2, 6, "right", "r") == 11
    canvas.put(2, 0, " 漢 ", "l")
    assert canvas.lines() == ["", "", " 漢   right"]
    assert (canvas.height, canvas.width) == (3, 11)
    assert [(one.source, one.line, one.start, one.end) for one in canvas.drawn()] == [
        ("l", 2, 1, 2),
        ("r", 2, 5, 10),
    ]


def test_no_character_breaks_the_grid() -> None:
    canvas: Canvas[Span] = Canvas()
    canvas.write(("a\nb\x1b\u2028c", Span(0, 6)), "|")
    assert canvas.preview().text == "a\ufffdb\ufffd\ufffdc|\n"
    assert Canvas[Span]().preview().text == ""


@given(st.lists(st.lists(st.text("ab漢é", max_size=5), min_size=3, max_size=3), max_size=4))
def test_columns_of_a_table_are_aligned(rows: list[list[str]]) -> None:
    canvas: Canvas[int] = Canvas()
    canvas.table([[(cell, number) for number, cell in enumerate(row)] for row in rows], right={1})
    lines = canvas.lines()
    edges: dict[int, set[int]] = {}
    for one in canvas.drawn():
        edge = one.end if one.source == 1 else one.start
        edges.setdefault(one.source, set()).add(columns(lines[one.line][:edge]))
    assert all(len(found) == 1 for found in edges.values())


def test_common_signs_take_one_column() -> None:
    """The library that knows all widths takes a megabyte: it is asked about nothing but other characters."""
    narrow = [sign for sign in map(chr, range(sys.maxunicode + 1)) if NARROW.fullmatch(sign)]
    assert {wcswidth(sign) for sign in narrow} == {1}
    assert {*"Aé…♠│→▸"} <= {*narrow}
