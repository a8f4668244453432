"""No completion has to be undone. `bench/harm.py` defines that, and searches longer."""

from __future__ import annotations

import os
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import harm
from bench.desk import Direct
from bench.harm import accepted, shape, token_borders, unfinished, while_mending, while_typing, while_writing
from bench.records import short
from folders import RECORDS
from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion
from kibitz.core.values import Edit, Span
from kibitz.languages import IDS, load
from notations import notation

LONG = os.environ.get("KIBITZ_PROFILE") == "long"


def drawn(language: str, data: st.DataObject) -> tuple[str, int, Random]:
    """Return a record, a border of a token in it, and a source of random choices."""
    seed = data.draw(st.integers(1, 2**32))
    record = short(language, seed)
    return record, data.draw(st.sampled_from(token_borders(record))), Random(seed)


@pytest.mark.parametrize("language", IDS)
@given(st.data())
@settings(max_examples=25)
def test_accepted_items_can_be_continued(language: str, data: st.DataObject) -> None:
    record, at, rng = drawn(language, data)
    assert [*map(str, while_writing(load(language), record, at, rng))] == []


@pytest.mark.parametrize("language", IDS)
@given(st.data())
@settings(max_examples=20)
def test_accepted_items_fit_a_finished_record(language: str, data: st.DataObject) -> None:
    record, at, rng = drawn(language, data)
    assert [*map(str, while_mending(load(language), record, at, rng))] == []


@pytest.mark.parametrize("language", IDS)
@given(st.data())
@settings(max_examples=20)
def test_items_touch_only_their_word(language: str, data: st.DataObject) -> None:
    record, at, _ = drawn(language, data)
    for text in (record, record[:at]):
        assert [*map(str, shape(Analysis.of(load(language), text), at))] == []


@pytest.mark.parametrize("language", IDS)
@pytest.mark.parametrize("seed", range(6 if LONG else 2))
def test_typing_is_never_turned_into_something_else(language: str, seed: int) -> None:
    """Try Enter and on-type formatting while a record is typed in full."""
    record = short(language, seed)
    assert [*map(str, while_typing(load(language), record))] == []


@pytest.mark.parametrize("language", IDS)
def test_no_item_is_preselected(language: str) -> None:
    """No item requests its selection, names the keys that accept it, or changes text outside its span."""
    record = short(language)
    with Direct() as server:
        uri = f"file:///harmless.{language}"
        item = {"uri": uri, "languageId": language, "version": 1, "text": record}
        server.notify("textDocument/didOpen", {"textDocument": item})
        for at in token_borders(record)[::7]:
            line = record.count("\n", 0, at)
            column = at - record.rfind("\n", 0, at) - 1
            position = {"line": line, "character": column}
            asked = {"textDocument": {"uri": uri}, "position": position, "context": {"triggerKind": 1}}
            for one in server.request("textDocument/completion", asked)["items"]:
                assert not {"preselect", "commitCharacters", "additionalTextEdits", "command"} & one.keys()


@pytest.mark.parametrize("language", IDS)
def test_items_of_a_list_have_different_details(language: str) -> None:
    """The details of the items must help a user who does not know the record by heart."""
    records = [path.read_text("utf-8")[:2000] for path in sorted(RECORDS.glob(f"*.{language}"))]
    for record in [*records, *(short(language, seed) for seed in range(4))]:
        for at in token_borders(record)[::7]:
            for text in (record, record[:at]):
                found = load(language).complete(Analysis.of(load(language), text), at)
                explanations = [item.detail for item in found]
                assert len({*explanations}) == len(found), (text[:at], explanations)
                assert len(found) == 1 or all(explanations), (text[:at], explanations)


# The search itself must find something.


@pytest.mark.parametrize("language", IDS)
@pytest.mark.parametrize("harms", [False, True])
def test_search_finds_harmful_items(monkeypatch: pytest.MonkeyPatch, language: str, harms: bool) -> None:
    text, item = notation(language).HARMFUL if harms else notation(language).HARMLESS
    offered = Completion(item, Span(len(text), len(text)), item, "value")
    monkeypatch.setattr(harm, "offered", lambda *_: [offered])
    found = [*while_writing(load(language), text, len(text), Random(0))]
    assert bool(found) == harms, (found, unfinished(language))


def test_the_search_finds_keys_that_do_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """An item that is always there, takes Enter, and a `|` that brings a line of its own along."""
    bjn, record = load("bjn"), "{1.52}|1.1..as.|\n"

    def offered(_: Analysis, offset: int) -> list[Completion]:
        return [Completion("x", Span(offset, offset), "x", "value")]

    monkeypatch.setattr(harm, "offered", offered)
    monkeypatch.setattr(type(bjn), "typing_triggers", "}")
    monkeypatch.setattr(type(bjn), "typed", lambda _, __, offset, *___: [Edit(offset, offset, "\n")])
    found = [(one.what, len(one.text)) for one in while_typing(bjn, record)]
    assert found == [("on type", 5), ("Enter", 16)]


def test_placeholders_are_left_as_given() -> None:
    item = Completion("x", Span(1, 2), "<${1:a}=$2>", "value", snippet=True)
    done = accepted("0123", item)
    assert (done.text, done.span, done.stops) == ("0<a=>23", Span(1, 5), (Span(2, 3), Span(4, 4)))
