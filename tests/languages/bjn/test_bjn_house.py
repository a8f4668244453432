"""Hands by house rules: no false alarm under any of them, and a finding for each break."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjn_house import AtHouse
from kibitz.core.analysis import Analysis
from kibitz.core.language import Language
from kibitz.core.setting import Preferences
from kibitz.core.values import Diagnostic, Severity
from kibitz.languages.bjn.language import LANGUAGE

seeds = st.integers(0, 2**32)
GROUPS = (
    ("s17", "h17"), ("das", "nodas"), ("rsa", "norsa"), ("peek", "nopeek", "nohole"), ("surr", "esurr"),
    ("3to2", "6to5"), ("d2", "d9", "d10"), ("sp2", "sp3", "sp4"), ("one",),
)  # fmt: skip
rules = st.tuples(*(st.sampled_from(("", *group)) for group in GROUPS)).map(
    lambda chosen: tuple(filter(None, chosen))
)
TELLS = {"house-rule", "double-split", "aces-again"}


def told(language: Language[Any], text: str) -> list[Diagnostic]:
    return [one for one in Analysis.of(language, text).diagnostics() if one.severity <= Severity.WARNING]


@given(seeds, rules)
@settings(max_examples=150)
def test_hands_by_house_rules_are_clean(seed: int, chosen: tuple[str, ...]) -> None:
    entries = AtHouse(seed, chosen).play()
    for separator in "|\n":
        assert not told(LANGUAGE, separator.join(entries))


@given(seeds, rules)
@settings(max_examples=80)
def test_settings_may_have_house_rules(seed: int, chosen: tuple[str, ...]) -> None:
    entries = AtHouse(seed, chosen).play()
    bare = [".".join(entries[0].strip("}").split(".")[:2]) + "}", *entries[1:]]
    language = LANGUAGE.tailored(Preferences({"bjn.rules": ".".join(chosen)}))
    assert not told(language, "|".join(bare))


@pytest.mark.parametrize("rule", ["d9", "d10", "sp2", "sp3", "one", "nodas", "nohole"])
@given(seed=seeds)
@settings(max_examples=80)
def test_break_of_a_house_rule_is_reported(seed: int, rule: str) -> None:
    """Play the hand without the rule, and judge it with the rule."""
    player = AtHouse(seed, ("nopeek", "s17"))
    player.shoe.sort(key=lambda card: card[0] in "a8" and player.rng.random() < 0.5)
    entries = player.play()
    house = "nopeek" if rule != "nohole" else "s17"
    claimed = [
        entries[0].replace("nopeek", f"{house}.{rule}", 1).replace("s17.nohole.s17", "s17.nohole"),
        *entries[1:],
    ]
    found = {one.rule.slug for one in told(LANGUAGE, "|".join(claimed))}
    assert bool(found & TELLS) == (rule in player.broken)
