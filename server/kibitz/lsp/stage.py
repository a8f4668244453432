"""What people do with a picture, beside looking at it: what can be written there, and the steps of the record as a line to go along."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from kibitz.core.answers import Play, Symbol, Telling
from kibitz.core.scene import Scene
from kibitz.core.setting import Preferences
from kibitz.core.shown import visible
from kibitz.core.values import Diagnostic, Edit, Severity, Span
from kibitz.lsp import convert
from kibitz.lsp.converter import Json
from kibitz.lsp.view import View

LONGEST = 60
"""So many characters of a step tell which one it is."""
HINTS = "inlayHints."
"""How settings begin that turn hints on."""
TOLD = 3000
"""Of so many steps all are told: their story takes the longer, the longer the record is."""


def plays(view: View, offset: int | None, taken: Sequence[str]) -> Json:
    """What can be taken in the picture of a record behind what has been taken, `plays`: keys, titles, places of the scene, and the edits of
    each; and whether blanks stand behind the last entry where they write (`typed`), so that a digit there can be nothing but a number.

    One with a list of `edits` is done when they are made; one without leads on. `cursor` is where the cursor goes in the text that comes
    out; without it that is the end of the last edit. Numbers are digits that begin no entry of the record and none that is offered.
    """
    language, analysis = view.language, view.analysis
    found: Sequence[Play] = language.plays(analysis, offset, tuple(taken))
    if not any(one.number for one in found):
        return {"plays": [_play(view, one, one.number) for one in found], "typed": False}
    one, way = found[0], list(taken)
    while not one.edits:
        way.append(one.key)
        one = language.plays(analysis, offset, tuple(way))[0]
    written = [edit for some in (one, *found) for edit in some.edits]
    entries = {view.document.text(step.start, step.start + 1) for step in language.steps(analysis)}
    begun = entries | {edit.text.lstrip()[:1] for edit in written}
    free = iter([digit for digit in "123456789" if digit not in begun])
    at, here = written[0].start, len(view.document) if offset is None else offset
    typed = bool(entries) and at < here and view.document.text(at, here).isspace()
    if typed:
        found = [one._replace(edits=tuple(_moved(edit, at, here) for edit in one.edits)) for one in found]
    return {
        "plays": [_play(view, one, next(free, "") if one.number else "") for one in found],
        "typed": typed,
    }


def _moved(edit: Edit, at: int, here: int) -> Edit:
    """What would be written at a place is written behind the blanks that stand there."""
    return Edit(here, here, edit.text.lstrip()) if edit.start == edit.end == at else edit


def _play(view: View, one: Play, number: str) -> Json:
    told: Json = {"key": one.key, "title": visible(one.title)}
    told |= {name: value for name, value in (("place", one.place), ("number", number)) if value}
    if one.edits:
        told["edits"] = convert.plain_edits(one.edits, view.positions)
    if one.cursor is not None:
        cursor = view.position_after(one.edits, one.cursor)
        told["cursor"] = {"line": cursor.line, "character": cursor.character}
    return told


def places_of(scene: Scene) -> dict[Span, str]:
    """At which place of a picture stands what something in the record stands for: for who sees it as text."""
    return {item.span: item.place for item in scene.items if item.span is not None and item.place}


def timeline(view: View, preferences: Preferences, findings: Iterable[Diagnostic]) -> list[Json]:
    """The steps of a record in order: where each is written, its chapter, what it comes to in words, and the errors and warnings there,
    the gravest first. Of more steps than `TOLD` nothing is told: who goes along them asks for one at a time.

    Where a notation tells no story its chapters are the parts of the outline, and what steps come to is what its hints say.
    """
    language, analysis = view.language, view.analysis
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
    positions = view.positions_for(len(steps))
    return [
        {
            **convert.source(span, positions),
            "text": visible(view.document.text(span.start, min(span.end, span.start + LONGEST))),
            "chapter": visible((story and story[number].chapter) or chapters[number]),
            "told": [visible(line) for line in told.get(number, ())],
            "worst": next((one.severity.name.lower() for one in wrong.get(number, ())), None),
            "wrong": [one.message for one in wrong.get(number, ())],
        }
        for number, span in enumerate(steps)
    ]
