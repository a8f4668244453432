"""The diagnostics that a client sees: the gravest findings, without those that wait while the user types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kibitz.core.analysis import Analysis, Checking
from kibitz.core.bounds import SHOWN
from kibitz.core.results import Judge, Kind
from kibitz.core.values import Diagnostic, Severity
from kibitz.core.while_typing import without_pending
from kibitz.core.words import listed, plural
from kibitz.lsp.documents.snapshot import Snapshot
from kibitz.lsp.features import convert
from kibitz.lsp.transport.converter import Json
from kibitz.project.settings import select


class PublishedDiagnostics(NamedTuple):
    """The diagnostics of a snapshot as the client sees them."""

    snapshot: Snapshot
    items: list[Json]
    """The diagnostics as JSON, with a note if there are more than are shown."""
    counts: Mapping[Severity, int]
    """The number of findings of each severity, with those that are not shown."""
    pending: int
    """The number of findings that wait while the user types."""
    total: int
    """The number of all findings, with those that wait or are switched off."""
    complete: bool
    """Whether the check of the snapshot is complete."""

    @property
    def status(self) -> Json:
        """The parameters of `kibitz/status`."""
        counts = {f"{one.name.lower()}s": self.counts.get(one, 0) for one in Severity}
        return {
            "uri": self.snapshot.uri, "version": self.snapshot.version, "checked": self.complete, "held": self.pending, **counts,
        }  # fmt: skip


def diagnostics_of(snapshot: Snapshot, found: Analysis | None = None) -> PublishedDiagnostics:
    """Return the diagnostics for the client of a snapshot, or of the part that a check has `found` so far.

    If there are too many findings, return the gravest in the order of the record.
    """
    known, judge = found or snapshot.analysis, snapshot.settings.judge
    if not known.count:
        return PublishedDiagnostics(snapshot, [], {}, 0, 0, found is None)
    chosen = selected(snapshot, known.worst(2 * SHOWN, judge))
    shown = ready = chosen if found else _certain(snapshot, chosen)
    if len(ready) > SHOWN:
        gravest = sorted(range(len(ready)), key=lambda at: ready[at].severity)[:SHOWN]
        shown = [ready[at] for at in sorted(gravest)]
    counts = Counter(one.severity for one in ready)
    if len(chosen) >= SHOWN:
        counts = _judged(known.counts, judge) - (Counter(one.severity for one in chosen) - counts)
    items = [convert.diagnostic(one, snapshot.uri, snapshot.positions, snapshot.client) for one in shown]
    if len(chosen) >= SHOWN and (left_out := counts - Counter(one.severity for one in shown)):
        items.append(convert.note(_left_out(left_out)))
    return PublishedDiagnostics(snapshot, items, counts, len(chosen) - len(ready), known.count, found is None)


def selected(snapshot: Snapshot, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the findings that the user's settings leave, with the severities that these give."""
    return select(found, snapshot.settings)


def reported(snapshot: Snapshot, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the findings as the client sees them: without those that wait while the user types."""
    return _certain(snapshot, selected(snapshot, found))


def _certain(snapshot: Snapshot, found: list[Diagnostic]) -> list[Diagnostic]:
    now = snapshot.writing if found else None
    return found if now is None else without_pending(found, now)


def is_worth_publishing(snapshot: Snapshot, checking: Checking, before: PublishedDiagnostics | None) -> bool:
    """Return whether the first check of a document has found many more findings than the client has seen.

    A client that pulls waits for the end of the check.
    """
    if snapshot.client.pulls or not checking.share or (before is not None and before.complete):
        return False
    return before is None or (before.total < SHOWN and checking.so_far.count > 2 * before.total)


def _judged(counts: Mapping[Kind, int], judge: Judge) -> Counter[Severity]:
    """Count the findings of each severity."""
    found: Counter[Severity] = Counter()
    for one, count in counts.items():
        if (severity := judge(one)) is not None:
            found[severity] += count
    return found


def _left_out(counts: Mapping[Severity, int]) -> str:
    """Return the note about findings that are not shown."""
    numbers = listed(plural(counts[severity], severity.name.lower()) for severity in sorted(counts))
    return f"Only the {SHOWN} gravest problems are shown. Left out: {numbers}."
