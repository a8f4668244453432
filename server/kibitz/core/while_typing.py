"""The findings that are shown while the user types: none that further typing may remove.

This is a filter over complete findings. The check does not know of it, and the command line does not use it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from kibitz.core.analysis import Analysis
from kibitz.core.values import Diagnostic, Span


@dataclass(frozen=True)
class Typing:
    """The place where the user types, and the text that may still change without a mistake being fixed.

    Its parts are computed on demand, because most keys leave nothing that has to wait.
    """

    analysis: Analysis
    offset: int
    """The end of the text that was just typed."""
    rested: bool = False
    """Whether no key came for a while. Then the entry is taken as it is."""
    written: Span | None = None
    """The text of the latest change, with later changes inside it."""
    before: Analysis | None = None
    """The analysis from before the entry was edited, or None if that is unknown."""

    @cached_property
    def here(self) -> Span:
        """The edited entry, with the text of the latest change."""
        entry: Span = self.analysis.language.entry(self.analysis, self.offset)
        written = self.written or entry
        return Span(min(entry.start, written.start), max(entry.end, written.end))

    @property
    def entry(self) -> Span | None:
        """The edited entry until the user rests; then None."""
        return None if self.rested else self.here

    @cached_property
    def stood(self) -> frozenset[tuple[str, str]] | None:
        """The codes and messages of the findings from before the entry was edited, or None if these are unknown."""
        return None if self.before is None else self.before.messages

    @cached_property
    def record(self) -> Span:
        """The record up to the cursor, to which more may be added; empty if text follows the cursor in it."""
        record: Span = self.analysis.language.record(self.analysis, self.offset)
        return record


def without_pending(found: Iterable[Diagnostic], now: Typing) -> list[Diagnostic]:
    """Return the findings without those that further typing may remove."""
    return [one for one in found if not is_pending(one, now)]


def is_pending(one: Diagnostic, now: Typing) -> bool:
    """Return whether further typing may remove a finding."""
    report_when = one.rule.report_when
    if now.entry is not None:
        if one.span.touches(now.entry):
            return report_when != "now"
        # Half a card, or an action that was just inserted between two others, must not put a finding on its neighbours.
        if now.stood is not None and (one.rule.code, one.message) not in now.stood:
            return True
    return report_when == "record" and now.record.start < now.record.end and one.span.touches(now.record)
