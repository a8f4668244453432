"""Completion: tags and their values, and the next actions."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_letters, digits

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion
from kibitz.core.items import begun
from kibitz.core.next import items
from kibitz.core.text import count_breaks
from kibitz.core.values import Span
from kibitz.languages.qgn.features._cursor import Cursor, cursor_at
from kibitz.languages.qgn.features._tags import blocks, heading_at, in_tag, new_tags, quoted_values
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text.cut import BLANKS
from kibitz.languages.qgn.text.model import Tag


def complete(language: Qgn, analysis: Analysis, offset: int) -> Iterable[Completion]:
    """See :meth:`kibitz.core.features.Features.complete`."""
    here, text = cursor_at(analysis, offset), analysis.document.text
    placed = here.placed if here.placed and here.placed.start < offset else None
    word = text(here.place.start, offset)
    word = word[len(word.rstrip(ascii_letters + digits)) :]
    if word and not text(0, offset - len(word)).strip(BLANKS):
        # In an empty record it is a number from its list, or a game.
        return blocks(heading_at(analysis, here), Span(offset - len(word), offset), word)
    if waiting := _without_value(analysis, here, offset):
        return quoted_values(heading_at(analysis, here), waiting, offset)
    if placed and isinstance(placed.item, Tag):
        if offset == placed.end and placed.item.text.endswith("]"):
            # The next tag begins a line.
            return ()
        return in_tag(heading_at(analysis, here), placed.item, placed.start, offset - placed.start)
    actions = items(now) if (now := language.next(analysis, offset)) else ()
    if placed or not here.part.head:
        return actions
    tags = new_tags(heading_at(analysis, here), Span(offset, offset))
    # An empty line separates the actions from the tags.
    parted = count_breaks(text(max(offset - 4, 0), offset)) > 1
    return [*actions, *tags] if parted else [*tags, *actions]


def _without_value(analysis: Analysis, here: Cursor, offset: int) -> Tag | None:
    """Return the tag without a value whose key is before a place, with only spaces between them, or None."""
    items = begun(here.part.items, offset - here.place.start)
    tag = items[-1].item if items else None
    if not isinstance(tag, Tag) or not tag.key or tag.value or not {'"', "'"}.isdisjoint(tag.text):
        return None
    between = analysis.document.text(here.place.start + items[-1].start + tag.key_at.end, offset)
    return tag if between and not between.strip(" \t") else None
