"""The fold over a round, and the rules that need the whole of it."""

from __future__ import annotations

import re
from bisect import bisect_right
from calendar import month_name, monthrange
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import islice
from typing import NamedTuple

from kibitz.core.bounds import PROBLEMS
from kibitz.core.chunks import Chunk
from kibitz.core.document import Document
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Fix
from kibitz.languages.pfn.check import result, tables, times, trades
from kibitz.languages.pfn.check.deal import check_deal, check_deck
from kibitz.languages.pfn.check.sums import Books, Tally, gained
from kibitz.languages.pfn.check.tables import changed, header_above
from kibitz.languages.pfn.check.times import check_events
from kibitz.languages.pfn.check.trades import Round
from kibitz.languages.pfn.game.figgie import chips, facts
from kibitz.languages.pfn.game.play import Standing
from kibitz.languages.pfn.text.record import Reader, Record
from kibitz.languages.pfn.text.tables import Leaf, integer, lists, number
from kibitz.languages.pfn.text.trades import SEVERAL
from kibitz.languages.pfn.toml.names import EMPTY, START, Names, define_section


class State(NamedTuple):
    """How things stand between two chunks."""

    names: Names
    round: trades.Round


def start(record: Record) -> State:
    """Before the first chunk."""
    return State(START, trades.start(record.terms))


def step(reader: Reader, record: Record, state: State, chunk: Chunk) -> tuple[State, Sequence[Diagnostic]]:
    """The state after a chunk, and what is wrong with its names and its trades."""
    section, rules = reader.section(chunk.text), reader.rules()
    names, problems = define_section(state.names, chunk, section, rules, record.contested, lists())
    round_, found = trades.step(reader, record.terms, state.round, chunk, state.names.path)
    # A table of a list is a chunk; others may be cut anywhere, and where that is must make no difference.
    if len(problems) >= SEVERAL and chunk.text.lstrip().startswith("[["):
        problems = _first_of(problems, chunk.text)
    return State(names, round_), (*problems, *found)


def lost(state: State) -> State:
    """The state behind a chunk of which nothing is known: any table may be open, and any cards have changed hands."""
    names = state.names._replace(path=None, aside=EMPTY, told=0)
    return State(names, trades.lost(state.round))


def _first_of(problems: Sequence[Diagnostic], text: str) -> list[Diagnostic]:
    """What is wrong with names; where a lost header makes several keys stand twice, only the first of them."""
    again = [one for one in problems if one.rule.slug == "duplicate-key"]
    if len(again) < SEVERAL:
        return list(problems)
    header, at = text.strip().split("\n", 1)[0].strip(), text.rfind("\n", 0, again[0].span.start) + 1
    others = [one for one in problems if one.rule.slug != "duplicate-key"]
    return sorted([again[0]._replace(fixes=(header_above(header, at),)), *others], key=lambda one: one.span)


