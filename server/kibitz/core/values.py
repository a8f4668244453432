"""The frozen values of findings: places, edits, fixes, rules. The values of features are in `answers`.

Every offset is a count of code points. Unless a docstring says otherwise, the offsets of features are relative to the document,
and those of :meth:`Notation.parse` and :meth:`Notation.step` are relative to the chunk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Literal, NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.shown import visible

REPOSITORY = "https://github.com/kibitz-lsp/kibitz"


class Span(NamedTuple):
    """A half-open range of code points."""

    start: int
    end: int

    @property
    def first(self) -> Span:
        """Its first character, for a finding about the whole."""
        return Span(self.start, self.start + 1)

    def shifted(self, by: int) -> Span:
        return Span(self.start + by, self.end + by)

    def holds(self, offset: int) -> bool:
        """Return whether a cursor at `offset` touches the span. Both ends count."""
        return self.start <= offset <= self.end

    def touches(self, other: Span) -> bool:
        """Return whether two spans share a place, if only an end."""
        return self.start <= other.end and other.start <= self.end


class Severity(IntEnum):
    """The severity of a diagnostic, with the numbers of the Language Server Protocol."""

    ERROR = 1
    WARNING = 2
    INFORMATION = 3
    HINT = 4


class Edit(NamedTuple):
    """Replaces the text from `start` to `end` by `text`."""

    start: int
    end: int
    text: str

    def shifted(self, by: int) -> Edit:
        return Edit(self.start + by, self.end + by, self.text)


class Fix(NamedTuple):
    """A way to correct a finding. A safe fix cannot change the meaning of the record."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool = False
    preferred: bool = False
    """Whether it is a clear repair, see :mod:`kibitz.core.repair`. Safe fixes do not need this."""

    @classmethod
    def of(cls, title: str, start: int, end: int, text: str, safe: bool = False) -> Fix:
        """Return a fix with a single edit."""
        return cls(title, (Edit(start, end, text),), safe)

    @classmethod
    def write(cls, span: Span, text: str, safe: bool = False) -> Fix:
        """Return a fix that replaces a text by another one, with a title that names both."""
        return cls.of(f"Write `{text}`", *span, text, safe)

    def shifted(self, by: int) -> Fix:
        return Fix(self.title, tuple([edit.shifted(by) for edit in self.edits]), self.safe, self.preferred)


class Related(NamedTuple):
    """Another place that explains a diagnostic.

    Without `chunk` the span counts from where the diagnostic's own span counts from. With `chunk` it is relative to
    that chunk, which may stand anywhere in the document: states keep such anchors because chunks never move.
    """

    span: Span
    message: str
    chunk: Chunk | None = None

    def shifted(self, by: int) -> Related:
        """Return the same place, `by` code points further on. An anchored place stays."""
        return self if self.chunk is not None else Related(self.span.shifted(by), self.message)


class Rule(NamedTuple):
    """One kind of finding. Codes below 100 are about syntax, the others about the meaning of the record."""

    code: str
    slug: str
    severity: Severity
    message: str
    why: str
    example: str
    report_when: Literal["now", "entry", "record"]
    """When to report it while the user types: at once, after the user has left the entry, or when something follows."""
    language: str = ""
    """The id of the notation, or `kibitz` for rules without one."""

    @property
    def url(self) -> str:
        """The address of its page."""
        return f"{REPOSITORY}/blob/main/server/docs/rules/{self.code}.md"

    def at(
        self,
        start: int,
        end: int,
        *,
        severity: Severity | None = None,
        related: Sequence[Related] = (),
        fixes: Sequence[Fix] = (),
        tags: frozenset[Literal["unnecessary", "deprecated"]] = frozenset(),
        **fields: object,
    ) -> Diagnostic:
        """Return the diagnostic of this rule at a span. `fields` fill the placeholders of the message.

        Raises KeyError if a field of the message is missing.
        """
        return Diagnostic(
            rule=self,
            span=Span(start, max(start, end)),
            message=visible(self.message.format_map(fields)),
            severity=self.severity if severity is None else severity,
            related=tuple(related),
            fixes=tuple(fixes),
            tags=tags,
        )


class Diagnostic(NamedTuple):
    """One problem of a record, at its place, in words."""

    rule: Rule
    span: Span
    message: str
    severity: Severity
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    tags: frozenset[Literal["unnecessary", "deprecated"]] = frozenset()
    behind: tuple[Diagnostic, ...] = ()
    """The findings that replace it if it is silenced, because the check stopped there."""

    @property
    def preferred(self) -> Fix | None:
        """The fix to apply without a question: the first safe one, or else the clear repair.

        Editors, reports and `kibitz check --fix`, or `--unsafe` if it is not safe, use this one.
        """
        safe = next((fix for fix in self.fixes if fix.safe), None)
        return safe or next((fix for fix in self.fixes if fix.preferred), None)

    def shifted(self, by: int) -> Diagnostic:
        """Return the same diagnostic, `by` code points further on. Anchored related places stay."""
        if by == 0:
            return self
        return Diagnostic(
            self.rule,
            self.span.shifted(by),
            self.message,
            self.severity,
            tuple([other.shifted(by) for other in self.related]) if self.related else (),
            tuple([fix.shifted(by) for fix in self.fixes]) if self.fixes else (),
            self.tags,
            tuple([other.shifted(by) for other in self.behind]) if self.behind else (),
        )


def is_syntax(code: str) -> bool:
    """Return whether a rule is about unreadable text, and not about the meaning of the record."""
    return code[3:] < "100"


def kept(found: Iterable[Diagnostic], keeps: Callable[[Diagnostic], bool]) -> Iterator[Diagnostic]:
    """Yield the findings that are kept. The `behind` of a silenced finding replace it."""
    for one in found:
        if keeps(one):
            yield one
        else:
            yield from kept(one.behind, keeps)
