"""The simulated typist's keys in the real VS Code: they give the record, and there are about as many as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.typist import Step
from editors.plain import WHOLE
from editors.transcripts import TRANSCRIPTS, agree, planned
from editors.vscode.drive import FILES, Driven
from editors.vscode.typist import directions

TYPED = {one: text for one, text in TRANSCRIPTS.items() if WHOLE or one in ("bjn", "qgn")}
"""The short ones where there is no time for all: in Neovim, whose keys are counted alike, all are typed."""


@pytest.fixture(scope="session")
def plans() -> dict[str, list[Step]]:
    return {language: planned(language, ghosts=True) for language in TYPED}


@pytest.fixture(scope="session")
def driven(plans: dict[str, list[Step]], vsix: Path, testrun_uid: str) -> Driven:
    """Somebody who types each record."""
    records = {
        language: {"name": FILES[language], "text": f"{text}\n", "steps": directions(text, plans[language])}
        for language, text in TYPED.items()
    }
    return Driven("typing", vsix, testrun_uid, records=records)


@pytest.mark.parametrize("language", TYPED)
def test_transcribing(
    language: str, driven: Driven, plans: dict[str, list[Step]], request: pytest.FixtureRequest
) -> None:
    outcome = driven.outcome(language, request.node)
    assert outcome["error"] is None, outcome["error"]
    print(*outcome["told"]["notes"], sep="\n")
    agree("vscode", language, outcome["told"]["keys"], plans[language])
