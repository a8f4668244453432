"""Where the user types: findings that touch the edited entry wait for a save, a rest, or the cursor elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from time import monotonic
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.core.while_typing import Typing

LARGE = 10_000
"""Characters from which on a change is not typed."""
ASKED_BY_KEY = 0.4
"""Seconds after a key within which an editor asks for completion without the user."""


class Change(NamedTuple):
    """The text of a range before and after a change."""

    start: int
    old: str
    new: str


_NOWHERE = Span(0, 0)


@dataclass(frozen=True, eq=False)
class TypingState:
    """The place where the user types. `at` is None if the user does not type."""

    at: int | None = None
    rested: bool = False
    """Whether the user has stopped for a while."""
    latest: Span = _NOWHERE
    """The text of the latest change, with later changes inside it: the user fills in a snippet."""
    _entry: int | None = None
    """The start of the edited entry."""
    _before: Analysis | None = None
    """The analysis from before the entry was edited, or None if that is unknown."""
    _changed_at: float = float("-inf")

    @property
    def paused(self) -> bool:
        """Whether the user asks deliberately: editors ask right after a key."""
        return monotonic() - self._changed_at > ASKED_BY_KEY

    def left(self) -> TypingState:
        """Return the state after the user has finished, or the document has become another one."""
        return TypingState(_changed_at=self._changed_at)

    def after(self, changes: Sequence[Change], known: Analysis | None = None) -> TypingState:
        """Return the state after the changes of one message. `known` is the analysis from before them."""
        now = monotonic()
        if not _are_together(changes) or sum(len(one.old) + len(one.new) for one in changes) > LARGE:
            return replace(self.left(), _changed_at=now)
        entry, before = self._entry, self._before
        if known is not None:
            entry = known.language.entry(known, changes[0].start).start
            if self.at is None or entry != self._entry:
                before = known
        latest = self.latest
        for start, old, new in changes:
            inside = latest.start <= start < latest.end and start + len(old) <= latest.end
            latest = (
                Span(latest.start, latest.end + len(new) - len(old))
                if inside
                else Span(start, start + len(new))
            )
        last = changes[-1]
        return TypingState(last.start + len(last.new), False, latest, entry, before, now)

    def writing(self, analysis: Analysis) -> Typing | None:
        """Return the place that may still change without a fix, or None. In an empty record it is everything."""
        at = 0 if analysis.document.blank else self.at
        return None if at is None else Typing(analysis, at, self.rested, self.latest, self._before)


def _are_together(changes: Sequence[Change]) -> bool:
    """Return whether each change touches the text of the change before it."""
    return bool(changes) and all(
        second.start <= first.start + len(first.new) and second.start + len(second.old) >= first.start
        for first, second in pairwise(changes)
    )
