"""What is likely to be written next as a whole, shown behind the cursor in grey."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Ghost
from kibitz.core.values import Span
from kibitz.languages.qgn.features import _predict_tags as predict_tags
from kibitz.languages.qgn.features._cursor import column_at, cursor_at
from kibitz.languages.qgn.features._standing import standing_at
from kibitz.languages.qgn.features._writing import (
    GUESSED,
    SURE,
    blank_before_next,
    is_last,
    is_open,
    next_of,
    rest_of,
    writing_at,
)
from kibitz.languages.qgn.features.customs import habitual_actions
from kibitz.languages.qgn.text.cut import BLANKS
from kibitz.languages.qgn.text.model import Action, Comment, Tag


def predict(language: object, analysis: Analysis, offset: int) -> list[Ghost]:
    """At most one text, which continues what stands before `offset`."""
    if not is_open(analysis, offset):
        return []
    here = cursor_at(analysis, offset)
    item = here.placed.item if here.placed is not None else None
    if isinstance(item, Comment) and here.placed is not None and here.placed.start < offset:
        return []
    if isinstance(item, Tag) or (here.part.head and not isinstance(item, Action)):
        text = predict_tags.rest(analysis, here, offset)
    elif isinstance(item, Action):
        text = _behind_action(analysis, offset)
    else:
        text = _between(analysis, offset)
    return [Ghost(Span(offset, offset), text)] if text else []


def _behind_action(analysis: Analysis, offset: int) -> str:
    """The rest of an action and the next one, as far as they are likely."""
    here = cursor_at(analysis, offset)
    writing = writing_at(analysis, here, offset)
    if writing is None or not writing.sign:
        return ""
    document, rules = analysis.document, analysis.language.rules
    standing = standing_at(analysis, here.place, writing.start)
    rest = rest_of(standing, writing, GUESSED)
    if not rest.complete or (rest.text and rest.chance < SURE) or not is_last(analysis, offset):
        return rest.text
    after = standing.after(document.text(writing.start, offset) + rest.text, rules)
    if after.over:
        return rest.text + predict_tags.next_game(analysis, here)
    column = column_at(analysis, offset) + len(rest.text)
    written = document.text(here.place.start, offset)
    count = len(written.rpartition("\n")[2].split())
    full = not here.part.head and count == habitual_actions(analysis, written)
    return rest.text + next_of(after, "\n" if full else blank_before_next(after, column))


def _between(analysis: Analysis, offset: int) -> str:
    """The next action behind a blank."""
    here = cursor_at(analysis, offset)
    if here.placed is not None or not is_last(analysis, offset):
        return ""
    if offset and analysis.document.text(offset - 1, offset) not in BLANKS:
        return ""
    return next_of(standing_at(analysis, here.place, offset), "")
