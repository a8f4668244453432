"""Characters that have changed places with the dot or the bar beside them: `1.1.k.c.` for `1.1..kc.`, `|#` for `#|`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from kibitz.core.chunks import common_start
from kibitz.core.values import Edit, Fix, Span
from kibitz.languages.bjn.text.read import well_formed
from kibitz.languages.bjn.text.sheet import Flaw, Item, Placed


def within(text: str, flaws: tuple[Flaw, ...]) -> Item | None:
    """The event that a text with five fields is, several of which can't be read, if it is clear which dot is out of its
    place, or which two fields in a row are in each other's: what is wrong is told once."""
    ways = {}
    for better in (*_dots(text), *_fields(text)):
        if item := well_formed(better, "event"):
            ways[better] = item
    if len(ways) != 1:
        return None
    ((better, item),) = ways.items()
    start = common_start(text, better)
    end = len(text) - common_start(text[:start:-1], better[:start:-1])
    fix = Fix.of(f"Write `{better}`", start, end, better[start:end])
    return item._replace(text=text, flaws=(flaws[0]._replace(fixes=(fix,)),))


def _dots(text: str) -> Iterator[str]:
    for at, (one, other) in enumerate(pairwise(text)):
        if (one == ".") != (other == "."):
            yield f"{text[:at]}{other}{one}{text[at + 2 :]}"


def _fields(text: str) -> Iterator[str]:
    fields = text.split(".")
    for at, (one, other) in enumerate(pairwise(fields)):
        if one and other:
            yield ".".join([*fields[:at], other, one, *fields[at + 2 :]])


def across(before: Placed, after: Placed) -> tuple[Placed, ...] | None:
    """Two events with a bar between them, of which one can't be read because a character stands on the wrong side, or
    both because the bar is one too many."""
    one, other = before.item, after.item
    if not (one.kind == other.kind == "event" and other.flaws):
        return None
    if one.flaws and (whole := well_formed(one.text + other.text, "event")):
        edit = Edit(len(one.text), len(one.text) + 1, "")
        flaw = one.flaws[0]._replace(fixes=(Fix(f"Write `{whole.text}`", (edit,)),))
        text = f"{one.text}|{other.text}"
        return (Placed(before.start, whole._replace(text=text, fields=(), flaws=(flaw,))),)
    if len(one.text) < 2 or len(other.text) < 2:
        return None
    for by in (1, -1):
        character = other.text[0] if by > 0 else one.text[-1]
        first, second = (
            (one.text + character, other.text[1:]) if by > 0 else (one.text[:-1], character + other.text)
        )
        if (left := well_formed(first, "event")) and (right := well_formed(second, "event")):
            edit = (
                Edit(before.end, after.start + 1, character + "|")
                if by > 0
                else Edit(before.end - 1, after.start, "|" + character)
            )
            told = _told(before, left, edit, 0, bool(one.flaws))
            return told, _told(after, right, edit, by, not one.flaws)
    return None


def _told(placed: Placed, meant: Item, edit: Edit, by: int, tells: bool) -> Placed:
    """An item that says what was meant. If it is the one that tells it, the first of the flaws that it had stays."""
    text = placed.text
    fields = tuple(Span(*(min(max(offset + by, 0), len(text)) for offset in field)) for field in meant.fields)
    fix = Fix(f"Write `{edit.text}`", (edit,)).shifted(-placed.start)
    flaws = tuple(flaw._replace(fixes=(fix,)) for flaw in placed.item.flaws[:tells])
    return Placed(placed.start, meant._replace(text=text, fields=fields, flaws=flaws))
