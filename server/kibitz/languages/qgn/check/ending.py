"""Whether a game has come to its end, as its tag `completed` says."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.document import Document
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix
from kibitz.languages.qgn.check.play import result
from kibitz.languages.qgn.check.step import State


def ending(document: Document, state: State, rules: Rules) -> Iterator[Diagnostic]:
    """What the tag `completed` of the last game says against its replay."""
    if state.completed is None or state.course is None or state.teams is None or not state.chunks:
        return
    position = state.course.position
    chunk, span, said = state.completed
    start = document.find({chunk}).get(chunk)
    if position is None or position.over == said or start is None:
        return
    words = "true" if position.over else "false"
    fixes = [Fix(f"write `{words}`", (Edit(*span.shifted(start), words),))]
    told = result(position, state.teams)
    yield rules["completed-otherwise"].at(
        *span.shifted(start), said=str(said).lower(), result=told, fixes=fixes
    )
