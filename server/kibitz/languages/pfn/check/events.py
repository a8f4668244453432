"""Events."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Span
from kibitz.core.words import nearest
from kibitz.languages.pfn.check.names import suggested
from kibitz.languages.pfn.check.tables import check_table
from kibitz.languages.pfn.game.figgie import Number, chips
from kibitz.languages.pfn.text.keys import tables
from kibitz.languages.pfn.text.record import Record, pauses
from kibitz.languages.pfn.text.tables import EVENTS, Table, number, text

KNOWN = ("Pause", "Resume", "Disconnect", "Reconnect")
"""Types of events that are meant where one is nearly written so."""


def check(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Everything about the events."""
    events = list(record.at(*EVENTS))
    for event in events:
        yield from _values(rules, event)
        yield from _moment(rules, event)
    yield from _resumes(rules, events)
    for pause in pauses(events):
        if pause.end is None and not any(time > pause.start for time in _misspelt(events, "Resume")):
            yield rules["pause-without-resume"].at(*_pause_place(events, pause.start))


def _misspelt(events: list[Table], kind: str) -> Iterator[Number]:
    """When events are that are nearly of a type, which is said where they stand."""
    for event in events:
        time, written = event.get("T"), text(event.get("Type")) or ""
        at = number(time.node) if time is not None else None
        if at is not None and written not in KNOWN and nearest(written, KNOWN) == kind:
            yield at


def _values(rules: Rules, event: Table) -> Iterator[Diagnostic]:
    """The keys of an event and their types. Whatever is wrong with one spoils nothing else: a warning."""
    rule = rules["event-value"]
    required = [key for key in tables()[EVENTS].keys if key.required]
    for one in check_table(rules, event, required, "this event"):
        wrong = one.rule.slug in {"missing-key", "wrong-type"}
        own = rule._replace(certain=one.rule.certain)
        yield one._replace(rule=own, severity=rule.severity) if wrong else one


def after_end(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """The first event after the end of the round. Where there are trades, too, it is the end that is wrong, and they tell it."""
    limit = record.terms.duration
    for event in record.at(*EVENTS) if limit is not None else ():
        time = event.get("T")
        at = number(time.node) if time is not None else None
        if time is not None and at is not None and limit is not None and at > limit:
            problem = f"the round ends at {chips(limit)}, before this event"
            yield rules["event-value"].at(*time.span, problem=problem)
            return


def _moment(rules: Rules, event: Table) -> Iterator[Diagnostic]:
    """When an event is, and what it is: nearly a known type is one that is misspelt."""
    time, kind = event.get("T"), event.get("Type")
    at = number(time.node) if time is not None else None
    if time is not None and at is not None and at < 0:
        problem = "`T` counts from the start of the round and can't be negative"
        yield rules["event-value"].at(*time.span, problem=problem)
    written = text(kind)
    if kind is not None and written and written not in KNOWN:
        hint, fixes = suggested(written, KNOWN, kind.plain.span)
        if hint:
            yield rules["event-value"].at(
                *kind.span, problem=f"`{written}` is no type that is known{hint}", fixes=fixes
            )


def _resumes(rules: Rules, events: list[Table]) -> Iterator[Diagnostic]:
    """A Resume that ends no pause, unless what begins it is misspelt."""
    begun = list(_misspelt(events, "Pause"))
    moments = [
        (at, event)
        for event in events
        if (leaf := event.get("T")) is not None and (at := number(leaf.node)) is not None
    ]
    paused = False
    for at, event in sorted(moments, key=lambda moment: moment[0]):
        kind = event.get("Type")
        if (
            kind is not None
            and text(kind) == "Resume"
            and not paused
            and not any(time < at for time in begun)
        ):
            yield rules["event-value"].at(*kind.span, problem="this `Resume` ends no pause")
        paused = (paused or text(kind) == "Pause") and text(kind) != "Resume"


def _pause_place(events: list[Table], time: Number) -> Span:
    for event in events:
        leaf, kind = event.get("T"), event.get("Type")
        if kind is not None and text(kind) == "Pause" and leaf is not None and number(leaf.node) == time:
            return kind.span
    return events[0].head
