"""What folds away: games (where there are several), blocks of tags, comments of several lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Fold
from kibitz.core.chunks import Block, Chunk
from kibitz.core.language import Language
from kibitz.core.memory import kept_with
from kibitz.core.text import LINE_BREAK, count_breaks
from kibitz.languages.qgn.text.model import Comment
from kibitz.languages.qgn.text.record import end_of_lines, is_action, tag_block

Inner = tuple[int, int, Literal["region", "comment"]]
"""What folds within a game."""


class Portion(NamedTuple):
    """What of one game stands in one block."""

    begins: bool
    """Whether the game begins here; else it goes on from the block before."""
    start: int
    end: int
    """The end of its last line, without the blank lines behind it."""
    lines: int
    """How many line ends it holds."""
    behind: int
    """How many of them are behind its end."""
    folds: tuple[Inner, ...]
    """Its tags and comments."""


Shifted = tuple[int, Portion]
"""A portion with the offset of its block."""


def folds(language: object, analysis: Analysis) -> Iterator[Fold]:
    """All folds, those of each game together."""
    several = False
    game: list[Shifted] = []
    for by, portion in _portions(analysis):
        if portion.begins and game:
            several = True
            yield from _of_game(game, several)
            game = []
        game.append((by, portion))
    yield from _of_game(game, several)


def _of_game(game: list[Shifted], several: bool) -> Iterator[Fold]:
    (first, begin), (last, end) = game[0], game[-1]
    if several and sum(one.lines for _, one in game) > end.behind:
        yield Fold(first + begin.start, last + end.end)
    for by, portion in game:
        for start, stop, kind in portion.folds:
            yield Fold(by + start, by + stop, kind)


def _portions(analysis: Analysis) -> Iterator[Shifted]:
    by = 0
    for block in analysis.document.blocks:
        for one in _of_block(block, analysis.language):
            yield by, one
        by += block.chars


@kept_with
def _of_block(block: Block, language: Language[Any]) -> tuple[Portion, ...]:
    """What of games stands in a block: remembered, because editors ask for all of it again and again."""
    found = list[Portion]()
    game: list[Chunk] = []
    start = at = 0
    for chunk in block.chunks:
        if game and not is_action(chunk.text):
            found.append(_portion(language, game, start))
            game, start = [], at
        game.append(chunk)
        at += len(chunk.text)
    return (*found, _portion(language, game, start))


def _portion(language: Language[Any], chunks: list[Chunk], start: int) -> Portion:
    """The portion that some chunks make from an offset of their block on."""
    found: list[Inner] = []
    at = last = start
    for chunk in chunks:
        found += _inner(language, chunk, at)
        last, at = at, at + len(chunk.text)
    text = chunks[-1].text
    end = end_of_lines(text)
    lines = sum(chunk.breaks for chunk in chunks)
    return Portion(
        not is_action(chunks[0].text), start, last + end, lines, count_breaks(text[end:]), tuple(found)
    )


def _inner(language: Language[Any], chunk: Chunk, by: int) -> Iterator[Inner]:
    """The tags and the comments of a chunk that go over several lines."""
    text = chunk.text
    if not is_action(text):
        tags = tag_block(language.parsed(text).value)
        if tags is not None and LINE_BREAK.search(text, *tags):
            yield by + tags.start, by + tags.end, "region"
    if "{" in text or "/*" in text:
        for start, item in language.parsed(text).value.items:
            if isinstance(item, Comment) and LINE_BREAK.search(item.text):
                yield by + start, by + start + len(item.text), "comment"
