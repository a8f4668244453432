"""Habits from sibling records: harmless, the same after edits, and cheap however long these are."""

from __future__ import annotations

import pickle
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import harm
from bench.records import records, short
from kibitz.core.analysis import Analysis, checked
from kibitz.core.edit import edit
from kibitz.core.notation import Notation
from kibitz.languages import load
from kibitz.languages.pfn.features import _form as form
from kibitz.languages.pfn.features.conventions import LONGEST_VALUE, Conventions
from kibitz.languages.pfn.testing import long_round

PFN = load("pfn")


def conventions(text: str) -> Conventions:
    found = PFN.conventions(Analysis.of(PFN, text))
    assert isinstance(found, Conventions)
    return found


def other_way(text: str) -> str:
    """A record with its tables in another order, signs for suits, fractions for prices, and keys that may be left out."""
    head, trades = text[: text.index("[[Trades]]")], text[text.index("[[Trades]]") : text.index("[Result]")]
    result = text[text.index("[Result]") :]
    for letter, sign in zip("SCHD", "♠♣♥♦", strict=True):
        for before in ('"', ","):
            head = head.replace(f"{before}{letter}", f"{before}{sign}").replace(f"{sign}lubs", "Clubs")
    for sign, name in (("♠", "Spades"), ("♣", "Clubs"), ("♥", "Hearts"), ("♦", "Diamonds")):
        head = head.replace(sign + name[1:], name)
    lines = [f"{line}.0" if line.startswith("Price") else line for line in trades.split("\n")]
    game = head.replace("GameDuration", 'GameVariant = "Standard"\nGameDuration')
    return "\n".join(lines) + game.rstrip() + "\n\n" + result + "TradeCount = 4\n"


BESIDE = [
    *records("pfn", 2, seed=31),
    other_way(short("pfn", 5)),
    '[FiggieGame]\nTitle = "Friday 7"\nGameID = "G7"\nPlayers = 4\nGameDuration = 12.5\n',
    '[FiggieGame]\nTitle = "Friday 8"\nGameID = "G8"\nPlayers = 5\nDate = "2031-01-01"\n',
    '[FiggieGame]\nTitle = " "\nGameID = 3\nPlayers = 7\nDate = "2025-02-30"\nGameDuration = -1.0\n',
]


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> list[Conventions]:
    """Give every analysis of the search for harm siblings, which the test chooses."""
    chosen: list[Conventions] = []

    class Crowded(Analysis):
        @classmethod
        def of(cls, language: Notation[Any], text: str) -> Analysis:
            analysis = Analysis.of(language, text)
            return replace(analysis, siblings=tuple(chosen))

    monkeypatch.setattr(harm, "Analysis", Crowded)
    harm.unfinished.cache_clear()
    return chosen


@given(st.data())
@settings(max_examples=20)
def harmless(chosen: list[Conventions], data: st.DataObject) -> None:
    seed = data.draw(st.integers(1, 2**32))
    chosen[:] = [conventions(text) for text in data.draw(st.permutations(BESIDE))]
    record = short("pfn", seed)
    split_points = harm.token_borders(record)
    at = data.draw(st.sampled_from(split_points[:40]) | st.sampled_from(split_points))
    tried = (harm.while_writing, harm.while_mending)
    assert [str(one) for trial in tried for one in trial(PFN, record, at, Random(seed))] == []
    for text in (record, record[:at]):
        analysis = Analysis.of(PFN, text)
        analysis = replace(analysis, siblings=tuple(chosen))
        assert [*map(str, harm.shape(analysis, at))] == []


def test_habits_are_harmless(crowded: list[Conventions]) -> None:
    harmless(crowded)
    assert crowded


def test_typing_is_never_turned_into_something_else(crowded: list[Conventions]) -> None:
    crowded[:] = map(conventions, BESIDE)
    assert [*map(str, harm.while_typing(PFN, short("pfn", 6)))] == []


def test_conventions_are_small_and_plain() -> None:
    """A record may have any length, and every value equals that of another process."""
    for text in [*BESIDE, long_round(500)]:
        found = conventions(text.replace('Title = "', 'Title = "' + LONGEST_VALUE * "x"))
        assert "Title" not in found.game
        assert len(pickle.dumps(found)) < 2000
        assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301 - our own


def test_conventions_follow_the_edited_text() -> None:
    text = BESIDE[2]
    analysis = Analysis.of(PFN, text)
    edited = edit(analysis.document, 0, 0, '[Deal]\nP1 = "S1, S2"\n')
    assert PFN.conventions(checked(edited, analysis)) == conventions(edited.text()) != conventions(text)
    found = conventions(text)
    assert (found.signs, found.tables[0]) == (True, ("Trades",))
    assert found.keys[("Result",)][-1] == "TradeCount"
    assert found.keys[("FiggieGame",)][-2:] == ("GameVariant", "GameDuration")
    assert not conventions(BESIDE[0]).signs


@pytest.mark.parametrize("text", ["", "# nothing\n", "[Deal]\n", "[[", 'x = """'])
def test_short_records_have_no_habits(text: str) -> None:
    assert PFN.conventions(Analysis.of(PFN, text)) is None


def test_dates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the siblings, then today. Their common beginning is written at once."""

    class Then(date):
        @classmethod
        def today(cls) -> Then:
            return cls(2025, 3, 21)

    monkeypatch.setattr(form, "date", Then)
    monkeypatch.setattr("kibitz.languages.pfn.features._values.date", Then)
    text = '[FiggieGame]\nTitle = "x"\nGameID = "x"\nPlayers = 4\nDate = "'
    analysis = Analysis.of(PFN, text)
    rounds = ['[FiggieGame]\nDate = "2025-03-14"\n', '[FiggieGame]\nDate = "2025-03-07"\n']
    analysis = replace(analysis, siblings=tuple(map(conventions, rounds)))
    offered = [item.label for item in PFN.complete(analysis, len(text))]
    assert list(dict.fromkeys(offered)) == ["2025-03-14", "2025-03-07", "2025-03-21"]
    before = text.index("\nDate")
    analysis = Analysis.of(PFN, text[:before])
    assert PFN.predict(analysis, before)[0].text == '\nDate = "202'
    analysis = replace(analysis, siblings=tuple(map(conventions, rounds)))
    assert PFN.predict(analysis, before)[0].text == '\nDate = "202'
    analysis = replace(analysis, siblings=(conventions(rounds[0]), conventions(rounds[0])))
    assert PFN.predict(analysis, before)[0].text == '\nDate = "2025-03-14"\nGameDuration = '
