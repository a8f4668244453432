"""A shoe over several hands, dealt by a player of its own."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.analysis import Analysis, checked
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.setting import Preferences
from kibitz.core.values import Diagnostic
from kibitz.languages.bjn.check.session import passed
from kibitz.languages.bjn.features._replayed import all_replayed, replayed_at
from kibitz.languages.bjn.features.rows import hands
from kibitz.languages.bjn.game.decisions import SLIGHT
from kibitz.languages.bjn.game.shoe import Shoe
from kibitz.languages.bjn.language import LANGUAGE
from kibitz.languages.bjn.testing import DECK, Habits, Sensible
from test_skipping import outcome, stepped

seeds = st.integers(0, 2**32)
SHARED = LANGUAGE.tailored(Preferences({"bjn.shoe": "shared"}))


def evening(seed: int, shuffles: bool = True) -> tuple[str, int]:
    """Return hands from one deck that is shuffled when few cards are left, and the number of cards gone from the last shoe."""
    rng, lines, shoe, burnt = Random(seed), list[str](), list[str](), 0
    players = rng.randint(1, 2)
    for _ in range(rng.randint(3, 12)):
        if len(shoe) < 30:
            lines += ["// shuffle"] * (shuffles and bool(lines))
            shoe, burnt = DECK.copy(), rng.randint(0, 2)
            rng.shuffle(shoe)
            del shoe[:burnt]
            lines += [f"// burn {burnt}"] * bool(burnt)
        hand = Sensible(rng.randrange(2**32), players, 1, Habits(True, True))
        hand.shoe = shoe
        lines.append("|".join(hand.play()))
    return "\n".join(lines) + "\n", 52 - len(shoe)


def told(analysis: Analysis) -> list[Diagnostic]:
    return [one for one in analysis.diagnostics() if one.rule.slug == "shuffle-missing"]


@given(seeds)
@settings(max_examples=30)
def test_shuffled_shoe_is_clean_and_counted(seed: int) -> None:
    text, gone = evening(seed)
    analysis = Analysis.of(SHARED, text)
    assert not told(analysis)
    shoe: Shoe = analysis.state_behind
    assert shoe.known
    assert shoe.possible
    assert shoe.dealt == gone


@given(seeds)
@settings(max_examples=30)
def test_missing_shuffle_is_reported_and_fixed(seed: int) -> None:
    """Each piece of a shoe holds only what it can, and the finding names the first card that does not fit."""
    text, _ = evening(seed, shuffles=False)
    document = Document.open(SHARED, text)
    analysis = checked(document)
    for place in document.places():
        sheet = SHARED.parsed(place.chunk.text).value
        here = passed(analysis.state_before(place), sheet.values, place.chunk)
        assert here.after.possible or not here.after.known
    for one in reversed(told(analysis)):
        ((change,),) = (fix.edits for fix in one.fixes)
        document = edit(document, *change)
    assert not told(checked(document))


@given(seeds, seeds)
@settings(max_examples=30)
def test_a_shared_shoe_is_followed_through_edits(seed: int, choice: int) -> None:
    rng, document = Random(choice), Document.open(SHARED, evening(seed, shuffles=seed % 2 == 0)[0])
    analysis = checked(document)
    for _ in range(6):
        start = rng.randrange(len(document))
        end = min(len(document), start + rng.choice([0, 0, 1, 2, 20]))
        text = rng.choice(["", "6c", "// shuffle\n", "\n// burn 3\n", "{1.52}|1.1..6c.\n", "k"])
        document = edit(document, start, end, text)
        analysis = checked(document, analysis)
        assert analysis.diagnostics() == Analysis.of(SHARED, document.text()).diagnostics()


def test_losses_follow_the_shoe_everywhere() -> None:
    text, _ = evening(7)
    language = LANGUAGE.tailored(Preferences({"bjn.shoe": "shared", "bjn.advice": "hint"}))
    analysis = Analysis.of(language, text)
    told = [one for one in analysis.diagnostics() if one.rule.slug == "costly"]
    costs = [decision.cost for one in hands(analysis) for decision in one.played.decisions]
    assert sum(cost > SLIGHT for cost in costs) == len(told) > 3
    alone = [
        decision.cost
        for one in hands(Analysis.of(LANGUAGE, text.replace("// sh", "// ")))
        for decision in one.played.decisions
    ]
    assert costs != alone
    for hand in all_replayed(analysis):
        assert hand.shoe == replayed_at(analysis, hand.start).shoe


def test_skipping_a_shoe_equals_its_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(60):
        rng = Random(seed)
        text = "".join(evening(seed + number, shuffles=rng.random() < 0.7)[0] for number in range(2))
        at = rng.randrange(len(text)) if seed % 2 else 0
        document = Document.open(SHARED, text[:at] + rng.choice(["", "6c", "\n// burn 3\n"]) + text[at:])
        assert outcome(document) == stepped(document, monkeypatch)
