"""The simulated typist's keys in the real VS Code: they give the record, and their number is about as predicted."""

from __future__ import annotations

import pytest

from bench.typist import Step
from editors.transcripts import agree
from editors.vscode.drive import Driven
from editors.vscode.typist import TYPED


@pytest.mark.parametrize("scenario", [f"typed_{language}" for language in TYPED])
def test_transcribing(scenario: str, driven: Driven, plans: dict[str, list[Step]]) -> None:
    outcome = driven.outcome(scenario)
    assert outcome["error"] is None, outcome["error"]
    print(*outcome["told"]["notes"], sep="\n")
    language = scenario.removeprefix("typed_")
    agree("vscode", language, outcome["told"]["keys"], plans[language])
