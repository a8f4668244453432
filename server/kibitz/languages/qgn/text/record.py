"""The games of a record: their parsed tags, also of BGN, the older form, and the numbers of their actions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import NamedTuple

from kibitz.core.chunks import Chunk, Place
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.memory import remembered
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Edit, Span
from kibitz.languages.qgn.game.chance import SEEDS
from kibitz.languages.qgn.game.games import Games, Known
from kibitz.languages.qgn.text.items import NOWHERE, Part, Tag, shown
from kibitz.languages.qgn.text.read import BLANKS

SEPARATOR = ", "
"""The separator of the teams' names."""
DECKS = " : "
"""The separator of the decks of Quill."""
REQUIRED = ("key", "teams")
LEGACY = {
    "Game": "key",
    "Teams": "teams",
    "Variant": "variant",
    "Seed": "seed",
    "Completed": "completed",
    "Date": "date",
}
"""The tags of BGN, the older form of the notation, with their present names."""


class Head(NamedTuple):
    """The parsed tags of a game."""

    key: str | None
    teams: tuple[str, ...]
    """The names of the teams, or nothing if the tag is missing or empty."""
    teams_at: Span | None
    """The value of the tag `teams`."""
    known: Known | None
    variant: str | None = None
    seed: int | None = None
    """The seed, or None if it is missing or unreadable; the server then deals at random."""
    completed: bool | None = None
    """The value of the tag `completed`."""
    completed_at: Span = NOWHERE
    """The span of that value."""
    decks: tuple[tuple[str, ...], ...] = ()
    """The cards of each team in games with decks, or nothing if the server refuses the decks."""

    @property
    def glued(self) -> bool:
        """Whether a missing space makes several names look like one."""
        return any("," in name for name in self.teams)

    @property
    def shows_end(self) -> bool:
        """Whether the actions of the game show its end."""
        return self.known is not None and (self.known.board is not None or self.seed is not None)


NO_HEAD = Head(None, (), None, None)
"""The absent head of a game."""


def winning(part: Part) -> dict[str, tuple[int, Tag]]:
    """Return the last tag of each key, by present names, with its start."""
    found = {tag.key: (start, tag) for start, tag in part.tags if tag.key}
    for old, new in LEGACY.items():
        if old in found and new not in found:
            found[new] = found[old]
    return found


@remembered
def read_head(part: Part, games: Games) -> Head:
    """Parse a head. The known games are those of QGN, not of BGN."""
    tags = winning(part)
    values = {key: tag.value for key, (_, tag) in tags.items()}
    known = games.get(values["key"]) if "key" in tags and tags["key"][1].key == "key" else None
    names = tuple(values["teams"].split(SEPARATOR)) if values.get("teams") else ()
    decks, problem = decks_of(values.get("Decks", ""), known) if known and known.deck else ((), "")
    return Head(
        values.get("key"),
        names,
        value_at(tags, "teams") if "teams" in tags else None,
        known,
        values.get("variant"),
        seed_of(values.get("seed", "")),
        {"true": True, "false": False}.get(values.get("completed", "")),
        value_at(tags, "completed") if "completed" in tags else NOWHERE,
        decks if not problem else (),
    )


def decks_of(value: str, known: Known) -> tuple[tuple[tuple[str, ...], ...], str]:
    """Return the decks in a value, and their fault."""
    decks = tuple([tuple(deck.split(SEPARATOR)) for deck in value.split(DECKS)])
    unknown = next((card for deck in decks for card in deck if card not in known.deck_cards), None)
    sizes = list(map(len, decks))
    if len(decks) != 2:
        return decks, f"there {'is one deck' if len(decks) == 1 else f'are {len(decks)} decks'}"
    if unknown is not None:
        return decks, f"there is no card `{shown(unknown)}`"
    return decks, "" if sizes == [known.deck] * 2 else f"there are {sizes[0]} and {sizes[1]} cards"


def value_at(tags: Mapping[str, tuple[int, Tag]], key: str) -> Span:
    """Return the span of a tag's value."""
    start, tag = tags[key]
    return tag.value_at.shifted(start)


def seed_of(value: str) -> int | None:
    """Return the seed that the server reads from a value, or None."""
    if len(value) > 25 or not re.fullmatch("[+-]?[0-9]+", value):
        return None
    return int(value) if int(value) in SEEDS else None


def is_legacy(part: Part) -> bool:
    """Return whether a head is that of a BGN record: a required tag is there only by its older name."""
    present = part.keys
    return any(old in present and new not in present for old, new in LEGACY.items() if new in REQUIRED)


def converted(part: Part, games: Games) -> tuple[Edit, ...]:
    """Return the edits that convert a BGN record to QGN: the names of tags, the game and its variant."""
    old = [(start, tag, LEGACY.get(tag.key, "")) for start, tag in part.tags]
    old = [(start, tag, new) for start, tag, new in old if new and new not in part.keys]
    game = next((games.alike(tag.value) or tag.value for _, tag, new in old if new == "key"), "")
    variants = games[game].variants if game in games else ()
    edits = []
    for start, tag, new in old:
        edits.append(Edit(*tag.key_at.shifted(start), new))
        value = game if new == "key" else tag.value
        if new == "variant" and value not in variants and value.lower() in variants:
            value = value.lower()
        if value != tag.value:
            edits.append(Edit(*tag.value_at.shifted(start), value))
    return tuple(edits)


class BlockAggregate(NamedTuple):
    """The summary of a block."""

    strays: bool
    """Whether a tag is among actions."""
    crlf: bool
    """Whether a line ends with CRLF."""


def block_aggregate(language: Language[Part], chunks: Sequence[Chunk]) -> BlockAggregate:
    """Return the summary of a block."""
    strays = any(
        "[" in chunk.text and is_action(chunk.text) and language.parsed(chunk.text).value.strays
        for chunk in chunks
    )
    return BlockAggregate(strays, any("\r\n" in chunk.text for chunk in chunks))


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
    return "0" <= text[:1] <= "9"


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
