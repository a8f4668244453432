"""What comments say of stakes: `// bet 25`, `// bet 25, 50`, `// insurance 2`, `// even money`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kibitz.languages.bjn.game.model import Event
from kibitz.languages.bjn.game.stakes import Wager
from kibitz.languages.bjn.text.sheet import Placed, Sheet

_WAGER = re.compile(
    r"(?i)//[ \t]*(bet|insurance|even money)\b[ \t]*((?:[0-9]{1,9}(?:\.[0-9]{1,4})?[, \t]*){0,100})"
)
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")


def wagers(sheet: Sheet) -> tuple[list[Wager], list[Wager]]:
    """What is said of the hand of a sheet, and what of the next one: that stands on lines of its own below the hand.

    Behind an event of a player a comment is about that player.
    """
    here, below = list[Wager](), list[Wager]()
    if "//" not in sheet.text:
        return here, below
    last = sheet.entries[-1].end if sheet.entries else 0
    for placed, before in zip(sheet.items, (None, *sheet.items), strict=False):
        for wager in _read(placed, _seat(sheet, before, placed)):
            alone = placed.start >= last and not _on_a_line(sheet, last, placed)
            (below if alone else here).append(wager)
    return here, below


def _read(placed: Placed, seat: int) -> Iterator[Wager]:
    if placed.item.kind == "comment" and (found := _WAGER.match(placed.item.text)):
        numbers = tuple(float(number) for number in _NUMBER.findall(found[2]))
        yield Wager(found[1].lower(), numbers, seat)


def _seat(sheet: Sheet, before: Placed | None, placed: Placed) -> int:
    """The player whose event stands before an item on its line, in a hand that is written line by line."""
    if before is None or sheet.compact or not _on_a_line(sheet, before.end, placed):
        return 0
    return before.item.value.actor if isinstance(before.item.value, Event) else 0


def _on_a_line(sheet: Sheet, end: int, placed: Placed) -> bool:
    return end > 0 and not {"\n", "\r"} & {*sheet.text[end : placed.start]}
