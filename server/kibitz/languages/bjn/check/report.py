"""Checks one hand by the rules of the game and puts what they find at its place in the text."""

from __future__ import annotations

from itertools import islice

from kibitz.core.items import MOST_PROBLEMS
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Span
from kibitz.languages.bjn.check.finding import APART, BEFORE, BEHIND, REMOVED, WHOLE, Change, Finding
from kibitz.languages.bjn.check.referee import judge
from kibitz.languages.bjn.text.sheet import Sheet
from kibitz.languages.bjn.text.write import behind


def check(sheet: Sheet, rules: Rules) -> tuple[Diagnostic, ...]:
    """The diagnostics of the rules from 100 on, relative to the sheet."""
    if not sheet.entries or sheet.conflicting:
        return ()
    findings = islice(judge(sheet), MOST_PROBLEMS)
    return tuple(sorted((_diagnostic(sheet, one, rules) for one in findings), key=lambda one: one.span))


def _diagnostic(sheet: Sheet, finding: Finding, rules: Rules) -> Diagnostic:
    return rules[finding.slug].at(
        *_place(sheet, finding.entry, finding.field),
        severity=finding.severity,
        related=[
            Related(_place(sheet, other.entry, other.field), other.message) for other in finding.related
        ],
        fixes=[fix for change in finding.changes if (fix := _fix(sheet, finding, change))],
        **finding.fields,
    )


def _place(sheet: Sheet, entry: int, field: int | None) -> Span:
    """A field, or the entry if nothing stands in the field."""
    placed = sheet.entries[entry]
    span = placed.field(field)
    return span if span.end > span.start else placed.span


def _fix(sheet: Sheet, finding: Finding, change: Change) -> Fix | None:
    placed = sheet.entries[finding.entry if change.entry is None else change.entry]
    separator = "|" if sheet.compact else sheet.line_end
    if change.field >= len(placed.item.fields):
        return None
    if change.field == BEFORE:
        edit = Edit(placed.start, placed.start, change.text + separator)
    elif change.field == BEHIND:
        edit = behind(sheet, placed.end, change.text)
    elif change.field == WHOLE:
        edit = Edit(*placed.span, change.text)
    elif change.field in {REMOVED, APART}:
        before = sheet.entries[max(0, finding.entry - 1)]
        text = sheet.line_end if change.field == APART else ""
        edit = Edit(before.end, placed.start if change.field == APART else placed.end, text)
    else:
        edit = Edit(*placed.field(change.field), change.text)
    return Fix(change.title, (edit,), change.safe)
