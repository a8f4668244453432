"""The instructions to follow the plan of the simulated typist in the real VS Code."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from bench.typist import Step
from editors.plain import WHOLE
from editors.transcripts import TRANSCRIPTS
from editors.vscode.drive import FILES

TYPED = {one: text for one, text in TRANSCRIPTS.items() if WHOLE or one in ("bjn", "qgn")}
"""The short transcripts, unless there is time for all. Neovim, with the same count of keys, types all."""


def typing(language: str, steps: Iterable[Step]) -> dict[str, Any]:
    """Return the instructions for a record that is typed."""
    text = TYPED[language]
    return {"name": FILES[language], "text": f"{text}\n", "steps": directions(text, steps)}


def directions(record: str, steps: Iterable[Step]) -> list[dict[str, Any]]:
    """Return each step as JSON: the action, the visible offers, and the next position of the cursor."""
    return [_direction(record, step, following) for step, following in pairwise([*steps, None]) if step]


def _direction(record: str, step: Step, following: Step | None) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": step.kind, "text": step.text}
    if step.kind == "tab":
        # Only these have positions. An item that is accepted at a tab stop does not leave the snippet.
        if following is None or following.kind in ("type", "item", "ghost"):
            told["to"] = _place(record, following.offset if following else len(record))
    elif step.kind == "ghost":
        (ghost,) = step.seen
        told["text"] = ghost.text[step.offset - ghost.start :]
    elif step.kind in ("item", "choice"):
        told["index"] = step.index
        # VS Code does not open its list before the first key, or after a line break.
        told["alone"] = step.kind == "item" and record[: step.offset].rpartition("\n")[2] == ""
    return told


def _place(record: str, offset: int) -> str:
    """Line and column, both from 1, as the status bar has them."""
    before = record[:offset]
    return f"{before.count(chr(10)) + 1}:{offset - before.rfind(chr(10))}"
