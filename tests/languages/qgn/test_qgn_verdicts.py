"""Games that the real game server has judged: legal ones, and the same with a change and the first refused action.

`qgn_verdicts.jsonl` holds a game on each line, with its tags, its actions, the winners, and the change: from number `at` on, the actions
`out` are replaced by `in`. `refused` is the number of the refused action, `why` the message of the server. Those of Quill are in
`qgn_quill.jsonl`, see `test_qgn_quill.py`.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kibitz.core.analysis import Analysis
from kibitz.core.values import Diagnostic, Severity
from kibitz.languages import load
from kibitz.languages.qgn.check.step import State

QGN = load("qgn")
GAMES: list[dict[str, Any]] = [
    json.loads(line)
    for name in ("qgn_verdicts", "qgn_quill")
    for line in (Path(__file__).parent / f"{name}.jsonl").read_text("utf-8").splitlines()
]
KEYS = sorted({game["game"] for game in GAMES})
PLAYED = {"detail-value", "detail-count", "team-index", "unknown-action"}
"""Rules for single actions that the server refuses. Those of block 130 are also among these."""


def of(key: str) -> list[dict[str, Any]]:
    return [game for game in GAMES if game["game"] == key]


def changed(game: dict[str, Any]) -> Iterator[tuple[list[str], dict[str, Any]]]:
    words = game["actions"].split()
    for change in game["changed"]:
        at, out = change["at"], change["out"]
        yield [*words[:at], *change["in"].split(), *words[at + out :]], change


def record(game: dict[str, Any], words: list[str]) -> str:
    return f"{game['tags']}\n\n{' '.join(words)}\n"


@cache
def said(text: str) -> list[Diagnostic]:
    """Return the findings of a game. Several tests share them."""
    return Analysis.of(QGN, text).diagnostics()


def refused(text: str) -> list[tuple[int, Diagnostic]]:
    """Return the findings about refused actions, with their numbers."""
    start = text.index("\n\n") + 2
    return [
        (len(text[start : one.span.start + 1].split()) - 1, one)
        for one in said(text)
        if one.rule.slug in PLAYED or one.rule.code.startswith("QGN13")
    ]


@pytest.mark.parametrize("key", KEYS)
def test_legal_games_end_as_on_the_server(key: str) -> None:
    for game in of(key):
        text = record(game, game["actions"].split())
        analysis = Analysis.of(QGN, text)
        assert analysis.diagnostics() == [], game["name"]
        document = analysis.document
        state: State = analysis.state_after(document.place_at(len(document)))
        assert state.position is not None
        teams = re.findall(r'\[teams "(.*?)"\]', text)[0].split(", ")
        names = {teams[team] for team in state.position.winners}
        tie = names == set() and set(game["winners"]) in ({"FAIL"}, set(teams))
        assert names == set(game["winners"]) or tie, game["name"]


@pytest.mark.parametrize("key", KEYS)
def test_refused_actions_are_found_there(key: str) -> None:
    for game in of(key):
        for words, change in changed(game):
            found = refused(record(game, words))
            first = found[0][0] if found else None
            assert first == change["refused"], (game["name"], change, found)


def mistakes(game: dict[str, Any], rng: random.Random) -> Iterator[list[str]]:
    """Yield games with one mistake each: an action missing, doubled, or premature, or with another character."""
    words: list[str] = game["actions"].split()
    for _ in range(4):
        at = rng.randrange(len(words) - 1)
        word, place = words[at], rng.randrange(len(words[at]))
        other = word[:place] + rng.choice("0123456789abcdefABCDEFG.&") + word[place + 1 :]
        yield [*words[:at], *words[at + 1 :]]
        yield [*words[:at], word, *words[at:]]
        yield [*words[:at], words[at + 1], word, *words[at + 2 :]]
        yield [*words[:at], other, *words[at + 1 :]]


@pytest.mark.parametrize("key", KEYS)
def test_one_mistake_is_one_finding(key: str) -> None:
    """At most one in twenty brings a second error or warning along."""
    rng = random.Random(key)
    texts = [record(game, words) for game in of(key) for words, _ in changed(game)]
    texts += [record(game, words) for game in of(key)[:2] for words in mistakes(game, rng)]
    several = [text for text in texts if len([*filter(_loud, said(text))]) > 1]
    assert len(several) <= len(texts) / 20


def _loud(one: Diagnostic) -> bool:
    return one.severity <= Severity.WARNING


@pytest.mark.parametrize("key", KEYS)
def test_without_a_seed_nothing_legal_is_refused(key: str) -> None:
    for game in of(key):
        tags = re.sub(r'\[seed ".*?"\]\n?', "", game["tags"]).strip()
        text = record({"tags": tags}, game["actions"].split())
        assert refused(text) == [], game["name"]
