"""The meaning that formatting must preserve."""

from __future__ import annotations

from collections.abc import Hashable

from kibitz.languages.qgn.features.layout import plain
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text.cut import split_points
from kibitz.languages.qgn.text.model import Tag
from kibitz.languages.qgn.text.read import part


def meaning(language: Qgn, text: str) -> Hashable:
    """Return the items of a stretch without spaces, and which tags start a game."""
    read, _ = part(text, language.rules)
    games = frozenset(border.offset for border in split_points(text, lambda _: False) if border.hard)
    return tuple(
        (start in games, item.key, item.value) if isinstance(item, Tag) and item.sound else plain(item)
        for start, item in read.items
    )
