"""The options at a cursor: an action, or its next detail."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.next import Next
from kibitz.core.values import Span
from kibitz.languages.qgn.features._cursor import column_at, cursor_at
from kibitz.languages.qgn.features._history import history_at
from kibitz.languages.qgn.features._options import WHOLE, Pen, actions
from kibitz.languages.qgn.text.cut import BLANKS
from kibitz.languages.qgn.text.model import Action, Junk


def next(language: object, analysis: Analysis, offset: int) -> Next | None:  # noqa: A001 - features have their names.
    """See :meth:`kibitz.core.features.Features.next`."""
    here, document = cursor_at(analysis, offset), analysis.document
    placed = here.placed if here.placed and here.placed.start < offset else None
    start = placed.start if placed else offset
    typed, rest = document.text(start, offset), document.text(offset, placed.end) if placed else ""
    if placed and not isinstance(placed.item, Action if rest else (Action, Junk)):
        return None
    head = max(typed.rfind("&"), typed.rfind(".")) + 1
    if rest:
        # Items replace the field at the cursor.
        typed = typed[:head]
    field = min(rest.partition(sign)[0] for sign in "&.")
    if field[:1].isspace():
        return None
    history = history_at(analysis, here.place, start)
    pen = Pen(
        analysis.language.rules, column_at(analysis, start), last=not rest and _is_last(analysis, offset)
    )
    options = tuple(actions(history, pen, typed, 1 if rest else WHOLE))
    span, divider = Span(start + head, offset + len(field)), "&." if rest else ""
    return Next(options, span, typed, head, divider, predicts=False)


def _is_last(analysis: Analysis, offset: int) -> bool:
    """Return whether nothing but spaces follows in a game."""
    document, place = analysis.document, analysis.document.place_at(offset)
    after = document.after(place)
    follows = after is not None and after.chunk.text[:1].isdigit()
    return not (document.text(offset, place.end).strip(BLANKS) or follows)
