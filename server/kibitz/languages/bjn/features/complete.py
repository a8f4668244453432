"""Completion: comments, and the next entries."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion
from kibitz.core.next import items
from kibitz.languages.bjn.features._cursor import cursor_at
from kibitz.languages.bjn.features._remarks import remarks
from kibitz.languages.bjn.language import Blackjack


def complete(language: Blackjack, analysis: Analysis, offset: int) -> Iterator[Completion]:
    """See :meth:`kibitz.core.features.Features.complete`."""
    cursor = cursor_at(analysis, offset)
    now = language.next(analysis, offset)
    if not (now and now.quiet) and not cursor.may_end_line:
        yield from remarks(cursor)
    if now and not (cursor.may_end_line and cursor.complete):
        yield from items(now)
