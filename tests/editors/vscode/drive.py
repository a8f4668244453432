"""Run scenarios in the real VS Code with the driver."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from editors.taps import Plan
from editors.tools import PICTURES, SCREENSHOTS
from editors.vscode import setup

DRIVER = Path(__file__).parent / "driver.mjs"
FILES = {"bjn": "hand.bjn", "botc": "grimoire.botc", "pfn": "round.pfn", "qgn": "game.qgn"}
"""The files that are there, by language."""
Outcome = dict[str, Any]
"""The outcome of a scenario: `error` is its failure or None, `told` its result."""


def asked_for(request: pytest.FixtureRequest) -> list[str]:
    """The scenarios that the tests of this run want of a fixture, in their order."""
    return [
        str(one.callspec.params["scenario"])
        for one in request.session.items
        if isinstance(one, pytest.Function)
        and hasattr(one, "callspec")
        and request.fixturename in one.fixturenames
    ]


class Driven:
    """Scenarios that are run once in a run of the tests, together, under a name."""

    def __init__(self, name: str, vsix: Path, test_run: str, only: list[str], **options: Any) -> None:
        self.name, self.vsix, self.test_run = name, vsix, test_run
        self.only, self.options = only, options

    def outcome(self, scenario: str) -> Outcome:
        """Return the outcome of a scenario."""
        path = setup.once(self.test_run, f"{self.name}.json", self._run)
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return found.get(scenario) or {"error": f"did not run:\n{found['errors']}"}

    def _run(self, path: Path) -> None:
        given = {
            "tools": str(setup.code_server()),
            "vsix": str(self.vsix),
            "chromium": setup.headless(),
            "python": sys.executable,
            "screenshots": str(SCREENSHOTS / "vscode"),
            "pictures": PICTURES,
            "only": self.only,
            **self.options,
        }
        done = subprocess.run(["node", DRIVER, json.dumps(given)], capture_output=True, encoding="utf-8")
        found = {one["name"]: one for one in map(json.loads, done.stdout.splitlines())}
        path.write_text(json.dumps({**found, "errors": done.stderr}), "utf-8")


def tapping(plan: Plan) -> dict[str, Any]:
    """Return the instructions for a record that is written by clicks."""
    there = plan.before.rstrip()
    return {
        "name": FILES[plan.name.partition(".")[2]],
        "before": plan.before,
        "cursor": (there.count("\n") + 1, len(there) - there.rfind("\n")),
        "changes": [[tap._asdict() for tap in taps] for taps in plan.changes],
        "saved": plan.formatted,
    }
