"""The legal actions at a place of a game, split into parts for a player to choose.

A part that is a cell can be clicked: a pawn, its destination. The card follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Play, plays_of
from kibitz.core.items import begun, place_written
from kibitz.core.values import Edit
from kibitz.languages.qgn.drawing.drawn import place_name
from kibitz.languages.qgn.features._cursor import begun_at, column_at, read
from kibitz.languages.qgn.features._shorthand import about, numbered
from kibitz.languages.qgn.features._standing import Standing, standing_at
from kibitz.languages.qgn.features._writing import all_actions, blank_before_next
from kibitz.languages.qgn.game.games import Kind
from kibitz.languages.qgn.game.kinds.standing import thing_of
from kibitz.languages.qgn.game.position import Act, Position, place
from kibitz.languages.qgn.text.model import Action
from kibitz.languages.qgn.text.record import is_head

DIGITS = tuple("0123456789")
"""The digit keys."""


class Part(NamedTuple):
    """The part of an action that a player chooses at once."""

    key: str
    place: str = ""
    title: str = ""


class Legal(NamedTuple):
    """A legal action in its parts."""

    act: Act
    why: str
    parts: tuple[Part, ...]

    def key(self, number: int) -> str:
        """Return the key of a part, or nothing if there is no such part."""
        return self.parts[number].key if number < len(self.parts) else ""


def plays(language: object, analysis: Analysis, offset: int | None, taken: Sequence[str]) -> Sequence[Play]:
    """Return the legal actions of the team to move, and the actions that any team may do.

    If they are unknown, return the completions. Parts with only one choice are skipped.
    """
    at, standing = _moment(analysis, len(analysis.document) if offset is None else offset + 1)
    if standing.turn is None:
        if taken or not (offset is None or analysis.document.blank):
            return []
        return [*plays_of(analysis.language.complete(analysis, min(at, len(analysis.document))))]
    found, number = list(_legal(standing)), 0
    for key in taken:
        number = _next(found, number)
        found, number = [one for one in found if one.key(number) == key], number + 1
    return [*_offered(analysis, standing, at, found, _next(found, number))]


def _moment(analysis: Analysis, offset: int) -> tuple[int, Standing]:
    """Return the place of the next action, after all items before an offset, and the position there. If the offset is
    in a head, the place is after all tags.
    """
    last = place_written(analysis.document, offset)
    if is_head(last):
        offset = max(offset, last.end)
    for here in analysis.document.until(last):
        if items := begun(read(analysis, here).items, offset - here.start):
            return here.start + items[-1].end, standing_at(analysis, here, offset)
    return offset, standing_at(analysis, here, offset)


def _legal(standing: Standing) -> Iterator[Legal]:
    turn = standing.turn
    others = [team for team in range(len(standing.teams)) if team != turn and standing.state.board is None]
    for team in () if turn is None or standing.over else (turn, *others):
        for act, why in all_actions(standing, team):
            yield Legal(act, why, tuple(_parts(standing.state.position, act, standing.kind(act.sign))))


def _parts(position: Position | None, act: Act, kind: Kind | None) -> Iterator[Part]:
    """Yield the cells of an action in order, then its other details; each named thing is a part of its own."""
    head, details = f"{act.team}{act.sign}", act.details
    things = [thing_of(position, detail) for detail in details]
    if any(things):
        for detail, thing in zip(details, things, strict=True):
            at = "" if thing is None else place_name(thing.cell) if thing.cell is not None else detail
            yield Part(head + detail, at, thing.name if thing is not None else detail)
        return
    if not details:
        yield Part(head)
        return
    names = [field.name for field in kind.fields] if kind is not None else []
    rest = dict(enumerate(details))
    cell: tuple[int, int] | None = None
    for number, name in enumerate(names[: len(details) - 1]):
        if _is_cell(name, names[number + 1]):
            first, second = int(rest.pop(number)), int(rest.pop(number + 1))
            cell = first, second
            title = place(cell) if name != "x" else f"x {first}, y {second}"
            yield Part(f"{head}{first}.{second}", place_name(cell), title)
    if rest:
        key = ".".join(rest.values())
        falls = names == ["column"]
        at = place_name(cell) if cell is not None else f"column {key}" if falls else ""
        yield Part(head + key, at, f"{names[0]} {key}" if len(names) == 1 else key)


def _is_cell(name: str, following: str) -> bool:
    """Return whether two details are a row and a column: `start row`, `start column`; `row a`, `column a`; `x`, `y`."""
    return (name, following) == ("x", "y") or ("row" in name and following == name.replace("row", "column"))


def _next(found: Sequence[Legal], number: int) -> int:
    """Return the number of the next part that differs between actions, or of the last part."""
    while len(found) > 1 and len({one.key(number) for one in found}) == 1 and found[0].key(number + 1):
        number += 1
    return number


def _offered(
    analysis: Analysis, standing: Standing, at: int, found: Sequence[Legal], number: int
) -> Iterator[Play]:
    digits = _digits(standing)
    groups: dict[str, list[Legal]] = {}
    for one in found:
        if key := one.key(number):
            groups.setdefault(key, []).append(one)
    for key, group in groups.items():
        (act, why, parts), *others = group
        part = parts[number]
        if not others:
            edit = Edit(at, at, f"{_before(analysis, standing, at)}{act}")
            yield Play(key, about(standing, act, why), part.place, (edit,), number=digits.get(act, ""))
        else:
            kind = standing.kind(act.sign)
            doing = f"{standing.teams[act.team]}: {kind.name if kind else act.sign}"
            yield Play(key, f"{doing}, {part.title}", part.place)


def _before(analysis: Analysis, standing: Standing, at: int) -> str:
    """Return the separator before an action, an empty line if only tags are before it."""
    before = begun_at(analysis, at)
    if before is not None and isinstance(before.item, Action):
        return blank_before_next(standing, column_at(analysis, at))
    return "\n\n" if not standing.actions else "\n"


def _digits(standing: Standing) -> Mapping[Act, str]:
    """Return the digits of legal actions, as in the list of completion; actions with other numbers have none."""
    return {act: number for number, (act, _) in numbered(standing).items() if number in DIGITS}
