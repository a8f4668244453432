"""What is said while somebody is typing: nothing that typing on may cure.

A filter over complete findings. What a check finds knows nothing of it, nor does the command line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.values import Diagnostic, Span


class Writing(NamedTuple):
    """Where somebody is writing: what may still change without any mistake being mended."""

    entry: Span | None
    """The entry that is being written; None once the writer has rested, or gone on."""
    record: Span
    """The record to which something may still be added; empty where something stands behind the writer."""

    def rested(self) -> Writing:
        """The same after a while without a key: whatever the entry says by now, it is meant to say."""
        return self._replace(entry=None)


def writing(analysis: Analysis, offset: int) -> Writing:
    """Where somebody is who has just typed up to an offset."""
    language = analysis.language
    return Writing(language.entry(analysis, offset), language.record(analysis, offset))


def calm(found: Iterable[Diagnostic], now: Writing) -> list[Diagnostic]:
    """The findings without those that typing on may cure."""
    return [one for one in found if not waits(one, now)]


def waits(one: Diagnostic, now: Writing) -> bool:
    """Whether typing on may cure a finding."""
    certain = one.rule.certain
    # What more text at the end may cure, more text in the entry may cure as well.
    if certain != "now" and now.entry is not None and _touch(one.span, now.entry):
        return True
    return certain == "record" and now.record.start < now.record.end and _touch(one.span, now.record)


def _touch(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end
