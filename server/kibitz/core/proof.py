"""Proof that a record means the same before and after some edits, comments and split points included.

:func:`altered` compares the written text, and :func:`altered_records` the rows that `kibitz export` makes of it.

A record means what its chunks mean, one after the other, because a chunk begins at a split point. Chunks with equal texts mean the
same. If a split point is in both versions, the stretches up to the next common one are compared by
:meth:`kibitz.core.language.Language.meaning`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, zip_longest
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import common_ends
from kibitz.core.document import Document
from kibitz.core.rows import Kind, Said
from kibitz.core.values import Edit, Severity, Span

EXPORTED: tuple[Kind, ...] = ("events", "records")
"""The kinds of rows that must stay the same. Those of `values` follow from them."""


class Altered(NamedTuple):
    """Whole chunks with another meaning: their places before the edits and after them."""

    before: Span
    after: Span


def altered(before: Document, after: Document, edits: Sequence[Edit]) -> list[Altered]:
    """Return the stretches that do not say the same in two versions of a record.

    `edits` turn the first version into the second, in order and in offsets of `before`. They only show which split points may be equal:
    the smaller they are, the less has to be compared.
    """
    meaning = before.language.meaning
    return [where for where, old, new in _differing(before, after, edits) if meaning(old) != meaning(new)]


def altered_records(before: Analysis, after: Analysis, loose: bool = False) -> list[Altered]:
    """Return the records for which `kibitz export` says something else in two versions, or counts more errors, in order.

    The places of rows do not count. If records have come or gone, the rest of the document counts as one of them.
    If `loose`, rows may change and may be added, because unreadable text has no meaning to keep.
    """
    kinds = [kind for kind in EXPORTED if before.language.rows(kind) is not None]
    return sorted({one for kind in kinds for one in _altered(before, after, kind, loose)})


def _altered(before: Analysis, after: Analysis, kind: Kind, loose: bool) -> Iterator[Altered]:
    ends = len(before.document), len(after.document)
    # The records that differ, up to the next equal ones.
    since: tuple[int, int] | None = None
    for old, new in zip_longest(_exported(before, kind), _exported(after, kind)):
        if loose and old is None:
            break
        both = old is not None and new is not None
        here = old.start if old else ends[0], new.start if new else ends[1]
        if both and since is not None:
            yield Altered(*map(Span, since, here))
            since = None
        if since is None and not (both and new.says(old, loose)):
            since = here
    if since is not None:
        yield Altered(*map(Span, since, ends))


class _Exported(NamedTuple):
    """The exported rows of a record."""

    start: int
    rows: list[list[object]]
    errors: int

    def says(self, old: _Exported, loose: bool) -> bool:
        """Return whether this says what an older version says, see :func:`altered_records`."""
        same = len(self.rows) >= len(old.rows) if loose else self.rows == old.rows
        return same and self.errors <= old.errors


def _exported(analysis: Analysis, kind: Kind) -> Iterator[_Exported]:
    errors = [
        one.span.start
        for one in (analysis.diagnostics() if analysis.count else ())
        if one.severity is Severity.ERROR
    ]
    before: _Exported | None = None
    for start, rows in analysis.language.rows(kind).of(analysis):
        if before is not None:
            yield before._replace(errors=bisect_left(errors, start) - bisect_left(errors, before.start))
        said = [[part.values if isinstance(part, Said) else part for part in parts] for _, _, parts in rows]
        before = _Exported(start, said, 0)
    if before is not None:
        yield before._replace(errors=len(errors) - bisect_left(errors, before.start))


def within(stretches: Sequence[Altered], edit: Edit) -> Altered | None:
    """Return the first of some stretches that contains an edit, or None. An edit that only inserts may be at its border."""
    taken = edit.end > edit.start
    number = bisect_left(stretches, edit.start + taken, key=lambda one: one.before.end)
    found = stretches[number] if number < len(stretches) else None
    return found if found is not None and found.before.start <= edit.end - taken else None


def _differing(
    before: Document, after: Document, edits: Sequence[Edit]
) -> Iterator[tuple[Altered, str, str]]:
    """Yield the shortest stretches of chunks that differ, with their texts. All other chunks have equal texts and split points."""
    first, last = common_ends(before.blocks, after.blocks)
    texts, borders = _cut(before, first, last)
    others, theirs = _cut(after, first, last)
    moved = [*_moved(borders, edits)]
    i = j = 0
    while i < len(texts) or j < len(others):
        if i < len(texts) and j < len(others) and texts[i] == others[j]:
            i, j = i + 1, j + 1
            continue
        here, there = i, j
        while True:
            if i < len(texts) and (j == len(others) or moved[i + 1] <= theirs[j + 1]):
                i += 1
            else:
                j += 1
            if moved[i] == theirs[j]:
                break
        where = Altered(Span(borders[here], borders[i]), Span(theirs[there], theirs[j]))
        yield where, "".join(texts[here:i]), "".join(others[there:j])


def _cut(document: Document, first: int, last: int) -> tuple[list[str], list[int]]:
    """Return the texts of the chunks without some blocks at both ends, and the split points around them."""
    blocks = document.blocks[first : len(document.blocks) - last]
    texts = [chunk.text for block in blocks for chunk in block.chunks]
    return texts, [*accumulate(map(len, texts), initial=document.block_start(first))]


def _moved(offsets: Sequence[int], edits: Sequence[Edit]) -> Iterator[float]:
    """Yield the places of offsets after edits. An offset within an edit is between two offsets, because it may be anywhere in the
    new text.
    """
    grown, coming = 0, iter(edits)
    edit = next(coming, None)
    for offset in offsets:
        while edit is not None and edit.end <= offset:
            grown += len(edit.text) - (edit.end - edit.start)
            edit = next(coming, None)
        inside = edit is not None and edit.start < offset
        yield edit.start + grown - 0.5 if inside and edit is not None else offset + grown
