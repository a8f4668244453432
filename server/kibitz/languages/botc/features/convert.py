"""Conversion of a whole record: drawings to lines, lines to drawings."""

from __future__ import annotations

from typing import NoReturn

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.formatting import apply
from kibitz.core.internal_errors import RefusedError
from kibitz.core.setting import LAYOUT, Preferences
from kibitz.core.values import Diagnostic, Edit, Severity
from kibitz.core.words import plural
from kibitz.languages.botc.check.grimoire import check_marks
from kibitz.languages.botc.drawing.render import too_much
from kibitz.languages.botc.features._cursor import conversion, layout_of, moments, sheet_at
from kibitz.languages.botc.language import Botc
from kibitz.languages.botc.text.apps import (
    from_state,
    from_storage,
    is_note,
    looks_like_state,
    looks_like_storage,
    to_state,
)
from kibitz.languages.botc.text.nodes import Record


def convert(language: Botc, analysis: Analysis, to: str, preferences: Preferences | None = None) -> str:
    """Return the file with every grimoire in the form `to`. Keep bags and comments, and repair damaged drawings first.

    Raises RefusedError if a part of a grimoire would be lost, or if it has too many players for a drawing.
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
        if record is None or record.form == "bag":
            continue
        if record.form == to and not (to == "drawing" and LAYOUT in wanted.values):
            continue
        if to == "drawing" and (much := too_much(record.grimoire)):
            line = _line(analysis, place.start)
            raise RefusedError(f"the grimoire in line {line} has {much}: it can't be drawn")
        edits.append(conversion(analysis.document, place, record, to, layout_of(wanted)))
    if not any(moments(analysis.document)):
        _refuse_stray(analysis)
    return apply(analysis.document.text(), edits)


def _town_square(analysis: Analysis) -> str:
    """Return the last grimoire as a game state, which lists the parts that it has no place for."""
    document, head, comments = analysis.document, list[str](), list[str]()
    last: Record | None = None
    left = 0
    for place in document.places():
        _refuse_unreadable(analysis, place)
        sheet, text = sheet_at(document, place), place.text
        if sheet.record and sheet.record.form != "bag":
            left += last is not None
            # Notes on the game apply to all later grimoires, other comments only to the next one.
            head = [*filter(is_note, head), *comments]
            last, comments = sheet.record, []
        comments += [text[span.start : span.end] for span in sheet.notes]
    if last is None:
        _refuse_stray(analysis)
        raise RefusedError("there is no grimoire in it")
    before = f"{plural(left, 'grimoire')} before this one"
    return to_state(last.grimoire, head, ([before] if left else []) + comments, analysis.context)


def _mended(language: Botc, analysis: Analysis) -> Analysis:
    """Return the record with damaged drawings repaired and without the marks of a chat."""
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
    """Raise RefusedError for a text that has no grimoire but other text."""
    for problem in analysis.diagnostics()[:1]:
        _refuse(analysis, problem)


def _refuse_unreadable(analysis: Analysis, place: Place) -> None:
    """Raise RefusedError for a chunk that cannot be read, with the first reason."""
    for problem in analysis.language.parsed(place.text).problems:
        # Text outside of grimoires stays in its place.
        if problem.severity == Severity.ERROR and problem.rule.slug != "stray-text":
            _refuse(analysis, problem.shifted(place.start))


def _refuse(analysis: Analysis, problem: Diagnostic) -> NoReturn:
    line, rule = _line(analysis, problem.span.start), problem.rule
    raise RefusedError(f"line {line}: {problem.message} [{rule.code} {rule.slug}]")


def _line(analysis: Analysis, offset: int) -> int:
    """Return the line number of an offset, counted from 1."""
    return analysis.document.position_at(offset, "utf-32").line + 1


def imported(language: object, text: str) -> str | None:
    """Return the data of the town square or of Pocket Grimoire as a grimoire in one line, or None for other texts.

    Raises RefusedError for similar JSON that is neither.
    """
    if looks_like_storage(text):
        return from_storage(text)
    return from_state(text) if looks_like_state(text) else None
