"""Games of nothing but tags and plain actions, laid out without a look at each action: in archives nearly all are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from kibitz.core.document import Document
from kibitz.core.rules import Rules
from kibitz.core.values import Edit, Span
from kibitz.languages.qgn.assist import Game, games
from kibitz.languages.qgn.cutting import BLANKS
from kibitz.languages.qgn.items import read_action
from kibitz.languages.qgn.model import Part, Tag

WIDTH = 70
"""How many columns a line of actions has at most."""


class Stretch(NamedTuple):
    """The tags or the actions of a game as they stand, without the blanks behind them, and as they should."""

    start: int
    old: str
    new: str

    @property
    def end(self) -> int:
        return self.start + len(self.old)


def edits(document: Document, rounds: bool, by_lines: Callable[[Span], Iterator[Edit]]) -> Iterator[Edit]:
    """What changes in a whole record; `by_lines` gives it for games with anything else in them.

    A game parts itself from the one before, so a plain game behind another one is done by lines, too.
    """
    end, text = 0, document.text()
    others: list[Game] = []
    for game in games(document):
        plain = _plain(document, game, rounds)
        if plain is None or others:
            others.append(game)
        if plain is None:
            continue
        if others:
            yield from by_lines(Span(others[0].start, plain[-1].end))
            end, others = plain[-1].end, []
            continue
        for start, old, new in plain:
            parted = "\n\n" + new if end else new
            if text[end:start] + old != parted:
                yield Edit(end, start + len(old), parted)
            end = start + len(old)
    if others:
        yield from by_lines(Span(others[0].start, len(text)))
    elif text[end:] != "\n":
        yield Edit(end, len(text), "\n")


def _plain(document: Document, game: Game, rounds: bool) -> tuple[Stretch, Stretch] | None:
    """The tags and the actions of a game; None where it has not both, or anything else."""
    if game.head is None or not game.actions:
        return None
    tags = _tags(document.language.parsed(game.head.chunk.text).value)
    if not tags or game.head.chunk.text[0] != "[":
        return None
    texts = [place.chunk.text for place in game.actions]
    runs = [document.language.parsed(text).value.words for text in texts]
    if not all(runs):
        return None
    new = _wrapped(list(chain.from_iterable(runs)), rounds, document.language.rules)
    return (
        Stretch(game.head.start, game.head.chunk.text.rstrip(BLANKS), tags),
        Stretch(game.actions[0].start, "".join(texts).rstrip(BLANKS), new),
    )


@lru_cache(maxsize=1024)
def _tags(part: Part) -> str:
    """The head of a game as it should be; empty where there is more in it than tags."""
    tags = [item for _, item in part.items if isinstance(item, Tag) and item.sound]
    if len(tags) != len(part.items):
        return ""
    return "\n".join([f'[{tag.key} "{tag.value}"]' for tag in tags])


def _wrapped(words: Sequence[str], rounds: bool, rules: Rules) -> str:
    """Actions in lines, each as long as it can be; with `rounds` each round begins one."""
    if not rounds:
        return "\n".join(_lines(" ".join(words)))
    turns = [read_action(word, rules).index for word in words]
    starts = [0, *(number for number in range(1, len(words)) if turns[number] < turns[number - 1])]
    parts = (words[start:end] for start, end in zip(starts, [*starts[1:], len(words)], strict=True))
    return "\n".join([line for part in parts for line in _lines(" ".join(part))])


def _lines(text: str) -> Iterator[str]:
    """A text with single blanks, cut at the last blank that a line can reach, or else at the next one."""
    start = 0
    while len(text) - start > WIDTH:
        end = text.rfind(" ", start, start + WIDTH + 1)
        if end < 0:
            end = text.find(" ", start + WIDTH)
        if end < 0:
            break
        yield text[start:end]
        start = end + 1
    yield text[start:]
