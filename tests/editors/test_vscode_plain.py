"""Plain typing in the real VS Code is exact, also with a server whose answers are late."""

from __future__ import annotations

from pathlib import Path

import pytest

from editors.plain import Plain, examples, late_program, typings
from editors.vscode.drive import FILES, Driven, asked_for

LINES = """\
# The third night
[Alice:fortune_teller(poisoner:poisoned)
 *~~Bob~~:chef*
 Charlie:imp
 Eve:poisoner]

# The day
[Alice:fortune_teller *~~Bob~~:chef* Charlie:imp Eve:poisoner]
"""
"""One player on each line, after a space: automatic indents or brackets would double text, or leave it after the end."""
SEVERAL = (
    Plain("lines", "botc", LINES, example=False),
    # A comment of two lines.
    *(one for one in examples() if one.name == "carcassonne"),
)
"""Records that are always typed, because an entry goes over several lines."""


SHARE = 60
"""Characters of a record that are typed if the time is short."""
SESSIONS = {one.name: one for one in typings(*SEVERAL)}


@pytest.fixture(scope="session")
def plainly(
    vsix: Path, testrun_uid: str, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Driven:
    """Two windows at a time, one with late answers: the machine is busy, and keys and answers race."""
    late = str(late_program(tmp_path_factory.mktemp("late")))
    windows = [{"path": path, "records": _records(bool(path))} for path in (late, "")]
    return Driven("plain", vsix, testrun_uid, asked_for(request), plain=windows)


def _records(late: bool) -> list[dict[str, str | int]]:
    """Return the records for a server with late or normal answers."""
    return [
        {"name": name, "file": FILES[one.record.language], "there": there, "text": text, "pause": one.pause}
        for name, one in SESSIONS.items()
        if one.late == late
        for there, text in [one.record.parted(SHARE)]
    ]


@pytest.mark.parametrize("scenario", SESSIONS)
def test_plain_typing_is_exact(scenario: str, plainly: Driven) -> None:
    outcome = plainly.outcome(scenario)
    assert outcome["error"] is None, outcome["error"]
    record = SESSIONS[scenario].record
    text = outcome["told"]["text"]
    assert text.removesuffix("\n") == "".join(record.parted(SHARE)), text


def test_something_was_offered(plainly: Driven) -> None:
    """Without a list nothing could have been taken. Their number depends on the load of the machine."""
    lists = [plainly.outcome(one)["told"]["lists"] for one in plainly.only]
    assert any(lists) or not lists
