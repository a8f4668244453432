"""What is being written at a place: an action, a tag, or a comment that is still open."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.items import begun, place_written
from kibitz.core.values import Span
from kibitz.languages.qgn.features._cursor import read
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text.model import Comment, Tag
from kibitz.languages.qgn.text.record import is_head

COMMENT = 2000
"""So many code points before a place a comment may have begun that is still being written there."""


def entry(language: Qgn, analysis: Analysis, offset: int) -> Span:
    """The item that is being written at an offset, or right behind; what follows an open comment belongs to it."""
    opened = _open_comment(analysis, offset)
    if opened is not None:
        return Span(opened, offset)
    place = place_written(analysis.document, offset)
    items = begun(read(analysis, place).items, offset - place.start)
    if not items:
        return Span(offset, offset)
    start, end = place.start + items[-1].start, place.start + items[-1].end
    # A tag is open until its bracket, whatever blanks stand in it.
    opened_tag = isinstance(items[-1].item, Tag) and not items[-1].item.text.endswith("]")
    return Span(start, max(end, offset)) if offset <= end or opened_tag else Span(offset, offset)


def _open_comment(analysis: Analysis, offset: int) -> int | None:
    """Where the comment begins that nothing has closed before an offset, in the same game."""
    at: Place | None = analysis.document.place_at(offset)
    while at is not None and at.end > offset - COMMENT:
        for start, item in reversed(read(analysis, at).items):
            if isinstance(item, Comment) and at.start + start < offset:
                # Only a brace or `/*` can be open.
                return None if item.closed else at.start + start
        if is_head(at):
            return None
        at = analysis.document.before(at)
    return None
