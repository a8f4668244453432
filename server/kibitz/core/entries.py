"""Mistakes with whole entries, such as events and actions: one is doubled, missing, or swapped with the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from kibitz.core.analysis import Analysis, checked
from kibitz.core.bounds import OFFERED
from kibitz.core.document import Document
from kibitz.core.edit import edit as edited
from kibitz.core.values import Edit, Span

TWICE, SWAPPED, LEFT_OUT = 4.0, 5.0, 7.0
"""Costs of these mistakes, compared with typos."""
LONGEST_ENTRY = 40
"""Code points of the longest entry that is tried and named in a title."""
GAP = 3
"""Code points between two entries at most."""


class Moved(NamedTuple):
    """A correction of a mistake with entries."""

    title: str
    edit: Edit
    cost: float


def moved(analysis: Analysis, offset: int) -> Iterator[Moved]:
    """Yield the corrections for the entry at an offset and its neighbours."""
    here = _entry(analysis, offset)
    if here is None:
        return
    before = _beside(analysis, here, range(here.start, max(here.start - GAP, 0) - 1, -1))
    behind = _beside(analysis, here, range(here.end + 1, min(here.end + GAP + 1, len(analysis.document)) + 1))
    text = analysis.document.text
    for one, other in ((before, here), (here, behind)):
        if one is None or other is None:
            continue
        first, gap, second = text(*one), text(one.end, other.start), text(*other)
        if first == second:
            yield Moved(f"Delete `{first}`: it occurs twice", Edit(one.end, other.end, ""), TWICE)
        elif "\n" not in first + second and any(map(str.isalnum, first)) and any(map(str.isalnum, second)):
            edit = Edit(one.start, other.end, f"{second}{gap}{first}")
            yield Moved(f"Swap `{first}` and `{second}`", edit, SWAPPED)
    if before is not None:
        gap = text(before.end, here.start)
        for number, entry in enumerate(islice(_left_out(analysis, here.start, gap), OFFERED)):
            # An offered text may end with the separator of the next entry, but the first entry follows something else.
            plain = entry.rstrip()
            edit = Edit(here.start, here.start, plain + (entry[len(plain) :] or gap))
            yield Moved(f"Insert `{plain}`", edit, LEFT_OUT + number)


def _entry(analysis: Analysis, offset: int) -> Span | None:
    """Return the entry at an offset without trailing spaces, or None if it is too long or a comment."""
    span: Span = analysis.language.entry(analysis, offset)
    text = analysis.document.text(*span).rstrip()
    commented = text.startswith(analysis.language.comment[0].strip())
    return (
        Span(span.start, span.start + len(text)) if 0 < len(text) <= LONGEST_ENTRY and not commented else None
    )


def _beside(analysis: Analysis, here: Span, offsets: Iterable[int]) -> Span | None:
    found = (_entry(analysis, offset) for offset in offsets)
    return next((one for one in found if one and (one.end <= here.start or here.end <= one.start)), None)


def _left_out(analysis: Analysis, offset: int, gap: str) -> Iterator[str]:
    """Yield the entries that completion offers for the record up to an offset."""
    language, whole = analysis.language, analysis.document
    document = Document(language.errors_only, whole.blocks)
    cut = checked(edited(document, offset, len(document), ""), analysis)
    offered = [one for one in language.complete(cut, offset) if not one.snippet]
    for one in (*language.predict(cut, offset), *offered):
        text = one.text.strip(gap) if gap else one.text
        if one.span == (offset, offset) and text and "\n" not in text and len(text) <= LONGEST_ENTRY:
            yield text
