"""Replayed games: the turn, and the actions that the game server would refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.memory import remembered
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Related, Span
from kibitz.languages.qgn.game.games import Known
from kibitz.languages.qgn.game.kinds.standing import Teams, message_fields
from kibitz.languages.qgn.game.position import Act, Course, Refusal, Slip, goes_well, sure
from kibitz.languages.qgn.text.items import read_action
from kibitz.languages.qgn.text.model import Action, Junk, Part

SLUGS = (
    "turn-order", "cell-taken", "column-full", "after-the-end", "tile-taken", "card-elsewhere", "illegal-move",
    "not-in-hand", "misplaced",
)  # fmt: skip
"""The rules that a refusal may name."""
CHUNKS_KEPT = 256
"""Maximum number of a game's chunks that are searched for the cause of a refusal."""


class Played(NamedTuple):
    """The context of a chunk's check."""

    teams: Teams
    chunks: tuple[Chunk, ...]
    """The game's chunks before this one."""
    read: Callable[[str], Part]
    rules: Rules


def check(
    course: Course, part: Part, acts: Sequence[Act | Slip | None], played: Played
) -> tuple[Course, list[Diagnostic]]:
    """Return the game after the actions of a chunk, and the findings. `acts` are the game's readings of the actions."""
    found: list[Diagnostic] = []
    course, first = _in_order(course, acts)
    if first == len(acts):
        return course, found
    actions = list(actions_of(part))
    for number, (start, action) in enumerate(actions[first:], first):
        before, (course, refusal) = course, course.then(acts[number])
        act = acts[number]
        if refusal is not None and isinstance(act, Act) and isinstance(action, Action):
            position = before.known
            fields = message_fields(position, act, refusal, played.teams)
            fields["related"] = list(_rests(refusal, actions[:number], played))
            span = Span(start, start + len(action.text))
            rest = played.rules["rest-unchecked"].at(*span, action=action.text)
            found.append(played.rules[refusal.slug].at(*span, **fields)._replace(behind=(rest,)))
    return course, found


def _in_order(course: Course, acts: Sequence[Act | Slip | None]) -> tuple[Course, int]:
    """Return the game after the legal acts at the start, and their number."""
    if course.position is None:
        return course, 0
    position, count = goes_well(course.position, acts)
    return sure(position), count


def actions_of(part: Part) -> Iterator[tuple[int, Action | Junk]]:
    """Yield all actions of a chunk, and the unreadable words that may be meant as actions."""
    return ((start, item) for start, item in part.items if isinstance(item, (Action, Junk)))


@remembered
def act_of(known: Known, teams: int, text: str, rules: Rules) -> Act | Slip | None:
    """Return the game's reading of an action, or None if the game has no such action."""
    action = read_action(text, rules)
    kind, details = known.kinds.get(action.sign), tuple(detail.text for detail in action.details)
    if kind is None or action.index >= teams:
        return None
    if kind.admits(details):
        return Act(action.index, action.sign, details)
    # An action with a second `&` or a space includes the next action.
    return None if text.count("&") > 1 or len(text.split()) > 1 else Slip(action.index, action.sign)


def _rests(
    refusal: Refusal, before: Sequence[tuple[int, Action | Junk]], played: Played
) -> Iterator[Related]:
    """Yield the action that is the cause of a refusal."""
    saying = refusal.saying
    if refusal.slug == "after-the-end":
        saying = "the game ended here"
    elif refusal.earlier is None:
        return
    here = ((None, start, action) for start, action in reversed(before))
    earlier = (
        (chunk.anchor, start, action)
        for chunk in reversed(played.chunks)
        for start, action in reversed(list(played.read(chunk.text).actions))
    )
    for anchor, start, action in chain(here, earlier):
        if _is_it(refusal, action):
            yield Related(Span(start, start + len(action.text)), saying, anchor)
            return


def _is_it(refusal: Refusal, action: Action | Junk) -> bool:
    if not isinstance(action, Action) or not action.sign:
        return False
    if refusal.earlier is None:
        return True
    details = tuple(detail.text for detail in action.details)
    return bool(details) and refusal.earlier(action.index, action.sign, details)
