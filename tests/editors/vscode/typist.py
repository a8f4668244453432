"""What the driver has to know of the simulated typist's plan, to follow it in the real VS Code."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from bench.typist import Step
from editors.plain import WHOLE
from editors.transcripts import TRANSCRIPTS
from editors.vscode.drive import FILES

TYPED = {one: text for one, text in TRANSCRIPTS.items() if WHOLE or one in ("bjn", "qgn")}
"""The short ones where there is no time for all: in Neovim, whose keys are counted alike, all are typed."""


def typing(language: str, steps: Iterable[Step]) -> dict[str, Any]:
    """What the driver has to know of a record that is typed."""
    text = TYPED[language]
    return {"name": FILES[language], "text": f"{text}\n", "steps": directions(text, steps)}


def directions(record: str, steps: Iterable[Step]) -> list[dict[str, Any]]:
    """Each step as JSON: what to do, what then is in sight, where the cursor goes."""
    return [_direction(record, step, following) for step, following in pairwise([*steps, None]) if step]


def _direction(record: str, step: Step, following: Step | None) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": step.kind, "text": step.text}
    if step.kind == "tab":
        # Only these say where they are; what is taken at once at a tab stop does not leave the snippet.
        if following is None or following.kind in ("type", "item", "ghost"):
            told["to"] = _place(record, following.offset if following else len(record))
    elif step.kind == "ghost":
        (ghost,) = step.seen
        told["text"] = ghost.text[step.offset - ghost.start :]
    elif step.kind in ("item", "choice"):
        told["index"] = step.index
        # Neither where nothing has been typed nor behind a line break does VS Code open its list.
        told["alone"] = step.kind == "item" and record[: step.offset].rpartition("\n")[2] == ""
    return told


def _place(record: str, offset: int) -> str:
    """Line and column, both from 1, as the status bar has them."""
    before = record[:offset]
    return f"{before.count(chr(10)) + 1}:{offset - before.rfind(chr(10))}"
