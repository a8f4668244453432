"""Plain typing in the real VS Code is exact, with a server whose answers are late, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from editors.plain import Plain, examples, late_program, typings
from editors.vscode.drive import FILES, Driven

LINES = """\
# The third night
[Alice:fortune_teller(poisoner:poisoned)
 *~~Bob~~:chef*
 Charlie:imp
 Eve:poisoner]

# The day
[Alice:fortune_teller *~~Bob~~:chef* Charlie:imp Eve:poisoner]
"""
"""A player a line, each behind a blank: what is indented or closed by itself is doubled, or stays behind the end."""
SEVERAL = (
    Plain("lines", "botc", LINES, example=False),
    # A comment of two lines.
    *(one for one in examples() if one.name == "carcassonne"),
)
"""What is typed in any case, because an entry goes over several lines."""


SHARE = 160
"""How many characters of a record are typed where there is no time for all of it: of a round its result."""
SESSIONS = {one.name: one for one in typings(*SEVERAL)}


@pytest.fixture(scope="session")
def driven(vsix: Path, testrun_uid: str, tmp_path_factory: pytest.TempPathFactory) -> Driven:
    """Two windows at a time, one with late answers: the machine is busy, and keys and answers race."""
    late = str(late_program(tmp_path_factory.mktemp("late")))
    windows = [{"path": path, "records": _records(bool(path))} for path in (late, "")]
    return Driven("plain", vsix, testrun_uid, plain=windows)


def _records(late: bool) -> list[dict[str, str | int]]:
    """What is typed with such a server."""
    return [
        {"name": name, "file": FILES[one.record.language], "there": there, "text": text, "pause": one.pause}
        for name, one in SESSIONS.items()
        if one.late == late
        for there, text in [one.record.parted(SHARE)]
    ]


@pytest.mark.parametrize("name", SESSIONS)
def test_plain_typing_is_exact(name: str, driven: Driven, request: pytest.FixtureRequest) -> None:
    outcome = driven.outcome(name, request.node)
    assert outcome["error"] is None, outcome["error"]
    record = SESSIONS[name].record
    assert outcome["told"]["text"].removesuffix("\n") == "".join(record.parted(SHARE)), outcome["told"][
        "text"
    ]


def test_something_was_offered(driven: Driven, request: pytest.FixtureRequest) -> None:
    """Else nothing could have been taken. Who types fast with late answers may see no list in a record."""
    assert sum(driven.outcome(name, request.node)["told"]["lists"] for name in SESSIONS) > len(SESSIONS)
