"""Rules of times: of trades and of events."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from kibitz.core.bounds import PROBLEMS
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Related, Severity, Span
from kibitz.core.words import nearest
from kibitz.languages.pfn.check.sums import Books, told_time
from kibitz.languages.pfn.check.tables import changed, check_table, suggested
from kibitz.languages.pfn.check.trades import key_of
from kibitz.languages.pfn.game.figgie import Number, chips, facts
from kibitz.languages.pfn.game.round import Terms
from kibitz.languages.pfn.text.record import Record, pauses
from kibitz.languages.pfn.text.tables import EVENTS, GAME, Source, Table, number, tables, text
from kibitz.languages.pfn.text.trades import Trade


class Timed(NamedTuple):
    """A trade with its time and its place in the document."""

    time: Number
    span: Span
    trade: Trade


class Odd(NamedTuple):
    """A time that must change; the trades around it that may stay."""

    one: Timed
    before: Number | None
    after: Number | None
    around: tuple[Timed, ...] = ()


def check(books: Books, terms: Terms, late: Source | None) -> Iterator[Diagnostic]:
    """Yield the findings for times; `late` is the first one after the end of the round."""
    odd = {} if books.sums.ascends else {one.one.span: one for one in islice(_disorder(books), PROBLEMS)}
    for one in odd.values():
        yield _finding(books, one, terms.duration)
    if late is None or terms.duration is None:
        return
    at = books.document.find([late.chunk]).get(late.chunk, len(books.document))
    timed = [*_timed(books, books.document.place_at(at).block)]
    trades = [
        one for one in timed if one.span.start >= at and one.time > terms.duration and one.span not in odd
    ]
    if not trades:
        return
    first, more = trades[0], len(trades) - 1
    lone = Odd(first, _before(books, timed, at), None)
    if not more and _pointed(lone, terms.duration):
        yield _finding(books, lone, terms.duration)
        return
    behind = f" and the {'one' if more == 1 else more} after it" if more else ""
    rule = books.reader.rules()["time-after-end"]
    yield rule.at(*first.span, limit=chips(terms.duration), more=behind)


def _finding(books: Books, odd: Odd, duration: Number | None) -> Diagnostic:
    one, before, after, around = odd
    if before is not None and after is not None:
        where = f"between {chips(before)} and {chips(after)}, the times around it"
    elif before is not None:
        where = f"later than {chips(before)}, that of the trade before"
    elif after is not None:
        where = f"earlier than {chips(after)}, that of the next trade"
    else:
        where = f"at most {chips(duration or 0)}, the end of the round"
    related = [
        Related(other.span, "the trade before" if other.time == before else "the next one")
        for other in around
    ]
    point = _pointed(odd, duration)
    fixes = [changed(one.span, point, one.time)] if point else []
    severity = Severity.WARNING if one.trade.table.shorthand else None
    rule = books.reader.rules()["time-order"]
    return rule.at(*one.span, where=where, related=related, fixes=fixes, severity=severity)


def _pointed(odd: Odd, duration: Number | None) -> str:
    """Return the time with its lost decimal point, if that puts it between its neighbours, or an empty string.

    Times with one decimal come first.
    """
    written = str(odd.one.time) if isinstance(odd.one.time, int) else ""
    if len(written) != odd.one.span.end - odd.one.span.start:
        # A clock time has no decimal point to lose.
        return ""
    low = -1 if odd.before is None else odd.before
    high = odd.after if odd.after is not None else duration if duration is not None else odd.one.time
    ways = (f"{written[:at]}.{written[at:]}" for at in range(len(written) - 1, 0, -1))
    return next((way for way in ways if low < float(way) < high), "")


def _disorder(books: Books) -> Iterator[Odd]:
    """Yield the trades with wrong times. If one of two is wrong, yield the later one, unless the other has lost its decimal point."""
    trades = [*_timed(books)]
    times = [one.time for one in trades]
    backward = [len(times) - 1 - at for at in _longest([-time for time in reversed(times)])]
    ways = [{trades[at].span for at in way} for way in (backward, _longest(times))]
    made = [list(_between(trades, way)) for way in ways]
    yield from max(made, key=lambda some: sum(bool(_pointed(one, None)) for one in some))


def _between(trades: Sequence[Timed], kept: set[Span]) -> Iterator[Odd]:
    """Yield the trades that are not kept, each with the nearest kept ones."""
    for at, one in enumerate(trades):
        if one.span not in kept:
            before = next((other for other in reversed(trades[:at]) if other.span in kept), None)
            after = next((other for other in trades[at:] if other.span in kept), None)
            yield Odd(
                one,
                None if before is None else before.time,
                None if after is None else after.time,
                tuple(other for other in (before, after) if other is not None),
            )


def _longest(times: Sequence[Number]) -> list[int]:
    """Return the places of a longest ascending run."""
    ends: list[Number] = []
    places: list[int] = []
    previous: list[int | None] = []
    for at, time in enumerate(times):
        length = bisect_left(ends, time)
        previous.append(places[length - 1] if length else None)
        ends[length : length + 1], places[length : length + 1] = [time], [at]
    found: list[int] = []
    place = places[-1] if places else None
    while place is not None:
        found.append(place)
        place = previous[place]
    return found[::-1]


def _timed(books: Books, block: int = 0) -> Iterator[Timed]:
    """Yield the trades from a block on with times, without repeated trades: another rule reports these by their number."""
    last: Trade | None = None
    for start, trade in books.trades(block):
        again = last is not None and trade.time == last.time and key_of(trade) == key_of(last)
        if (time := told_time(trade)) is not None and (not again or None in key_of(trade)):
            yield Timed(time, trade.place("T").shifted(start), trade)
        last = trade


def _before(books: Books, timed: Sequence[Timed], at: int) -> Number | None:
    """Return the time of the trade before an offset, or None. `timed` are the trades from its block on."""
    block = books.document.place_at(at).block
    earlier = (books.aggregates[number].until for number in range(block - 1, -1, -1))
    here = [one.time for one in timed if one.span.start < at]
    return here[-1] if here else next((time for time in earlier if time is not None), None)


KNOWN = ("Pause", "Resume", "Disconnect", "Reconnect")
"""The types of events that a misspelt type may mean."""


class TimedEvent(NamedTuple):
    """An event with a time."""

    at: Number
    kind: str
    """The type of the event, or an empty string."""
    event: Table


def check_events(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Yield the findings for the events."""
    events = list(record.at(*EVENTS))
    for event in events:
        yield from _values(rules, event)
        yield from _moment(rules, event)
    times = ((number(event.get("T")), event) for event in events)
    told = [TimedEvent(at, text(event.get("Type")) or "", event) for at, event in times if at is not None]
    told.sort(key=lambda one: one.at)
    yield from _resumes(rules, told)
    for pause in pauses(events):
        if pause.end is None and not any(at > pause.start for at in _misspelt(told, "Resume")):
            begun = (one.event.place("Type") for one in told if one[:2] == (pause.start, "Pause"))
            yield rules["pause-without-resume"].at(*next(begun, events[0].head))


