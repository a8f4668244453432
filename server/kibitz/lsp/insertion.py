"""Where somebody is writing: the end of the latest change, if that looks like a hand at a keyboard."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from time import monotonic
from types import MappingProxyType
from typing import Any, NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.calm import Writing
from kibitz.core.values import Span

REMEMBERED = 100
"""Among how many changes it is looked whether one takes them back."""
LARGE = 10_000
"""From how many characters on a change is none that somebody types, or takes back."""
HANDFUL = 40
"""How many characters a hand may put in between two messages: the slowest editors wait half a second for more."""
KEY = 1
"""How many characters a key puts in or takes out. What takes back more than that is an undo."""
PAUSE = 0.4
"""Seconds behind a key within which editors ask for completion by themselves."""
_NONE: Mapping[type, Any] = MappingProxyType({})


class Change(NamedTuple):
    """What stood at an offset, and what stands there now."""

    start: int
    old: str
    new: str


class Burst(NamedTuple):
    """Changes one after the other, each of which touches what those before it have changed."""

    low: int
    high: int
    """Between which offsets that is, once all are made."""
    known: Analysis | None
    """What was known before the first of them."""
    many: int = 0
    grown: int = 0
    """How many code points more there are by them."""

    def then(self, change: Change, known: Analysis | None) -> Burst:
        """The burst with one change more, or another one that begins with it, before which something was known."""
        start, end = change.start, change.start + len(change.old)
        grown = len(change.new) - len(change.old)
        if start > self.high or end < self.low:
            return Burst(start, end + grown, known, 1, grown)
        high = max(self.high, end) + grown
        return Burst(min(self.low, start), high, self.known, self.many + 1, self.grown + grown)


class Remembered(NamedTuple):
    """A change that was made, what was known before it, and the burst of which it is the latest."""

    change: Change
    known: Analysis | None
    burst: Burst


class Offered(NamedTuple):
    """What a completion has answered."""

    snippets: frozenset[str] = frozenset()
    """What has places to fill in, as it looks once it is accepted, without its blanks."""
    others: tuple[str, ...] = ()


class Predicted(NamedTuple):
    """What ghost text has been shown."""

    texts: tuple[str, ...] = ()


class Formatted(NamedTuple):
    """What formatting has answered: that is nobody's writing."""

    changes: frozenset[Change] = frozenset()


