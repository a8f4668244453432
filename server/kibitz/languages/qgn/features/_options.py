"""The options for the next action, in words: legal ones, or likely ones if the position is unknown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, pairwise, product, repeat
from string import ascii_letters, ascii_lowercase
from typing import NamedTuple

from kibitz.core.next import Option
from kibitz.core.rules import Rules
from kibitz.core.words import plural
from kibitz.languages.qgn.drawing.drawn import place_name
from kibitz.languages.qgn.features._history import History, followers, heads
from kibitz.languages.qgn.features.layout import WIDTH
from kibitz.languages.qgn.game.games import Kind, Known
from kibitz.languages.qgn.game.kinds.lines import Board
from kibitz.languages.qgn.game.position import Act, rotated


def tile(known: Known, text: str) -> str:
    """Return the number and rotation of a tile of a game, or nothing if the game has no such tile."""
    positions = known.turned.get(text)
    if positions is None or positions[0] not in known.tiles:
        return ""
    by = 360 // len(positions)
    return f"tile {known.tiles.index(positions[0]) + 1} of {len(known.tiles)}{rotated(positions.index(text), by)}"


def about(standing: History, act: Act, why: str) -> str:
    """Return the team of an action and a description of it."""
    kind, position = standing.state.kind(act.sign), standing.state.position
    done = position.in_words(act) if position else ""
    said = ", ".join(filter(None, [why, done])) or (kind.name if kind else f"action {act.sign}")
    return f"{standing.teams[act.team]}: {said}"


def meant(standing: History, sign: str, number: int, value: str) -> str:
    """Return the meaning of a detail: `Hound`, `row 3`, `token: farmer`."""
    thing, known, kind = standing.state.thing(value), standing.known, standing.state.kind(sign)
    if said := thing.name if thing else tile(known, value) if known else "":
        return said
    field = kind.field(number) if kind else None
    name, meaning = (field.name, field.meaning(value)) if field else (f"detail {number + 1}", value)
    return f"{name} {value}" if meaning == value else f"{name}: {meaning}"


SINGLE = "123456789" + ascii_letters
"""One-character numbers, for lists of at most this length."""
WHOLE = len(SINGLE)
"""Greatest number of actions that are offered as wholes. More are divided into parts."""


class Legal(NamedTuple):
    """A legal action."""

    number: str
    """Its number in a list."""
    text: str
    act: Act
    why: str
    """Its advantage in words, or nothing."""


class Pen(NamedTuple):
    """The place where actions are written."""

    rules: Rules
    column: int = 0
    due: bool = False
    """Whether a separator has to come before the next action."""
    last: bool = False
    """Whether nothing follows in the game."""


def parting(column: int, width: int) -> str:
    """Return the separator between an action that ends in a column and one with a width."""
    return "\n" if column + 1 + width > WIDTH else " "


def legal(history: History) -> list[Legal] | None:
    """Return the legal actions, the best first, or None if they are unknown.

    All numbers of a list have the same length, so several of them can follow each other. On boards of lines, the number is the
    column from 0, or the cell from 1.
    """
    found, board = history.legal, history.state.position
    if found is None:
        return None
    lines = board.lines if isinstance(board, Board) else None
    if lines and (lines.columns <= 10 if lines.falls else lines.rows * lines.columns < 10):
        cells = (list(map(int, act.details)) for act, _ in found)
        numbers = [str(cell[0] * lines.columns + cell[1] + 1 if cell[1:] else cell[0]) for cell in cells]
    else:
        numbers = list(SINGLE if len(found) <= WHOLE else _pairs(len(found) > len(ascii_lowercase) ** 2))
    # Not all actions on a huge board have a number.
    pairs = zip(chain(numbers, repeat("")), found, strict=False)
    return [Legal(number, str(act), act, why) for number, (act, why) in pairs]


@cache
def _pairs(many: bool) -> tuple[str, ...]:
    return tuple(map("".join, product(SINGLE if many else ascii_lowercase, repeat=2)))


def actions(history: History, pen: Pen, typed: str, most: int = WHOLE) -> Iterator[Option]:
    """Yield the options where an action begins, apart from legal ones that are not so `typed`.

    A complete action has none, because a list would take Enter.
    """
    found = legal(history)
    if found is None:
        guesses = [*(_details(history, typed) if "&" in typed else _likely(history))]
        yield from () if any(one.text == typed for one in guesses) else guesses
        return
    if any(one.text == typed for one in found):
        return
    many, word = len(found) > most, re.fullmatch("[A-Za-z]{3,}", typed)
    if many or "&" in typed:
        yield from parted(history, pen, found, most, each_detail)
    if many and not typed:
        # The separators after all actions of a long list would take long.
        pen = pen._replace(last=False)
    for one in _numbered(history, found) if "&" not in typed else ():
        short = (word and _name(history, one.act, typed)) or one.number
        if short.startswith(typed) or typed.startswith(short) or (not many and one.text.startswith(typed)):
            whole = _whole(history, pen, one)
            # Numbers follow numbers, but nothing follows a name.
            yield whole if short == one.number else whole._replace(short=short, then=None, gap=str)


def _name(history: History, act: Act, typed: str) -> str:
    """Return the typed name of a thing in an action, or the typed detail, or nothing."""
    things = (history.state.thing(detail) for detail in act.details)
    names = (*(thing.name for thing in things if thing), *act.details)
    return next((name for name in names if name.startswith(typed)), "")


def _whole(history: History, pen: Pen, one: Legal, start: int = 0) -> Option:
    """Return a legal action from a place of its text on."""
    text = one.text
    before = parting(pen.column, len(text)) if pen.due else ""
    column = len(text) + (0 if before == "\n" else pen.column + len(before))
    then = partial(_following, history, pen, text, column)
    said, gap = partial(about, history, one.act, one.why), partial(_gap, history, pen, one, column)
    thing = history.state.thing(one.act.details[0]) if one.act.details else None
    return Option(
        before + text[start:], one.number, 0, then, kind="action", aside=said, short=one.number, gap=gap,
        about=thing.about if thing else "",
    )  # fmt: skip


def _following(history: History, pen: Pen, text: str, column: int) -> Iterator[Option]:
    """Yield the legal actions after an action that ends in a column."""
    after, pen = history.after(text, pen.rules), pen._replace(column=column, due=True)
    return (_whole(after, pen, one) for one in _numbered(after, legal(after) or ()))


def _numbered(history: History, found: Sequence[Legal]) -> Iterator[Legal]:
    """Yield the actions of the team to move. Another team may set up its units: these are many."""
    return (one for one in found if one.act.team == history.turn)


def _gap(history: History, pen: Pen, one: Legal, column: int) -> str:
    """Return the separator after an action, or nothing if something follows or the game is over."""
    if not pen.last or history.after(one.text, pen.rules).over:
        return ""
    recent = pairwise(history.recent)
    widths = (len(other.plain) for each, other in recent if each.sign == one.act.sign)
    return parting(column, min(widths, default=0))


# Parts

Ends = Callable[[History, Legal, int], int]
"""Returns the end of the part of an action that begins at a place of its text."""


def each_detail(history: History, one: Legal, start: int) -> int:
    """Return the end of the head of an action, or of a detail."""
    return one.text.find("." if start else "&", start) + 1 or len(one.text)


def each_choice(history: History, one: Legal, start: int) -> int:
    """Return the end of the part that a player chooses at once: a cell, a thing, or other details together."""
    cells, details = _cells(history.state.kind(one.act.sign)), one.act.details
    end = start or one.text.find("&") + 1
    for number in range(len(_given(one.text[:start])), len(details) - 1):
        end += len(details[number]) + 1
        if history.state.has_things or not cells.isdisjoint({number - 1, number + 1}):
            return end
    return len(one.text)


def _given(text: str) -> list[str]:
    """Return the details in the beginning of an action."""
    return [detail for detail in text.partition("&")[2].split(".") if detail]


def _cells(kind: Kind | None) -> set[int]:
    """Return the numbers of the details that are a row with a column after it, or `x` with `y` after it."""
    names = [field.name for field in kind.fields] if kind else []
    pairs = enumerate(pairwise(names))
    return {
        at
        for at, (one, other) in pairs
        if (one, other) == ("x", "y") or ("row" in one and other == one.replace("row", "column"))
    }


def parted(
    history: History, pen: Pen, found: Sequence[Legal], most: int, ends: Ends, start: int = 0
) -> Iterator[Option]:
    """Yield the next part in which some legal actions differ, or the rest of each if they are few."""
    if len(found) <= most:
        yield from (_whole(history, pen, one, start)._replace(detail="") for one in found)
        return
    groups, end = dict[str, list[Legal]](), start
    while not groups or (len(groups) < 2 and end < len(found[0].text) and found[0].text[end - 1] != "&"):
        groups.clear()
        for one in found:
            groups.setdefault(one.text[start : ends(history, one, end)], []).append(one)
        end = start + len(min(groups))
    for text, (one, *others) in groups.items():
        end = start + len(text)
        given = _given(one.text[:end])
        place = _place(history, one.act.sign, given)
        if not others:
            yield _whole(history, pen, one, start)._replace(detail="", place=place)
            continue
        kind, old = history.state.kind(one.act.sign), len(_given(one.text[:start]))
        doing = [] if start else [f"{history.teams[one.act.team]}: {kind.name if kind else one.act.sign}"]
        said = [meant(history, one.act.sign, at, given[at]) for at in range(old, len(given))]
        title = ", ".join(doing + said)
        thing = history.state.thing(given[-1]) if given else None
        then = partial(parted, history, pen, [one, *others], most, ends, end)
        yield Option(
            text, title, 0, then, kind="value" if start else "action", title=title, part=True, place=place, about=thing.about if thing else ""
        )  # fmt: skip


def _place(history: History, sign: str, given: Sequence[str]) -> str:
    """Return the place in a preview of the last detail, or of the cell before it."""
    kind = history.state.kind(sign)
    if given and (thing := history.state.thing(given[-1])):
        return place_name(thing.cell) if thing.cell else given[-1]
    if cells := [at for at in _cells(kind) if at + 1 < len(given)]:
        return place_name((int(given[max(cells)]), int(given[max(cells) + 1])))
    return f"column {given[0]}" if given and kind and [one.name for one in kind.fields] == ["column"] else ""


# Unknown positions


def _likely(history: History) -> Iterator[Option]:
    """Yield the teams that may act next, with their actions."""
    habits = followers(history)
    for head in heads(history):
        team, sign = int(head[:-1]), head[-1]
        kind = history.state.kind(sign)
        what = f"{history.teams[team]}: {kind.name if kind else f'action {sign}'}"
        if habits[head] and len(habits) > 1:
            what += f" · followed {plural(habits[head], 'time')}"
        alike = (one for one in history.recent if one.sign == sign)
        counts = kind.counts if kind else [len(one.details) for one in alike]
        yield Option(f"{head}&" if min(counts, default=0) else head, what, kind="action")


def _details(history: History, typed: str) -> Iterator[Option]:
    """Yield the likely values of the next detail, the usual ones first."""
    before = typed[: max(typed.rfind("."), typed.rfind("&")) + 1]
    sign, given = before.partition("&")[0].lstrip("0123456789"), _given(before)
    kind, used = history.state.kind(sign), history.usual(sign, len(given))
    for value in sorted(_values(history, kind, len(given)) or used, key=lambda value: -used[value]):
        after, dot = (*given, value), ""
        if kind and not kind.is_complete(after):
            dot = "." if any(one.ends for one in kind.fields) or not kind.takes(len(after)) else ""
        what = [meant(history, sign, len(given), value), f"{used[value]} before" if used[value] else ""]
        yield Option(before + value + dot, " · ".join(filter(None, what)), kind="value")


def _values(history: History, kind: Kind | None, number: int) -> Sequence[str]:
    """Return the possible values of a detail, or nothing if they cannot be listed."""
    known, field = history.known, kind.field(number) if kind else None
    if not field or not field.letters or not known:
        return field.values() if field else ()
    laid = history.usual(kind.letter, number) if kind and known.once else ()
    gone = {same for tile in laid for same in known.turned.get(tile, ())}
    return [tile for tile in known.turned if tile not in gone]
