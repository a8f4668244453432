"""Steps of a growing selection: word, value, pair, table, the run of trades, the file."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.items import nested
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import Cursor, cursor_at, run_of_trades
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.record import TRADES_HEADER
from kibitz.languages.pfn.toml.model import Comment, Header, KeyValue, Node, Statement


def selections(language: Pfn, analysis: Analysis, offset: int) -> list[Span]:
    """Return the ranges around an offset from the smallest on, each within the next."""
    here = cursor_at(analysis, offset)
    found = [span.shifted(here.place.start) for span in _in_chunk(here)]
    if here.source.lstrip(" \t").startswith(TRADES_HEADER):
        found.append(run_of_trades(analysis, here.place))
    found.append(Span(0, len(analysis.document)))
    return nested(found, offset)


def _in_chunk(here: Cursor) -> Iterator[Span]:
    section = here.section
    if here.leaf is not None:
        yield from (part.span for part in here.leaf.parts)
        yield here.leaf.plain.span
    if (item := here.statement) is not None:
        yield from (span.shifted(item.offset) for span in _around(item.statement))
    if section.header is not None and section.items:
        # Comments at the end of a table belong to the next one.
        last = [item for item in section.items if not isinstance(item.statement, Comment)][-1]
        yield Span(section.items[0].offset, last.offset + last.statement.span.end)


def _around(statement: Statement) -> Iterator[Span]:
    """Yield all ranges of a statement that can be selected, inner ones first."""
    if isinstance(statement, Header):
        yield from (*statement.key.spans, statement.key.span)
    elif isinstance(statement, KeyValue):
        found: list[Span] = []
        todo: list[Node | KeyValue] = [statement]
        while todo:
            node = todo.pop()
            found.append(node.span)
            if isinstance(node, KeyValue):
                found += [node.key.span, *node.key.spans]
                todo += [node.value] if node.value is not None else []
            else:
                todo += [*node.items, *node.entries]
        yield from reversed(found)
    yield statement.span
    comment = getattr(statement, "comment", None)
    if comment is not None:
        yield Span(statement.span.start, comment.end)
