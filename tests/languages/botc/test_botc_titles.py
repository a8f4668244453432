"""Titles of a log: typos, order, and their rows."""

from __future__ import annotations

import random

import pytest

from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply
from kibitz.core.repair import repaired
from kibitz.core.values import Diagnostic, Severity
from kibitz.languages.botc.game.log import Title
from kibitz.languages.botc.language import LANGUAGE

GRIMOIRE = "[Ann:chef Bob:monk Cid:poisoner Dee:empath Eve:saint Fay:imp]"
GAME = ("Setup", "Night 1", "Day 1", "Night 2", "Day 2", "Night 3", "Day 3")


def found(titles: tuple[str, ...] | list[str]) -> tuple[Analysis, list[Diagnostic]]:
    analysis = Analysis.of(LANGUAGE, written(titles))
    told = repaired(analysis, analysis.diagnostics())
    return analysis, [one for one in told if one.rule.slug.startswith("title-")]


def written(titles: tuple[str, ...] | list[str]) -> str:
    return "".join(f"# {title}\n{GRIMOIRE}\n" for title in titles)


@pytest.mark.parametrize(
    "titles",
    [
        GAME,
        ("Night 1", "Night 2", "Night 3"),
        ("N1", "D1", "N2", "D2"),
        ("Night 1", "Day 4"),
        ("Night 1", "Day 1", "Dusk", "Night 2"),
        ("Night 1", "Night 1: dawn", "Day 1"),
        ("Night 1: poisoner", "Night 1: imp", "Day 1"),
        ("Night 2", "Game 2", "Night 1", "Day 1"),
        ("May 3", "Might 2", "Night 1", "Right 2", "nights are long", "Day one"),
    ],
)
def test_titles_in_order_are_fine(titles: tuple[str, ...]) -> None:
    assert not found(titles)[1]


def test_another_game_begins_with_night_1() -> None:
    other = written(["Night 1", "Day 1"]).replace("Ann:chef Bob:monk", "Pat:slayer Ria:mayor")
    other = other.replace("Cid:poisoner Dee:empath Eve:saint Fay:imp", "Sid:imp Tom:spy Uma:monk Vic:virgin")
    analysis = Analysis.of(LANGUAGE, written(GAME) + other)
    assert not [one for one in analysis.diagnostics() if one.rule.slug == "title-order"]


@pytest.mark.parametrize("seed", range(40))
def test_misspelt_title_is_loud_and_corrected_first(seed: int) -> None:
    rng = random.Random(seed)
    titles = list(GAME)
    at = rng.randrange(1, len(titles))
    word, number = titles[at].split()
    place = rng.randrange(len(word) - 1)
    swapped = word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    slips = [swapped] if len(word) < 5 else [swapped, word[:place] + word[place + 1 :], word[:2] + word[1:]]
    slip = rng.choice(slips)
    titles[at] = f"{slip} {number}"
    analysis, told = found(titles)
    assert [one.rule.slug for one in told] == ["title-misspelt"], titles
    assert apply(analysis.document.text(), told[0].fixes[0].edits).casefold() == written(GAME).casefold()


@pytest.mark.parametrize("seed", range(40))
def test_wrong_number_is_loud_and_corrected_first(seed: int) -> None:
    rng = random.Random(seed)
    titles = list(GAME)
    at = rng.randrange(2, len(titles) - 1)
    word, number = titles[at].split()
    wrong = rng.choice([one for one in range(1, 9) if str(one) != number])
    order = 2 * wrong + (word == "Day")
    orders = [0, 2, 3, 4, 5, 6, 7]
    if orders[at - 1] < order < orders[at + 1]:
        return
    titles[at] = f"{word} {wrong}"
    analysis, told = found(titles)
    assert [one.rule.slug for one in told] == ["title-order"], titles
    assert apply(analysis.document.text(), told[0].fixes[0].edits) == written(GAME), titles


def test_misspelt_title_counts_in_rows() -> None:
    assert [Title.of(f"# {one}") and Title.of(f"# {one}").night for one in ("Nigth 2", "Dya 1")] == [2, 1]  # type: ignore[union-attr]


SEATS = "[Ann:imp Bob:chef{} Cid:monk Dee:saint {} Fay:empath Gus:mayor]"


@pytest.mark.parametrize(
    ("token", "second", "title", "last", "told"),
    [
        ("monk:safe", "Eve:poisoner", "Day 2", "Eve:poisoner", True),
        ("monk:safe", "Eve:poisoner", "Night 3", "Eve:poisoner", False),
        ("poisoner:poisoned", "Eve:poisoner", "Day 2", "Eve:poisoner", False),
        ("poisoner:poisoned", "Eve:poisoner", "Night 3", "Eve:poisoner", False),
        ("poisoner:poisoned", "*Eve:poisoner*", "Night 3", "*Eve:poisoner*", True),
        ("poisoner:poisoned", "Eve:poisoner", "Day 2", "*Eve:poisoner*", False),
    ],
)
def test_token_past_its_life(token: str, second: str, title: str, last: str, told: bool) -> None:
    text = f"# Night 2\n{SEATS.format(f'({token})', second)}\n# {title}\n{SEATS.format(f'({token})', last)}\n"
    found = [one for one in Analysis.of(LANGUAGE, text).diagnostics() if one.rule.slug == "token-past"]
    assert bool(found) == told
    # Storytellers leave tokens of the dead where they are.
    assert all((one.severity == Severity.WARNING) == (title == "Day 2") for one in found)
