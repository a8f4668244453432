"""Limits of very many findings do not depend on the ends of chunks, which editing moves.

A chunk reports a limited number of problems. The limit counts between two split points, because editing decides how many of these are
one chunk.
"""

from __future__ import annotations

import asyncio
import os
from random import Random

import pytest

from hostile import HOSTILE, repeated
from kibitz.core.analysis import Analysis, checked
from kibitz.core.bounds import PROBLEMS, SHOWN
from kibitz.core.edit import edit
from kibitz.languages import load
from kibitz.languages.pfn.toml.names import CLASHES
from lsp_client import recorded
from lsp_direct import Direct

LONG = os.environ.get("KIBITZ_PROFILE") == "long"
SIZE = 4_500
GO = '[key "go"]\n[teams "a, b"]\n\n'
MORE = {
    "stray lines": ("botc", repeated("x\n")),
    "stray lines behind a grimoire": ("botc", repeated("x y, \n", "[Ann:imp]\n")),
    "loose lines of a drawing": ("botc", repeated("│\nx\n")),
    "a chat": ("botc", repeated("> x\n")),
    "scripts": ("botc", repeated("# script: a, b\n")),
    "many in a line": ("botc", repeated("] } ) ")),
    "actions that nobody can read": ("qgn", repeated("0 ", GO)),
    "details that are swallowed": ("qgn", repeated("0a&& ", GO)),
    "marks between actions": ("qgn", repeated("0a \ufeff", GO)),
    "comments in a bad place": ("qgn", repeated("0a&1.\t{x} 0a\n{y} ", GO)),
    "stray words": ("pfn", repeated("x\n")),
    "tables without end": ("pfn", repeated("[[Trades]]\nx = 1\nx = 2\n")),
    "what nobody can play": ("bjn", repeated("1.1..zz.|")),
}


def _told(analysis: Analysis) -> list[tuple[object, ...]]:
    return sorted((one.span, one.rule.code, one.message) for one in analysis.diagnostics())


@pytest.mark.parametrize("name", [*HOSTILE, *MORE])
def test_limits_survive_edits(name: str) -> None:
    language_id, make = {**HOSTILE, **MORE}[name]
    language, chance = load(language_id), Random(name)
    text = make(SIZE)
    analysis = Analysis.of(language, text)
    for _ in range(9 if LONG else 2):
        start = chance.randrange(len(text))
        end = min(len(text), start + chance.choice((0, 0, 1, 3, 50)))
        new = chance.choice(("", "a", "\n", "[", "]", "x y", "0m&1.1 ", "é"))
        analysis = checked(edit(analysis.document, start, end, new), analysis)
        text = text[:start] + new + text[end:]
        assert _told(analysis) == _told(Analysis.of(language, text))


HINT = "{1.52}|1.1..ks.|0.1...?|1.1..9d._|0.1..9c.|0.1.%.8c._\n"
"""The outcome is missing."""
TWICE = "{1.52}|1.1..as.|0.1...?|1.1..as.|0.1..9h.\n"


@pytest.mark.parametrize("pulls", [False, True])
@pytest.mark.parametrize(
    ("disabled", "severities", "left_out"),
    [
        ([], {}, "51 hints"),
        (["BJN510"], {}, "51 hints"),
        ([], {"BJN210": "hint"}, "51 hints"),
        ([], {"BJN511": "warning"}, "51 warnings"),
        (["BJN511"], {}, ""),
    ],
)
def test_errors_come_before_omitted_findings(
    pulls: bool, disabled: list[str], severities: dict[str, str], left_out: str
) -> None:
    """They are at any place, with the severities of the settings."""
    desk = Direct()
    diagnostics = {"disable": disabled, "severity": severities}
    capabilities = recorded("vscode-1.139.1-lc11.0.0")["capabilities"] if pulls else {}
    desk.request(
        "initialize", {"capabilities": capabilities, "initializationOptions": {"diagnostics": diagnostics}}
    )
    uri = "file:///a.bjn"
    item = {
        "uri": uri,
        "languageId": "bjn",
        "version": 1,
        "text": HINT * (SHOWN + 49) + TWICE + HINT,
    }
    desk.notify("textDocument/didOpen", {"textDocument": item})
    task = desk.server.sessions[uri].task
    if task is not None:
        desk.run(_end_of(task))
    if pulls:
        found = desk.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})["items"]
    else:
        found = [one["params"] for one in desk.sent if "publish" in one["method"]][-1]["diagnostics"]
    desk.close()
    assert ("BJN210" in [one.get("code") for one in found]) is (severities.get("BJN210") != "hint")
    notes = [one["message"] for one in found if "code" not in one]
    said = f"Only the {SHOWN} gravest problems are shown. Left out: {left_out}."
    assert notes == ([said] if left_out else [])
    assert len(found) - len(notes) == (SHOWN if left_out else 1)
    assert [one["range"]["start"]["line"] for one in found[:-1]] == sorted(
        one["range"]["start"]["line"] for one in found[:-1]
    )


async def _end_of(task: asyncio.Task[None]) -> None:
    await asyncio.wait([task])


def test_repeated_keys_of_a_table_are_limited() -> None:
    """The table may have any number of chunks. The last finding mentions the limit, which is that of the record."""
    once = "[FiggieGame]\n" + 'Title = "x"\n' * 3 * PROBLEMS
    text = f"{once}[DeckSetup]\n" + 'GoalSuit = "Clubs"\n' * 3
    found = Analysis.of(load("pfn"), text).diagnostics()
    clashes = [one.message for one in found if one.rule.slug == "duplicate-key"]
    assert len(clashes) == CLASHES
    assert [at for at, one in enumerate(clashes) if "kibitz reports no further ones" in one] == [CLASHES - 1]
