"""Typing shows no passing error, and no finding is ever lost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from kibitz.core.analysis import Analysis
from kibitz.core.text import Position
from kibitz.languages import IDS, load
from kibitz.lsp.diagnostics import checking
from kibitz.lsp.documents.typing_state import Change, TypingState
from kibitz.lsp.transport import messages
from lsp_client import at, recorded, span, whole
from lsp_direct import Direct
from typing_desk import URI, Desk

HAND = "{1.52}|1.1..as.|0.1..td.|1.1..kd._|0.1...?|0.1.%.9c.|[w]\n"

# The insertion point


def test_typing_moves_the_insertion_point() -> None:
    writer = TypingState()
    for number, key in enumerate("abc"):
        writer = writer.after([Change(number, "", key)])
        assert writer.at == number + 1
    writer = writer.after([Change(2, "c", "")])
    assert writer.at == 2, "a correction is typing, too"
    writer = writer.after([Change(0, "ab", "abacus")])
    assert writer.at == 6, "so is an item that is accepted"
    writer = writer.after([Change(6, "", "("), Change(7, "", ")")])
    assert writer.at == 8, "and what an editor adds to it"


@pytest.mark.parametrize(
    "changes",
    [[Change(0, "", "x"), Change(9, "", "x")], [Change(0, "x" * 20_000, "")], [], [Change(3, "", "y"), Change(0, "", "y")]],
)  # fmt: skip
def test_deleted_text_is_not_typed(changes: list[Change]) -> None:
    writer = TypingState()
    writer = writer.after([Change(0, "", "a")])
    writer = writer.after(changes)
    assert writer.at is None


def test_analysis_before_an_edited_entry_is_kept() -> None:
    language = load("bjn")
    texts = [HAND, HAND + "{", HAND + "{1", HAND + "{1\n", HAND + "{1\n{"]
    known = [Analysis.of(language, text) for text in texts]
    writer, before = TypingState(), []
    for number in range(4):
        start, key = len(texts[number]), texts[number + 1][-1]
        writer = writer.after([Change(start, "", key)], known[number])
        before.append(known.index(writer._before))  # type: ignore[arg-type]
    assert before == [0, 0, 0, 3]


def test_snippet_is_one_entry() -> None:
    writer = TypingState().after([Change(5, "", "{3.52}\n1.1..|")])
    writer = writer.after([Change(10, "2", "48")])
    assert writer.latest == (5, 19)
    writer = writer.after([Change(19, "", " ")])
    assert writer.latest == (19, 20)


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent the idle state on slow machines, unless the test wants it."""
    monkeypatch.setattr(checking, "REST", 1000.0)
    monkeypatch.setattr(checking, "FINISHED_AFTER", 3000.0)


@pytest.fixture
def hand() -> Iterator[Desk]:
    """Open a record with the user in the middle of an event, which lacks its actor and cards."""
    desk = Desk("bjn", HAND)
    desk.type("{1.52}|1.1.")
    yield desk
    desk.close()


def test_edited_entry_has_no_findings(hand: Desk) -> None:
    assert hand.all
    assert hand.told == []
    assert sum("unfinished" in title for title in hand.lenses()) == 1
    assert hand.request("textDocument/completion", at(1, 11, URI))["items"], "help is not silent"


@pytest.mark.parametrize("language", IDS)
def test_an_empty_record_is_no_mistake(language: str) -> None:
    """The user has just made the file, and may save it first."""
    for text in ("", "\n"):
        desk = Desk(language, text)
        desk.save()
        assert desk.told == []
        desk.type("\n")
        assert not any("unfinished" in title for title in desk.lenses())
        desk.close()


def test_everything_is_said_on_request() -> None:
    desk = Desk("bjn", HAND, diagnostics={"whileTyping": "all"})
    desk.type("{1.52}|1.1.")
    assert desk.told == desk.all
    assert "unfinished" not in desk.lenses()
    desk.close()


def test_unfinished_record_has_a_lens() -> None:
    desk = Desk("bjn", HAND)
    desk.type("{1.")
    assert "unfinished" in desk.lenses()
    desk.save()
    assert "unfinished" not in desk.lenses()
    desk.close()


def test_saving_shows_all_findings(hand: Desk) -> None:
    hand.save()
    assert hand.told == hand.all
    assert "workspace/codeLens/refresh" in [one["method"] for one in hand.sent]
    assert "unfinished" not in hand.lenses()


