"""Comments about the shoe, each on its own line (`// shuffle`, `// burn 1`, `// cut 260`), and about stakes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.core.directives import Directive, directive
from kibitz.core.values import Span
from kibitz.languages.bjn.game.model import Event
from kibitz.languages.bjn.game.play import Wager
from kibitz.languages.bjn.game.shoe import Shoe
from kibitz.languages.bjn.text.sheet import Placed, Sheet

MARKS = {
    "shoe": "the hands of this record are dealt from one shoe until it is shuffled",
    "shuffle": "the next hand is dealt from a full shoe",
    "burn": "this number of cards goes unseen from the shoe; without a number, one",
    "bet": "the bet of each player, or the bets in order; after an event of a player, the bet of that player",
    "insurance": "these players insure against the dealer's blackjack; without numbers, all of them",
    "even money": "these players take even money for their blackjack; without numbers, all of them",
    "cut": "the cut card comes after this number of cards; the hand in which it comes is the last one",
}
"""The directives in comments, with their meanings."""
GONE = "these cards have left the shoe before the next hand"
"""The meaning of `// gone as 7c`. The library writes it, and completion does not offer it."""
_GONE = re.compile(r"(?i)gone((?:[ \t,]+[2-9tjqka][scdh])+)[ \t]*$")
_LINE = re.compile(r"(?m)^[ \t]*(//[ \t]*)([^\r\n]*)")
_STAKES = ("bet", "insurance", "even money")


class Mark(NamedTuple):
    """One of the :data:`MARKS`, its number if it has one, and its place."""

    name: str
    number: int | None
    span: Span
    cards: tuple[str, ...] = ()
    """The cards of `// gone`."""


def marks(text: str) -> Iterator[Mark]:
    """Yield the marks of a chunk in order."""
    if "//" in text:
        for found in _LINE.finditer(text):
            if gone := _GONE.match(text, *found.span(2)):
                cards = tuple(re.findall(r"\w+", gone[1].lower()))
                yield Mark("gone", None, Span(found.start(1), gone.end()), cards)
                continue
            here = directive(text, *found.span(2), [*MARKS])
            if here and not here.meant:
                number = int(here.numbers[0]) if here.numbers else None
                yield Mark(here.name, number, Span(found.start(1), here.span.end))


def mark_at(text: str, offset: int) -> Mark | None:
    """Return the mark at an offset, or None."""
    return next((one for one in marks(text) if one.span.holds(offset)), None)


def shares(text: str) -> bool:
    """Return whether a chunk shows that hands share a shoe."""
    return any(one.name in ("shoe", "shuffle", "gone") for one in marks(text))


def behind(shoe: Shoe, text: str) -> Shoe:
    """Return the shoe after the comments of a chunk, given the shoe after its hand."""
    for name, number, _, cards in marks(text):
        if name == "shuffle":
            shoe = shoe.fresh
        elif name == "gone":
            shoe = shoe.fresh.used(cards, (None,) * len(cards))
        elif name == "burn":
            shoe = shoe._replace(unseen=shoe.unseen + (1 if number is None else number))
        elif name == "cut":
            shoe = shoe._replace(cut=number or 0)
    return shoe


_COMMENT = re.compile(r"//[ \t]*")

# Stakes: `// bet 25`, `// bet 25, 50`, `// insurance 2`, `// even money`


class PlacedWager(NamedTuple):
    """The stakes in a comment."""

    wager: Wager
    span: Span
    """The place of the comment."""
    places: tuple[Span, ...]
    """The places of its numbers."""
    below: bool
    """Whether it is on its own line below the hand. Then it is about the next hand."""


def placed_wagers(sheet: Sheet) -> Iterator[PlacedWager]:
    """Yield the stakes in the comments of a sheet. A comment after an event of a player is about that player."""
    if "//" not in sheet.text:
        return
    last = sheet.entries[-1].end if sheet.entries else 0
    for placed, before in zip(sheet.items, (None, *sheet.items), strict=False):
        if (found := _stated(placed, _STAKES)) and not found.wrong:
            start = placed.start
            yield PlacedWager(
                Wager(found.name, found.numbers, _seat(sheet, before, placed)),
                Span(start, start + len(placed.text.rstrip())),
                tuple(span.shifted(start) for span in found.places),
                start >= last and not _on_a_line(sheet, last, placed),
            )


def wagers(sheet: Sheet) -> tuple[list[Wager], list[Wager]]:
    """Return the wagers on the hand of a sheet, and those on the next one."""
    every = [*placed_wagers(sheet)]
    return [one.wager for one in every if not one.below], [one.wager for one in every if one.below]


def _stated(placed: Placed, names: Sequence[str]) -> Directive | None:
    """Return the directive in a comment, in its offsets."""
    if placed.kind != "comment" or not (found := _COMMENT.match(placed.text)):
        return None
    return directive(placed.text, found.end(), len(placed.text.rstrip()), names)


def unclear(sheet: Sheet) -> Iterator[tuple[Placed, Directive]]:
    """Yield the comments whose directive is not understood."""
    for placed in sheet.items:
        if (found := _stated(placed, [*MARKS])) and found.wrong:
            yield placed, found


def _seat(sheet: Sheet, before: Placed | None, placed: Placed) -> int:
    """Return the player of the event before a comment on the same line, or 0; compact hands have none."""
    if before is None or sheet.compact or not _on_a_line(sheet, before.end, placed):
        return 0
    return before.value.actor if isinstance(before.value, Event) else 0


def _on_a_line(sheet: Sheet, end: int, placed: Placed) -> bool:
    return end > 0 and not {"\n", "\r"} & {*sheet.text[end : placed.start]}
