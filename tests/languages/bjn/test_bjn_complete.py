"""Completion offers the next step: every entry and every field of hands by the rules."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.desk import Direct
from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion
from kibitz.languages import load
from kibitz.languages.bjn.testing import Player
from kibitz.lsp.documents import typing_state

BJN = load("bjn")


def offered(text: str) -> list[Completion]:
    """Return the items at the end of a text."""
    return list(BJN.complete(Analysis.of(BJN, text), len(text)))


def begins(item: Completion, entry: str) -> bool:
    """Return whether an item is the entry, or leads to it: the text before its card, or its first tab stop, begins it."""
    if item.snippet:
        return entry.startswith(item.text.partition("${")[0])
    first, more, _ = item.text.replace("\n", "|").partition("|")
    return first == entry or (not more and first.endswith(".") and entry.startswith(first))


@given(st.integers(0, 2**32), st.sampled_from(["|", "\n"]))
@settings(max_examples=30)
def test_the_next_entry_is_offered_as_a_whole(seed: int, separator: str) -> None:
    entries = Player(seed).play()
    text = ""
    for entry in entries:
        items = [item for item in offered(text) if item.kind in {"snippet", "outcome", "value"}]
        assert any(begins(item, entry) for item in items), (text, entry)
        text += entry + separator


@given(st.integers(0, 2**32))
@settings(max_examples=10)
def test_every_field_of_the_next_event_is_offered(seed: int) -> None:
    text = ""
    for entry in Player(seed).play():
        if entry[0].isdigit():
            fields = entry.split(".")
            for number, field in enumerate(fields):
                before = text + "".join(f"{one}." for one in fields[:number])
                assert not field or any(
                    # The other fields of the event may come with it.
                    item.text == field or item.text.startswith((f"{field}.", f"{field}|"))
                    for item in offered(before)
                ), (before, field)
                for item in offered(before + field):
                    assert item.span.end == len(before + field)
                    assert item.span.start == len(before)
        text += entry + "|"


@given(st.integers(0, 2**32))
@settings(max_examples=25)
def test_no_item_of_a_field_breaks_a_rule(seed: int) -> None:
    """Actions and modifiers that are offered are legal; cards are still in the shoe."""
    text = ""
    for entry in Player(seed).play():
        fields = entry.split(".")
        if entry[0].isdigit() and fields[3]:
            shown = text.count(f".{fields[3]}.")
            decks = int(text.split(".")[1].partition("}")[0]) // 52
            head = text + f"{fields[0]}.{fields[1]}.{fields[2]}."
            assert (fields[3] in {item.text for item in offered(head)}) == (shown < decks)
            marks = [item.text[:1] for item in offered(f"{head}{fields[3]}.")]
            assert (marks[:1] == ["#"]) == (fields[4] == "#")
        text += entry + "|"


@pytest.mark.parametrize(
    "text", ["{1.52}|1.1..as.|0.1...?|1.1..kd._ // ", "{1.52}|[w]", "{1.52}", "<<<<<<< x"]
)
def test_no_item_in_impossible_places(text: str) -> None:
    assert not offered(text)


def test_request_at_a_line_end_offers_the_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter ends the line, so editors show the item only on request."""
    text = "{1.52}\n1.1..9s.\n0.1...?\n1.1..2c.\n0.1..6c.\n1.1.^.7d"
    uri, editor = "file:///a.bjn", Direct()
    document = {"uri": uri, "languageId": "bjn", "version": 1, "text": text}
    editor.notify("textDocument/didOpen", {"textDocument": document})
    here = {"line": 5, "character": 8}
    change = {"range": {"start": here, "end": here}, "text": "."}
    editor.notify(
        "textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]}
    )
    asked = {"textDocument": {"uri": uri}, "position": {"line": 5, "character": 9}}
    assert editor.request("textDocument/completion", asked)["items"] == []
    monkeypatch.setattr(typing_state, "ASKED_BY_KEY", -1.0)
    (item,) = editor.request("textDocument/completion", asked)["items"]
    editor.__exit__()
    assert item["label"] == "_"
