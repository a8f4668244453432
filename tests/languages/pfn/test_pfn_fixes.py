"""The text of fixes in a record of Figgie, and refactorings that are fixes of a finding."""

from __future__ import annotations

import re

import pytest

from bench.records import records
from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply
from kibitz.core.values import Span
from kibitz.languages import load
from test_lsp_cases import URI, Inside

ROUND = next(records("pfn", 1))
WRONG = {
    "no result": ROUND[: ROUND.index("[Result]")].rstrip() + "\n",
    "no deck": re.sub(r"\[DeckSetup\]\n(.*\n)*?(?=\[Deal\])", "", ROUND),
    "no header": ROUND.replace("[[Trades]]\n", "", 1),
    "two on a line": ROUND.replace("\nT = ", " T = ", 1),
    "no bank": re.sub(r"P2_FinalBank = .*\n", "", ROUND),
}


@pytest.mark.parametrize("name", WRONG)
def test_fixes_end_lines_as_the_record_does(name: str) -> None:
    text = WRONG[name].replace("\n", "\r\n")
    found = Analysis.of(load("pfn"), text).diagnostics()
    fixes = [fix for one in found for fix in one.fixes]
    assert fixes or name == "no bank"
    for fix in fixes:
        assert not re.search(r"(?<!\r)\n", apply(text, fix.edits))


def test_result_follows_a_payout_rule() -> None:
    text = WRONG["no result"]
    found = next(one for one in Analysis.of(load("pfn"), text).diagnostics() if one.rule.code == "PFN101")
    assert found.preferred is None
    for fix in found.fixes:
        left = Analysis.of(load("pfn"), apply(text, fix.edits)).diagnostics()
        assert {one.rule.code for one in left} <= {"PFN140"}
    assert apply(text, found.fixes[0].edits).split() == ROUND.split()


CURED = {
    "trade-index-order": (
        ROUND.replace("TradeIndex = 5\n", "TradeIndex = 50\n"),
        "Number the trades 1, 2, 3 …",
    ),
    "time-order": (re.sub(r"(TradeIndex = 5\nT = ).*", r"\g<1>0.01", ROUND), "Sort the trades by time"),
    "missing-bank": (WRONG["no bank"], "Add `P2_FinalBank`"),
    "missing-key": (re.sub(r"Price = .*\n", "", ROUND, count=1), "Add `Price`"),
}


def _quick(text: str, slug: str) -> set[str]:
    """The quick fixes of a finding by such a rule."""
    server = Inside("pfn", text, "utf-16")
    found = next(one for one in server.analysis.diagnostics() if one.rule.slug == slug)
    where = {"start": server.position(found.span.start), "end": server.position(found.span.start)}
    ask = {"textDocument": {"uri": URI}, "range": where, "context": {"diagnostics": [], "only": ["quickfix"]}}
    return {one["title"] for one in server.request("textDocument/codeAction", ask)}


def test_harmful_refactoring_is_not_a_fix() -> None:
    """A repeated trade is one trade: with numbers of their own, two would sell one card twice."""
    before, *trades = ROUND.split("[[Trades]]")
    twice = "[[Trades]]".join([before, *trades[:3], *trades[2:]])
    title = "Number the trades 1, 2, 3 …"
    assert title not in _quick(twice, "trade-index-repeated")
    at = twice.rindex("[[Trades]]")
    offered = load("pfn").actions(Analysis.of(load("pfn"), twice), Span(at, at))
    assert title in {one.title for one in offered}
    again = ROUND.replace("TradeIndex = 5\n", "TradeIndex = 4\n").replace(
        "TradeIndex = 6\n", "TradeIndex = 5\n"
    )
    # A repair makes the same edits, and an edit is offered once.
    assert _quick(again, "trade-index-repeated") == {"Replace the numbers of the trades from 5 on"}


@pytest.mark.parametrize("slug", CURED)
def test_helpful_refactorings_are_fixes(slug: str) -> None:
    text, title = CURED[slug]
    server = Inside("pfn", text, "utf-16")
    found = next(one for one in server.analysis.diagnostics() if one.rule.slug == slug)
    where = {"start": server.position(found.span.start), "end": server.position(found.span.start)}
    ask = {"textDocument": {"uri": URI}, "range": where, "context": {"diagnostics": [], "only": ["quickfix"]}}
    quick = server.request("textDocument/codeAction", ask)
    mine = [one for one in quick if one["title"] == title]
    assert [one["kind"] for one in mine] == ["quickfix"]
    assert [one["code"] for one in mine[0]["diagnostics"]] == [found.rule.code]
    every = server.request("textDocument/codeAction", {**ask, "context": {"diagnostics": []}})
    assert [one["title"] for one in every].count(title) == 1