def _misspelt(told: list[TimedEvent], kind: str) -> Iterator[Number]:
    """Return the times of events with a misspelt type. These are reported at their places."""
    return (at for at, written, _ in told if written not in KNOWN and nearest(written, KNOWN) == kind)


def _values(rules: Rules, event: Table) -> Iterator[Diagnostic]:
    """Check the keys of an event and their types. A mistake in one is a warning, because nothing depends on it."""
    rule = rules["event-value"]
    required = [key for key in tables()[EVENTS].keys if key.required]
    for one in check_table(rules, event, required, "This event"):
        wrong = one.rule.slug in {"missing-key", "wrong-type"}
        own = rule._replace(report_when=one.rule.report_when)
        yield one._replace(rule=own, severity=rule.severity) if wrong else one


def after_end(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Report the first event after the end of the round. If trades are late as well, their findings report the end."""
    limit = record.terms.duration
    for event in record.at(*EVENTS) if limit is not None else ():
        if limit is not None and (number(event.get("T")) or 0) > limit:
            problem = f"The round ends at {chips(limit)} s, before this event"
            yield rules["event-value"].at(*event.place("T"), problem=problem)
            return


def short(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Report a duration that is probably in minutes, if no trade is after it."""
    leaf, written = record.leaf(*GAME, "GameDuration"), record.terms.duration
    if leaf is not None and written is not None and written < MINUTES:
        fixes = [changed(leaf.span, chips(seconds), chips(written)) for seconds in durations(written)]
        yield rules["duration-short"].at(*leaf.span, count=chips(written), fixes=fixes)


MINUTES = 30
"""Seconds below which a duration is probably in minutes."""


def durations(written: Number) -> list[Number]:
    """Return the durations that may be meant: minutes in seconds, and the usual one."""
    return list(dict.fromkeys([*([written * 60] if 0 < written < MINUTES else []), facts().seconds]))


def _moment(rules: Rules, event: Table) -> Iterator[Diagnostic]:
    """Yield the findings for the time and the type of an event."""
    if (number(event.get("T")) or 0) < 0:
        problem = "`T` is negative, but it counts from the start of the round"
        yield rules["event-value"].at(*event.place("T"), problem=problem)
    kind = event.get("Type")
    written = text(kind)
    if kind is not None and written and written not in KNOWN:
        hint, fixes = suggested(written, KNOWN, kind.plain.span)
        if hint:
            problem = f"`{written}` is not a known type{hint}"
            yield rules["event-value"].at(*kind.span, problem=problem, fixes=fixes)


def _resumes(rules: Rules, told: list[TimedEvent]) -> Iterator[Diagnostic]:
    """Yield the findings for each Resume that ends no pause, unless an earlier Pause is misspelt."""
    begun = list(_misspelt(told, "Pause"))
    paused = False
    for at, kind, event in told:
        if kind == "Resume" and not paused and not any(time < at for time in begun):
            yield rules["event-value"].at(*event.place("Type"), problem="This `Resume` ends no pause")
        paused = (paused or kind == "Pause") and kind != "Resume"
