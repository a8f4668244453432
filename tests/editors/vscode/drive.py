"""Has the driver run scenarios in the real VS Code."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from editors.tools import SCREENSHOTS
from editors.vscode import setup

DRIVER = Path(__file__).parent / "driver.mjs"
Outcome = dict[str, Any]
"""Of a scenario: `error` is what went wrong in it or None, `told` what it gave."""


def drive(
    name: str, scenarios: Iterable[str], vsix: Path, test_run: str, **options: Any
) -> dict[str, Outcome]:
    """What came of the scenarios, which are run once in a run of the tests, under this name."""
    tools, browser = setup.code_server(), setup.chromium()

    def run(path: Path) -> None:
        given = {
            "tools": str(tools),
            "vsix": str(vsix),
            "chromium": browser,
            "python": sys.executable,
            "screenshots": str(SCREENSHOTS / "vscode"),
            **options,
        }
        done = subprocess.run(["node", DRIVER, json.dumps(given)], capture_output=True, encoding="utf-8")
        path.write_text(json.dumps([done.stdout, done.stderr]), "utf-8")

    output, errors = json.loads(setup.once(test_run, f"{name}.json", run).read_text("utf-8"))
    found = {one["name"]: one for one in map(json.loads, output.splitlines())}
    return {one: found.get(one, {"error": f"did not run:\n{errors}"}) for one in scenarios}
