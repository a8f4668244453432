"""Quill: whose turn it is, and the decks, as the real game server judges them.

`qgn_quill.jsonl` holds games that it has played, and the same with an action of the other team, which it refused (`refused`, `why`). It writes
the end of a turn without details and reads it with two: it judged each `e` with two.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.core.analysis import Analysis
from kibitz.core.values import Diagnostic
from kibitz.languages import load

GAMES: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "qgn_quill.jsonl").read_text("utf-8").splitlines()
]
DECK = ", ".join(["U0001"] * 30)
HEAD = f'[key "Quill"]\n[teams "red, blue"]\n[seed "7"]\n[Decks "{DECK} : {DECK}"]\n'


def said(text: str) -> list[Diagnostic]:
    return list(Analysis.of(load("qgn"), text).diagnostics())


def test_legal_games_are_silent() -> None:
    for game in GAMES:
        assert said(f"{game['tags']}\n\n{game['actions']}\n") == []


def test_an_action_of_the_other_team_is_refused() -> None:
    for game in GAMES:
        for change in game["changed"]:
            words = game["actions"].split()
            words[change["at"]] = change["in"]
            text = f"{game['tags']}\n\n{' '.join(words)}\n"
            first = said(text)[0]
            assert first.rule.slug == "turn-order"
            assert len(text[: first.span.start + 1].partition("\n\n")[2].split()) - 1 == change["refused"]


def test_rows_tell_whose_turn_it_is() -> None:
    rows = kibitz.rows(f"{HEAD}\n0p&UQpMJJlp.Taiyi0y3 0e 1s&UHWtGGw4.Mana 1e 1e\n", "qgn")
    assert [(row["turn"], row["legal"]) for row in rows] == [
        (0, True), (1, True), (1, True), (0, True), (1, False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("", "", ""),
        ('[seed "7"]\n', "", "there is no tag `seed`"),
        (f'[Decks "{DECK} : {DECK}"]\n', "", "there is no tag `Decks`"),
        (f" : {DECK}", "", "there is one deck"),
        (" : ", " : U0001 : ", "there are 3 decks"),
        (" : U0001,", " :", "there are 30 and 29 cards"),
        ("U0001 :", "U0028 :", "there is no card `U0028`"),
        ("U0001 :", "u0001 :", "there is no card `u0001`"),
    ],
)
def test_what_the_server_needs_before_the_first_action(old: str, new: str, told: str) -> None:
    assert old in HEAD
    found = said(HEAD.replace(old, new, 1) if old else HEAD)
    assert [one.rule.slug for one in found] == ["decks"] * bool(told)
    assert all(one.message.startswith(f"{told}: ") for one in found)
