"""The JSON schema for other tools accepts the rounds that kibitz accepts, and rejects wrong values."""

from __future__ import annotations

import json
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
import tomli

from bench.records import records
from case import read
from command import kibitz
from folders import CASES, RECORDS
from kibitz.core.analysis import Analysis
from kibitz.core.values import Severity
from kibitz.languages import load

DEMO = (RECORDS / "demo.pfn").read_text("utf-8")
SCHEMA = load("pfn").schema()
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)


def problems(text: str) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(tomli.loads(text))]


def clean_cases() -> list[str]:
    """Return the cases without findings above information. An empty record is unfinished."""
    found = [read(path) for path in sorted((CASES / "pfn" / "check").glob("*.case"))]
    return [case.text for case in found if not case.expected and case.text.strip()]


def test_the_schema_is_one() -> None:
    jsonschema.Draft7Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", ["demo.pfn", "writer.pfn"])
def test_records_fit(name: str) -> None:
    assert problems((RECORDS / name).read_text("utf-8")) == []


def test_clean_records_fit() -> None:
    texts = [*clean_cases(), *records("pfn", 30, seed=5)]
    assert len(texts) > 35
    assert [problems(text) for text in texts] == [[]] * len(texts)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('Title = "Demo Round"', "Title = 1"), ("Players = 4", 'Players = "four"'), ('GameID = "G12345"\n', ""),
        ("GameDuration = 60.0", "GameDuration = 0"), ('"Black"', '"Green"'), ('GoalSuit = "Spades"', 'GoalSuit = "S"'),
        ("Clubs = 12", "Clubs = 12.5"), ("Clubs = 12\n", ""), ("Clubs = 12", "Cubs = 12"), ("[Deal]", "[Dealt]"), ("S1,S2", "S1;S2"),
        ("S1,S2", "S1,S13"), ("TradeIndex = 1", "TradeIndex = 0"), ("T = 12.5", 'T = "12.5"'), ('Buyer = "P2"', 'Buyer = 2'),
        ('Card = "S2"', 'Card = "2S"'), ("Price = 15\n", ""), ("Price = 15", "Price = -15"), ("P1_FinalBank = 420", 'P1_FinalBank = "420"'),
        ('["P1"]', "[]"), ('["P1"]', '"P1"'), ("[[Trades]]", "[[Trade]]"),
    ],
)  # fmt: skip
def test_both_reject_wrong_values(old: str, new: str) -> None:
    text = DEMO.replace(old, new)
    assert text != DEMO
    assert problems(text)
    found = Analysis.of(load("pfn"), text).diagnostics()
    clean = {one.message for one in Analysis.of(load("pfn"), DEMO).diagnostics()}
    assert [one for one in found if one.severity <= Severity.WARNING and one.message not in clean]


def test_the_command_prints_it() -> None:
    result = kibitz("rules", "--schema", "pfn")
    printed: Any = json.loads(result.text)
    assert printed == SCHEMA
    assert kibitz("rules", "--schema", "bjn").status == 2
