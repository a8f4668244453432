"""The folds of a record."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Fold
from kibitz.core.values import Span
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.record import TRADES_HEADER
from kibitz.languages.pfn.toml.model import Comment, KeyValue
from kibitz.languages.pfn.toml.names import Item


def folds(language: Pfn, analysis: Analysis) -> Iterator[Fold]:
    """Yield the tables with headers, arrays over several lines, the run of all trades, and runs of comments.

    This reads the whole document. Elements of lists, such as trades, come last because editors limit the number of folds.
    """
    run: list[Span] = []
    elements: list[Span] = []
    for place in analysis.document.places():
        source, start = place.text, place.start
        bare = source.lstrip(" \t")
        if bare.startswith("["):
            span = _without_comments(source, start)
            if bare.startswith("[["):
                elements.append(span)
            if bare.startswith(TRADES_HEADER):
                run.append(span)
            else:
                yield from _run(run)
                run = []
                yield Fold(*span)
        if _OPEN_ARRAY.search(source):
            yield from _arrays(language.reader.section(source).items, source, start)
        if "#" in source:
            yield from _comments(language.reader.section(source).items, source, start)
    yield from _run(run)
    yield from (Fold(*span) for span in elements)


_OPEN_ARRAY = re.compile(r"=[ \t]*\[[^\]\n]*\n")
"""An array that continues on the next line, except in unusual cases."""


def _arrays(items: tuple[Item, ...], source: str, start: int) -> Iterator[Fold]:
    """Yield the values over several lines, such as an array of trades, and their elements over several lines."""
    for at, statement in items:
        node = statement.value if isinstance(statement, KeyValue) else None
        for part in () if node is None else (node, *node.items):
            span = part.span.shifted(at)
            if "\n" in source[span.start : span.end]:
                yield Fold(span.start + start, span.end + start)


def _run(tables: list[Span]) -> Iterator[Fold]:
    """Yield the run of all lists of tables: trades, and the events between them."""
    if len(tables) > 1:
        yield Fold(tables[0].start, tables[-1].end)


def _without_comments(source: str, start: int) -> Span:
    """Return a table without the comments at its end, which belong to the next one."""
    if "#" not in source:
        return Span(start, start + len(source.rstrip()))
    lines = source.rstrip().split("\n")
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    return Span(start, start + len("\n".join(lines).rstrip()))


def _comments(items: tuple[Item, ...], source: str, start: int) -> Iterator[Fold]:
    """Yield the runs of comments on consecutive lines."""
    runs: list[Span] = []
    last: Span | None = None
    for item in items:
        if not isinstance(item.statement, Comment):
            last = None
            continue
        span = item.statement.span.shifted(item.offset)
        if last is not None and source.count("\n", last.end, span.start) == 1:
            runs[-1] = Span(runs[-1].start, span.end)
        else:
            runs.append(span)
        last = span
    for run in runs:
        if "\n" in source[run.start : run.end]:
            yield Fold(run.start + start, run.end + start, "comment")
