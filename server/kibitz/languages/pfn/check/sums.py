"""Numbers, totals and times of all trades, and the events of a round."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from kibitz.core.bounds import CACHED_VALUES, PROBLEMS
from kibitz.core.chunks import Chunk
from kibitz.core.document import Document
from kibitz.core.memory import latest, remembered
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Severity, Span
from kibitz.core.words import nearest
from kibitz.languages.pfn.check.tables import changed, check_table, suggested
from kibitz.languages.pfn.check.trades import key_of
from kibitz.languages.pfn.game.figgie import Number, chips, facts, shared
from kibitz.languages.pfn.game.play import Move, is_known, paid, unknown_banks
from kibitz.languages.pfn.game.round import Terms
from kibitz.languages.pfn.text.record import Reader, Record, pauses
from kibitz.languages.pfn.text.shorthand import has_jots
from kibitz.languages.pfn.text.tables import EVENTS, GAME, TRADES, Source, Table, number, tables, text
from kibitz.languages.pfn.text.trades import Trade


@dataclass(slots=True, eq=False)
class Aggregate:
    """The sums of consecutive trades. Never changed: frozen ones take four times as long to make, after each edit."""

    count: int = 0
    volume: int = 0
    """Thousandths of chips."""
    unknown: frozenset[str] = frozenset()
    """The players whose sums are unknown, see :func:`unknown_banks`."""
    nets: Mapping[str, int] = field(default_factory=dict)
    """The gain of each player, in thousandths of chips."""
    lows: Mapping[str, int] = field(default_factory=dict)
    """The lowest negative sum on the way, for each player with one."""
    first: int | None = None
    last: int | None = None
    """The first and last TradeIndex, if they go up by one from trade to trade."""
    regular: bool = True
    """Whether the TradeIndex goes up by one from trade to trade."""
    numbers: tuple[int | None, ...] = ()
    """The TradeIndex of each trade if they are not regular."""
    since: Number | None = None
    until: Number | None = None
    """The first and the last possible time of the trades."""
    ascends: bool = True
    """Whether each is later than the one before."""

    @property
    def indices(self) -> Sequence[int | None]:
        """The TradeIndex of each trade."""
        if self.regular and self.first is not None and self.last is not None:
            return range(self.first, self.last + 1)
        return self.numbers

    def then(self, other: Aggregate) -> Aggregate:
        """Return the sums of these trades and of the following ones."""
        if not (self.count and other.count):
            return self if self.count else other
        nets, lows, unknown = {**self.nets}, {**self.lows}, self.unknown
        for player, low in other.lows.items():
            low += nets.get(player, 0)
            if low < lows.get(player, 0) and is_known(player, unknown):
                lows[player] = low
        for player, net in other.nets.items():
            nets[player] = nets.get(player, 0) + net
        regular = self.regular and other.regular and self.last is not None and self.last + 1 == other.first
        since, until, ascends = self.since, self.until, self.ascends
        if other.since is not None:
            ascends = ascends and other.ascends and (until is None or until < other.since)
            since, until = other.since if since is None else since, other.until
        return Aggregate(
            self.count + other.count, self.volume + other.volume, unknown | other.unknown, nets, lows,
            self.first, other.last, regular, () if regular else (*self.indices, *other.indices), since, until, ascends,
        )  # fmt: skip


NOTHING = Aggregate()


def counted(reader: Reader, chunks: Iterable[Chunk]) -> Aggregate:
    """Return the sums of the chunks of a block, or of some of them."""
    return total([_one(chunk, reader) for chunk in chunks])


@remembered
def _one(chunk: Chunk, reader: Reader) -> Aggregate:
    if (found := reader.usual(chunk.text)) is not None:
        number, time, buyer, seller, _, price = found
        nets, lows = {buyer: -price, seller: price}, {buyer: -price}
        return Aggregate(1, price, frozenset(), nets, lows, number, number, since=time, until=time)
    return total([*map(of_trade, chunk_trades(reader, chunk))])


def of_trade(trade: Trade) -> Aggregate:
    """Return the sums of one trade."""
    if not trade.table.leaves:
        # The table is only started.
        return NOTHING
    move = Move(trade.buyer, trade.seller, None, None, trade.paid)
    nets: dict[str, int] = {}
    for player, change in paid(move):
        nets[player] = nets.get(player, 0) + milli(change)
    lows = {player: net for player, net in nets.items() if net < 0}
    number, time = trade.number, told_time(trade)
    volume, regular = milli(trade.price or 0), number is not None
    numbers, unknown = () if regular else (None,), unknown_banks(move)
    return Aggregate(1, volume, unknown, nets, lows, number, number, regular, numbers, time, time)


def told_time(trade: Trade) -> Number | None:
    """Return the time of a trade, or None if it is missing or impossible."""
    return trade.time if trade.time is not None and trade.time >= 0 else None


def gained(sums: Aggregate, players: Iterable[str]) -> dict[str, Number | None]:
    """Return the gain of each player in some trades, or None for a player with an unknown one."""
    names = list(players)
    others = {*sums.nets, *(name for name in sums.unknown if not name.startswith("!"))} - set(names)
    unknown = frozenset({"!"}) if others else sums.unknown
    nets = {player: amount(sums.nets.get(player, 0)) for player in names}
    return {player: net if not unknown or is_known(player, unknown) else None for player, net in nets.items()}


def chunk_trades(reader: Reader, chunk: Chunk, end: int | None = None) -> Sequence[Trade]:
    """Return the trades of a chunk, or of its text up to an offset.

    Trades that are written as an array count above the first header.
    """
    text = chunk.text[:end]
    return reader.trades(text, ()) if text.lstrip(" \t").startswith("[") or may_trade(text) else ()


@remembered
def may_trade(text: str) -> bool:
    """Return whether a chunk may contain trades, as tables or in shorthand."""
    return TRADES[0] in text or has_jots(text)


def total(aggregates: Sequence[Aggregate]) -> Aggregate:
    """Return the sums of many consecutive trades."""
    return _total(tuple(aggregates))


# The key is the tallies, not the blocks, which would keep the texts of documents alive.
@latest(CACHED_VALUES)
def _total(aggregates: tuple[Aggregate, ...]) -> Aggregate:
    if len(aggregates) < 2:
        return aggregates[0] if aggregates else NOTHING
    # The halves left of an edit stay equal.
    half = 1 << (len(aggregates) - 1).bit_length() - 1
    return _total(aggregates[:half]).then(_total(aggregates[half:]))


def milli(chips: Number) -> int:
    """Return chips in thousandths. Sums of whole numbers do not depend on the order."""
    return round(chips * 1000)


def amount(thousandths: int) -> Number:
    """Return thousandths as chips."""
    return shared(thousandths, 1000)


class Books:
    """All trades of a document with their sums."""

    def __init__(self, reader: Reader, document: Document, aggregates: Sequence[Aggregate]) -> None:
        """`aggregates` are the sums of the blocks."""
        self.reader = reader
        self.document = document
        self.aggregates = aggregates
        self.sums = total(aggregates)

    def check(self, terms: Terms, stake: Number) -> Iterator[Diagnostic]:
        """Yield the findings for all trades together."""
        sums = self.sums
        if sums.count and not (sums.regular and sums.first == 1):
            yield from islice(self._numbers(), PROBLEMS)
        start = milli(stake)
        for player in terms.players:
            if start + sums.lows.get(player, 0) < 0:
                yield from self._below_zero(player, start)

    def sellers(self) -> dict[str, str | None] | None:
        """Return the first seller of each card, or None while trades are in shorthand."""
        first: dict[str, str | None] = {}
        for _, trade in self.trades():
            if trade.table.shorthand:
                return None
            if trade.card is not None:
                first.setdefault(trade.card, trade.seller)
        return first

    def trades(self, first: int = 0) -> Iterator[tuple[int, Trade]]:
        """Yield the trades from a block on, with the offsets of their chunks in the document."""
        for place in self.document.places(self.document.block_start(first)):
            for trade in chunk_trades(self.reader, place.chunk):
                if trade.table.leaves:
                    yield place.start, trade

    def _trade(self, number: int) -> tuple[int, Trade] | None:
        """Return a trade with the offset of its chunk, or None after the last trade."""
        for block, aggregate in enumerate(self.aggregates):
            if number < aggregate.count:
                return next(islice(self.trades(block), number, None), None)
            number -= aggregate.count
        return None

    def _place(self, number: int) -> Span:
        found = self._trade(number)
        return found[1].place("TradeIndex").shifted(found[0]) if found is not None else Span(0, 0)

    def _are_swapped(self, number: int, due: int) -> bool:
        """Return whether a trade and the next one are swapped, by their times."""
        here, behind = self._trade(number), self._trade(number + 1)
        if here is None or behind is None or behind[1].number != due:
            return False
        first, second = here[1].time, behind[1].time
        return first is not None and second is not None and second < first

    def _numbers(self) -> Iterator[Diagnostic]:
        """Yield the findings for repeated numbers and for numbers out of order.

        After a wrong one, both the number after it and the one that would have come next without it are right, so
        that one mistake is one message.
        """
        rules, indices = self.reader.rules(), self.sums.indices
        first: dict[int, int] = {}
        wrong: set[int] = set()
        swapped: int | None = None
        last, due = 0, 1
        for nth, index in enumerate(indices):
            if index is None or index < 1:
                last, due = -1 if index is None else index, due + 1
                continue
            before = first.setdefault(index, nth)
            if index == swapped:
                swapped, last = None, index
                continue
            if before != nth and before not in wrong:
                related = [Related(self._place(before), "the first one")]
                yield rules["trade-index-repeated"].at(*self._place(nth), index=index, related=related)
            elif index not in {due, last + 1}:
                place, follows = self._place(nth), [*indices[nth + 1 : nth + 2]] == [due]
                fix = changed(place, str(due), index)
                if self._are_swapped(nth, due):
                    swapped, due = due, index
                elif index == due + 1 and follows:
                    edits = Edit(*place, str(due)), Edit(*self._place(nth + 1), str(index))
                    fix = Fix(f"Change `{index}` to `{due}` and `{due}` to `{index}`", edits)
                    swapped, due = due, index
                    yield rules["trade-index-order"].at(*place, wanted=swapped, index=index, fixes=[fix])
                else:
                    wrong.add(nth)
                    yield rules["trade-index-order"].at(*place, wanted=due, index=index, fixes=[fix])
            else:
                due = index
            last, due = index, due + 1

    def _below_zero(self, player: str, bank: int) -> Iterator[Diagnostic]:
        """Yield the finding for the trade that first takes a player's bank below zero. `bank` is in thousandths."""
        block = 0
        while bank + self.aggregates[block].lows.get(player, 0) >= 0:
            bank += self.aggregates[block].nets.get(player, 0)
            block += 1
        for place in self.document.places(self.document.block_start(block)):
            sums = _one(place.chunk, self.reader)
            below = bank + sums.lows.get(player, 0) < 0
            for trade in chunk_trades(self.reader, place.chunk) if below else ():
                bank += of_trade(trade).nets.get(player, 0)
                if bank < 0 and trade.buyer == player:
                    span = trade.place("Price").shifted(place.start)
                    rule = self.reader.rules()["bank-below-zero"]
                    yield rule.at(*span, player=player, bank=chips(amount(bank)))
                    return
            bank += 0 if below else sums.nets.get(player, 0)


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


def check_duration(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Report the first event after the end of the round, and a duration that is probably in minutes.

    If trades are late, their findings report the end.
    """
    leaf, limit = record.leaf(*GAME, "GameDuration"), record.terms.duration
    if leaf is None or limit is None:
        return
    late = (event for event in record.at(*EVENTS) if (number(event.get("T")) or 0) > limit)
    for event in islice(late, 1):
        problem = f"The round ends at {chips(limit)} s, before this event"
        yield rules["event-value"].at(*event.place("T"), problem=problem)
    if limit < MINUTES:
        fixes = [changed(leaf.span, chips(seconds), chips(limit)) for seconds in durations(limit)]
        yield rules["duration-short"].at(*leaf.span, count=chips(limit), fixes=fixes)


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
