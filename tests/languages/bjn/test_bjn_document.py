"""Blackjack sessions as documents: edits equal opening, and long and broken texts are quick."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from folders import CASES, RECORDS
from incremental import check_edits, edits
from kibitz.core.analysis import Analysis, checked
from kibitz.core.bounds import SYMBOLS
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.formatting import apply
from kibitz.core.grammar import Grammar
from kibitz.core.setting import Preferences
from kibitz.core.values import Severity, Span
from kibitz.languages import load
from kibitz.languages.bjn.check.report import MOST_FOLLOWED
from pace import pace

BJN = load("bjn")
PIECES = [
    "{1.52}", "{", "}", "|", "[w]", "[", "]", "1.1..as.", "0.1...?", "1.1./..", "/1.as/2.ad/", "/", "//", " // x",
    ".", "_", "#", " ", "\n", "\r", "<<<<<<<", "\n=======\n", "{2.104}|2.1..kd.\n",
]  # fmt: skip
SESSION = (
    "// one\n{1.52}|1.1..as.|[w]\n\n{1.52} // two\n1.1..ks.\n/1.as/2.ad/\n[w]\n{1.52}|x {1.52}|[l] {2.52}"
)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), edits(PIECES))
def test_edits_of_random_texts(text: str, changes: list[tuple[float, int, str]]) -> None:
    check_edits(BJN, text, changes, _same_hands)


@given(edits(PIECES))
def test_edits_of_a_session(changes: list[tuple[float, int, str]]) -> None:
    check_edits(BJN, SESSION * 3, changes, _same_hands)


def _same_hands(document: Document, text: str) -> None:
    """Check that the document is cut like a fresh one: every border between hands is a hard one."""
    fresh = Document.open(BJN, text)
    assert [place.chunk.text for place in document.places()] == [place.chunk.text for place in fresh.places()]


@given(
    st.lists(st.sampled_from([*PIECES, "\r\n", "\u2028", "{1.52}|1.1..as.", "// y\n"]), max_size=14).map(
        "".join
    )
)
def test_forms_keep_entries_and_comments_in_order(text: str) -> None:
    document = Document.open(BJN, text)
    for style in ("keep", "compact", "annotated"):
        preferences = Preferences({"format.bjn.style": style})
        edits = list(BJN.layout(document, preferences, Span(0, len(document))))
        assert all(
            BJN.meaning(document.text(edit.start, edit.end)) == BJN.meaning(edit.text) for edit in edits
        )
        formatted = Document.open(BJN, apply(text, edits))
        again = apply(formatted.text(), BJN.layout(formatted, preferences, Span(0, len(formatted))))
        assert again == formatted.text()


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_conversion_loses_no_comment(text: str) -> None:
    analysis = Analysis.of(BJN, text)
    for to in BJN.conversions:
        with suppress(ValueError):
            assert Counter(_comments(BJN.convert(analysis, to))) == Counter(_comments(text))


def _comments(text: str) -> list[str]:
    places = Document.open(BJN, text).places()
    items = (placed.item for place in places for placed in BJN.parsed(place.chunk.text).value.items)
    return [item.text.rstrip() for item in items if item.kind == "comment"]


@pytest.mark.parametrize("name", ["annotated.bjn", "compact.bjn"])
def test_the_example_of_the_specification_is_right(name: str) -> None:
    found = Analysis.of(BJN, (RECORDS / name).read_text("utf-8")).diagnostics()
    assert all(one.severity is Severity.HINT for one in found), found


def test_both_forms_of_the_example_are_equal() -> None:
    annotated, compact = ((RECORDS / f"{name}.bjn").read_text("utf-8") for name in ("annotated", "compact"))
    assert _entries(annotated) == _entries(compact)
    assert BJN.convert(Analysis.of(BJN, annotated), "compact").splitlines()[-1] + "\n" == compact
    there = BJN.convert(Analysis.of(BJN, compact), "annotated")
    assert BJN.convert(Analysis.of(BJN, there), "compact") == compact


def _entries(text: str) -> list[object]:
    places = Document.open(BJN, text).places()
    return [entry.item.value for place in places for entry in BJN.parsed(place.chunk.text).value.entries]


def test_every_example_of_a_rule_breaks_it() -> None:
    for rule in BJN.rules:
        codes = {
            one.rule.code
            for one in Analysis.of(
                BJN.tailored(Preferences({"bjn.advice": "hint"})), rule.example
            ).diagnostics()
        }
        assert rule.code in codes, rule


GARBAGE = {
    "bars": "|" * 100_000,
    "braces": "{" * 100_000,
    "closed braces": "{}" * 40_000,
    "brackets": "[" * 100_000,
    "slashes": "/" * 100_000,
    "dots": "{1.52}|" + "." * 100_000,
    "digits": "{1.52}|" + "1." * 50_000,
    "one word": "{1.52}|" + "a" * 100_000,
    "words": "{1.52}|" + "1.1 " * 30_000,
    "blanks": "{1.52}|" + " " * 100_000 + "x",
    "comments": "// a\n" * 20_000,
    "one hand": "{1.52}" + "|1.1.^.as." * 8_000,
    "binary": "\x00\x01\ufffd\x7f" * 20_000,
    "markers": "<<<<<<< a\n" * 8_000,
}


@pytest.mark.parametrize("text", GARBAGE.values(), ids=GARBAGE.keys())
def test_garbage_is_read_in_linear_time(text: str) -> None:
    start = process_time()
    analysis = Analysis.of(BJN, text)
    list(BJN.layout(analysis.document, Preferences(), Span(0, len(text))))
    BJN.symbols(analysis)
    assert process_time() - start < 4 * pace()
    for place in analysis.document.places(0, 2000):
        assert len(analysis.diagnostics_in(place.start, place.end)) <= 400


def test_problems_of_one_hand_are_capped() -> None:
    assert len(Analysis.of(BJN, "{1.52}" + "|x" * 1000).diagnostics()) == 100


def test_long_outline_ends_with_a_note() -> None:
    analysis = Analysis.of(BJN, "{1.52}|1.1..as.\n" * (SYMBOLS + 1000))
    symbols = BJN.symbols(analysis)
    assert len(symbols) == SYMBOLS + 1
    assert symbols[-1].name == "1,000 more"
    assert len(BJN.lenses(analysis)) == 501
    assert not list(BJN.folds(analysis))
    assert len(list(BJN.tokens(analysis, Span(0, 16)))) >= 5


@pytest.mark.parametrize("slug", [rule.slug for rule in BJN.rules])
def test_every_rule_has_a_silent_case(slug: str) -> None:
    case = CASES / "bjn" / "check" / f"{slug}-not.case"
    assert f" {slug}: " not in case.read_text("utf-8").partition("--- expected")[2]


def test_many_hints_end_with_a_note() -> None:
    """Some editors request the hints of a whole document. Compact hands cost nothing if their hints are off."""
    hands = "{1.52}\n1.1..as.\n0.1...?\n1.1..ks._\n" * 1001
    analysis = Analysis.of(BJN, "{1.52}|1.1..as.|0.1...?|1.1..ks._\n" * 2000 + hands)
    found = list(BJN.hints(analysis, Span(0, len(analysis.document)), Preferences()))
    assert len(found) == 1001
    assert [hint.text for hint in found[-2:]] == [
        "blackjack, stands",
        "no totals from here on: too many hands at once",
    ]
    assert len(list(BJN.hints(analysis, Span(0, 400), Preferences({"inlayHints.compactTotals": True})))) == 11


def test_unreported_mistakes_have_no_explanation(monkeypatch: pytest.MonkeyPatch) -> None:
    explained: list[str] = []
    parse = Grammar.parse

    def counted(grammar: Grammar, text: str, start: str) -> Any:
        explained.append(text)
        return parse(grammar, text, start)

    monkeypatch.setattr(Grammar, "parse", counted)
    words = [f"nobody{number}" for number in range(1000)]
    found = list(checked(Document.open(BJN, "{1.52}|" + "|".join(words))).diagnostics())
    assert len(found) == 100
    assert [one.span.start for one in found] == sorted(one.span.start for one in found)
    assert len(explained) <= 101  # The setup is also read.


def test_outcome_after_many_words_is_found() -> None:
    """The hand is over at its fifth event, and words follow."""
    hand = "{1.52}|1.1..ks.|0.1...?|1.1..9d._|0.1..9c.|0.1.%.8c._"
    for words, missing in ((0, True), (MOST_FOLLOWED, False)):
        text = f"{hand}{'|0.1..._' * words}|[w]" if words else hand
        found = {one.rule.slug for one in checked(Document.open(BJN, text)).diagnostics()}
        assert ("outcome-missing" in found) is missing


def test_stakes_above_hands_count_in_any_block() -> None:
    hand = "// insurance 1\n{1.52}|1.1..9s.|0.1..6c.|1.1..9d.|0.1...?\n"
    document = Document.open(BJN, 600 * hand)
    analysis = checked(document)
    starts = [number * len(hand) for number in range(600)]
    assert [one.span.start for one in analysis.diagnostics() if one.rule.slug == "no-ace"] == starts
    document = edit(document, starts[300] + hand.index("6c"), starts[300] + hand.index("6c") + 1, "a")
    analysis = checked(document, analysis)
    assert analysis.diagnostics() == checked(document).diagnostics()
    assert len([one for one in analysis.diagnostics() if one.rule.slug == "no-ace"]) == 599
