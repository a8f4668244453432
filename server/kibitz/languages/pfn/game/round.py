"""When trading rests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kibitz.languages.pfn.game.figgie import Number


class Pause(NamedTuple):
    """A stretch of time without trading; without an end nothing is known of what comes after its start."""

    start: Number
    end: Number | None

    def holds(self, time: Number) -> bool:
        return self.end is not None and self.start < time < self.end


def pauses_among(moments: Iterable[tuple[Number, str]]) -> Iterator[Pause]:
    """The pauses of a round, given when each `Pause` and `Resume` was: from each Pause to the next Resume by time."""
    start: Number | None = None
    for time, kind in sorted(moments):
        if kind == "Pause" and start is None:
            start = time
        elif kind == "Resume" and start is not None:
            yield Pause(start, time)
            start = None
    if start is not None:
        yield Pause(start, None)
