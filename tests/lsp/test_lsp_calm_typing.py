"""Typing whole records: no finding comes before its entry is finished, and none blames other entries."""

from __future__ import annotations

import os
from typing import Any

import pytest

from bench.records import records
from kibitz.core.analysis import Analysis
from kibitz.core.values import Severity
from kibitz.languages import IDS
from kibitz.lsp.diagnostics import checking
from typing_desk import Desk

KEYS = 3000 if os.environ.get("KIBITZ_PROFILE") == "long" else 400
"""Keys that are typed in a record."""


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent the idle state on slow machines, unless the test wants it."""
    monkeypatch.setattr(checking, "REST", 1000.0)
    monkeypatch.setattr(checking, "FINISHED_AFTER", 3000.0)


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
