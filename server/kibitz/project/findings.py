"""Findings as plain values: for reports, for other programs, and for the cache.

They hold strings, numbers and tuples only. They can be compared, pickled and written as JSON. Lines and columns count code
points from 1; the end of a region is the place after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kibitz.core.document import Document
from kibitz.core.shown import visible
from kibitz.core.values import Diagnostic, Fix, Span


class Region(NamedTuple):
    """A region of a text."""

    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def of(cls, document: Document, span: Span) -> Region:
        """The region of a span of a document."""
        (line, column), (end_line, end_column) = (document.position_at(at, "utf-32") for at in span)
        return cls(line + 1, column + 1, end_line + 1, end_column + 1)


class Note(NamedTuple):
    """Another place that explains a finding."""

    region: Region
    message: str


class Change(NamedTuple):
    """The text that replaces a region."""

    region: Region
    text: str


class Remedy(NamedTuple):
    """A fix of a finding. A safe one cannot change the meaning of the record.

    At most one is preferred: `kibitz check --fix` applies it if it is safe, and `--unsafe` if it is not.
    """

    title: str
    safe: bool
    preferred: bool
    edits: tuple[Change, ...]


class Finding(NamedTuple):
    """One problem."""

    code: str
    name: str
    """The name of the rule, such as `card-twice`."""
    severity: str
    """One of `error`, `warning`, `information`, `hint`."""
    message: str
    region: Region
    related: tuple[Note, ...] = ()
    fixes: tuple[Remedy, ...] = ()


def findings(document: Document, diagnostics: Iterable[Diagnostic]) -> list[Finding]:
    """Return the diagnostics of a document as plain values."""
    return [
        Finding(
            one.rule.code,
            one.rule.slug,
            one.severity.name.lower(),
            one.message,
            Region.of(document, one.span),
            tuple([Note(Region.of(document, other.span), visible(other.message)) for other in one.related]),
            tuple([_remedy(document, fix, fix is one.preferred) for fix in one.fixes]),
        )
        for one in diagnostics
    ]


def _remedy(document: Document, fix: Fix, preferred: bool) -> Remedy:
    edits = [Change(Region.of(document, Span(edit.start, edit.end)), edit.text) for edit in fix.edits]
    return Remedy(visible(fix.title), fix.safe, preferred, tuple(edits))
