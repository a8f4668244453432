"""PFN as TOML: an edit equals opening the whole text, and formatting changes the layout only."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from incremental import check_edits, edits
from kibitz.core.document import Document
from kibitz.core.formatting import apply, format_document
from kibitz.core.setting import Preferences
from kibitz.languages import load
from test_pfn_toml import loaded, same
from toml_writer import DAMAGE, Writer

PFN = load("pfn")
ALPHABET = [
    *DAMAGE, "[[Trades]]\n", "[a.b]\n", "a.b = 1\n", "b = [\n", "1,\n", "c = {", "}", '"""', "'''", "# x\n", "d = 1\n" * 90, '\\"""', "\nb = 2\n",
]  # fmt: skip


@given(st.randoms(use_true_random=False), edits(ALPHABET))
def test_edits(random: Random, changes: list[tuple[float, int, str]]) -> None:
    check_edits(PFN, Writer(random, newer=True).document(), changes, check_statements)


def check_statements(document: Document, text: str) -> None:
    """Check that the statements are those of a fresh document, for any chunks."""
    assert statements(document) == statements(Document.open(PFN, text))


def statements(document: Document) -> list[tuple[int, str]]:
    # The comparison uses texts, because nan is not equal to itself.
    return [
        (place.start + item.offset, repr(item.statement))
        for place in document.places()
        for item in PFN.parsed(place.chunk.text).value.items
    ]


@given(st.randoms(use_true_random=False), st.booleans())
def test_formatting(random: Random, align: bool) -> None:
    writer = Writer(random, newer=True)
    text = writer.document()
    if random.random() < 0.5:
        text = writer.damaged(text)
    check_format(text, align)


def check_format(text: str, align: bool) -> None:
    preferences = Preferences({"format.pfn.alignEquals": align})
    formatted = apply(text, format_document(Document.open(PFN, text), preferences))
    assert not format_document(Document.open(PFN, formatted), preferences), "formatting is not stable"
    assert same(loaded(formatted), loaded(text))
