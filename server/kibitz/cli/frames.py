"""What was found as text for people: each finding with the lines that it is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TextIO

from kibitz.cli.console import Paint, clean, width
from kibitz.cli.reports import Region
from kibitz.core.document import Document
from kibitz.core.values import Diagnostic, Severity, Span
from kibitz.core.words import plural

MOST = 1000
"""How many findings of one file are shown."""


class Text:
    """A line `file:line:column: severity: message [code name]` each, which editors can jump to, and a frame."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._paint = Paint(stream)
        self._width = width(stream)
        self._files = 0
        self._counts: Counter[Severity] = Counter()

    def part(
        self, name: str, document: Document, diagnostics: Sequence[Diagnostic]
    ) -> tuple[list[str], Counter[Severity]]:
        lines = [line for one in diagnostics[:MOST] for line in self._lines(name, document, one)]
        if (more := len(diagnostics) - MOST) > 0:
            lines.append(f"{clean(name)}: {more} more, not shown (--format json has them all)")
        return lines, Counter(one.severity for one in diagnostics)

    def add(self, part: tuple[list[str], Counter[Severity]]) -> None:
        lines, counts = part
        self._files += 1
        self._counts += counts
        for line in lines:
            print(line, file=self.stream)

    def end(self) -> None:
        if not self._files:
            return
        found = ", ".join(
            f"{count} information"
            if severity is Severity.INFORMATION
            else plural(count, severity.name.lower())
            for severity, count in sorted(self._counts.items())
        )
        print(f"{plural(self._files, 'file')} checked: {found or 'nothing found'}", file=self.stream)

    def _lines(self, name: str, document: Document, one: Diagnostic) -> Iterator[str]:
        region = Region.of(document, one.span)
        severity = one.severity.name.lower()
        yield (
            self._paint(f"{clean(name)}:{region.line}:{region.column}:", "strong")
            + f" {self._paint(severity + ':', severity)} {clean(one.message)}"
            + self._paint(f" [{one.rule.code} {one.rule.slug}]", "faint")
        )
        places = [
            (region, one.span, "^", ""),
            *((Region.of(document, other.span), other.span, "-", other.message) for other in one.related),
        ]
        gutter = len(str(max(place[0].line for place in places)))
        last = None
        for where, span, mark, message in places:
            line, marks = _frame(document, where, span, mark, self._width - gutter - 5)
            if (where.line, line) != last:
                yield self._paint(f"  {where.line:>{gutter}} | ", "faint") + line
            last = where.line, line
            marked = self._paint(f"{marks} {clean(message)}".rstrip(), severity if mark == "^" else "strong")
            yield self._paint(f"  {'':{gutter}} | ", "faint") + marked
        for fix in one.fixes:
            yield self._paint(f"  {'':{gutter}} = fix: ", "faint") + clean(fix.title)


def _frame(document: Document, where: Region, span: Span, mark: str, columns: int) -> tuple[str, str]:
    """The part of a line around a span that fits in so many columns, and the marks below it."""
    line_start = span.start - (where.column - 1)
    line_end = document.line_end(where.line - 1)
    first = line_start
    if line_end - line_start > columns:
        first = max(line_start, min(span.start - columns // 3, line_end - columns))
    behind = min(line_end, first + columns)
    end = max(min(span.end, behind), span.start)
    before, inside, after = (
        _shown(document.text(one, two))
        for one, two in ((first, span.start), (span.start, end), (end, behind))
    )
    if first > line_start:
        before = "…" + before[1:]
    if behind < line_end and after:
        after = after[:-1] + "…"
    return before + inside + after, " " * cells(before) + mark * max(cells(inside), 1)


def _shown(text: str) -> str:
    return clean(text.replace("\t", " "))


def cells(text: str) -> int:
    """The columns that a terminal gives a text without control characters."""
    if text.replace("…", "").isascii():
        return len(text)
    from wcwidth import wcswidth

    return max(wcswidth(text), 0)
