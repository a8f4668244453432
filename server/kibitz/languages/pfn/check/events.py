"""Events."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Span
from kibitz.languages.pfn.check.tables import check_table
from kibitz.languages.pfn.game.figgie import Number
from kibitz.languages.pfn.text.keys import tables
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import EVENTS, Table, number, text
from kibitz.languages.pfn.text.terms import pauses


def check(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Everything about the events."""
    events = list(record.at(*EVENTS))
    for event in events:
        yield from _values(rules, event)
    for pause in pauses(events):
        if pause.end is None:
            yield rules["pause-without-resume"].at(*_pause_place(events, pause.start))


def _values(rules: Rules, event: Table) -> Iterator[Diagnostic]:
    """The keys of an event and their types. Whatever is wrong with one spoils nothing else: a warning."""
    rule = rules["event-value"]
    required = [key for key in tables()[EVENTS].keys if key.required]
    for one in check_table(rules, event, required, "this event"):
        wrong = one.rule.slug in {"missing-key", "wrong-type"}
        own = rule._replace(certain=one.rule.certain)
        yield one._replace(rule=own, severity=rule.severity) if wrong else one


def _pause_place(events: list[Table], time: Number) -> Span:
    for event in events:
        leaf, kind = event.get("T"), event.get("Type")
        if kind is not None and text(kind) == "Pause" and leaf is not None and number(leaf.node) == time:
            return kind.span
    return events[0].head
