"""What folds away: games (where there are several), blocks of tags, comments of several lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Fold
from kibitz.core.language import Language
from kibitz.core.memory import remembered
from kibitz.core.text import LINE_BREAK
from kibitz.languages.qgn.text.model import Comment
from kibitz.languages.qgn.text.record import game_count, games, is_action, is_head, tag_block


def folds(language: object, analysis: Analysis) -> Iterator[Fold]:
    """All folds, those of each game together."""
    document = analysis.document
    several = game_count(document) > 1
    for game in games(document):
        if several and LINE_BREAK.search(document.text(game.start, game.end)):
            yield Fold(game.start, game.end)
        for place in game.places:
            # Actions without a comment of several lines need not be read.
            if is_head(place) or "{" in place.text or "/*" in place.text:
                for fold in _inner(analysis.language, place.text):
                    yield fold._replace(start=place.start + fold.start, end=place.start + fold.end)


@remembered
def _inner(language: Language[Any], text: str) -> tuple[Fold, ...]:
    """The tags and the comments of a chunk that go over several lines, relative to it: remembered, because editors ask for all of it
    again and again."""
    part, found = language.parsed(text).value, list[Fold]()
    tags = None if is_action(text) else tag_block(part)
    if tags is not None and LINE_BREAK.search(text, *tags):
        found.append(Fold(*tags))
    for start, item in part.items:
        if isinstance(item, Comment) and LINE_BREAK.search(item.text):
            found.append(Fold(start, start + len(item.text), "comment"))
    return tuple(found)
