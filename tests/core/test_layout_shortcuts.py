"""The fast layout of plain stretches agrees with the general layout."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from kibitz.core.formatting import apply, minimal
from kibitz.core.values import Edit
from kibitz.languages import load
from kibitz.languages.pfn.features import layout

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
def test_tidy_table_stays(text: str) -> None:
    if layout.is_tidy(text):
        pieces = layout._laid_out(text, load("pfn").rules, False, first=True, last=False)
        assert "".join(pieces) == text


LINES = st.lists(
    st.sampled_from(["a = 1\n", "a  =  1\n", "a=1\n", " \n", "\n", "b\r\n", "b \r\n", "c"]), max_size=6
).map("".join)


@given(LINES, LINES)
def test_minimal_edits_give_the_new_text(old: str, new: str) -> None:
    edits = minimal(old, Edit(3, 3 + len(old), new))
    assert apply("xyz" + old + "z", edits) == "xyz" + new + "z"
    assert all(old[edit.start - 3 : edit.end - 3] != edit.text for edit in edits)
