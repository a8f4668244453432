"""Plain typing in the real VS Code is exact, with a server whose answers are late, too."""

from __future__ import annotations

from dataclasses import replace
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


BEGINNING = 500
"""About how many characters of a record are typed where there is no time for all of it: in a round, with its first trade."""
SESSIONS = {
    one.name: one._replace(record=replace(one.record, text=one.record.beginning(BEGINNING)))
    for one in typings(*SEVERAL)
}


@pytest.fixture(scope="session")
def driven(vsix: Path, testrun_uid: str, tmp_path_factory: pytest.TempPathFactory) -> Driven:
    """Four windows at a time: the machine is busy, and keys and answers race. Two of them have late answers."""
    late = str(late_program(tmp_path_factory.mktemp("late")))
    windows = [{"path": path, "records": _records(bool(path))} for path in (late, "")]
    return Driven("plain", vsix, testrun_uid, plain=windows)


def _records(late: bool) -> list[dict[str, str | int]]:
    """What is typed with such a server, the longest first, so that no window is left alone with a long one."""
    those = [one for one in SESSIONS.values() if one.late == late]
    return [
        {"name": name, "file": FILES[record.language], "text": record.text, "pause": pause}
        for name, record, pause in sorted(
            ((one.name, one.record, one.pause) for one in those), key=lambda one: -len(one[1].text) * one[2]
        )
    ]


@pytest.mark.parametrize("name", SESSIONS)
def test_plain_typing_is_exact(name: str, driven: Driven, request: pytest.FixtureRequest) -> None:
    outcome = driven.outcome(name, request.node)
    assert outcome["error"] is None, outcome["error"]
    assert SESSIONS[name].record.same(outcome["told"]["text"]), outcome["told"]["text"]


def test_something_was_offered(driven: Driven, request: pytest.FixtureRequest) -> None:
    """Else nothing could have been taken. Who types fast with late answers may see no list in a record."""
    assert sum(driven.outcome(name, request.node)["told"]["lists"] for name in SESSIONS) > len(SESSIONS)