def test_saving_during_a_check_shows_all(hand: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier changes no longer belong to the user. Later ones do."""
    monkeypatch.setattr("kibitz.lsp.documents.session.QUICK", 0)
    saved = {"textDocument": {"uri": URI}}
    hand.type("z")
    hand.notify("textDocument/didSave", saved)
    assert hand.told == hand.all
    hand.type("z")
    hand.notify("textDocument/didSave", saved)
    hand.type("z")
    assert hand.told == []
    assert hand.all


def test_change_after_publishing_is_made(hand: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if nothing but the end of the work was still to come."""
    monkeypatch.setattr("kibitz.lsp.documents.session.QUICK", 0)
    store, session = checking._store, hand.server.sessions[URI]
    texts = iter("zy")

    def and_then_comes_another(ls: Any, session: Any, new: Any) -> None:
        store(ls, session, new)
        if session.done and (text := next(texts, None)) is not None:
            asyncio.get_running_loop().call_soon(come, text)

    def come(text: str) -> None:
        place = Position(1, 0)
        session.change(session.version + 1, [messages.Change(text, (place, place))], session.changed + 1)
        checking.check(hand.server, session)

    monkeypatch.setattr(checking, "_store", and_then_comes_another)
    hand.type("x")
    wanted = hand.text.replace("\n", "\nyz", 1)
    hand.until(lambda: session.done and session.snapshot.document.text() == wanted)


def test_closed_records_have_no_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    """This also holds for work that a thread is doing at that time."""
    monkeypatch.setattr("kibitz.lsp.documents.session.QUICK", 0)
    for closing in (["didClose"], ["didSave", "didClose"]):
        desk = Desk("bjn", HAND)
        desk.type("{1.52}|1.1.zz")
        if len(closing) > 1:
            desk.settle()
        for method in closing:
            desk.notify(f"textDocument/{method}", whole(URI))
        desk.run(asyncio.sleep(0.1))
        assert desk.published() == []
        desk.close()


def test_pull_during_a_check_gets_its_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not of the text before it, in which the places are others, and not of the half of it, or findings would flicker."""
    monkeypatch.setattr("kibitz.lsp.documents.session.QUICK", 0)
    desk = Direct()
    desk.request(
        "initialize", {**recorded("vscode-1.139.1-lc11.0.0"), "processId": None, "workspaceFolders": None}
    )
    text = "{1.52}|1.1..zz.|"
    desk.notify(
        "textDocument/didOpen",
        {"textDocument": {"uri": URI, "languageId": "bjn", "version": 1, "text": text}},
    )
    assert desk.request("textDocument/diagnostic", whole(URI))["items"]
    for number in range(5):
        document = {"uri": URI, "version": number + 2}
        place = {"line": 0, "character": 0}
        change = {"range": {"start": place, "end": place}, "text": "\n"}
        desk.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        found = desk.request("textDocument/diagnostic", whole(URI))["items"]
        assert {one["range"]["start"]["line"] for one in found} == {number + 1}
    desk.close()


def test_leaving_an_entry_shows_its_findings(hand: Desk) -> None:
    hand.edit(0, 0, " ")
    assert set(hand.told) == set(hand.all)


def test_replaced_text_is_not_typed(hand: Desk) -> None:
    document = {"uri": URI, "version": 99}
    hand.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": hand.text}]})
    assert hand.told == hand.all


ROUND = """[Deal]
P1 = "S1,S2"
P2 = "C1,S1"
"""


def test_idle_entry_counts_as_finished() -> None:
    """Other findings about missing text still wait."""
    desk = Desk("pfn")
    desk.type(ROUND)
    assert desk.told == []
    desk.later(checking.REST - 100)
    assert desk.told == []
    desk.later(100)
    assert [code for code, _ in desk.told] == ["PFN153"]
    assert {code for code, _ in desk.all} == {"PFN100", "PFN101", "PFN153"}
    desk.type('P3 = "')
    assert desk.told == [], "typing goes on"
    desk.close()


def test_pause_shows_all_findings() -> None:
    desk = Desk("pfn")
    desk.type(ROUND)
    assert desk.told == []
    desk.later(checking.REST)
    desk.later(checking.FINISHED_AFTER - checking.REST - 100)
    assert desk.told != desk.all
    desk.later(100)
    assert desk.told == desk.all
    assert "unfinished" not in desk.lenses()
    desk.type('P3 = "')
    assert desk.told == [], "typing goes on"
    desk.close()


def test_client_may_report_that_the_user_left(hand: Desk) -> None:
    hand.notify("kibitz/left", whole("file:///of/another.x"))
    assert hand.told == []
    hand.notify("kibitz/left", whole(URI))
    hand.until(lambda: hand.told == hand.all)
    assert "workspace/codeLens/refresh" in [one["method"] for one in hand.sent]


def test_typing_elsewhere_leaves_a_record(hand: Desk) -> None:
    other = {"uri": "file:///b.x", "languageId": "bjn", "version": 1, "text": HAND}
    hand.notify("textDocument/didOpen", {"textDocument": other})
    assert hand.told == [], "a client may open what nobody looks at"
    change = {"range": span(0, 0, 0, 0), "text": "\n"}
    document = {"uri": "file:///b.x", "version": 2}
    hand.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
    hand.until(lambda: hand.told == hand.all)


@pytest.mark.parametrize(
    ("line", "character", "leaves"),
    [(1, 11, False), (1, 8, False), (1, 7, False), (1, 2, True), (0, 3, True)],
)
def test_moving_to_an_entry_leaves_the_other(hand: Desk, line: int, character: int, leaves: bool) -> None:
    """Editors send the position of the cursor with these requests. A mouse may be anywhere."""
    hand.request("textDocument/hover", at(0, 3, URI))
    hand.later(1)
    assert hand.told == []
    hand.request("textDocument/documentHighlight", at(line, character, URI))
    # The server answers in order, so it has looked at the cursor when it answers this.
    hand.request("textDocument/hover", at(0, 3, URI))
    hand.later(1)
    assert hand.told == (hand.all if leaves else [])


def test_code_actions_reveal_the_cursor(hand: Desk) -> None:
    asked = {"range": span(0, 0, 1, 11), "context": {"diagnostics": []}}
    hand.request("textDocument/codeAction", whole(URI, **asked))
    hand.request("textDocument/hover", at(0, 3, URI))
    hand.later(1)
    assert hand.told == [], "what is asked for the whole record tells nothing"
    asked["range"] = span(0, 8, 0, 8)
    hand.request("textDocument/codeAction", whole(URI, **asked))
    hand.until(lambda: hand.told == hand.all)


def test_client_may_ask_for_held_findings() -> None:
    desk = Desk("bjn", HAND, experimental={"kibitzStatus": True})
    said = desk.status()
    assert said == {
        "uri": URI, "version": 1, "checked": True, "held": 0,
        "errors": 0, "warnings": 0, "informations": 0, "hints": 0,
    }  # fmt: skip
    desk.type("{1.52}|1.1.zz")
    said = desk.status()
    assert (said["version"], said["errors"], said["held"]) == (desk.version, 0, len(desk.all))
    desk.save()
    said = desk.status()
    assert (said["held"], said["errors"] + said["warnings"] + said["informations"] + said["hints"]) == (
        0,
        len(desk.all),
    )
    desk.close()


@pytest.mark.parametrize("experimental", [None, 7, {"kibitzStatus": 1}, ["kibitzStatus"]])
def test_others_do_not_hear_it(experimental: Any) -> None:
    desk = Desk("bjn", HAND, experimental=experimental)
    assert "kibitz/status" not in [one["method"] for one in desk.sent]
    desk.close()


def test_closing_cancels_the_idle_timer() -> None:
    desk = Desk("bjn", HAND)
    desk.type("{1.52}|1.1.zz")
    desk.notify("textDocument/didClose", whole(URI))
    desk.sent.clear()
    desk.later(checking.FINISHED_AFTER)
    assert desk.sent == []
    desk.close()


def test_pulled_diagnostics_are_calm() -> None:
    desk = Direct()
    desk.request(
        "initialize", {**recorded("vscode-1.139.1-lc11.0.0"), "processId": None, "workspaceFolders": None}
    )
    item = {"uri": URI, "languageId": "bjn", "version": 1, "text": HAND}
    desk.notify("textDocument/didOpen", {"textDocument": item})
    place = {"line": 1, "character": 0}
    change = {"range": {"start": place, "end": place}, "text": "{1.52}|1.1.zz"}
    document = {"uri": URI, "version": 2}
    desk.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
    first = desk.request("textDocument/diagnostic", whole(URI))
    assert first["items"] == []
    desk.sent.clear()
    desk.later(checking.REST)
    assert "workspace/diagnostic/refresh" in [one["method"] for one in desk.sent]
    later = desk.request("textDocument/diagnostic", whole(URI, previousResultId=first["resultId"]))
    assert later["kind"] == "full"
    assert later["items"]
    desk.close()
