"""Typing shows no passing error, and no finding is ever lost."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

import pytest

from bench.records import records
from kibitz.core.analysis import Analysis
from kibitz.core.bounds import SHOWN
from kibitz.core.text import Position
from kibitz.core.values import Severity
from kibitz.languages import IDS, load
from kibitz.lsp.diagnostics import checking
from kibitz.lsp.documents.typing_state import Change, TypingState
from kibitz.lsp.transport import messages
from kibitz.project.settings import Settings
from lsp_client import PATIENCE, at, recorded, span, whole
from lsp_direct import Direct

HAND = "{1.52}|1.1..as.|0.1..td.|1.1..kd._|0.1...?|0.1.%.9c.|[w]\n"
URI = "file:///a.x"
KEYS = 3000 if os.environ.get("KIBITZ_PROFILE") == "long" else 400
"""Keys that are typed in a record."""

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


# Published findings


class Desk(Direct):
    """A simulated user at the end of a record."""

    def __init__(self, language_id: str, text: str = "", experimental: Any = None, **options: Any) -> None:
        super().__init__()
        capabilities = {
            "experimental": experimental,
            "general": {"positionEncodings": ["utf-32"]},
            "workspace": {"codeLens": {"refreshSupport": True}},
        }
        self.request("initialize", {"capabilities": capabilities, "initializationOptions": options})
        self.language, self.text, self.version = load(language_id), text, 1
        item = {"uri": URI, "languageId": language_id, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def edit(self, start: int, end: int, new: str) -> None:
        self.version += 1
        change = {"range": {"start": self.place(start), "end": self.place(end)}, "text": new}
        self.text = self.text[:start] + new + self.text[end:]
        document = {"uri": URI, "version": self.version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def place(self, offset: int) -> dict[str, int]:
        before = self.text[:offset].split("\n")
        return {"line": len(before) - 1, "character": len(before[-1])}

    def type(self, text: str) -> None:
        for key in text:
            self.edit(len(self.text), len(self.text), key)

    def save(self) -> None:
        self.settle()
        self.notify("textDocument/didSave", {"textDocument": {"uri": URI}})
        self.run(self._until_all_is_told())

    def until(self, there: Callable[[], object]) -> None:
        """Waits for something."""
        deadline = monotonic() + PATIENCE
        while not there():
            assert monotonic() < deadline
            self.run(asyncio.sleep(0.001))

    def status(self) -> Any:
        """The state of the record that the client knows."""
        self.settle()
        return [one["params"] for one in self.sent if one["method"] == "kibitz/status"][-1]

    async def _until_all_is_told(self) -> None:
        session = self.server.sessions[URI]
        while session.pending and not session.snapshot.document.blank:
            await asyncio.sleep(0.001)

    def settle(self) -> None:
        """Wait until the server has published everything."""
        if (task := self.server.sessions[URI].task) is not None:
            self.run(_end_of(task))

    def published(self) -> Any:
        """The latest diagnostics."""
        said = (one for one in reversed(self.sent) if one["method"] == "textDocument/publishDiagnostics")
        return next(said)["params"]["diagnostics"]

    @property
    def told(self) -> list[tuple[Any, str]]:
        """The codes and messages that the client shows now."""
        self.settle()
        return sorted((one.get("code"), one["message"]) for one in self.published())

    @property
    def all(self) -> list[tuple[Any, str]]:
        """The codes and messages of all findings."""
        found = Analysis.of(self.language, self.text).worst(SHOWN, Settings().judge)
        return sorted((one.rule.code, one.message) for one in found)

    def lenses(self) -> list[str]:
        return [one["command"]["title"] for one in self.request("textDocument/codeLens", whole(URI))]


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent the idle state on slow machines, unless the test wants it."""
    monkeypatch.setattr(checking, "REST", 1000.0)
    monkeypatch.setattr(checking, "FINISHED_AFTER", 3000.0)


async def _end_of(task: asyncio.Task[None]) -> None:
    await asyncio.wait([task])


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


