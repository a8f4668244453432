"""Events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic
from kibitz.core.words import nearest
from kibitz.languages.pfn.check.names import suggested
from kibitz.languages.pfn.check.tables import check_table
from kibitz.languages.pfn.game.figgie import Number, chips
from kibitz.languages.pfn.text.keys import tables
from kibitz.languages.pfn.text.record import Record, pauses
from kibitz.languages.pfn.text.tables import EVENTS, Table, number, text

KNOWN = ("Pause", "Resume", "Disconnect", "Reconnect")
"""Types of events that are meant where one is nearly written so."""


class Told(NamedTuple):
    """An event that tells when it was."""

    at: Number
    kind: str
    """Its type; nothing where it tells none."""
    event: Table


def check(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Everything about the events."""
    events = list(record.at(*EVENTS))
    for event in events:
        yield from _values(rules, event)
        yield from _moment(rules, event)
    times = ((number(event.get("T")), event) for event in events)
    told = [Told(at, text(event.get("Type")) or "", event) for at, event in times if at is not None]
    told.sort(key=lambda one: one.at)
    yield from _resumes(rules, told)
    for pause in pauses(events):
        if pause.end is None and not any(at > pause.start for at in _misspelt(told, "Resume")):
            begun = (one.event.place("Type") for one in told if one[:2] == (pause.start, "Pause"))
            yield rules["pause-without-resume"].at(*next(begun, events[0].head))


def _misspelt(told: list[Told], kind: str) -> Iterator[Number]:
    """When events are that are nearly of a type, which is said where they stand."""
    return (at for at, written, _ in told if written not in KNOWN and nearest(written, KNOWN) == kind)


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
        if limit is not None and (number(event.get("T")) or 0) > limit:
            problem = f"the round ends at {chips(limit)}, before this event"
            yield rules["event-value"].at(*event.place("T"), problem=problem)
            return


def _moment(rules: Rules, event: Table) -> Iterator[Diagnostic]:
    """When an event is, and what it is: nearly a known type is one that is misspelt."""
    if (number(event.get("T")) or 0) < 0:
        problem = "`T` counts from the start of the round and can't be negative"
        yield rules["event-value"].at(*event.place("T"), problem=problem)
    kind = event.get("Type")
    written = text(kind)
    if kind is not None and written and written not in KNOWN:
        hint, fixes = suggested(written, KNOWN, kind.plain.span)
        if hint:
            problem = f"`{written}` is no type that is known{hint}"
            yield rules["event-value"].at(*kind.span, problem=problem, fixes=fixes)


def _resumes(rules: Rules, told: list[Told]) -> Iterator[Diagnostic]:
    """A Resume that ends no pause, unless what begins it is misspelt."""
    begun = list(_misspelt(told, "Pause"))
    paused = False
    for at, kind, event in told:
        if kind == "Resume" and not paused and not any(time < at for time in begun):
            yield rules["event-value"].at(*event.place("Type"), problem="this `Resume` ends no pause")
        paused = (paused or kind == "Pause") and kind != "Resume"
