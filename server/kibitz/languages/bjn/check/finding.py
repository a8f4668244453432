"""The findings of the rules, by entries and their fields. They get positions later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from kibitz.core.values import Severity
from kibitz.languages.bjn.game.model import ACTION, HAND, MODIFIER, Event, Hand, Table

BEFORE, BEHIND, WHOLE, REMOVED, APART = -1, -2, -3, -4, -5
"""Values for `Change.field` instead of a field's number. A change adds an entry before or after this one, replaces it,
removes it with the separator before it, or replaces that separator by a line break.
"""


class Change(NamedTuple):
    """A change that fixes a finding: the new text of a field, or a new entry. `entry` is the finding's unless given."""

    title: str
    field: int
    text: str
    entry: int | None = None
    safe: bool = False
    more: tuple[Change, ...] = ()
    """The further changes of the same fix."""

    def parts(self, entry: int) -> Iterator[tuple[int, Change]]:
        """Yield this change and its further ones, each with its entry; `entry` is that of the finding."""
        for one in (self, *self.more):
            yield entry if one.entry is None else one.entry, one


STAND = Change("Add `_`, a stand", MODIFIER, "_")
HIT = Change("", ACTION, "^")
FIRST_HAND = Change("", HAND, "1")
REMOVE = Change("Remove this event", REMOVED, "")


class Place(NamedTuple):
    """Another entry (or a field of it) that explains a finding."""

    entry: int
    field: int | None
    message: str


class Finding(NamedTuple):
    """A rule that an entry breaks, or a field of it."""

    slug: str
    entry: int
    field: int | None
    fields: Mapping[str, Any]
    related: tuple[Place, ...]
    changes: tuple[Change, ...]
    severity: Severity | None


def find(
    slug: str,
    entry: int,
    field: int | None = None,
    *changes: Change,
    related: tuple[Place, ...] = (),
    severity: Severity | None = None,
    **fields: Any,
) -> Finding:
    """Return a finding. `changes` may fix it, and its message shows `fields`."""
    return Finding(slug, entry, field, fields, related, changes, severity)


class FirstOnly(set[object]):
    """The mistakes that have been reported, so that each is reported once."""

    def __call__(self, cause: object) -> bool:
        """Return whether a cause is new, and remember it."""
        first = cause not in self
        self.add(cause)
        return first


class Move(NamedTuple):
    """An event, the table before and after it, and the hand that it is about before and after it."""

    entry: int
    event: Event
    before: Table
    after: Table
    hand: Hand
    now: Hand
