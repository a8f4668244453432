"""The ends of chunks make no difference: a note of any length above a line changes no finding."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

from incremental import check_document
from kibitz.core.analysis import Analysis, checked
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.rows import KINDS
from kibitz.core.setting import Preferences
from kibitz.core.values import Span
from kibitz.languages import load
from kibitz.languages.pfn.testing import Round
from kibitz.project.settings import Settings
from kibitz.project.tables import rows_of, table

PFN = load("pfn")
LONG = os.environ.get("KIBITZ_PROFILE") == "long"
LENGTHS = (0, *range(180, 620, 40 if LONG else 80), 800, 1399)
"""Lengths of notes. A chunk without a header ends if 500 characters are above it."""

TRADES = (
    'Trades = [{TradeIndex = 7, T = 70.5, Buyer = "P1", Seller = "P2", Suit = "Spades", Card = "S3", Price = 400},'
    ' {TradeIndex = 8, T = 71.5, Buyer = "P1", Seller = "P3", Suit = "Hearts", Card = "H2", Price = 9}]'
)
"""A line that means something at the root only."""
EVENTS = 'Events = [{T = 9.5, Type = "Pause"}, {T = 20.0, Type = "Resume"}]'
COUNTS = "GoalCounts = {P1 = 3, P2 = 2, P3 = 2, P4 = 1}"

Place = tuple[str, str]
"""The table with the note below its header, and the line after the note."""

PLACES: list[Place] = [
    *(
        (header, TRADES)
        for header in ("[FiggieGame]", "[DeckSetup]", "[Deal]", "[Result]", "[ ]", "[Odd.Table]", "")
    ),
    *((header, "Trades = []") for header in ("[Result]", "")),
    *((header, EVENTS) for header in ("[FiggieGame]", "[Deal]", "")),
    *((header, COUNTS) for header in ("[Result]", "[FiggieGame]")),
    ("[FiggieGame]", "Trades.T = 4"),
    ("[DeckSetup]", "Deal.P1 = 'S1'"),
    # A torn text, and the versions of a merge conflict, are read as one chunk.
    ("[FiggieGame]", f'Title = "{"Evening " * 12}\n\nround" one'),
    (
        "[FiggieGame]",
        '<<<<<<< mine\nTitle = "A"\nVariant = 1\n=======\nTitle = "B"\nVariant = 2\n>>>>>>> theirs',
    ),
]


@pytest.mark.parametrize("text", ["I don't\n" * 4000, "<<<<<<< mine\n" + "Key = 1\n" * 4000])
def test_chunks_do_not_grow_for_ever(text: str) -> None:
    """Each key reads its chunk again, with the result of opening the text."""
    document = Document.open(PFN, text)
    assert max(len(place.text) for place in document.places()) < 6000
    analysis = checked(document)
    for at in (4990, 5003, 5010, 12_000):
        after = edit(document, at, at + 1, "'")
        said = checked(after, analysis).diagnostics()
        assert said == Analysis.of(PFN, after.text()).diagnostics()


@pytest.mark.parametrize(("header", "line"), PLACES)
def test_a_note_of_any_length_changes_nothing(header: str, line: str) -> None:
    expected = None
    for length in LENGTHS:
        found = list(_said(Analysis.of(PFN, _text(header, f"#{'x' * length}\n{line}\n"))))
        expected = found if expected is None else expected
        for here, there in zip(found, expected, strict=True):
            assert here == there, (header, line, length)


@pytest.mark.parametrize(("header", "line"), [("[FiggieGame]", TRADES), ("", TRADES)])
def test_nor_does_writing_it(header: str, line: str) -> None:
    """The note grows, and the header above it comes and goes."""
    before, behind = _text(header, "#\n").split("#\n")[0], f"\n{line}\n"
    text = _text(header, f"#{behind}")
    analysis = checked(Document.open(PFN, text))
    at = len(before) + 1
    for change in (480, 30, 30, 500):
        analysis = checked(edit(analysis.document, at, at, "x" * change), analysis)
        assert list(_said(analysis)) == list(_said(Analysis.of(PFN, analysis.document.text())))
    if header:
        start = text.index(header)
        analysis = checked(edit(analysis.document, start, start + len(header), ""), analysis)
        assert list(_said(analysis)) == list(_said(Analysis.of(PFN, analysis.document.text())))


def _text(header: str, lines: str) -> str:
    """A round with some lines in a table, or above all tables; every line but these is where it always is."""
    text = Round(random.Random(5), 4).written()
    if not header:
        return lines + text
    if header not in text:
        return f"{text}\n{header}\n{lines}"
    at = text.index(header)
    end = text.find("\n[", at)
    end = len(text) if end < 0 else end + 1
    return text[:end].rstrip("\n") + f"\n{lines}\n" + text[end:]


def _said(analysis: Analysis) -> Iterator[object]:
    """Yield everything that kibitz reports about a record, with lines and columns."""
    document, preferences = analysis.document, Preferences()
    text = document.text()

    def where(*span: int) -> list[tuple[int, int]]:
        return [document.position_at(offset, "utf-32") for offset in span]

    for one in analysis.diagnostics():
        fixes = [
            (fix.title, [(where(*change[:2]), change.text) for change in fix.edits]) for fix in one.fixes
        ]
        yield (
            one.rule.code,
            one.message,
            where(*one.span),
            [where(*other.span) for other in one.related],
            fixes,
        )
    yield [(one.title, where(*one.span)) for one in PFN.lenses(analysis)]
    yield [(one.text, where(one.offset)) for one in PFN.hints(analysis, Span(0, len(text)), preferences)]
    for sign in ("[[Trades]]", "Winners", "P2 =", 'Type = "P', "TradeIndex = 7", "S3"):
        at = text.rfind(sign)
        if at >= 0:
            hover = PFN.hover(analysis, at + 1)
            yield sign, hover and (hover.markdown, where(*hover.span))
            yield PFN.preview(analysis, at + 1, preferences).text
            yield [(one.label, one.text) for one in PFN.complete(analysis, at + 1)]
    yield PFN.preview(analysis, None, preferences).text
    yield [(one.name, one.detail, where(*one.selection)) for one in PFN.symbols(analysis)]
    yield [
        (one.title, [edit.text for edit in one.edits]) for one in PFN.actions(analysis, Span(0, len(text)))
    ]
    for kind in KINDS:
        yield from ((kind, *row) for row in table(analysis, rows_of(PFN, kind), Settings()))


def test_edit_cuts_as_opening_does() -> None:
    """A header that becomes a broken statement is not a border."""
    text = "[a]\nx = 1\n [[Trades]]\nT = 1\n"
    at = text.index("[[")
    edited = edit(Document.open(load("pfn"), text), at, at, "x")
    check_document(edited, edited.text())
