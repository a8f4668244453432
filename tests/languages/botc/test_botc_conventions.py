"""Habits that records take from their siblings: nothing has to be undone, and the answer is stable."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.records import short
from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion
from kibitz.languages.botc.language import LANGUAGE

ROLES = ["chef", "empath", "monk", "mayor", "saint", "butler", "imp", "spy", "baron", "virgin", "soldier", "slayer", "drunk", "recluse", "ravenkeeper"]  # fmt: skip


def _beside(text: str, *conventions: object) -> Analysis:
    analysis = Analysis.of(LANGUAGE, text)
    return replace(analysis, siblings=conventions)


def _players(text: str, *conventions: object) -> list[Completion]:
    return [
        item for item in LANGUAGE.complete(_beside(text, *conventions), len(text)) if item.kind == "player"
    ]


@pytest.mark.parametrize("seed", range(5))
def test_ghost_text_seats_the_next_game(seed: int) -> None:
    before = short("botc", seed)
    conventions = LANGUAGE.conventions(Analysis.of(LANGUAGE, before))
    names = [part.partition(":")[0] for part in before.splitlines()[0].strip("[]").split(" ")]
    text = ""
    for role in ROLES[: len(names)]:
        [ghost] = LANGUAGE.predict(_beside(text, conventions), len(text))
        text += f"{ghost.text}:{role}"
    assert text == "[" + " ".join(map(":".join, zip(names, ROLES, strict=False)))
    assert not LANGUAGE.predict(_beside(text, conventions), len(text))


@pytest.mark.parametrize("seed", range(5))
def test_seated_players_are_not_offered(seed: int) -> None:
    conventions = [
        LANGUAGE.conventions(Analysis.of(LANGUAGE, short("botc", seed + more))) for more in range(3)
    ]
    offered = _players("[", *conventions)
    assert len({item.text for item in offered}) == len(offered) > 5
    first = offered[2].text
    assert first not in [item.text for item in _players(f"[{first}:imp ", *conventions)]
    assert all("another record" in item.detail for item in offered)


def test_conventions_do_not_depend_on_the_form() -> None:
    text = short("botc", 3)
    drawn = LANGUAGE.convert(Analysis.of(LANGUAGE, text), "drawing")
    assert LANGUAGE.conventions(Analysis.of(LANGUAGE, drawn)) == LANGUAGE.conventions(
        Analysis.of(LANGUAGE, text)
    )


def test_an_empty_record_has_none() -> None:
    for text in ("", "# Night 1\n", "{imp baron}", "[]"):
        assert LANGUAGE.conventions(Analysis.of(LANGUAGE, text)) is None
