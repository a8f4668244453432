"""The preview: the table at a place of a record, or at the end of every hand."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Preview
from kibitz.core.picture import Canvas
from kibitz.core.setting import Preferences
from kibitz.core.values import Span
from kibitz.languages.bjn.features._replayed import draw, tables_shown


def preview(language: object, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
    """Return the table after the entry at `offset`; without one, the end of every hand."""
    canvas: Canvas[Span] = Canvas()
    shown, more = tables_shown(analysis, offset)
    for replayed, number in shown:
        draw(canvas, replayed, number)
    if more:
        canvas.write()
        canvas.write(more)
    return canvas.preview()
