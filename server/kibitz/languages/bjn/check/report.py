"""Checks one hand by the rules of the game and puts what they find at its place in the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from kibitz.core.formatting import apply
from kibitz.core.notation import Parsed
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Severity, Span
from kibitz.languages.bjn.check.finding import APART, BEFORE, BEHIND, REMOVED, WHOLE, Change, Finding
from kibitz.languages.bjn.check.likely import as_they_show, findings, told
from kibitz.languages.bjn.check.stakes import check_stakes
from kibitz.languages.bjn.text.cut import parse
from kibitz.languages.bjn.text.sheet import Sheet
from kibitz.languages.bjn.text.write import behind

_Find = Callable[[Sheet, Rules], Sequence[Finding]]


def check(sheet: Sheet, rules: Rules, explains: bool = True) -> tuple[Diagnostic, ...]:
    """The diagnostics of the rules from 100 on, relative to the sheet; or one mistake as often as it shows."""
    found = _reported(sheet, rules, findings if explains else as_they_show)
    return (*found, *check_stakes(sheet, rules))


def _reported(sheet: Sheet, rules: Rules, find: _Find) -> tuple[Diagnostic, ...]:
    if not sheet.entries or sheet.conflicting:
        return ()
    found = [one for one in find(sheet, rules) if not sheet.entries[one.entry].item.unfinished]
    return tuple(sorted((_diagnostic(sheet, one, rules) for one in found), key=lambda one: one.span))


def read(text: str, rules: Rules) -> Parsed[Sheet]:
    """A hand, and what can't be read in it. A fix after which more is wrong than before is not offered."""
    parsed = parse(text, rules)
    doubtful = [one for one in parsed.problems if one.fixes and one.rule.slug not in _PLAIN]
    if not 0 < len(doubtful) <= MOST_PROVEN:
        return parsed
    now = _wrong(parsed, rules, findings)
    problems = [
        one._replace(fixes=tuple(fix for fix in one.fixes if _mends(text, now, fix, rules)))
        if one in doubtful
        else one
        for one in parsed.problems
    ]
    return Parsed(parsed.value, tuple(problems))


MOST_PROVEN = 3
"""Somebody who makes the same mistake in every event of a hand means what is read."""
_PLAIN = frozenset(
    {"upper-case", "ten", "dealer-letter", "comment-blank", "missing-separator", "blackjack-mark"}
)
"""Rules whose fixes change nothing of what a record says."""


def _mends(text: str, now: Counter[str], fix: Fix, rules: Rules) -> bool:
    return not _wrong(parse(apply(text, fix.edits), rules), rules, told) - now


def _wrong(parsed: Parsed[Sheet], rules: Rules, find: _Find) -> Counter[str]:
    """How often which rule is broken, but for hints."""
    found = (*parsed.problems, *_reported(parsed.value, rules, find))
    return Counter(one.rule.code for one in found if one.severity <= Severity.WARNING)


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
