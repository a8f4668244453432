"""A log has a grimoire for each moment of a game: what tells whether two of them are of one game."""

from __future__ import annotations

from collections.abc import Sequence
from operator import le
from typing import NamedTuple


class Circle(NamedTuple):
    """Who sits around the table, clockwise: what of a grimoire the next one is compared with."""

    names: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    states: tuple[int, ...] = ()
    """0 for the living, 1 for the dead, 2 for those who have used their vote, too."""


def died_between(before: Circle, after: Circle) -> frozenset[str]:
    """Who lived in the former of two grimoires and is dead in the latter."""
    alive = {name for name, state in zip(before.names, before.states, strict=True) if not state}
    return frozenset(
        name for name, state in zip(after.names, after.states, strict=True) if state and name in alive
    )


def silent(before: Circle, after: Circle, titled: bool) -> bool:
    """Whether nothing can be said of two grimoires that follow each other: they are of two games, or one goes on. Behind a
    title of a log more is said than a circle shows."""
    return (goes_on(before, after) and not titled) or not one_game(before, after, titled)


def one_game(before: Circle, after: Circle, titled: bool = False) -> bool:
    """Whether two grimoires are of one game: most players are the same and have the same characters; behind a title that is of
    the same game more than a quarter, whom a Pit-Hag or a Barber has left them."""
    old, new = zip(before.names, before.roles, strict=True), zip(after.names, after.roles, strict=True)
    most = max(len(before.names), len(after.names))
    same = len(set(old).intersection(new))
    players = len(set(before.names).intersection(after.names)) if titled else same
    return 4 * same > most and 2 * players > most


def goes_on(before: Circle, after: Circle) -> bool:
    """Whether the same people sit there with the same characters and nobody got anything back: then there is nothing to say."""
    return (
        before.names == after.names
        and before.roles == after.roles
        and (before.states == after.states or all(map(le, before.states, after.states)))
    )


def exchanged(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """The two who are in each other's place, everybody else where they were; nobody where it is otherwise."""
    moved = [at for at, (was, now) in enumerate(zip(before, after, strict=False)) if was != now]
    if len(before) != len(after) or len(moved) != 2:
        return ()
    one, other = moved
    same = (before[one], before[other]) == (after[other], after[one])
    return (after[one], after[other]) if same else ()
