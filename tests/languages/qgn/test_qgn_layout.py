"""The layout of Quibbble Game Notation, on records made of everything."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.analysis import Analysis
from kibitz.core.document import Document
from kibitz.core.formatting import apply, format_document
from kibitz.core.setting import Preferences
from kibitz.core.values import Severity
from kibitz.languages import load
from kibitz.languages.qgn.text.items import Action

QGN = load("qgn")
TAGS = ['[key "go"]', '[teams "a, b"]', '[ seed\n"1"]', "[x 7]", "[y]", "{c}", "// c\n"]
ITEMS = [
    *(
        "0a",
        "1b&1.2",
        "0c &1",
        "0d& 1x",
        "1e&",
        "0f\n&2",
        "{c}",
        "{c\r\n\nd}",
        "{a long comment that goes on and on}",
    ),
    *(
        "// c\n",
        "/* c */",
        "0a{x}",
        "0b&1{x}",
        "oops",
        "[k",
        '[k "v"]',
        '\n\n[key "chess"]\n[teams "a, b"]',
        "{",
        "9z",
    ),
    *("<<<<<<< a\n", "\ufeff", "1a&long.long.long.long.long"),
]
BLANKS = st.sampled_from(["", " ", " ", " ", "  ", "\n", "\n\n", "\r\n", "\t"])
TEXTS = st.tuples(
    st.lists(st.tuples(st.sampled_from(TAGS), BLANKS), max_size=6),
    st.lists(st.tuples(st.sampled_from(ITEMS), BLANKS), max_size=40),
).map(lambda parts: "".join(item + blank for part in parts for item, blank in part))


def formatted(text: str, **settings: object) -> str:
    return apply(text, format_document(Document.open(QGN, text), Preferences(settings)))


def problems(text: str) -> list[tuple[str, str]]:
    return sorted(
        (one.rule.code, one.message)
        for one in Analysis.of(QGN, text).diagnostics()
        if one.severity <= Severity.WARNING and one.rule.slug != "crlf"
    )


@given(TEXTS)
def test_only_layout_changes(text: str) -> None:
    for wrap in ("columns", "rounds"):
        result = formatted(text, **{"format.qgn.wrap": wrap})
        assert QGN.meaning(result) == QGN.meaning(text)
        assert problems(result) == problems(text)
        assert formatted(result, **{"format.qgn.wrap": wrap}) == result


GOOD = [item for item in ITEMS if item[:2] in {"0a", "1b", "0c", "{c", "{a", "//", "/*"} and "x}" not in item]


@given(st.lists(st.tuples(st.sampled_from(GOOD), st.sampled_from([" ", "  ", "\n", "\t"])), max_size=40))
def test_sound_records_are_formatted_as_a_whole(parts: list[tuple[str, str]]) -> None:
    """Lines end at 70 columns or are one action with its comment, and none begins with a brace."""
    text = '[key "go"][teams "a, b"]0a ' + "".join(item + blank for item, blank in parts)
    lines = formatted(text).split("\n")
    assert lines[:4] == ['[key "go"]', '[teams "a, b"]', "", lines[3]]
    assert lines[-1] == ""
    inside = False
    for line in lines[3:-1]:
        after_line_comment = not inside and line.startswith("{")
        assert not after_line_comment or "//" in lines[lines.index(line) - 1]
        assert len(line) <= 70 or "{" in line or "}" in line or inside
        inside = (line.rfind("{") > line.rfind("}")) or (inside and "}" not in line)


def test_reference_writer_differs_in_tag_order() -> None:
    """One tag on a line, an empty line, single spaces: the formatter keeps the layout of that writer."""
    text = '[teams "a, b"]\n[seed "123"]\n[key "go"]\n\n0a&1.2 1c 0b\n'
    assert formatted(text) == text


def test_actions_have_no_spaces() -> None:
    action = QGN.parse("0a \n&1.2").value.items[0].item
    assert isinstance(action, Action)
    assert action.plain == "0a&1.2"
