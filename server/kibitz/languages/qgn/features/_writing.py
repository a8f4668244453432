"""The action that is being written at a place, and how it is likely to go on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import common_start
from kibitz.languages.qgn.features import _likely as likely
from kibitz.languages.qgn.features._cursor import Cursor
from kibitz.languages.qgn.features._standing import Standing, heads
from kibitz.languages.qgn.features.layout import WIDTH
from kibitz.languages.qgn.game.games import Kind
from kibitz.languages.qgn.text.cut import BLANKS
from kibitz.languages.qgn.text.items import pattern
from kibitz.languages.qgn.text.model import Action

GUESSED = 0.5
"""From which likelihood on something is suggested where nothing else is."""
SURE = 0.75
"""From which likelihood on it is added to what is surer."""
CERTAIN = 0.95
"""From which likelihood on it is taken to follow."""
LONGEST = 200
"""Suggestions end after so many characters."""


class Writing(NamedTuple):
    """An action up to a place in it."""

    start: int
    team: int
    sign: str = ""
    given: tuple[str, ...] = ()
    """The details before the one at the place."""
    begun: str | None = None
    """The detail at the place, as far as it is written; None before the `&`."""


def writing_at(analysis: Analysis, here: Cursor, offset: int) -> Writing | None:
    """The action at a place; None where there is none, or one that can't be read."""
    placed = here.placed
    if placed is None or not isinstance(placed.item, Action) or not placed.start < offset <= placed.end:
        return None
    found = _begun().fullmatch(analysis.document.text(placed.start, offset))
    if found is None:
        return None
    index, sign, ampersand, details = found.groups()
    *given, begun = (details or "").split(".")
    team = int(index) if len(index) < 10 else -1
    return Writing(placed.start, team, sign or "", tuple(given), begun if ampersand else None)


@cache
def _begun() -> re.Pattern[str]:
    index, sign = pattern("INDEX").pattern, pattern("SIGN").pattern
    return re.compile(rf"({index})(?:({sign})(?:(&)([^{BLANKS}&]*))?)?")


def is_open(analysis: Analysis, offset: int) -> bool:
    """Whether nothing but blanks stands on the rest of the line."""
    document = analysis.document
    line_end = document.line_at(offset).end
    return not document.text(offset, line_end).strip(BLANKS)


def is_last(analysis: Analysis, offset: int) -> bool:
    """Whether no action of the game follows."""
    place = analysis.document.place_at(offset)
    if analysis.document.text(offset, place.end).strip(BLANKS):
        return False
    after = analysis.document.after(place)
    return after is None or not after.chunk.text[:1].isdigit()


def takes_details(standing: Standing, sign: str) -> bool | None:
    """Whether an action of this kind has details; None where that isn't sure."""
    if (kind := standing.kind(sign)) is not None:
        return None if 0 in kind.counts and kind.fields else bool(kind.fields)
    counts = _counts(standing, sign)
    return None if len(counts) != 1 else next(iter(counts)) > 0


def is_complete(standing: Standing, sign: str, given: Sequence[str]) -> bool:
    """Whether an action with these details needs no more, as far as one knows."""
    if (kind := standing.kind(sign)) is not None:
        return likely.is_complete(kind, given)
    return len(given) >= max(_counts(standing, sign), default=0)


def _counts(standing: Standing, sign: str) -> Counter[int]:
    return Counter(len(action.details) for action in standing.recent if action.sign == sign)


class Rest(NamedTuple):
    """How an action goes on, how likely that is, and whether it is then complete."""

    text: str
    chance: float
    complete: bool = False


def rest_of(standing: Standing, writing: Writing, least: float) -> Rest:
    """How an action goes on as far as that is likely. What is chosen from several things must have a likelihood of
    `least`."""
    out, chance, given, begun = "", 1.0, writing.given, writing.begun
    if begun is None:
        if not takes_details(standing, writing.sign):
            return Rest("", 1.0, takes_details(standing, writing.sign) is False)
        out, begun = "&", ""
    while len(out) < LONGEST:
        options = likely.details(standing, writing.team, writing.sign, given, begun)
        options = {text: weight for text, weight in options.items() if text.startswith(begun)}
        if not options:
            break
        best, weight = next(iter(options.items()))
        chance *= weight / (sum(options.values()) or 1.0)
        if chance < (least if len(out) < 2 else max(least, SURE)):
            return Rest(out + shared(options)[len(begun) :], 1.0)
        out += best[len(begun) :]
        given, begun = (*given, best), ""
        if is_complete(standing, writing.sign, given):
            return Rest(out, chance, True)
        if _may_end(standing.kind(writing.sign), given):
            return Rest(out, chance)
        out += "."
    return Rest(out, chance)


def shared(texts: Collection[str]) -> str:
    """What some texts begin with alike."""
    first, last = min(texts), max(texts)
    return first[: common_start(first, last)]


def _may_end(kind: Kind | None, given: Sequence[str]) -> bool:
    """Whether an action may end here although it may go on."""
    return (
        kind is None
        or kind.more
        or (len(given) in kind.counts and not any(field.ends for field in kind.fields))
    )


def blank_before_next(standing: Standing, column: int) -> str:
    """What parts the next action from one that ends in a column: a blank, or a line end where the line is full."""
    following = next(iter(heads(standing)), "")
    alike = [one.plain for one in standing.actions if one.sign == following[-1:]]
    width = len(alike[-1]) if alike else len(following)
    return parting(column, width)


def parting(column: int, width: int) -> str:
    """What parts an action that ends in a column from one of a width."""
    return "\n" if column + 1 + width > WIDTH else " "
