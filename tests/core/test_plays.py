"""Moves in previews are right: no move of any notation brings a new finding."""

from __future__ import annotations

from random import Random

import pytest

from bench.harm import unfinished
from folders import RECORDS
from kibitz.core.analysis import Analysis
from kibitz.core.answers import plays_of
from kibitz.core.formatting import apply
from kibitz.core.language import Language
from kibitz.core.values import Severity
from kibitz.games import figgie
from kibitz.languages import IDS, load
from notations import notation

DEEP = 8
"""No play is that many taps away."""


def taken(analysis: Analysis, random: Random) -> tuple[Analysis, str]:
    """Return a record after a random move at its end, and its title. If completion has the only moves, return the record itself."""
    language, text, keys = analysis.language, analysis.document.text(), tuple[str, ...]()
    typed = {play.edits for play in plays_of(language.complete(analysis, len(text)))}
    for _ in range(DEEP):
        # `test_completion_harmless.py` tries typed texts.
        plays = [play for play in language.plays(analysis, None, keys) if play.edits not in typed]
        if not plays:
            return analysis, ""
        play = random.choice(plays)
        if play.edits:
            return Analysis.of(language, apply(text, play.edits)), play.title
        keys = (*keys, play.key)
    raise AssertionError(f"{keys} lead nowhere: {text}")


def wrong(analysis: Analysis) -> set[str]:
    """The rules that are broken, but for those that a record may break until it is finished."""
    slugs = {
        one.rule.slug
        for one in analysis.diagnostics()
        if one.severity <= Severity.WARNING and one.rule.report_when != "record"
    }
    # The findings of unfinished records take long to collect.
    return slugs and slugs - unfinished(analysis.language.id)


@pytest.mark.parametrize("language_id", IDS)
def test_moves_bring_no_finding(language_id: str) -> None:
    language, random, tried = load(language_id), Random(language_id), 0
    records = [path.read_text("utf-8") for path in sorted(RECORDS.glob(f"*.{language_id}"))]
    records += [notation(language_id).record(random) for _ in range(6)]
    for analysis in [Analysis.of(language, record) for record in records] * 2:
        after, title = taken(analysis, random)
        tried += after is not analysis
        if not wrong(analysis):
            assert not wrong(after), (title, after.document.text())
    assert tried > 3 or type(language).plays is Language.plays


@pytest.mark.parametrize(
    ("game", "actions"),
    [("connect4", ""), ("connect4", "0p&4 "), ("tictactoe", ""), ("tictactoe", "0m&1.1 ")],
)
def test_plays_have_the_numbers_of_the_list(game: str, actions: str) -> None:
    """A digit writes the same action in the preview and in the list of completion."""
    language = load("qgn")
    text = f'[key "{game}"]\n[teams "red, blue"]\n\n{actions}'
    analysis = Analysis.of(language, text)
    plays = language.plays(analysis, None, ())
    offered = [one for one in language.complete(analysis, len(text)) if " · " in one.detail]
    listed = {one.detail.partition(" · ")[0]: one.label for one in offered}
    assert {one.number: one.edits[0].text.strip() for one in plays} == listed
    if game == "connect4":
        for one in plays:
            assert one.place == f"column {one.number}"
            assert one.edits[0].text.endswith(f"p&{one.number}")


def test_a_price_is_its_own_number() -> None:
    language, taken = load("pfn"), list[str]()
    analysis = Analysis.of(language, figgie.deal(1).record)
    for _ in range(2):
        taken.append(language.plays(analysis, None, taken)[0].key)
    for one in language.plays(analysis, None, taken):
        assert one.number == (one.key if len(one.key) == 1 else "")
