"""What comments say of stakes: `// bet 25`, `// bet 25, 50`, `// insurance 2`, `// even money`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.values import Span
from kibitz.languages.bjn.game.model import Event
from kibitz.languages.bjn.game.stakes import Wager
from kibitz.languages.bjn.text.sheet import Placed, Sheet

_WAGER = re.compile(
    r"(?i)//[ \t]*(bet|insurance|even money)\b[ \t]*((?:[0-9]{1,9}(?:\.[0-9]{1,4})?[, \t]*){0,100})"
)
_DOUBTFUL = re.compile(r"(?i)//[ \t]*(?:insurance\b|even money\b|bet\b[ \t]*[0-9.]+[, \t]+[0-9])")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")


class Told(NamedTuple):
    """What a comment says of stakes."""

    wager: Wager
    comment: Placed
    below: bool
    """Whether it stands on a line of its own below the hand: then it is about the next one."""


def told(sheet: Sheet) -> Iterator[Told]:
    """What the comments of a sheet say. Behind an event of a player one is about that player."""
    if "//" not in sheet.text:
        return
    last = sheet.entries[-1].end if sheet.entries else 0
    for placed, before in zip(sheet.items, (None, *sheet.items), strict=False):
        below = placed.start >= last and not _on_a_line(sheet, last, placed)
        for wager in _read(placed, _seat(sheet, before, placed)):
            yield Told(wager, placed, below)


def wagers(sheet: Sheet) -> tuple[list[Wager], list[Wager]]:
    """What is said of the hand of a sheet, and what of the next one."""
    every = [*told(sheet)]
    return [one.wager for one in every if not one.below], [one.wager for one in every if one.below]


def numbers_of(comment: str) -> list[Span]:
    """Where the numbers stand in a comment that tells of stakes."""
    found = _WAGER.match(comment)
    return [Span(*one.span()) for one in _NUMBER.finditer(comment, *found.span(2))] if found else []


def simple(text: str) -> bool:
    """Whether the comments of a text say nothing of stakes that may be wrong: at the most what everybody bets."""
    return _DOUBTFUL.search(text) is None


def _read(placed: Placed, seat: int) -> Iterator[Wager]:
    if placed.kind == "comment" and (found := _WAGER.match(placed.text)):
        numbers = tuple(float(placed.text[slice(*span)]) for span in numbers_of(placed.text))
        yield Wager(found[1].lower(), numbers, seat)


def _seat(sheet: Sheet, before: Placed | None, placed: Placed) -> int:
    """The player whose event stands before an item on its line, in a hand that is written line by line."""
    if before is None or sheet.compact or not _on_a_line(sheet, before.end, placed):
        return 0
    return before.value.actor if isinstance(before.value, Event) else 0


def _on_a_line(sheet: Sheet, end: int, placed: Placed) -> bool:
    return end > 0 and not {"\n", "\r"} & {*sheet.text[end : placed.start]}
