"""FiggieGame: players, date, duration."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix
from kibitz.languages.pfn.game.figgie import chips, facts
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import Leaf, integer, number


def check(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Everything about FiggieGame but its keys and their types."""
    count = record.leaf("FiggieGame", "Players")
    if count is not None and (players := integer(count.node)) is not None and players not in facts().players:
        yield rules["player-count"].at(*count.span, count=players)
    duration = record.leaf("FiggieGame", "GameDuration")
    if duration is not None and (seconds := number(duration.node)) is not None and not seconds > 0:
        yield rules["game-duration"].at(*duration.span, count=chips(seconds))
    day = record.leaf("FiggieGame", "Date")
    if day is not None and day.node is not None:
        yield from _date(rules, day, day.node.value)


def _date(rules: Rules, leaf: Leaf, value: object) -> Iterator[Diagnostic]:
    if isinstance(value, date):
        written = value.isoformat()
        fix = Fix("Put the date in quotes", (Edit(*leaf.span, f'"{written}"'),), safe=False)
        yield rules["unquoted-date"].at(*leaf.span, text=written, fixes=[fix])
    elif isinstance(value, str) and (wanted := date_problem(value)):
        yield rules["not-a-date"].at(*leaf.span, text=value, wanted=wanted)


def date_problem(written: str) -> str | None:
    """What is wrong with a date in ISO 8601 form, alone or with a time."""
    if len(written) == 8 and written.isascii() and written.isdigit():
        written = f"{written[:4]}-{written[4:6]}-{written[6:]}"
    head, tail = written[:10], written[10:]
    try:
        date.fromisoformat(head)
    except ValueError as error:
        digits = head.replace("-", "")
        if len(head) == 10 and len(digits) == 8 and digits.isdigit() and head[4] == head[7] == "-":
            return str(error)
        return "it is written year-month-day, such as `2025-02-15`"
    if not tail:
        return None
    clock = tail[1:].removesuffix("Z")
    try:
        datetime.fromisoformat(f"{head}T{clock}")
    except ValueError:
        return "behind the day there can be only a time, such as `T18:30:00`"
    return None if tail[0] in "T " and clock else "a time is written behind a `T`"
