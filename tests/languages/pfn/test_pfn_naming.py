"""Names of players and cards: all of them are found, quickly where trades have their usual form, and renaming loses none."""

from __future__ import annotations

import random

import pytest

from bench.records import records
from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply
from kibitz.languages import load
from kibitz.languages.pfn.features.named import PlacedName, everywhere, mentions
from kibitz.languages.pfn.language import Pfn

PFN = load("pfn")
ROUNDS = [text + head for text in records("pfn", 3, seed=21) for head in ("", "# P1\n")]


def all_mentions(analysis: Analysis) -> list[PlacedName]:
    """Every mention, from the tables that are read."""
    assert isinstance(PFN, Pfn)
    return [
        one.shifted(place.start)
        for place in analysis.document.places()
        for one in mentions(PFN.reader.tables(place.chunk.text, ()))
    ]


def long_round() -> str:
    """Enough trades for blocks that hold nothing else; some of them in unusual forms."""
    text = next(iter(records("pfn", 1, seed=22)))
    head, trades = text[: text.index("[[Trades]]")], text[text.index("[[Trades]]") : text.index("[Result]")]
    ways = [trades, trades.replace('"P1"', "'P1'"), trades.replace("Buyer = ", "  'Buyer' ="), trades.replace('"P2"', '"\\u00502"'),
            trades.replace('Buyer = "P1"', 'Buyer = "P1" # "P1"')]  # fmt: skip
    return (
        head
        + "".join(ways[number % 20 if number % 20 < 5 else 0] for number in range(60))
        + text[text.index("[Result]") :]
    )


@pytest.mark.parametrize("text", [*ROUNDS, long_round()], ids=lambda text: f"{len(text)} characters")
def test_every_name_is_found_everywhere(text: str) -> None:
    assert isinstance(PFN, Pfn)
    analysis = Analysis.of(PFN, text)
    expected = all_mentions(analysis)
    for kind, name in sorted({(one.kind, one.name) for one in expected}):
        found = list(everywhere(analysis, kind, name))
        wanted = [one.span for one in expected if (one.kind, one.name) == (kind, name)]
        assert sorted(one.span for one in found) == sorted(wanted)


@pytest.mark.parametrize("text", ROUNDS, ids=lambda text: f"{len(text)} characters")
def test_changing_places_twice_changes_nothing(text: str) -> None:
    rng = random.Random(3)
    analysis = Analysis.of(PFN, text)
    one = rng.choice([one for one in all_mentions(analysis) if one.kind == "player"])
    other = rng.choice([player for player in ("P1", "P2", "P3", "P4") if player != one.name])
    changed = apply(text, PFN.rename(analysis, one.span.start, other))
    assert changed != text
    assert len(Analysis.of(PFN, changed).diagnostics()) == len(analysis.diagnostics())
    back = PFN.rename(Analysis.of(PFN, changed), one.span.start, one.name)
    assert apply(changed, back) == text


@pytest.mark.parametrize("name", ["", " ", 'Ann "B"', "back\\slash", "P9", "P12345"])
def test_renaming_refuses_names_that_mean_something_else(name: str) -> None:
    text = ROUNDS[0]
    at = text.index('Buyer = "') + 10
    with pytest.raises(ValueError, match=r"a name has no quotes|does not play"):
        PFN.rename(Analysis.of(PFN, text), at, name)
