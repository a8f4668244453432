"""Checks one hand by the rules of the game and puts what they find at its place in the text."""

from __future__ import annotations

from itertools import islice

from kibitz.core.bounds import PROBLEMS
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Severity, Span
from kibitz.languages.bjn.check.finding import APART, BEFORE, BEHIND, REMOVED, WHOLE, Change, Finding
from kibitz.languages.bjn.check.referee import judge
from kibitz.languages.bjn.check.setup import within
from kibitz.languages.bjn.check.stakes import check_stakes
from kibitz.languages.bjn.text.sheet import Item, Sheet
from kibitz.languages.bjn.text.write import behind

MOST_FOLLOWED = 4000
"""Entries of a hand that are judged: each key in it judges all of them again."""


def check(sheet: Sheet, rules: Rules) -> tuple[Diagnostic, ...]:
    """Return the findings of the rules from 100 on, relative to the sheet.

    A hand is judged up to its first mistake. What follows depends on what was meant, which core finds out by replay.
    """
    return (*_of_entries(sheet, rules), *check_stakes(sheet, rules))


def _of_entries(sheet: Sheet, rules: Rules) -> list[Diagnostic]:
    setup = sheet.entries[0].item if sheet.entries else None
    if setup is None or sheet.conflicting or (setup.kind == "setup" and setup.value is None):
        return []
    found = within(sheet.values) or _up_to_mistake(sheet, rules)
    told = [_diagnostic(sheet, one, rules) for one in found if not sheet.entries[one.entry].item.unfinished]
    return sorted(told, key=lambda one: one.span)


def _up_to_mistake(sheet: Sheet, rules: Rules) -> list[Finding]:
    """Return the first error or warning, and the informations and hints before it.

    An entry that is written wrongly is a mistake, too: what follows it depends on how it is read.
    """
    found = list(islice(judge(sheet.values[:MOST_FOLLOWED]), PROBLEMS))
    flawed = (number for number, one in enumerate(sheet.entries) if _is_flawed(one.item, rules))
    end = next(flawed, len(sheet.entries))
    mistakes = [one for one in found if _severity(one, rules) <= Severity.WARNING and one.entry < end]
    if not mistakes:
        return [one for one in found if one.entry < end]
    first = min(mistakes, key=lambda one: one.entry)
    before = [one for one in found if _severity(one, rules) > Severity.WARNING and one.entry < first.entry]
    return [*before, first]


def _severity(one: Finding, rules: Rules) -> Severity:
    return rules[one.slug].severity if one.severity is None else one.severity


def _is_flawed(item: Item, rules: Rules) -> bool:
    """Return whether an item has an error without a safe fix; with one it is clear what the item says."""
    errors = (flaw for flaw in item.flaws if rules[flaw.slug].severity is Severity.ERROR)
    return not all(any(fix.safe for fix in flaw.fixes) for flaw in errors)


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
    edits = [_edit(sheet, *part) for part in change.parts(finding.entry)]
    made = sorted(edit for edit in edits if edit)
    return Fix(change.title, tuple(made), change.safe) if len(made) == len(edits) else None


def _edit(sheet: Sheet, number: int, change: Change) -> Edit | None:
    placed = sheet.entries[number]
    separator = "|" if sheet.compact else sheet.line_end
    if change.field >= len(placed.item.fields):
        return None
    if change.field == BEFORE:
        return Edit(placed.start, placed.start, change.text + separator)
    if change.field == BEHIND:
        return behind(sheet, placed.end, change.text)
    if change.field == WHOLE:
        return Edit(*placed.span, change.text)
    if change.field in {REMOVED, APART}:
        before = sheet.entries[max(0, number - 1)]
        text = sheet.line_end if change.field == APART else ""
        return Edit(before.end, placed.start if change.field == APART else placed.end, text)
    return Edit(*placed.field(change.field), change.text)
