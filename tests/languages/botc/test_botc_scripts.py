"""Scripts and states as other programs write them: names, homebrew characters, votes."""

from __future__ import annotations

import json

import pytest

import kibitz
from kibitz.core.analysis import Analysis
from kibitz.core.answers import IncludedFile
from kibitz.core.values import Severity
from kibitz.languages.botc.features.convert import imported
from kibitz.languages.botc.language import LANGUAGE

GRIMOIRE = "[Ann:fang_gu Bob:oracle Cid:witch Dee:savant Eve:artist]\n"


@pytest.mark.parametrize(
    "line",
    [
        "# script: Sects & Violets", "# Script: S&V", "# SCRIPT = snv", "# scripts: Sects and Violets v1.2",
        "# edition: SV", "# script Sects & Violets", '# script: "Sects & Violets" (2.0)',
    ],
)  # fmt: skip
def test_the_names_of_an_edition_are_read(line: str) -> None:
    analysis = Analysis.of(LANGUAGE, f"{line}\n{GRIMOIRE}")
    assert analysis.context.name == "Sects & Violets"
    assert [one.rule.slug for one in analysis.diagnostics() if one.severity <= Severity.WARNING] == []
    other = Analysis.of(LANGUAGE, f"{line}\n{GRIMOIRE.replace('fang_gu', 'imp')}")
    assert "not-in-script" in [one.rule.slug for one in other.diagnostics()]


@pytest.mark.parametrize(
    "line", ["# script kiddies", "# the script", "# subscript: x", "# edition of 2024", "# script"]
)
def test_prose_names_no_script(line: str) -> None:
    analysis = Analysis.of(LANGUAGE, f"{line}\n{GRIMOIRE}")
    assert not analysis.context.name
    assert not [one for one in analysis.diagnostics() if one.severity <= Severity.WARNING]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("# scrpit: tb", "script"),
        ("# edtion: tb", "edition"),
        ("# script: Troubel Brewing", "Trouble Brewing"),
        ("# script: Bad Mon Rising", "Bad Moon Rising"),
        ("# script: Winter Fair", ""),
    ],
)
def test_an_unknown_script_is_loud(line: str, wanted: str) -> None:
    [found] = [
        one
        for one in Analysis.of(LANGUAGE, f"{line}\n{GRIMOIRE}").diagnostics()
        if one.severity <= Severity.WARNING
    ]
    assert found.rule.slug == "script-unread"
    assert [fix.edits[0].text for fix in found.fixes] == ([wanted] if wanted else [])


STATE = {
    "bluffs": [], "edition": {"id": "custom", "name": "Winter Fair"}, "roles": [
        "imp", {"0": "snowman_fair", "1": "Snowman", "3": "You melt.", "5": 12, "9": ["Melted"], "12": "townsfolk"},
        {"0": "grump", "1": "Grump", "12": "outsider"}, {"id": "hat", "name": "Hat", "team": "traveler"},
    ],
    "npcs": [{"id": "bootlegger"}, {"id": "fair_fabled", "name": "Fair Fabled", "team": "fabled", "ability": "x"}],
    "players": [
        {"name": "Ann", "role": "imp", "reminders": [], "voteToken": True, "isDead": False},
        {"name": "Bea", "role": "snowman_fair", "reminders": [{"role": "snowman_fair", "name": "Melted"}], "voteToken": False, "isDead": True},
        {"name": "Cid", "role": "grump", "reminders": [], "voteToken": True, "isDead": True},
        {"name": "Dee", "role": "hat", "reminders": [], "voteToken": False, "isDead": False},
    ],
}  # fmt: skip


def test_states_of_other_apps_are_imported() -> None:
    record = imported(LANGUAGE, json.dumps(STATE))
    assert record is not None
    assert record.splitlines()[-1] == "[Ann:imp *~~Bea~~:snowman(snowman:melted)* *Cid:grump* Dee:hat]"
    analysis = Analysis.of(LANGUAGE, record)
    assert [one.message for one in analysis.diagnostics() if one.severity <= Severity.WARNING] == []
    assert [role.id for role in analysis.context.storyteller] == ["bootlegger", "fair_fabled"]
    assert analysis.context.team("hat") == "traveller"
    back = json.loads(LANGUAGE.convert(analysis, "townsquare"))
    assert {
        key: value for key, value in back.items() if key in STATE and key not in {"players", "roles"}
    } == {key: value for key, value in STATE.items() if key not in {"players", "roles"}}
    for one, other in zip(STATE["players"], back["players"], strict=True):
        assert {key: other[key] for key in one} == one
        assert other["isVoteless"] == (other["isDead"] and not other["voteToken"])


def test_a_vote_that_is_spent_later_is_exported() -> None:
    record = imported(LANGUAGE, json.dumps(STATE))
    assert record is not None
    spent = record.replace("*Cid:grump*", "*~~Cid~~:grump*")
    back = json.loads(LANGUAGE.convert(Analysis.of(LANGUAGE, spent), "townsquare"))
    assert (back["players"][2]["voteToken"], back["players"][2]["isVoteless"]) == (False, True)


def test_teams_of_a_script_may_be_written_otherwise() -> None:
    entries = [
        "imp", {"id": "hat1", "name": "Hat One", "team": "traveler"}, {"id": "hat5", "name": "Hat Five", "team": "Townsfolk"},
        {"id": "hat6", "name": "Hat Six", "team": "a jinxed"},
    ]  # fmt: skip
    files = {"mine.json": IncludedFile(json.dumps(entries))}
    language = LANGUAGE.accompanied(files)
    analysis = Analysis.of(
        language, "# script: mine.json\n[Ann:imp Bea:hat1(hat1:good) Cid:hat_five Dee:imp]\n"
    )
    assert [analysis.context.team(one) for one in ("hat1", "hat_one", "hat5")] == [
        "traveller",
        "traveller",
        "townsfolk",
    ]
    assert not [one for one in analysis.diagnostics() if one.rule.slug in {"unknown-role", "script-unread"}]


@pytest.mark.parametrize("written", ["FortuneTeller", "Fortune_Teller", "fortuneteller", "Fortune Teller"])
def test_every_consumer_reads_a_capital_or_spaced_role(written: str) -> None:
    text = "# Night 1\n[Ann:Imp Bea:chef Cid:empath Dee:{} Eve:poisoner]\n"
    text = text.format(written)
    analysis = Analysis.of(LANGUAGE, text)
    roles = [row["role"] for row in kibitz.rows(text, "botc")]
    assert roles == ["imp", "chef", "empath", "fortune_teller", "poisoner"]
    if " " not in written:
        assert "fortune_teller" in LANGUAGE.convert(analysis, "drawing")
        assert "fortuneteller" in LANGUAGE.convert(analysis, "townsquare")
