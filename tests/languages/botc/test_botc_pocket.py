"""Import of the data of Pocket Grimoire."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.analysis import Analysis
from kibitz.core.internal_errors import RefusedError
from kibitz.languages.botc.features._cursor import sheet_at
from kibitz.languages.botc.game.log import Grimoire
from kibitz.languages.botc.game.roles import UNSAID, roles
from kibitz.languages.botc.language import LANGUAGE
from kibitz.languages.botc.text.apps import reminders

NAMES = ("Ann", "Bob", "Mary Ann", "Zoë", "Dee", "E. F.", "", "Gus", "Hal", "Ida", "Jon", "Ann")
OWN = {
    "id": "my_demon",
    "name": "My Demon",
    "team": "demon",
    "ability": "Kills.",
    "reminders": ["Gone", "Gone", "Odd"],
}
SEATED = sorted(role.id for role in roles().values() if role.team not in {"fabled", "loric"})


def converted(text: str, to: str) -> str:
    return LANGUAGE.convert(Analysis.of(LANGUAGE, text), to)


def character(chance: random.Random) -> str:
    return chance.choice([*(role.replace("_", "") for role in SEATED), "mydemon", ""])


def reminder(chance: random.Random) -> str:
    role = roles()[chance.choice(SEATED)]
    count = len(reminders(role, UNSAID))
    ids = [f"{role.official or role.id.replace('_', '')}:{chance.randrange(count)}"] if count else []
    return chance.choice([*ids, ":0", ":1", "mydemon:2", "unheardof:3"])


def kept(seed: int) -> dict[str, Any]:
    """Return the data that the app may have: characters and reminders at any place, in the order of their arrival."""
    chance = random.Random(seed)
    tokens: list[dict[str, Any]] = []
    for number in range(chance.randint(0, 10)):
        one: dict[str, Any] = {
            "id": character(chance),
            "left": chance.randint(0, 900),
            "top": chance.uniform(0, 700),
        }
        one |= chance.choice([{}, {"zIndex": number}])
        one |= chance.choice([{}, {"isDead": False, "ghostVote": chance.random() < 0.5}, {"isDead": True, "ghostVote": True}, {"isDead": True}])  # fmt: skip
        tokens.append(one | chance.choice([{}, {"playerName": chance.choice(NAMES), "isUpsideDown": True}]))
        if chance.random() < 0.5:
            tokens.append(
                {
                    "id": reminder(chance),
                    "left": chance.randint(-90, 900),
                    "top": chance.randint(0, 700),
                    "zIndex": 3,
                }
            )
    found = {
        "tokens": tokens,
        "inputs": {'#a input[name="b"]': True},
        "names": ["Ann"],
        "height": "20px",
        "user": "x",
    }
    found["characters"] = chance.choice(
        [
            {},
            {"name": "Trouble Brewing", "characters": ["imp", "chef"]},
            {"name": "Mine", "characters": ["imp", OWN], "game": [1]},
        ]
    )
    found["bluffs"] = chance.choice(
        [
            {},
            {"#bluff-1": "chef", "#bluff-2": ""},
            {"index": 1, "groups": [{"name": "a", "set": ["imp", "", "fortuneteller"]}, {"set": []}]},
        ]
    )
    return found


@settings(max_examples=25)
@given(st.integers(0, 100_000))
def test_any_storage_becomes_a_grimoire(seed: int) -> None:
    storage = kept(seed)
    record = converted(json.dumps({**storage, "lookup": {"url": ["much"]}}), "line")
    assert converted(record, "line") == record
    seated = [one for one in storage["tokens"] if ":" not in one["id"]]
    players = record_of(record).players
    assert len(players) == len(seated)
    assert sorted(player.dead for player in players) == sorted(bool(one.get("isDead")) for one in seated)
    assert sum(len(player.tokens) for player in players) == len(storage["tokens"]) - len(seated)


def record_of(text: str) -> Grimoire:
    analysis = Analysis.of(LANGUAGE, text)
    *_, last = (sheet_at(analysis.document, place).record for place in analysis.document.places())
    assert last is not None
    return last.grimoire


def test_seats_follow_positions() -> None:
    tokens = [
        {"id": "imp", "left": 300, "top": 10, "zIndex": 5, "playerName": "Ann"},
        {"id": "poisoner", "left": 20, "top": 300, "isDead": True, "playerName": "Cid"},
        {"id": "chef", "left": 600, "top": 300, "isUpsideDown": True, "playerName": "Mary Ann"},
        {"id": "poisoner:0", "left": 500, "top": 310, "zIndex": 7},
    ]
    record = converted(json.dumps({"tokens": tokens, "infoTokens": ["mine"]}), "line")
    assert record == "[Ann:imp Mary_Ann:chef(poisoner:poisoned) *~~Cid~~:poisoner*]\n"


@pytest.mark.parametrize(
    "text",
    [
        '{"tokens": 1}',
        '{"tokens": [1]}',
        '{"tokens": [{"id": 1}]}',
        '{"tokens": [}',
        '[{"tokens": []}]',
        '{"x": "tokens"}',
    ],
)
def test_other_data_is_refused(text: str) -> None:
    with pytest.raises(RefusedError):
        converted(text, "line")


def test_strange_values_are_no_faults() -> None:
    strange = (
        '{"tokens": [{"id": "imp", "left": 1e999, "top": NaN, "playerName": 3}, {"id": "imp:7", "left": 1'
        + "0" * 400
        + "}],"
    )
    strange += '"characters": {"name": 3, "characters": [null, 1, {"id": 2}]}, "bluffs": [1], "kibitz": {"seats": [], "leftOut": [1]}}'
    record = converted(strange, "line")
    assert record.splitlines()[-1] == "[3:imp(imp:reminder_8)]"
