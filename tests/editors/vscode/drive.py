"""Has the driver run scenarios in the real VS Code."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from editors.tools import SCREENSHOTS
from editors.vscode import setup

DRIVER = Path(__file__).parent / "driver.mjs"
FILES = {"bjn": "hand.bjn", "botc": "grimoire.botc", "pfn": "round.pfn", "qgn": "game.qgn"}
"""The files that are there, by language."""
Outcome = dict[str, Any]
"""Of a scenario: `error` is what went wrong in it or None, `told` what it gave."""


class Driven:
    """Scenarios that are run once in a run of the tests, together, under a name; one whose test is tried again runs once more, alone."""

    def __init__(self, name: str, vsix: Path, test_run: str, **options: Any) -> None:
        self.name, self.vsix, self.test_run, self.options = name, vsix, test_run, options

    def outcome(self, scenario: str, test: pytest.Item) -> Outcome:
        """What came of a scenario, for its test."""
        again = getattr(test, "execution_count", 1) > 1
        found = self._run(f"{self.name}-{scenario}", only=[scenario]) if again else self._run(self.name)
        return found.get(scenario) or {"error": f"did not run:\n{found['errors']}"}

    def _run(self, name: str, **more: Any) -> dict[str, Any]:
        def run(path: Path) -> None:
            given = {
                "tools": str(setup.code_server()),
                "vsix": str(self.vsix),
                "chromium": setup.chromium(),
                "python": sys.executable,
                "screenshots": str(SCREENSHOTS / "vscode"),
                **self.options,
                **more,
            }
            done = subprocess.run(["node", DRIVER, json.dumps(given)], capture_output=True, encoding="utf-8")
            found = {one["name"]: one for one in map(json.loads, done.stdout.splitlines())}
            path.write_text(json.dumps({**found, "errors": done.stderr}), "utf-8")

        found: dict[str, Any] = json.loads(setup.once(self.test_run, f"{name}.json", run).read_text("utf-8"))
        return found