@dataclass(frozen=True, eq=False)
class Insertion:
    """The insertion point of a document, None where nobody is known to write."""

    at: int | None = None
    rested: bool = False
    """Whether the writer has stopped for a while."""
    _filled: Span | None = None
    """What an accepted item has filled in; the writer goes from place to place in it."""
    _changes: tuple[Remembered, ...] = ()
    """The latest changes."""
    _changed_at: float = float("-inf")

    @property
    def paused(self) -> bool:
        """Whether what is asked now is asked by a person: editors ask at once behind a key."""
        return monotonic() - self._changed_at > PAUSE

    @property
    def latest(self) -> Span:
        """Where the text stands that was put in last."""
        one = self._changes[-1].change
        return Span(one.start, one.start + len(one.new))

    def left(self) -> Insertion:
        """Nobody writes here any more: the document was saved, or became another one."""
        return replace(self, at=None, _filled=None, _changes=())

    def after(
        self, changes: Sequence[Change], known: Analysis | None = None, answers: Mapping[type, Any] = _NONE
    ) -> Insertion:
        """Where somebody writes after the changes of one message.

        `known` is what was known before them, and `answers` are the latest ones, by their kind.
        """
        one = _together(changes)
        if one is None or len(one.old) + len(one.new) > LARGE:
            return replace(self.left(), _changed_at=monotonic())
        offered, predicted = answers.get(Offered, Offered()), answers.get(Predicted, Predicted())
        at_once = [one for one in changes if max(len(one.old), len(one.new)) > KEY]
        at, rested, filled = None, self.rested, None
        if not (
            one in answers.get(Formatted, Formatted()).changes
            or (at_once and self._takes_back(one))
            or any(
                _is_pasted(some, {*offered.snippets, *offered.others, *predicted.texts}) for some in at_once
            )
        ):
            at, rested = one.start + len(one.new), False
            filled = self._filled_by(one, offered.snippets)
        former = self._changes[-1].burst if self._changes else Burst(one.start, one.start, known)
        latest = Remembered(one, known, former.then(one, known))
        return Insertion(at, rested, filled, (*self._changes[1 - REMEMBERED :], latest), monotonic())

    def _takes_back(self, one: Change) -> bool:
        """Whether a change restores an earlier text. Keys may do so: that is a correction."""
        whole: Change | None = one
        for earlier in reversed(self._changes):
            whole = composed(earlier.change, whole)
            if whole is None or whole.old == whole.new:
                return whole is not None
        return False

    def _filled_by(self, one: Change, offered: frozenset[str]) -> Span | None:
        end = one.start + len(one.new)
        if "".join(one.new.split()) in offered:
            return Span(one.start, end)
        filled = self._filled
        if (
            filled is None
            or not filled.start <= one.start < filled.end
            or one.start + len(one.old) > filled.end
        ):
            return None
        return Span(filled.start, filled.end + len(one.new) - len(one.old))

    def writing(self, analysis: Analysis) -> Writing | None:
        """What may still change without any mistake being mended: in an empty record, whatever is to be written."""
        at = 0 if analysis.document.blank else self.at
        return None if at is None else Writing(analysis, at, self.rested, self._filled, self._before)

    def _before(self, entry: Span) -> Analysis | None:
        """What was known before all that has just been written in an entry."""
        found, at = None, len(self._changes)
        first, last = entry
        while at > 0:
            (start, old, new), known, burst = self._changes[at - 1]
            if first <= burst.low and burst.high <= last:
                # Who has long been writing in an entry has nothing looked at key by key.
                found, last, at = burst.known, last - burst.grown, at - burst.many
                continue
            # Some editors send several keys at once: what ends in the entry was written in it.
            if start > last or (start < first and start + len(new) <= first):
                break
            # Before it was taken out, what was in the entry reached further.
            found, last, at = known, last + len(old) - len(new), at - 1
        return found


def _is_pasted(one: Change, offered: Collection[str]) -> bool:
    """Whether a change puts in more than a hand can, and nothing that has been offered.

    A key or two may come together with a line break, so that two lines are none too many.
    """
    text = one.new.strip()
    if len(text) <= HANDFUL and len(text.splitlines()) <= 2:
        return False
    bare = "".join(text.split())
    # Editors tell of the change only, which may be less than has been accepted.
    return not any(bare in "".join(one.split()) for one in offered)


def _together(changes: Sequence[Change]) -> Change | None:
    """One change that does what several do, one after the other; None where they are apart."""
    found: Iterable[Change | None] = changes
    return reduce(lambda one, other: one and other and composed(one, other), found) if changes else None


def composed(first: Change, second: Change | None) -> Change | None:
    """One change that does what two do, the second in the text that the first has left; None where they are apart."""
    if second is None:
        return None
    end, behind = first.start + len(first.new), second.start + len(second.old)
    if second.start > end or behind < first.start:
        return None
    before, after = second.old[: max(first.start - second.start, 0)], second.old[max(end - second.start, 0) :]
    head, tail = first.new[: max(second.start - first.start, 0)], first.new[max(behind - first.start, 0) :]
    return Change(min(first.start, second.start), before + first.old + after, head + second.new + tail)


def expanded(snippet: str) -> str:
    """A snippet as it looks once it is accepted, without its blanks: editors indent."""
    simple = _CHOICE.sub(r"\1", _STOP.sub(r"\1", snippet))
    return "".join(re.sub(r"\\(.)", r"\1", simple).split())


_STOP = re.compile(r"(?<!\\)\$(?:[0-9]+|\{[0-9]+(?::((?:[^}\\]|\\.)*))?\})")
_CHOICE = re.compile(r"(?<!\\)\$\{[0-9]+\|((?:[^,|}\\]|\\.)*)[^}]*\}")
