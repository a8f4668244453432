"""Pocket Grimoire: what the app keeps comes and goes without loss, and the app can open whatever is written for it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.analysis import Analysis
from kibitz.core.faults import RefusedError
from kibitz.languages.botc.game.model import Grimoire, Player
from kibitz.languages.botc.game.roles import roles
from kibitz.languages.botc.game.script import UNSAID
from kibitz.languages.botc.language import LANGUAGE
from kibitz.languages.botc.text import write
from kibitz.languages.botc.text.pad import reminders

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
    """What the app may keep: characters and reminders wherever somebody has dragged them, in the order in which they came."""
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
def test_what_the_app_keeps_comes_back_as_it_was(seed: int) -> None:
    storage = kept(seed)
    record = converted(json.dumps({**storage, "lookup": {"url": ["much"]}}), "line")
    assert json.loads(converted(record, "pocketgrimoire")) == storage
    assert converted(converted(record, "pocketgrimoire"), "line") == record


def drawn(seed: int) -> str:
    """A record of any grimoire, with all that may stand above one."""
    chance = random.Random(seed)
    words = [f"{role.id}:{token}" for role in roles().values() for token in role.tokens]
    names = chance.sample(
        ["Ann", "Bob", "Cid_2", "Zoë", "Dee", "O'Neill", "_x", "Gus", "Hal", "Ida", "Jon", "Kai"],
        chance.randint(0, 12),
    )
    seats = [
        Player(
            name,
            chance.choice([*SEATED, "unassigned", "homebrew", "my_demon"]),
            tuple(chance.choices([*words, "good", "evil", "note:liar", "my_demon:gone", "my_demon:odd", "xyzzy", "imp:dead"], k=chance.randint(0, 4))),
            (state := chance.randint(0, 2)) > 0,
            state > 1,
        )
        for name in names
    ]  # fmt: skip
    scripts = [
        "# script: Trouble Brewing", f"# script: {json.dumps([{'id': '_meta', 'name': 'Mine'}, 'imp', OWN])}", "# script: imp, chef, monk",
        "# edition: tb", "# no script",
    ]  # fmt: skip
    above = [
        "# fabled: angel",
        "# bluffs: chef, fortune_teller",
        "# Night 2",
        "# kill Bob",
        "# pronouns: Ann = she",
        "# a note",
    ]
    chosen = [chance.choice(scripts), *(one for one in above if chance.random() < 0.4)]
    return "".join(f"{one}\n" for one in [*chosen, write.line(Grimoire(tuple(seats)))])


@settings(max_examples=25)
@given(st.integers(0, 100_000))
def test_any_grimoire_comes_back_and_the_app_can_open_it(seed: int) -> None:
    record = drawn(seed)
    written = converted(record, "pocketgrimoire")
    found = json.loads(written)
    back = converted(written, "line").splitlines()
    assert back[-1] == record.splitlines()[-1]
    assert set(record.splitlines()) <= {
        *back,
        *(one.replace("fortuneteller", "fortune_teller") for one in back),
    }
    assert json.loads(converted("\n".join(back), "pocketgrimoire")) == found
    own = [one["id"] for one in found.get("characters", {}).get("characters", []) if isinstance(one, dict)]
    known = {"", *(role.replace("_", "") for role in roles()), *(one.replace("_", "") for one in own)}
    for token in found["tokens"]:
        name, colon, number = token["id"].rpartition(":")
        assert (name if colon else token["id"]) in known
        if colon and name:
            role = next((role for role in roles().values() if role.id.replace("_", "") == name), None)
            assert int(number) < (len(reminders(role, UNSAID)) if role else 3)


def test_what_happens_in_the_record_changes_only_that() -> None:
    tokens = [
        {"id": "imp", "left": 300, "top": 10, "zIndex": 5, "playerName": "Ann"},
        {"id": "chef", "left": 600, "top": 300, "isUpsideDown": True, "playerName": "Mary Ann"},
        {"id": "poisoner", "left": 20, "top": 300, "isDead": True, "ghostVote": True, "playerName": "Cid"},
        {"id": "poisoner:0", "left": 500, "top": 310, "zIndex": 7},
    ]
    record = converted(json.dumps({"tokens": tokens, "infoTokens": ["mine"]}), "line")
    last = record.splitlines()[-1]
    assert last == "[Ann:imp Mary_Ann:chef(poisoner:poisoned) *Cid:poisoner*]"
    record += "# Day 1\n[Ann:imp(poisoner:poisoned) *Mary_Ann:chef* *~~Cid~~:poisoner*]\n"
    found = json.loads(converted(record, "pocketgrimoire"))
    assert found["infoTokens"] == ["mine"]
    assert found["tokens"][0] == tokens[0]
    assert found["tokens"][1] == {**tokens[1], "isDead": True, "ghostVote": True}
    assert found["tokens"][2] == {**tokens[2], "ghostVote": False}
    assert [one["id"] for one in found["tokens"]] == ["imp", "chef", "poisoner", "poisoner:0"]
    assert found["kibitz"]["leftOut"] == ["# Day 1", "1 grimoire before this one"]
    assert converted(json.dumps(found), "line").splitlines()[-1] == record.splitlines()[-1]


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
def test_what_is_no_such_thing_is_refused_or_no_app_s(text: str) -> None:
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
    assert converted(converted(record, "pocketgrimoire"), "line") == record
