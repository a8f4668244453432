"""Renaming touches names only: back to the old name it gives the same text, or it is refused, over the inputs of all cases."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

from bench.harm import token_borders
from case import read
from folders import CASES
from kibitz.core.analysis import Analysis
from kibitz.core.answers import Named
from kibitz.core.formatting import apply
from kibitz.core.internal_errors import RefusedError
from kibitz.languages import IDS, load
from notations import notation
from test_damage import DAMAGES

LONG = os.environ.get("KIBITZ_PROFILE") == "long"
TEXTS = 10_000 if LONG else 12
"""Number of records of each notation, and of damaged ones, next to the cases of renaming."""
LONGEST = 3000 if LONG else 1000
NAMES = 100 if LONG else 3
"""Names of a record that are changed and restored."""


def texts(language_id: str) -> list[str]:
    """Inputs of cases, as they are and damaged."""
    rng = random.Random(language_id)
    mine = [read(path).text for path in sorted(CASES.glob(f"{language_id}/rename/*.case"))]
    found = dict.fromkeys(read(path).text for path in sorted(CASES.glob(f"{language_id}/*/*.case")))
    short = [text for text in found if len(text) < LONGEST]
    some = rng.sample(short, min(TEXTS, len(short)))
    return [*mine, *some, *(rng.choice(DAMAGES)(text, rng) for text in some)]


def names(analysis: Analysis) -> Iterator[Named]:
    """Yield everything that can be renamed, each at its first place. Only the border of a word or a sign can be that of a name."""
    end, known = -1, set[int]()
    for at in token_borders(analysis.document.text()):
        if at <= end or at in known:
            continue
        if (found := analysis.language.named(analysis, at)) is not None and found.renames:
            yield found
            end = max(at, found.span.end)
            known |= {border for place in found.places for border in place.span}


def renamed(analysis: Analysis, at: int, name: str) -> Analysis | None:
    """The record with another name; None where that is refused."""
    try:
        text = apply(analysis.document.text(), analysis.language.rename(analysis, at, name))
    except RefusedError:
        return None
    return Analysis.of(analysis.language, text)


@pytest.mark.parametrize("language_id", [one for one in IDS if notation(one).OTHER_NAMES])
def test_renaming_back_gives_the_same_text(language_id: str) -> None:
    tried = done = 0
    for text in texts(language_id):
        before = Analysis.of(load(language_id), text)
        for old in list({one.name: one for one in names(before)}.values())[:NAMES]:
            for name in notation(language_id).OTHER_NAMES:
                tried += 1
                after = renamed(before, old.span.start, name)
                if after is None:
                    continue
                done += 1
                there = next((one for one in names(after) if one.name == name), None)
                assert there is not None, (text, old.name, name)
                back = renamed(after, there.span.start, old.name)
                assert back is not None, (text, old.name, name)
                assert back.document.text() == text, (old.name, name)
    assert done * 3 > tried > 25
