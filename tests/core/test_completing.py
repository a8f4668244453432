"""Completion corrects a misspelt word, and leaves other words alone."""

from __future__ import annotations

import pytest

from kibitz.core.analysis import Analysis
from kibitz.core.completing import completions
from kibitz.languages import load
from lsp_client import RawClient, at


@pytest.mark.parametrize(
    ("language_id", "typed", "meant"),
    [
        ("botc", "[Al:imp Bob:chef Louis:ravenkb", "ravenkeeper"),
        ("botc", "[Al:imp Bob:chef Louis:scral", "scarlet_woman"),
        ("botc", "[Al:imp Bob:chef Louis:libra d", "librarian"),
        ("pfn", '[FiggieGame]\nTitle = "x"\n[Dael', "[Deal]"),
        ("qgn", '[key "tiktac', "tictactoe"),
        ("bjn", "{2.52.nopk", "nopeek"),
    ],
)
def test_misspelt_word_is_among_the_first_three(language_id: str, typed: str, meant: str) -> None:
    analysis = Analysis.of(load(language_id), typed)
    assert meant in [one.label for one in completions(analysis, len(typed))[:3]]


@pytest.mark.parametrize(
    ("language_id", "typed"),
    [("botc", "[Al:imp Bob:xq"), ("botc", "[Al:imp Bob:xqzwv"), ("botc", "[Al:imp Bob:chef L"), ("botc", "# torn wor d"), ("botc", "[Al:imp Bob:chef]\n# Gam"), ("pfn", "[FiggieGame]\nDate = \"2025-02-1")],
)  # fmt: skip
def test_unlike_word_is_not_corrected(language_id: str, typed: str) -> None:
    found = completions(Analysis.of(load(language_id), typed), len(typed))
    assert not [one for one in found if one.filter and typed.endswith(one.filter)]


def test_matching_items_come_without_corrections() -> None:
    typed = "[Al:imp Bob:mon"
    labels = [one.label for one in completions(Analysis.of(load("botc"), typed), len(typed))]
    assert labels[0] == "monk"
    assert "moonchild" in labels
    assert "mastermind" not in labels


def test_correction_replaces_the_torn_word_in_an_editor() -> None:
    typed = "[Al:imp Bob:chef Louis:libra d"
    with RawClient() as client:
        client.initialize({"capabilities": {}})
        client.open(typed, "file:///a.botc", "botc")
        (item,) = client.request("textDocument/completion", at(0, len(typed), "file:///a.botc"))["items"]
        start = typed.index("libra")
        assert item["filterText"] == "libra d"
        assert item["textEdit"]["newText"] == "librarian"
        assert item["textEdit"]["range"]["start"]["character"] == start
        assert item["textEdit"]["range"]["end"]["character"] == len(typed)
        assert client.close() == 0
