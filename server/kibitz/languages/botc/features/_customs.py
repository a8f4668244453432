"""What a record tells the ones beside it: one table plays for an evening, and one hand writes it down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

SAT_BESIDE = "sat here in the record beside this one"
"""Why a player is offered."""


@dataclass(frozen=True, slots=True)
class Customs:
    """Of one record: its last players clockwise, the editions of their characters, how it is written."""

    names: tuple[str, ...]
    editions: frozenset[str]
    gap: str
    """What stands between two players of a one-line grimoire: a blank, or a line end where each has a line."""
    tokens: tuple[str, ...]
    """The tokens that lie there most often, the most usual first."""


def follows(neighbours: Sequence[Customs], seated: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Who sat at the tables beside this one and does not sit here yet, clockwise from whoever is seated last; and
    between whom."""
    here = set(seated)
    for one in neighbours:
        names = one.names
        turn = names.index(seated[-1]) + 1 if seated and seated[-1] in names else 0
        for place in (*range(turn, len(names)), *range(turn)):
            if names[place] not in here:
                here.add(names[place])
                yield names[place], names[place - 1], names[(place + 1) % len(names)]


def next_player(neighbours: Sequence[Customs], seated: Sequence[str]) -> str:
    """Who sits next if the table is that of the record beside this one; nothing where it seems to be another one."""
    names = neighbours[0].names if neighbours else ()
    if len(seated) >= len(names) or tuple(seated) != names[: len(seated)]:
        return ""
    return names[len(seated)]
