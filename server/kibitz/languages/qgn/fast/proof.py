"""Follows a game through actions that are all as they should be, much quicker than one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.languages.qgn.fast.vocabulary import UNCLEAR, Vocabulary
from kibitz.languages.qgn.game import replay
from kibitz.languages.qgn.game.cards import Cards
from kibitz.languages.qgn.game.replay import Board, Course, Rotation


class Proof(NamedTuple):
    """That nothing is to be said of some actions."""

    course: Course | None
    """The game after them."""
    teams: tuple[int, ...]
    """Whose they are."""


def proven(course: Course | None, vocabulary: Vocabulary, words: Sequence[str]) -> Proof | None:
    """The game after at least one action of which nothing is to be said at all; None where that isn't sure."""
    teams, meanings = zip(*map(vocabulary.__getitem__, words), strict=True)
    if UNCLEAR[0] in teams:
        return None
    if course is None:
        return Proof(None, teams)
    if isinstance(course, Board):
        after: Course | None = replay.all_played(course, teams, meanings)
    elif isinstance(course, replay.Tiles):
        after = replay.all_laid(course, [cell for cell in meanings if cell is not None])
    elif teams != replay.in_turn(course.turn, course.teams, len(teams)):
        return None
    elif isinstance(course, Cards):
        after = course.all_played(meanings)
    else:
        after = Rotation(course.teams, (teams[-1] + 1) % course.teams)
    return None if after is None else Proof(after, teams)