@pytest.mark.parametrize("language_id", IDS)
def test_typing_records_is_calm(language_id: str) -> None:
    """Type a record key by key, at the beginning of one and the end of another. At most one state in a hundred shows a finding that the finished record does not have. After saving, all findings are shown."""
    states, loud = 0, []
    one, other = records(language_id, 2)
    for record, start in ((one, 0), (other, max(0, len(other) - KEYS))):
        desk = Desk(language_id, record[:start])
        final = {(one.rule.code, one.message) for one in Analysis.of(desk.language, record).diagnostics()}
        serious = {rule.code for rule in desk.language.rules if rule.severity <= Severity.WARNING}
        for key in record[start : start + KEYS]:
            desk.type(key)
            states += 1
            wrong = [one for one in desk.told if one not in final and one[0] in serious]
            if wrong and record.startswith(desk.text):
                loud.append((desk.text[-30:], wrong[0]))
        desk.save()
        assert desk.told == desk.all
        desk.close()
    assert len(loud) <= states / 100, loud[:5]


def loud(desk: Desk) -> list[Any]:
    """The errors and warnings that the client shows."""
    desk.settle()
    return [one["code"] for one in desk.published() if one["severity"] <= Severity.WARNING]


def test_half_typed_card_blames_no_trade() -> None:
    """`S1` on the way to `S10` is a card that another trade needs."""
    trade = '[[Trades]]\nTradeIndex = {}\nT = {}.0\nBuyer = "{}"\nSeller = "{}"\nSuit = "Spades"\nCard = "{}"\nPrice = 5\n'
    deal = '[Deal]\nP1 = "S1,S10"\nP2 = "S2"\n'
    trades = [trade.format(1, 1, "P2", "P1", "S10"), trade.format(2, 2, "P2", "P1", "S1")]
    desk = Desk("pfn", "\n".join([deal, *trades]))
    before, at = loud(desk), desk.text.index("S10", desk.text.index("[[Trades]]")) + 2
    desk.edit(at, at + 1, "")
    assert loud(desk) == before
    assert set(desk.all) > set(desk.told), "P1 has no S1 any more for the second trade"
    desk.edit(at, at, "0")
    assert loud(desk) == before
    desk.close()


def test_inserted_action_waits_before_blaming_the_next() -> None:
    desk = Desk("qgn", '[key "connect4"]\n[teams "a, b"]\n\n0p&3 1p&3 0p&4 1p&4\n')
    assert not loud(desk)
    at = desk.text.index("0p&4")
    for number, key in enumerate("0p&2 "):
        desk.edit(at + number, at + number, key)
        assert not loud(desk), desk.text
    assert desk.all, "the next action is out of turn, which the writer is about to see to"
    desk.save()
    assert loud(desk)
    desk.close()


def test_batched_keys_blame_no_other() -> None:
    """Some editors send all keys of a moment as one change, including the space before the entry."""
    players = "Alice:imp Bob:chef Cid:monk Dee:spy Eve:mayor"
    desk = Desk("botc", f"[{players}]\n[{players}]\n")
    at = desk.text.index(" Cid")
    desk.edit(at, at, " Fay:slayer")
    assert desk.told == []
    assert "Fay" in str(desk.all), "who is not in the next grimoire any more"
    desk.close()


def test_deleting_key_by_key_blames_no_other() -> None:
    desk = Desk("pfn", '[DeckSetup]\nGoalSuit = "Clubs"\n\n[DeckSetup.Distribution]\nSpades = 12\n')
    before = desk.told
    at = desk.text.index("[DeckSetup.Distribution]")
    for end in range(at + len("[DeckSetup.Distribution]"), at, -1):
        desk.edit(end - 1, end, "")
        assert {said for said in desk.told if "`[DeckSetup]`" in said[1]} <= {*before}, desk.text
    assert "Distribution" in str(desk.all)
    desk.close()


def test_typed_comment_blames_no_table() -> None:
    desk = Desk("pfn", '[FiggieGame]\nTitle = "x"\nDate = "2025-02-15"\nGameDuration = 60\n')
    before, at = desk.told, desk.text.index("Date")
    for number, key in enumerate("Players = 4 # us"):
        desk.edit(at + number, at + number, key)
        assert {*desk.told} <= {*before}, desk.text
    assert any("`Date`" in message for _, message in desk.all)
    desk.close()
