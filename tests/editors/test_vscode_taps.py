"""Records written in the panel of the real VS Code by clicks alone equal those of the notations.

Only their beginnings, unless there is time: the page, which has the same stage, writes each of them as a whole.
"""

from __future__ import annotations

import pytest

from editors.taps import PLANS
from editors.vscode.drive import Driven


@pytest.mark.parametrize("scenario", [f"tapped_{name}" for name in PLANS])
def test_a_record_is_written_by_clicks(scenario: str, driven: Driven) -> None:
    error = driven.outcome(scenario)["error"]
    assert error is None, error
