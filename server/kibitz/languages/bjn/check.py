"""Checks one hand by the rules of the game and puts what they find at its place in the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Span
from kibitz.languages.bjn.check_cards import check_cards, check_setup
from kibitz.languages.bjn.check_end import check_end
from kibitz.languages.bjn.check_order import Referee
from kibitz.languages.bjn.findings import APART, BEFORE, BEHIND, REMOVED, WHOLE, Change, Finding
from kibitz.languages.bjn.model import Entry, Event, Outcome, Setup, Sheet
from kibitz.languages.bjn.quick import clean
from kibitz.languages.bjn.replay import tables
from kibitz.languages.bjn.syntax import PROBLEMS


def check(sheet: Sheet, rules: Rules) -> tuple[Diagnostic, ...]:
    """The diagnostics of the rules from 100 on, relative to the sheet."""
    if clean(sheet.text) or not sheet.written or sheet.conflicting:
        return ()
    findings = islice(judge(sheet), PROBLEMS)
    return tuple(sorted((_diagnostic(sheet, one, rules) for one in findings), key=lambda one: one.span))


def judge(sheet: Sheet) -> Iterator[Finding]:
    """Everything that the rules of the game and of the notation say of a hand."""
    if sheet.written[0].item.kind != "setup":
        yield _setup_missing(sheet)
        return
    entries: Sequence[Entry] = [entry for placed in sheet.entries if (entry := placed.item.value) is not None]
    if not entries or not isinstance(setup := entries[0], Setup):
        return
    yield from check_setup(setup)
    length = _length(entries)
    if length < len(entries):
        yield _surplus(entries[length], length)
        entries = entries[:length]
    after = list(tables(setup, entries))
    yield from check_cards(setup, [placed.item.value for placed in sheet.written])
    yield from Referee(entries, after).findings()
    if sheet.whole or isinstance(entries[-1], Outcome):
        yield from check_end(entries, after[-1])


def _length(entries: Sequence[Entry]) -> int:
    """How many entries belong to the hand: up to its outcome, without a second setup."""
    for number, entry in enumerate(entries):
        if type(entry) is Outcome:
            return number + 1
        if type(entry) is Setup and number:
            return number
    return len(entries)


def _surplus(entry: Entry, number: int) -> Finding:
    """An entry behind the end of the hand: a second setup, or something after the outcome."""
    if isinstance(entry, Setup):
        changes = (Change("Begin a new hand here", APART, ""), Change("Remove this setup", REMOVED, ""))
        return Finding("setup-second", number, None, changes=changes)
    return Finding("after-outcome", number, None)


def _setup_missing(sheet: Sheet) -> Finding:
    """A hand begins with its setup; how many players it has is seen from the events."""
    actors = [value.actor for placed in sheet.entries if isinstance(value := placed.item.value, Event)]
    setup = f"{{{max([1, *actors])}.52}}"
    changes = (Change(f"Insert `{setup}`", BEFORE, setup),) if actors and max(actors) < 10 else ()
    return Finding("setup-missing", 0, None, changes=changes)


# From entries to places


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
    placed = sheet.written[entry]
    span = placed.field(field)
    return span if span.end > span.start else placed.span


def _fix(sheet: Sheet, finding: Finding, change: Change) -> Fix | None:
    placed = sheet.written[finding.entry if change.entry is None else change.entry]
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
        before = sheet.written[max(0, finding.entry - 1)]
        text = sheet.line_end if change.field == APART else ""
        edit = Edit(before.end, placed.start if change.field == APART else placed.end, text)
    else:
        edit = Edit(*placed.field(change.field), change.text)
    return Fix(change.title, (edit,), change.safe)


def behind(sheet: Sheet, end: int, entry: str) -> Edit:
    """Inserts an entry behind the one that ends at `end`: on its line in a compact hand, or else on the next one."""
    line = sheet.end_of_line(end)
    if sheet.compact or any(end < placed.start < line for placed in sheet.written):
        return Edit(end, end, f"|{entry}")
    return Edit(line, line, f"{sheet.line_end}{entry}")
