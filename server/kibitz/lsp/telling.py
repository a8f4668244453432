"""What a client is told of a document: the gravest of what is wrong in it, but for what typing on may cure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import count as numbers
from typing import NamedTuple
from uuid import uuid4

from kibitz.core.analysis import Analysis, Checking
from kibitz.core.bounds import SHOWN
from kibitz.core.calm import calm
from kibitz.core.results import Judge, Kind
from kibitz.core.values import Severity
from kibitz.core.words import listed, plural
from kibitz.lsp import convert
from kibitz.lsp.converter import Json
from kibitz.lsp.view import View
from kibitz.project.settings import select


class Told(NamedTuple):
    """What a client is told, and of what."""

    view: View
    result_id: str
    """See :func:`new_id`."""
    items: list[Json]
    """What is known to be wrong, and a note where there is more than is shown."""
    counts: Mapping[Severity, int]
    """How much of each severity that is, with what is not shown."""
    held: int
    """How many findings wait till the writer has left what they are about."""
    total: int
    """How much is wrong, with what waits or does not count."""
    complete: bool
    """Whether that is all there is to say of the view."""

    def stands(self, view: View) -> bool:
        """Whether there is nothing else to be told of a view."""
        return self.is_about(view) and (not self.held or self.view.insertion is view.insertion)

    def is_about(self, view: View) -> bool:
        """Whether all that is wrong in a view was known."""
        mine = self.view
        return self.complete and (
            mine is view
            or (
                mine.positions is view.positions
                and mine.version == view.version
                and mine.settings == view.settings
            )
        )

    @property
    def status(self) -> Json:
        """The parameters of `kibitz/status`, from which a client knows what it may say of a record as a whole."""
        counts = {f"{one.name.lower()}s": self.counts.get(one, 0) for one in Severity}
        return {
            "uri": self.view.uri, "version": self.view.version, "checked": self.complete, "held": self.held, **counts,
        }  # fmt: skip


def told(view: View, found: Analysis | None = None) -> Told:
    """What a client is told of a view: of all that is wrong, or of what has been `found` so far.

    Where that is more than is shown it is the gravest, in the order of the record.
    """
    known, judge = found or view.analysis, view.settings.judge
    if not known.count:
        return Told(view, new_id(), [], {}, 0, 0, found is None)
    chosen = select(known.worst(2 * SHOWN, judge), view.settings)
    now = None if found else view.writing
    shown = ripe = chosen if now is None else calm(chosen, now)
    if len(ripe) > SHOWN:
        gravest = sorted(range(len(ripe)), key=lambda at: ripe[at].severity)[:SHOWN]
        shown = [ripe[at] for at in sorted(gravest)]
    counts = Counter(one.severity for one in ripe)
    if len(chosen) >= SHOWN:
        counts = _judged(known.counts, judge) - (Counter(one.severity for one in chosen) - counts)
    positions = view.positions_for(len(shown))
    items = [convert.diagnostic(one, view.uri, positions, view.client) for one in shown]
    if len(chosen) >= SHOWN and (left_out := counts - Counter(one.severity for one in shown)):
        items.append(convert.note(_left_out(left_out)))
    return Told(view, new_id(), items, counts, len(chosen) - len(ripe), known.count, found is None)


def is_worth_telling(view: View, checking: Checking, before: Told | None) -> bool:
    """Of a document just opened: whether much more is known to be wrong than has been told, or the first of it.

    A client that pulls is told to ask again, once everything is known.
    """
    if view.client.pulls or not checking.share or (before is not None and before.complete):
        return False
    return before is None or (before.total < SHOWN and checking.so_far.count > 2 * before.total)


def _judged(counts: Mapping[Kind, int], judge: Judge) -> Counter[Severity]:
    """How much there is of each severity."""
    found: Counter[Severity] = Counter()
    for one, count in counts.items():
        if (severity := judge(one)) is not None:
            found[severity] += count
    return found


def _left_out(counts: Mapping[Severity, int]) -> str:
    """What is said of that which is not shown."""
    said = listed(plural(counts[severity], severity.name.lower()) for severity in sorted(counts))
    return f"Only the {SHOWN} gravest problems are shown. Left out: {said}."


def new_id() -> str:
    """A name for what is wrong with a text just now. No other text, and no other server, ever has the same."""
    return next(_ids)


_ids = map(f"{uuid4().hex[:8]}.{{}}".format, numbers(1))