def check_game(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Everything about FiggieGame but its keys and their types."""
    count = record.leaf("FiggieGame", "Players")
    players = integer(count)
    if count is not None and players is not None and players not in facts().players:
        yield rules["player-count"].at(*count.span, count=players)
    elif count is not None and players is not None and record.players and players != len(record.players):
        hands = len(record.players)
        fixes = [changed(count.span, str(hands))]
        yield rules["players-dealt"].at(*count.span, count=players, hands=hands, fixes=fixes)
    duration = record.leaf("FiggieGame", "GameDuration")
    if duration is not None and (seconds := number(duration)) is not None and not seconds > 0:
        yield rules["game-duration"].at(*duration.span, count=chips(seconds))
    day = record.leaf("FiggieGame", "Date")
    if day is not None and day.node is not None:
        yield from _date(rules, day, day.node.value)


def _date(rules: Rules, leaf: Leaf, value: object) -> Iterator[Diagnostic]:
    if isinstance(value, date):
        written = value.isoformat()
        fix = Fix.of("Put the date in quotes", *leaf.span, f'"{written}"', safe=False)
        yield rules["unquoted-date"].at(*leaf.span, text=written, fixes=[fix])
    elif isinstance(value, str) and (wanted := date_problem(value)):
        fixes = [changed(leaf.plain.span, day) for day in _meant_dates(value)]
        yield rules["not-a-date"].at(
            *leaf.span, text=f"`{value}`" if value else "an empty string", wanted=wanted, fixes=fixes
        )


def date_problem(written: str) -> str | None:
    """What is wrong with a date in ISO 8601 form, alone or with a time."""
    found = _ISO.fullmatch(written)
    if found is None:
        if re.match(r"[0-9]{4}-?[0-9]{2}-?[0-9]{2} [0-9]", written):
            return "a time is written behind a `T`"
        return "it is written year-month-day, such as `2025-02-15`"
    year, ordinal, week = found.group("year", "ordinal", "week")
    month, day = found["month"] or found["m"], found["day"] or found["d"]
    leap = int(year) % 4 == 0 and (int(year) % 100 != 0 or int(year) % 400 == 0)
    if (
        int(year) == 0
        or (ordinal and not 1 <= int(ordinal) <= 365 + leap)
        or (week and not 1 <= int(week) <= 53)
    ):
        return f"{year} has no such day"
    if month and not 1 <= int(month) <= 12:
        return "months go from 01 to 12"
    if month and not 1 <= int(day) <= monthrange(int(year), int(month))[1]:
        return f"{month_name[int(month)]} {year} has no such day"
    clock = found["clock"]
    if clock and (int(clock[:2]) > 23 or any(int(part) > 59 for part in re.findall("[0-9]{2}", clock)[1:3])):
        return "behind the day there can be only a time, such as `T18:30:00`"
    return None


_ISO = re.compile(
    r"(?P<year>[0-9]{4})(?:-(?P<ordinal>[0-9]{3})|-?W(?P<week>[0-9]{2})-?[1-7]"
    r"|-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})|(?P<m>[0-9]{2})(?P<d>[0-9]{2}))"
    r"(?:T(?P<clock>[0-9]{2}(?::?[0-9]{2}(?::?[0-9]{2}(?:[.,][0-9]+)?)?)?)(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)?)?"
)


def _meant_dates(written: str) -> list[str]:
    """The dates that somebody may have meant who wrote the day or the month first, or other separators."""
    found = re.fullmatch(r"([0-9]{1,4})[-/. ]([0-9]{1,2})[-/. ]([0-9]{1,4})(.*)", written.strip(), re.DOTALL)
    dates = [written.replace(" ", "T", 1)]
    if found is not None:
        one, two, three, rest = found.groups()
        orders = [(one, two, three)] if len(one) == 4 else [(three, two, one), (three, one, two)]
        dates = [f"{year}-{month:0>2}-{day:0>2}{rest.replace(' ', 'T', 1)}" for year, month, day in orders]
    return [day for day in dict.fromkeys(dates) if date_problem(day) is None]


def finish(
    reader: Reader, document: Document, record: Record, end: Round, tallies: Sequence[Tally]
) -> Iterator[Diagnostic]:
    """The rules of the whole record, with offsets of the document.

    The small tables are checked once as long as they stay the same; what is found is moved to where they are now.
    """
    rules = reader.rules()
    books = Books(reader, document, record.strays, tallies)
    players = len(record.players)
    now = Standing(end.cards, gained(books.sums, record.players), facts().start(players))
    came_to = record.outcome(now)
    sound = not end.strained and (not books.sums.count or (books.sums.regular and books.sums.first == 1))
    # What can't be read above the first header may be trades, as an array.
    sound = sound and not any(table.unread for table in record.at())
    last = None if end.last is None or end.late else end.last.time
    found = [
        *trades.with_cards(_tables(reader, record), record, books.sellers),
        *(times.after_end(rules, record) if end.late is None else ()),
        *result.against_trades(rules, record, came_to, books.sums.count, last, sound=sound),
    ]
    if found:
        moved = _moved(found, record, record.places(document))
        yield from tables.with_result(moved, document, record, came_to if sound else None)
    yield from times.check(books, record.terms, end.late)
    yield from books.check(record.terms, record.payout_rule(came_to).stake(players))


def _tables(reader: Reader, record: Record) -> Sequence[Diagnostic]:
    if record.found is None:
        rules = reader.rules()
        checks = tables.check, check_game, check_deck, check_deal, check_events, result.check
        record.found = [one for part in checks for one in islice(part(rules, record), PROBLEMS)]
    return record.found


def _moved(found: Iterable[Diagnostic], record: Record, places: Sequence[int]) -> Iterator[Diagnostic]:
    """Diagnostics with offsets of the document, each place with its own chunk."""

    def by(offset: int) -> int:
        number = max(bisect_right(record.starts, offset) - 1, 0)
        return places[number] - record.starts[number] if places else 0

    for one in found:
        yield one._replace(
            span=one.span.shifted(by(one.span.start)),
            related=tuple(
                other._replace(span=other.span.shifted(by(other.span.start))) for other in one.related
            ),
            fixes=tuple(
                fix._replace(edits=tuple(edit.shifted(by(edit.start)) for edit in fix.edits))
                for fix in one.fixes
            ),
        )
