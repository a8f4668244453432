"""Findings as text for people, each with its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TextIO

from kibitz.cli.console import Paint, width
from kibitz.cli.reports import Found
from kibitz.core.shown import visible
from kibitz.core.text import LINE_BREAK
from kibitz.core.words import plural
from kibitz.project.findings import Finding, Region
from kibitz.project.settable import SEVERITIES

SHOWN_FINDINGS = 1000
"""Greatest number of findings of a file that are shown."""


class Text:
    """For each finding a line `file:line:column: severity: message [code name]`, which editors can jump to, and a frame."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._paint = Paint(stream)
        self._width = width(stream)
        self._files = 0
        self._counts: Counter[str] = Counter()
        self._hidden: Counter[str] = Counter()

    def add(self, found: Found) -> None:
        self._files += 1
        self._counts.update(one.severity for one in found.findings)
        self._hidden.update(one.severity for one in found.hidden)
        lines = LINE_BREAK.split(found.text if found.findings else "")
        for one in found.findings[:SHOWN_FINDINGS]:
            for line in self._lines(found.name, lines, one):
                print(line, file=self.stream)
        if (more := len(found.findings) - SHOWN_FINDINGS) > 0:
            note = f"{visible(found.name)}: {more} more, not shown (--format json has them all)"
            print(note, file=self.stream)

    def end(self) -> None:
        if not self._files:
            return
        found, hidden = _listed(self._counts), _listed(self._hidden)
        rest = f"; {hidden} not shown (--all)" if hidden else ""
        print(f"{plural(self._files, 'file')} checked: {found or 'nothing found'}{rest}", file=self.stream)

    def _lines(self, name: str, lines: Sequence[str], one: Finding) -> Iterator[str]:
        region = one.region
        yield (
            self._paint(f"{visible(name)}:{region.line}:{region.column}:", "strong")
            + f" {self._paint(one.severity + ':', one.severity)} {visible(one.message)}"
            + self._paint(f" [{one.code} {one.name}]", "faint")
        )
        places = [(region, "^", ""), *((other.region, "-", other.message) for other in one.related)]
        gutter = len(str(max(place[0].line for place in places)))
        last = None
        for where, mark, message in places:
            line, marks = _frame(lines[where.line - 1], where, mark, self._width - gutter - 5)
            if (where.line, line) != last:
                yield self._paint(f"  {where.line:>{gutter}} | ", "faint") + line
            last = where.line, line
            marked = self._paint(
                f"{marks} {visible(message)}".rstrip(), one.severity if mark == "^" else "strong"
            )
            yield self._paint(f"  {'':{gutter}} | ", "faint") + marked
        for fix in one.fixes:
            yield self._paint(f"  {'':{gutter}} = fix: ", "faint") + visible(fix.title)


def _listed(counts: Mapping[str, int]) -> str:
    """Return counts such as `1 error, 2 warnings`."""
    return ", ".join(
        f"{counts[name]} information" if name == "information" else plural(counts[name], name)
        for name in SEVERITIES
        if counts.get(name)
    )


def _frame(line: str, where: Region, mark: str, columns: int) -> tuple[str, str]:
    """Return the part of a line around a region that fits the columns, and the marks below it."""
    start = where.column - 1
    first = 0
    if len(line) > columns:
        first = max(0, min(start - columns // 3, len(line) - columns))
    behind = min(len(line), first + columns)
    end = max(min(where.end_column - 1 if where.end_line == where.line else behind, behind), start)
    before, inside, after = _shown(line[first:start]), _shown(line[start:end]), _shown(line[end:behind])
    if first > 0:
        before = "…" + before[1:]
    if behind < len(line) and after:
        after = after[:-1] + "…"
    return before + inside + after, " " * cells(before) + mark * max(cells(inside), 1)


def _shown(text: str) -> str:
    return visible(text.replace("\t", " "))


def cells(text: str) -> int:
    """Return the columns of a text without control characters on a terminal."""
    if text.replace("…", "").isascii():
        return len(text)
    from wcwidth import wcswidth

    return max(wcswidth(text), 0)
