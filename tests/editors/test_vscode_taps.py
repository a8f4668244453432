"""Whole records written in the panel of the real VS Code by clicks alone: what they come to is what the notations say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from editors.taps import PLANS, Plan
from editors.vscode.drive import FILES, Driven


def _directions(plan: Plan) -> dict[str, Any]:
    there = plan.before.rstrip()
    return {
        "name": FILES[plan.name.partition(".")[2]],
        "before": plan.before,
        "cursor": (there.count("\n") + 1, len(there) - there.rfind("\n")),
        "changes": [[tap._asdict() for tap in taps] for taps in plan.changes],
        "saved": plan.formatted,
    }


@pytest.fixture(scope="session")
def driven(vsix: Path, testrun_uid: str) -> Driven:
    return Driven(
        "tapping", vsix, testrun_uid, taps={name: _directions(plan()) for name, plan in PLANS.items()}
    )


@pytest.mark.parametrize("name", PLANS)
def test_a_record_is_written_by_clicks(name: str, driven: Driven, request: pytest.FixtureRequest) -> None:
    assert driven.outcome(name, request.node)["error"] is None
