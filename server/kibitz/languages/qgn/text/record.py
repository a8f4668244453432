"""The games of a record, and the numbers of their actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise, takewhile
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Chunk, Place
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.memory import remembered
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Span
from kibitz.languages.qgn.text.cut import BLANKS
from kibitz.languages.qgn.text.model import Action, Part, Placed

_DIGITS = frozenset("0123456789")


class Aggregate(NamedTuple):
    """The number of actions, the number of new rounds between them, and the first and last team index."""

    actions: int = 0
    turns: int = 0
    first: int = -1
    last: int = -1

    def then(self, other: Aggregate) -> Aggregate:
        """Return the tally of these and later actions."""
        if not other.actions:
            return self
        if not self.actions:
            return other
        turns = self.turns + other.turns + (other.first < self.last)
        return Aggregate(self.actions + other.actions, turns, self.first, other.last)

    @property
    def round(self) -> int:
        """The round of the last action. A round ends where the team index falls."""
        return self.turns + 1


def aggregate(items: Iterable[Placed]) -> Aggregate:
    """Return the tally of some items."""
    indices = [item.index for _, item in items if isinstance(item, Action) and item.sign]
    if not indices:
        return Aggregate()
    turns = sum(after < before for before, after in pairwise(indices))
    return Aggregate(len(indices), turns, indices[0], indices[-1])


class BlockAggregate(NamedTuple):
    """The summary of a block."""

    actions: Aggregate
    """The tally of the actions after its last head."""
    heads: int
    """The number of heads."""
    strays: bool
    """Whether a tag is among actions."""
    crlf: bool
    """Whether a line ends with CRLF."""


def block_tally(language: Language[Part], chunks: Sequence[Chunk]) -> BlockAggregate:
    """Return the summary of a block."""
    strays = any(
        "[" in chunk.text and is_action(chunk.text) and language.parsed(chunk.text).value.strays
        for chunk in chunks
    )
    crlf = any("\r\n" in chunk.text for chunk in chunks)
    return BlockAggregate(_tally_of(language, chunks)[0], heads_in(chunks), strays, crlf)


def heads_in(chunks: Iterable[Chunk]) -> int:
    """Count the heads of games in some chunks."""
    return sum(not is_action(chunk.text) for chunk in chunks)


def aggregate_before(analysis: Analysis, place: Place) -> Aggregate:
    """Return the tally of a game's actions before a chunk, from the summaries of blocks."""
    document, language = analysis.document, analysis.language
    total, started = _tally_of(language, document.blocks[place.block].chunks[: place.number])
    number, aggregates = place.block - 1, analysis.aggregates
    while not started and number >= 0:
        before: BlockAggregate = aggregates[number]
        total, started, number = before.actions.then(total), before.heads > 0, number - 1
    return total


def _tally_of(language: Language[Part], chunks: Sequence[Chunk]) -> tuple[Aggregate, bool]:
    """Return the tally after the last head in some chunks, and whether there is a head."""
    total = Aggregate()
    for chunk in reversed(chunks):
        if not is_action(chunk.text):
            return total, True
        total = tally_of_text(language, chunk.text).then(total)
    return total, False


@remembered
def tally_of_text(language: Language[Part], text: str) -> Aggregate:
    """Return the tally of a chunk of actions."""
    return aggregate(language.parsed(text).value.items)


# Games


class Game(NamedTuple):
    """A game of a document: the chunk of its tags, if it has one, and those of its actions."""

    head: Place | None
    actions: tuple[Place, ...]

    @property
    def start(self) -> int:
        return (self.head or self.actions[0]).start

    @property
    def last(self) -> Place:
        """Its last chunk."""
        return self.actions[-1] if self.actions else self.head or self.actions[0]

    @property
    def end(self) -> int:
        """The end of its last line, without the empty lines after it."""
        return self.last.start + end_of_lines(self.last.chunk.text)

    @property
    def places(self) -> tuple[Place, ...]:
        """All its chunks."""
        return self.actions if self.head is None else (self.head, *self.actions)


def end_of_lines(text: str) -> int:
    """Return the end of the last line of a text that is not empty."""
    line_end = LINE_BREAK.search(text, len(text.rstrip(BLANKS)))
    return line_end.start() if line_end else len(text)


def is_head(place: Place) -> bool:
    """Return whether a chunk is the head of a game."""
    return not is_action(place.chunk.text)


def is_action(text: str) -> bool:
    """Return whether a chunk begins with an action, which starts with a digit; any other is a head."""
    return text[:1] in _DIGITS


def games(document: Document) -> Iterator[Game]:
    """Yield all games, in order."""
    head: Place | None = None
    actions: list[Place] = []
    for place in document.places():
        if is_head(place):
            if head is not None or actions:
                yield Game(head, tuple(actions))
            head, actions = place, []
        else:
            actions.append(place)
    yield Game(head, tuple(actions))


def game_count(document: Document) -> int:
    """Count the games."""
    heads = sum(heads_in(block.chunks) for block in document.blocks)
    return heads + is_action(document.blocks[0].chunks[0].text)


def game_at(document: Document, place: Place) -> Game:
    """Return the game of a chunk."""
    head = head_of(document, place)
    places = document.places() if head is None else islice(document.since(head), 1, None)
    return Game(head, tuple(takewhile(lambda one: not is_head(one), places)))


def head_of(document: Document, place: Place) -> Place | None:
    """Return the chunk with the tags of a chunk's game, or None."""
    return next(filter(is_head, document.until(place)), None)


@remembered
def tag_spans(part: Part) -> tuple[Span, ...]:
    """Return the spans of a head's tags, relative to the head."""
    return tuple(Span(start, start + len(tag.text)) for start, tag in part.tags)


def tag_block(part: Part) -> Span | None:
    """Return the span from the first tag of a head to the last one, relative to the head, or None."""
    tags = tag_spans(part)
    return Span(tags[0].start, tags[-1].end) if tags else None
