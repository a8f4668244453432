"""The whole record in another form: drawings as lines, lines as drawings."""

from __future__ import annotations

from typing import NoReturn

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.faults import RefusedError
from kibitz.core.formatting import apply
from kibitz.core.setting import LAYOUT, Preferences
from kibitz.core.values import Diagnostic, Edit, Severity
from kibitz.core.words import plural
from kibitz.languages.botc.check.grimoire import check_marks
from kibitz.languages.botc.drawing.render import too_much
from kibitz.languages.botc.features._cursor import conversion, layout_of, sheet_at
from kibitz.languages.botc.features.imported import imported
from kibitz.languages.botc.language import Botc
from kibitz.languages.botc.text.apps import is_note, to_state
from kibitz.languages.botc.text.nodes import Record


def convert(language: Botc, analysis: Analysis, to: str, preferences: Preferences | None = None) -> str:
    """Every grimoire in the form `to`; bags and comments stay, and damaged drawings are mended before.

    Raises RefusedError where something of a grimoire would be lost, or where so many sit in it that it can't be drawn.
    """
    if (found := imported(language, analysis.document.text())) is not None:
        analysis = Analysis.of(language, found)
    analysis = _mended(language, analysis)
    if to == "townsquare":
        return _town_square(analysis)
    wanted = preferences or Preferences()
    edits: list[Edit] = []
    for place in analysis.document.places():
        _refuse_unreadable(analysis, place)
        record = sheet_at(analysis.document, place).record
        if record is None or record.form == "bag" or not _changes(record, to, wanted):
            continue
        if to == "drawing" and (much := too_much(record.grimoire)):
            line = _line(analysis, place.start)
            raise RefusedError(f"the grimoire in line {line} has {much}: it can't be drawn")
        edits.append(conversion(analysis.document, place, record, to, layout_of(wanted)))
    if not any(sheet_at(analysis.document, place).record for place in analysis.document.places()):
        _refuse_stray(analysis)
    return apply(analysis.document.text(), edits)


def _town_square(analysis: Analysis) -> str:
    """Return the last grimoire as a game state, which names what it has no place for."""
    document, head, comments = analysis.document, list[str](), list[str]()
    last: Record | None = None
    left = 0
    for place in document.places():
        _refuse_unreadable(analysis, place)
        sheet, text = sheet_at(document, place), place.text
        if sheet.record and sheet.record.form != "bag":
            left += last is not None
            # What is said of the game holds for all that follows, other comments for the next grimoire.
            head = [*filter(is_note, head), *comments]
            last, comments = sheet.record, []
        comments += [text[span.start : span.end] for span in sheet.notes]
    if last is None:
        _refuse_stray(analysis)
        raise RefusedError("there is no grimoire in it")
    before = f"{plural(left, 'grimoire')} before this one"
    return to_state(last.grimoire, head, ([before] if left else []) + comments, analysis.context)


def _changes(record: Record, to: str, wanted: Preferences) -> bool:
    """Whether a grimoire is in another form; a drawing may be asked for in another layout, too."""
    return record.form != to or (to == "drawing" and LAYOUT in wanted.values)


def _mended(language: Botc, analysis: Analysis) -> Analysis:
    """The record with the drawings mended that were damaged on their way here, and without what a chat put there."""
    edits = [
        edit.shifted(place.start)
        for place in analysis.document.places()
        for problem in language.parsed(place.text).problems
        if problem.rule.slug == "pasted"
        for fix in problem.fixes
        for edit in fix.edits
    ]
    edits += [edit for problem in check_marks(analysis.document) for edit in problem.fixes[0].edits]
    edits.sort()
    return Analysis.of(language, apply(analysis.document.text(), edits)) if edits else analysis


def _refuse_stray(analysis: Analysis) -> None:
    """Raises RefusedError for a text in which there is no grimoire but something else."""
    for problem in analysis.diagnostics()[:1]:
        _refuse(analysis, problem)


def _refuse_unreadable(analysis: Analysis, place: Place) -> None:
    """Raises RefusedError where a chunk can't be read, with the first reason."""
    for problem in analysis.language.parsed(place.text).problems:
        # What stands beside grimoires stays where it is.
        if problem.severity == Severity.ERROR and problem.rule.slug != "stray-text":
            _refuse(analysis, problem.shifted(place.start))


def _refuse(analysis: Analysis, problem: Diagnostic) -> NoReturn:
    line, rule = _line(analysis, problem.span.start), problem.rule
    raise RefusedError(f"line {line}: {problem.message} [{rule.code} {rule.slug}]")


def _line(analysis: Analysis, offset: int) -> int:
    """The number of a line for people."""
    return analysis.document.position_at(offset, "utf-32").line + 1
