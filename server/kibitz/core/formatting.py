"""Formatting that proves itself on the user's own text before it answers.

A language says how stretches of its record should be laid out. Each replacement must keep the meaning of the
stretch, comments included; a second pass over the result must change nothing. What fails is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.values import Edit, Preferences, Span

FEW_EDITS = 16
"""For more than these it is quicker to cut the whole document anew."""
LINES_DIFFED = 4000
"""Stretches with more lines than this are replaced between their first and last changed line only."""


def format_document(document: Document, preferences: Preferences, span: Span | None = None) -> list[Edit]:
    """The minimal edits that lay a record out, or only what of it overlaps `span`. Empty when nothing changes."""
    if span is None:
        span = Span(0, len(document))
    wanted = _proven(document, preferences, span)
    if not wanted or not _settled(document, wanted, preferences):
        return []
    return [small for edit in wanted for small in minimal(document.text(edit.start, edit.end), edit)]


def _settled(document: Document, edits: list[Edit], preferences: Preferences) -> bool:
    """Whether a second pass over what the edits lay out changes nothing."""
    formatted = apply_to(document, edits)
    start, end = edits[0].start, edits[-1].end + len(formatted) - len(document)
    again = _proven(formatted, preferences, Span(start, end))
    return not any(start <= edit.start and edit.end <= end for edit in again)


def _proven(document: Document, preferences: Preferences, span: Span) -> list[Edit]:
    language: Language[object] = document.language
    return [
        edit
        for edit in _changes(document, preferences, span)
        if language.meaning(document.text(edit.start, edit.end)) == language.meaning(edit.text)
    ]


def _changes(document: Document, preferences: Preferences, span: Span) -> Iterator[Edit]:
    for edit in document.language.layout(document, preferences, span):
        if (
            edit.start <= span.end
            and span.start <= edit.end
            and document.text(edit.start, edit.end) != edit.text
        ):
            yield edit


def apply_to(document: Document, edits: Iterable[Edit]) -> Document:
    """The document after edits that don't overlap, each with offsets of the document as it is now."""
    edits = sorted(edits, key=lambda edit: edit.start, reverse=True)
    if len(edits) > FEW_EDITS:
        return Document.open(document.language, apply(document.text(), edits))
    for edit in edits:
        document = document.edit(edit.start, edit.end, edit.text)
    return document


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text after edits that don't overlap, each with offsets of the text as it is now."""
    parts = []
    at = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    parts.append(text[at:])
    return "".join(parts)


def minimal(old: str, edit: Edit) -> list[Edit]:
    """`edit`, which replaces the text `old`, as edits of only those lines, and of those lines' parts, that differ."""
    before, after = old.splitlines(keepends=True), edit.text.splitlines(keepends=True)
    if max(len(before), len(after)) > LINES_DIFFED:
        return _trimmed(old, edit.text, edit.start)
    starts = [edit.start]
    for line in before:
        starts.append(starts[-1] + len(line))
    edits: list[Edit] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if i2 - i1 == j2 - j1:
            pairs = zip(range(i1, i2), range(j1, j2), strict=True)
            edits += [one for i, j in pairs for one in _trimmed(before[i], after[j], starts[i])]
        else:
            edits += _trimmed("".join(before[i1:i2]), "".join(after[j1:j2]), starts[i1])
    return edits


def _trimmed(old: str, new: str, start: int) -> list[Edit]:
    """One edit without what is the same at both ends; none if all is the same."""
    if old == new:
        return []
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    return [Edit(start + head, start + len(old) - tail, new[head : len(new) - tail])]


def _common(one: str, other: str) -> int:
    """The length of the longest common start, found by halving so that long texts compare at C speed."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
