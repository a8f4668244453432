"""What people do with a picture, beside looking at it: what can be written there, and the steps of the record as a line to go along."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from kibitz.core.answers import Play, Telling
from kibitz.core.setting import Preferences
from kibitz.core.shown import visible
from kibitz.core.values import Diagnostic, Severity, Span
from kibitz.lsp import convert
from kibitz.lsp.converter import Json
from kibitz.lsp.view import View

LONGEST = 60
"""So many characters of a step tell which one it is."""


def plays(view: View, offset: int | None, taken: Sequence[str]) -> list[Json]:
    """What can be taken in the picture of a record behind what has been taken: keys, titles, places of the scene, and the edits of each.

    One with a list of `edits` is done when they are made; one without leads on. `cursor` is where the cursor goes in the text that comes
    out; without it that is the end of the last edit.
    """
    found: Sequence[Play] = view.language.plays(view.analysis, offset, tuple(taken))
    return [_play(view, one) for one in found]


def _play(view: View, one: Play) -> Json:
    told: Json = {"key": one.key, "title": visible(one.title)}
    told |= {name: value for name, value in (("place", one.place), ("number", one.number)) if value}
    if one.edits:
        told["edits"] = convert.plain_edits(one.edits, view.positions)
    if one.cursor is not None:
        cursor = view.position_after(one.edits, one.cursor)
        told["cursor"] = {"line": cursor.line, "character": cursor.character}
    return told


def timeline(view: View, preferences: Preferences, findings: Iterable[Diagnostic]) -> list[Json]:
    """The steps of a record in order: where each is written, its chapter, what it comes to in words, and the gravest of what is wrong there."""
    analysis = view.analysis
    steps: list[Span] = list(view.language.steps(analysis))
    starts = [one.start for one in steps]
    worst: dict[int, Severity] = {}
    for one in findings:
        number = max(bisect_right(starts, one.span.start) - 1, 0)
        worst[number] = min(worst.get(number, one.severity), one.severity)
    story: Sequence[Telling] = view.language.story(analysis, preferences)
    positions = view.positions_for(len(steps))
    return [
        {
            **convert.source(span, positions),
            "text": visible(view.document.text(span.start, min(span.end, span.start + LONGEST))),
            "chapter": visible(story[number].chapter) if story else "",
            "told": [visible(line) for line in story[number].lines] if story else [],
            "worst": worst[number].name.lower() if number in worst else None,
        }
        for number, span in enumerate(steps)
    ]
