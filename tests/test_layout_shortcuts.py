"""What lays plain stretches of a record out quickly agrees with what lays out any of them."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from kibitz.core.formatting import apply, minimal
from kibitz.core.values import Edit
from kibitz.languages import load
from kibitz.languages.bjn.text import write as bjn_write
from kibitz.languages.pfn.toml import layout as pfn_layout

STATEMENTS = (
    "[[Trades]]\n",
    "[a.'b c']\n",
    "T = 1.5\n",
    "a.b = 'c'\n",
    "T=1\n",
    "a = [1]\n",
    "\n",
    "\n",
    "# c\n",
    "[a ]\n",
)


@given(st.lists(st.sampled_from(STATEMENTS), max_size=4).map("".join))
@example("[a]\nT = 1\n\n")
@example("[a]\n\n\n")
@example("[a]\nT=1\n\n")
@example("[a ]\n\n")
def test_a_table_that_is_tidy_at_first_sight_stays_as_it_is(text: str) -> None:
    if pfn_layout.is_tidy(text):
        pieces = pfn_layout._laid_out(text, load("pfn").rules, False, first=True, last=False)
        assert "".join(piece.text for piece in pieces) == text


ENTRY = st.sampled_from(
    ["{1.52}", "{1.52}", "1.1..as.", "0.1...?", "1.1.^.ts._", "[w]", "[ w, l ]", "// c", "x"]
)
DIVIDER = st.sampled_from(["|", " | ", "||", "\n", "\r\n", "\n\n\n", " ", "|\n|"])


@given(
    st.lists(st.tuples(ENTRY, DIVIDER), max_size=6).map(lambda parts: "".join(map("".join, parts))),
    st.sampled_from(["keep", "compact", "annotated"]),
)
def test_hands_in_one_line_are_laid_out_as_any_others(text: str, style: str) -> None:
    sheet = load("bjn").parsed(text).value
    quick = bjn_write.in_one_line(sheet, style, "\n")
    assert quick is None or quick == bjn_write.laid_out(sheet, bjn_write.form(sheet, style), "\n")


LINES = st.lists(
    st.sampled_from(["a = 1\n", "a  =  1\n", "a=1\n", " \n", "\n", "b\r\n", "b \r\n", "c"]), max_size=6
).map("".join)


@given(LINES, LINES)
def test_minimal_edits_make_the_new_text_of_the_old_one(old: str, new: str) -> None:
    edits = minimal(old, Edit(3, 3 + len(old), new))
    assert apply("xyz" + old + "z", edits) == "xyz" + new + "z"
    assert all(old[edit.start - 3 : edit.end - 3] != edit.text for edit in edits)
