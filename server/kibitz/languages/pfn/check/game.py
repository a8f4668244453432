"""FiggieGame: players, date, duration."""

from __future__ import annotations

import re
from calendar import month_name, monthrange
from collections.abc import Iterator
from datetime import date

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Fix
from kibitz.languages.pfn.check.names import changed
from kibitz.languages.pfn.game.figgie import chips, facts
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import Leaf, integer, number


def check(rules: Rules, record: Record) -> Iterator[Diagnostic]:
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
