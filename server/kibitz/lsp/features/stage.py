"""Playing in a preview: possible entries, and the timeline of the record."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from kibitz.core.answers import Play, Symbol, Telling
from kibitz.core.scene import Scene
from kibitz.core.setting import Preferences
from kibitz.core.shown import visible
from kibitz.core.values import Diagnostic, Severity, Span
from kibitz.lsp.documents.snapshot import Snapshot
from kibitz.lsp.features import convert
from kibitz.lsp.transport.converter import Json

STEP_PREFIX = 60
"""Number of characters that identify a step."""
HINTS = "inlayHints."
"""Beginning of the names of settings that turn hints on."""
TOLD = 3000
"""Maximum number of steps in a timeline."""


def plays(snapshot: Snapshot, offset: int | None, taken: Sequence[str]) -> list[Json]:
    """Return the plays that follow those taken: keys, titles, places of the scene, and the edits of each.

    A play with `edits` is final; one without leads to more plays. `cursor` is the place of the cursor afterwards,
    by default the end of the last edit. `number` is the digit that the list of completion shows for the play.
    """
    found: Sequence[Play] = snapshot.language.plays(snapshot.analysis, offset, tuple(taken))
    return [_play(snapshot, one) for one in found]


def _play(snapshot: Snapshot, one: Play) -> Json:
    told: Json = {"key": one.key, "title": visible(one.title)}
    told |= {name: value for name, value in (("place", one.place), ("number", one.number)) if value}
    if one.edits:
        told["edits"] = convert.plain_edits(one.edits, snapshot.positions)
    if one.cell is not None:
        told["cell"] = one.cell
    if one.cursor is not None:
        cursor = snapshot.position_after(one.edits, one.cursor)
        told["cursor"] = {"line": cursor.line, "character": cursor.character}
    return told


def places_of(scene: Scene) -> dict[Span, str]:
    """Return the place in the scene for each span of the record, for the preview as text."""
    return {item.span: item.place for item in scene.items if item.span is not None and item.place}


def timeline(snapshot: Snapshot, preferences: Preferences, findings: Iterable[Diagnostic]) -> list[Json]:
    """Return the steps of a record: place, chapter, description, and errors and warnings with the gravest first.

    A record with more than `TOLD` steps has none. Without a story, the outline gives the chapters, and hints the
    descriptions.
    """
    language, analysis = snapshot.language, snapshot.analysis
    steps: list[Span] = list(language.steps(analysis))
    if not steps or len(steps) > TOLD:
        return []
    starts = [one.start for one in steps]

    def step_of(offset: int) -> int:
        return max(bisect_right(starts, offset) - 1, 0)

    wrong: dict[int, list[Diagnostic]] = {}
    for one in sorted(findings, key=lambda one: one.severity):
        if one.severity <= Severity.WARNING:
            wrong.setdefault(step_of(one.span.start), []).append(one)
    story: Sequence[Telling] = language.story(analysis, preferences)
    told = {number: list(one.lines) for number, one in enumerate(story)}
    if not story:
        every = {one.name: True for one in language.settings if one.name.startswith(HINTS)}
        for hint in language.hints(analysis, Span(0, len(analysis.document)), Preferences(every)):
            told.setdefault(step_of(hint.offset - 1), []).append(hint.text)
    parts: Sequence[Symbol] = language.symbols(analysis)
    begun = [one.span.start for one in parts]
    chapters = [parts[at - 1].name if (at := bisect_right(begun, start)) else "" for start in starts]
    return [
        {
            "range": convert.range_(snapshot.positions, *span),
            "text": visible(snapshot.document.text(span.start, min(span.end, span.start + STEP_PREFIX))),
            "chapter": visible((story and story[number].chapter) or chapters[number]),
            "told": [visible(line) for line in told.get(number, ())],
            "worst": next((one.severity.name.lower() for one in wrong.get(number, ())), None),
            "wrong": [one.message for one in wrong.get(number, ())],
        }
        for number, span in enumerate(steps)
    ]
