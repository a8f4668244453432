"""The findings of the rules, by entries and their fields. They get positions later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from kibitz.core.values import Severity
from kibitz.languages.bjn.game.model import ACTION, DEALER, HAND, MODIFIER, Event, Hand, Setup, Table
from kibitz.languages.bjn.text.names import capital, hand_name, seat_name

BEFORE, BEHIND, WHOLE, REMOVED, APART, MOVED = -1, -2, -3, -4, -5, -6
"""Values for `Change.field` instead of a field's number. A change adds an entry before or after this one, replaces it,
or removes it with the separator before it. It may also replace that separator by a line break, or move the finding's entry.
"""


class Change(NamedTuple):
    """A change that fixes a finding: the new text of a field, or a new entry. `entry` is the finding's unless given."""

    field: int
    text: str
    title: str = ""
    """The title of the fix; by default it says what it adds, removes or changes."""
    entry: int | None = None


STAND = Change(MODIFIER, "_", "Add `_`, a stand")
HIT = Change(ACTION, "^")
FIRST_HAND = Change(HAND, "1")
REMOVE = Change(REMOVED, "", "Remove this event")


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

    @property
    def is_clear(self) -> bool:
        """Whether its only change is surely meant. An unmarked bust may have a wrong card."""
        sure = (one.field in (HAND, MODIFIER) and not one.entry and one.text != "#" for one in self.changes)
        return [*sure] == [True]


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


class Move(NamedTuple):
    """An event, the table before and after it, and the hand that it is about before and after it."""

    entry: int
    event: Event
    before: Table
    after: Table
    hand: Hand
    now: Hand

    def find(self, slug: str, field: int | None = None, *changes: Change, **fields: Any) -> Finding:
        """Return a finding of the event."""
        return find(slug, self.entry, field, *changes, **fields)

    @property
    def dealers(self) -> bool:
        """Whether it is an event of the dealer."""
        return self.event.actor == DEALER

    @property
    def setup(self) -> Setup:
        return self.before.setup

    @property
    def who(self) -> str:
        return seat_name(self.event.actor)

    @property
    def whose(self) -> str:
        return capital(hand_name(self.before, self.event.actor, self.hand.number))
