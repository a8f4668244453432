"""Any hand that is played by the rules is clean, and a mistake in it is found where it was made."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.analysis import Analysis
from kibitz.core.values import Diagnostic, Severity
from kibitz.languages import load
from kibitz.languages.bjn.testing import Player

BJN = load("bjn")


def problems(entries: list[str], separator: str = "|") -> list[Diagnostic]:
    """Return the findings above information."""
    found = Analysis.of(BJN, separator.join(entries)).diagnostics()
    return [one for one in found if one.severity <= Severity.WARNING]


def entry_of(entries: list[str], problem: Diagnostic) -> int:
    """Return the number of the entry with a problem in a compact hand."""
    return "|".join(entries)[: problem.span.start].count("|")


seeds = st.integers(0, 2**32)


@given(seeds, st.sampled_from(["|", "\n", " |\r\n", "  // so\n"]))
def test_legal_play_is_clean(seed: int, separator: str) -> None:
    entries = Player(seed).play()
    assert not problems(entries, separator)


@given(seeds)
def test_a_hand_that_stops_anywhere_is_clean(seed: int) -> None:
    entries = Player(seed).play()
    length = random.Random(seed).randint(1, len(entries))
    assert not problems(entries[:length])


@given(seeds, st.data())
def test_a_wrong_result_is_reported_at_its_letter(seed: int, data: st.DataObject) -> None:
    entries = Player(seed).play()
    places = [index for index, char in enumerate(entries[-1]) if char.isalpha()]
    at = data.draw(st.sampled_from(places))
    wrong = data.draw(st.sampled_from(sorted({"w", "l", "p"} - {entries[-1][at]})))
    changed = [*entries[:-1], entries[-1][:at] + wrong + entries[-1][at + 1 :]]
    (problem,) = problems(changed)
    assert problem.rule.slug in {"outcome-bust", "outcome-total"}
    assert problem.span.start == len("|".join(entries[:-1])) + 1 + at


@given(seeds, st.data())
def test_repeated_card_names_the_first_place(seed: int, data: st.DataObject) -> None:
    entries = Player(seed).play()
    decks = int(entries[0].split(".")[1].rstrip("}")) // 52
    cards = [number for number, entry in enumerate(entries) if entry[0].isdigit() and entry.split(".")[3]]
    first, second = sorted(data.draw(st.lists(st.sampled_from(cards), min_size=2, max_size=2, unique=True)))
    card = entries[first].split(".")[3]
    changed = list(entries)
    changed[second] = ".".join([*entries[second].split(".")[:3], card, entries[second].split(".")[4]])
    twice = sum(entry[0].isdigit() and entry.split(".")[3] == card for entry in changed) > decks
    found = [one for one in problems(changed) if one.rule.slug == "card-dealt-twice"]
    assert bool(found) == twice
    if found and decks == 1:
        assert (entry_of(changed, found[0]), len(found[0].related)) == (second, 1)


@given(seeds, st.data())
def test_wrong_bust_mark_is_reported_there(seed: int, data: st.DataObject) -> None:
    entries = Player(seed).play()
    marked = [
        number
        for number, entry in enumerate(entries)
        if entry[0].isdigit() and entry.split(".")[2] in ("^", "!")
    ]
    if not marked:
        return
    at = data.draw(st.sampled_from(marked))
    *fields, mark = entries[at].split(".")
    changed = [*entries[:at], ".".join([*fields, "_" if mark == "#" else "#"]), *entries[at + 1 :]]
    slug = "bust-unmarked" if mark == "#" else "bust-wrong"
    assert (slug, at) in {(one.rule.slug, entry_of(changed, one)) for one in problems(changed)}


@given(seeds, st.data())
def test_an_event_that_is_left_out_is_noticed(seed: int, data: st.DataObject) -> None:
    """Without a card of the deal, a player has too few cards for the play."""
    entries = Player(seed).play()
    players = int(entries[0][1:].split(".")[0])
    at = data.draw(st.integers(1, 2 * players + 2))
    found = Analysis.of(BJN, "|".join(entries[:at] + entries[at + 1 :])).diagnostics()
    assert [one for one in found if one.rule.code >= "BJN300" or one.rule.slug in ("reveal", "setup-within")]


@pytest.mark.parametrize("seed", range(3))
def test_the_player_plays_everything(seed: int) -> None:
    """The tests above need players who split, double and bust."""
    text = "\n".join("|".join(Player(seed * 1000 + number).play()) for number in range(300))
    for what in ("./..|", ".4.", ".!.", ".#", "[p", "p]", "/w", ".%."):
        assert what in text
