"""What lays plain stretches of a record out quickly agrees with what lays out any of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.formatting import apply, minimal
from kibitz.core.values import Edit
from kibitz.languages import load
from kibitz.languages.bjn.text import write as bjn_write
from kibitz.languages.pfn.toml import layout as pfn_layout

BLANK = st.sampled_from(["", "", " ", "  ", "\t"])
VALUE = st.sampled_from(
    [
        '"P1"',
        '""',
        '"a = [b] # c"',
        "15",
        "-1_0",
        "0x1F",
        "1.5",
        "1e9",
        "inf",
        "007",
        "1_",
        '"\\q"',
        "tru",
        "[1]",
    ]
)
STATEMENT = st.one_of(
    st.tuples(st.sampled_from(["T", "a-b", "1", "a.b", '"T"', ""]), BLANK, st.just("="), BLANK, VALUE),
    st.sampled_from([("[[Trades]]",), ("[Deal.P1]",), ("[ Deal ]",), ("# c",), ("",), ("[a",), ('"""',)]),
).map("".join)
LINE = st.tuples(BLANK, STATEMENT, BLANK, st.sampled_from(["\n", "\n", "\n", "\r\n", ""])).map("".join)


@given(st.lists(LINE, max_size=6).map("".join))
def test_plain_tables_are_read_as_their_statements_are(text: str) -> None:
    plain = pfn_layout.plain_lines(text)
    assert plain is None or plain == pfn_layout.read_lines(text, load("pfn").rules)


@pytest.mark.parametrize(
    "text", ["[a] # b \t\n", "# b \r\n", "a . b = 'c' # d\t", '"a" = "\\t"\n \n[[ a ]]\n']
)
def test_blanks_and_comments_are_read_as_statements_are(text: str) -> None:
    assert pfn_layout.plain_lines(text) == pfn_layout.read_lines(text, load("pfn").rules)


def test_a_table_with_odd_blanks_is_plain() -> None:
    lines = pfn_layout.plain_lines('[[Trades]]\n T  =  1.5\t\n\n\nBuyer="P1"\n')
    assert lines is not None
    assert [line.form for line in lines] == [
        ("[[", "Trades", "", ""),
        ("=", "T", "1.5", ""),
        ("=", "Buyer", '"P1"', ""),
    ]
    assert [line.blank for line in lines] == [False, False, True]


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
