"""Follows a game through the actions of a chunk and tells what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic
from kibitz.languages.qgn.game import replay
from kibitz.languages.qgn.game.cards import Cards
from kibitz.languages.qgn.game.games import Kind, Known
from kibitz.languages.qgn.game.replay import Board, Course, Rotation, Tiles, Trouble
from kibitz.languages.qgn.text.items import read_action
from kibitz.languages.qgn.text.model import Action, Part

Teams = tuple[str, ...]
DIGITS = 7
"""Coordinates of so many digits are those of no board."""


@lru_cache(maxsize=256)
def begin(known: Known | None, teams: Teams | None) -> Course | None:
    """A game before its first action; None if it can't be followed."""
    if known is None or teams is None or not known.least <= len(teams) <= known.most:
        return None
    if known.board is not None:
        return replay.empty(known.board, len(teams))
    if known.cards:
        return Cards(len(teams))
    if known.turns:
        return Rotation(len(teams))
    return Tiles() if any(kind.tile for kind in known.kinds.values()) else None


def follow(
    course: Course | None, known: Known | None, teams: Teams | None, part: Part, rules: Rules
) -> tuple[Course | None, list[Diagnostic]]:
    """The game after the actions of a chunk and what was wrong with them. Where an action makes no sense to the game,
    it is followed no further."""
    found: list[Diagnostic] = []
    if known is None or teams is None or course is None:
        return None, found
    for start, action in actions_of(part):
        after = advanced(course, known, len(teams), action, rules)
        if after is None:
            return None, found
        before, (course, trouble) = course, after
        if trouble is not None:
            fields = _told(before, action, sense_of(known, action.text, rules), trouble, teams)
            found.append(rules[trouble].at(start, start + len(action.text), **fields))
    return course, found


def actions_of(part: Part) -> Iterable[tuple[int, Action]]:
    """All actions of a chunk, those that can't be read included."""
    return [(start, item) for start, item in part.items if isinstance(item, Action)]


def advanced(
    course: Course, known: Known, teams: int, action: Action, rules: Rules
) -> tuple[Course, Trouble | None] | None:
    """The game after an action, and what was wrong with that; None where it makes no sense to the game."""
    told = sense_of(known, action.text, rules)
    if told is None or action.index >= teams:
        return None
    if isinstance(course, Board):
        return replay.play(course, action.index, told.numbers)
    if isinstance(course, Cards):
        return replay.use(course, action.index, told.word)
    if isinstance(course, Rotation):
        return replay.rotate(course, action.index)
    return replay.lay(course, told.numbers[:2]) if told.numbers else (course, None)  # type: ignore[arg-type]


class Sense(NamedTuple):
    """What of an action its game is followed by: the details on a board, the row and column of a tile, the card."""

    numbers: tuple[int, ...] = ()
    word: str = ""


@lru_cache(maxsize=16384)
def sense_of(known: Known, text: str, rules: Rules) -> Sense | None:
    """What an action says to its game, None if the game knows no such action."""
    action = read_action(text, rules)
    kind, details = known.kinds.get(action.sign), [detail.text for detail in action.details]
    if kind is None or not kind.takes(len(details)):
        return None
    if not all(field.admits(detail) for field, detail in zip(kind.fields, details, strict=False)):
        return None
    return sense(known, kind, details)


def sense(known: Known, kind: Kind, details: Sequence[str]) -> Sense | None:
    """The same for details that are admitted."""
    if known.board is not None:
        return Sense(tuple(map(int, details)))
    if known.cards:
        return Sense(word=details[-1]) if details else None
    at = [details[number] for number in kind.tile or () if number < len(details)]
    sound = all(len(text) < DIGITS and text[text[:1] in {"+", "-"} :].isdecimal() for text in at)
    return Sense(tuple(map(int, at))) if sound else Sense()


def _told(
    course: Course, action: Action, told: Sense | None, trouble: Trouble, teams: Teams
) -> dict[str, Any]:
    """The fields of the message about a trouble."""
    numbers = told.numbers if told is not None else ()
    if trouble == "tile-taken":
        return {"row": numbers[0], "column": numbers[1]}
    if trouble == "column-full":
        return {"column": numbers[0]}
    if isinstance(course, Tiles):
        return {}
    if trouble == "turn-order":
        return {"turn": course.turn, "name": teams[course.turn], "team": action.index}
    if trouble == "card-elsewhere" and isinstance(course, Cards):
        card = told.word if told is not None else ""
        return {"card": card, "team": action.index, "where": course.elsewhere(action.index, card)}
    if trouble == "cell-taken" and isinstance(course, Board):
        return {"row": numbers[0], "column": numbers[1], "name": teams[course.at(numbers[0], numbers[1])]}
    return {"result": result(course, teams)} if trouble == "after-the-end" else {}


def result(course: Board | Rotation | Cards, teams: Teams) -> str:
    """How a game stands or ended: "`a` has won"."""
    if isinstance(course, Board):
        if course.winner is not None:
            return f"`{teams[course.winner]}` has won"
        if course.full:
            return "it is a draw"
    return f"it is the turn of `{teams[course.turn]}`"
