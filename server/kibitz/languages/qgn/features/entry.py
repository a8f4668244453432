"""The incomplete item at a place: an action, a tag, or an open comment."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import SHORT
from kibitz.core.values import Span
from kibitz.languages.qgn.features._cursor import begun_at, read
from kibitz.languages.qgn.text.model import Comment, Tag
from kibitz.languages.qgn.text.record import is_head


def entry(language: object, analysis: Analysis, offset: int) -> Span:
    """Return the item at an offset or directly before it; an open comment holds all text after it."""
    opened = _open_comment(analysis, offset)
    if opened is not None:
        return Span(opened, offset)
    written = begun_at(analysis, offset)
    if written is None:
        return Span(offset, offset)
    # A tag is open until its bracket and may contain spaces.
    opened_tag = isinstance(written.item, Tag) and not written.item.text.endswith("]")
    going_on = offset <= written.end or opened_tag
    return Span(written.start, max(written.end, offset)) if going_on else Span(offset, offset)


def _open_comment(analysis: Analysis, offset: int) -> int | None:
    """Return the start of the comment that is still open at an offset in the same game, or None."""
    for at in analysis.document.until(analysis.document.place_at(offset)):
        for start, item in reversed(read(analysis, at).items):
            if isinstance(item, Comment) and at.start + start < offset:
                # Only a brace or `/*` can be open.
                return None if item.closed else at.start + start
        if is_head(at) or at.start <= offset - SHORT:
            return None
    return None
