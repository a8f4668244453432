"""Follows a game through the actions of a chunk and tells what is wrong with them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic
from kibitz.languages.qgn import replay
from kibitz.languages.qgn.games import Known
from kibitz.languages.qgn.items import read_action
from kibitz.languages.qgn.model import Action, Part
from kibitz.languages.qgn.replay import Board, Course, Rotation, Tiles, Trouble

Teams = tuple[str, ...]


def begin(known: Known | None, teams: Teams | None) -> Course | None:
    """A game before its first action; None if it can't be followed."""
    if known is None or teams is None or not known.least <= len(teams) <= known.most:
        return None
    if known.board is not None:
        return replay.empty(known.board, len(teams))
    if known.turns:
        return Rotation(len(teams))
    return Tiles() if any(kind.tile for kind in known.kinds.values()) else None


def follow(
    course: Course, known: Known | None, teams: Teams | None, part: Part, rules: Rules
) -> tuple[Course | None, list[Diagnostic]]:
    """The game after the actions of a chunk and what was wrong with them. Where an action makes no sense to the game,
    it is followed no further."""
    found: list[Diagnostic] = []
    if known is None or teams is None:
        return None, found
    for placed in part.items:
        action = placed.item
        if not isinstance(action, Action):
            continue
        details = numbers(known, action.text, rules)
        if details is None or action.index >= len(teams):
            return None, found
        before = course
        course, trouble = _advance(course, action, details)
        if trouble is not None:
            fields = _told(before, action, details, trouble, teams)
            found.append(rules[trouble].at(placed.start, placed.end, **fields))
    return course, found


def _advance(course: Course, action: Action, details: tuple[int, ...]) -> tuple[Course, Trouble | None]:
    if isinstance(course, Board):
        return replay.play(course, action.index, details)
    if isinstance(course, Rotation):
        return replay.rotate(course, action.index)
    return replay.lay(course, (details[0], details[1])) if details else (course, None)


@lru_cache(maxsize=16384)
def numbers(known: Known, text: str, rules: Rules) -> tuple[int, ...] | None:
    """What of an action its game is followed by: the details on a board, the row and column of a tile, nothing else.
    None if the game knows no such action."""
    action = read_action(text, rules)
    kind = known.kinds.get(action.sign)
    if kind is None or not kind.takes(len(action.details)):
        return None
    if any(not field.admits(detail.text) for field, detail in zip(kind.fields, action.details, strict=False)):
        return None
    if known.board is not None:
        return tuple(int(detail.text) for detail in action.details)
    at = [action.details[number].text for number in kind.tile or () if number < len(action.details)]
    # Coordinates of many digits are those of no board.
    return tuple(map(int, at)) if all(len(text) < 7 for text in at) else ()


def _told(
    course: Course, action: Action, details: tuple[int, ...], trouble: Trouble, teams: Teams
) -> dict[str, Any]:
    """The fields of the message about a trouble."""
    if isinstance(course, Tiles):
        return {"row": details[0], "column": details[1]}
    if trouble == "turn-order":
        return {"turn": course.turn, "name": teams[course.turn], "team": action.index}
    if isinstance(course, Rotation) or trouble == "after-the-end":
        return {"result": result(course, teams)}
    if trouble == "cell-taken":
        return {"row": details[0], "column": details[1], "name": teams[course.at(details[0], details[1])]}
    return {"column": details[0]}


def result(course: Board | Rotation, teams: Teams) -> str:
    """How a game stands or ended: "`a` has won"."""
    if isinstance(course, Board):
        if course.winner is not None:
            return f"`{teams[course.winner]}` has won"
        if course.full:
            return "it is a draw"
    return f"it is the turn of `{teams[course.turn]}`"
