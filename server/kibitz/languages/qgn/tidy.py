"""Games that are laid out already, recognised without laying them out: in archives nearly all of them are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, pairwise

from kibitz.core.document import Document
from kibitz.core.values import Span
from kibitz.languages.qgn.assist import Game, games
from kibitz.languages.qgn.model import Part, Tag

WIDTH = 70
"""How many columns a line of actions has at most."""


def untidy(document: Document) -> Iterator[Span]:
    """The stretches of games that may not be laid out as they should."""
    size = len(document)
    marked = ((_is_tidy(document, game, size), game) for game in games(document))
    for tidy, group in groupby(marked, key=lambda one: one[0]):
        if not tidy:
            found = [game for _, game in group]
            yield Span(found[0].start, found[-1].last.end)


def _is_tidy(document: Document, game: Game, size: int) -> bool:
    """Whether a game of nothing but tags and plain actions is laid out to the last blank."""
    if game.head is None or not game.actions:
        return False
    part: Part = document.language.parsed(game.head.chunk.text).value
    if game.head.chunk.text != _tags(part):
        return False
    texts = [place.chunk.text for place in game.actions]
    text = texts[0] if len(texts) == 1 else "".join(texts)
    body = text.rstrip("\n")
    if len(text) - len(body) != (1 if game.last.end == size else 2):
        return False
    words: list[str] = []
    for chunk in texts:
        plain: Part = document.language.parsed(chunk).value
        if not plain.words:
            return False
        words += plain.words
    return " ".join(words) == body.replace("\n", " ") and _is_wrapped(body)


@lru_cache(maxsize=1024)
def _tags(part: Part) -> str:
    """The head of a game as it should be; empty where there is more in it than tags."""
    tags = [item for _, item in part.items if isinstance(item, Tag) and item.sound]
    if len(tags) != len(part.items):
        return ""
    return "".join(f'[{tag.key} "{tag.value}"]\n' for tag in tags) + "\n"


def _is_wrapped(text: str) -> bool:
    """Whether every line is as long as it can be."""
    lines = text.split("\n")
    if any(len(line) > WIDTH and " " in line for line in lines):
        return False
    return all(len(line) + 1 + len(other.partition(" ")[0]) > WIDTH for line, other in pairwise(lines))
