"""What other records may learn from one: the tags of its games, and how many actions stand on a line."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.languages.qgn.features._cursor import read
from kibitz.languages.qgn.features.layout import WIDTH
from kibitz.languages.qgn.text.cut import BLANKS
from kibitz.languages.qgn.text.head import LEGACY, REQUIRED
from kibitz.languages.qgn.text.model import Part
from kibitz.languages.qgn.text.record import is_head

GAMES_READ = 8
"""From how many games the habits of a record are learned."""
TAGS_READ, VALUE_READ = 16, 200
"""How many tags of a head are remembered, and up to which length of their values."""
Tags = tuple[tuple[str, str], ...]
"""The keys and values of tags, in the order in which they are written."""


class Customs(NamedTuple):
    """What is usual in a record."""

    heads: tuple[Tags, ...]
    """The tags of its last games that differ, the last one first."""
    actions: int | None = None
    """How many actions stand on a line; None where lines are as long as they can be."""


def customs(language: object, analysis: Analysis) -> Customs | None:
    """The customs of a record, None where there is no game in it."""
    heads: list[Tags] = []
    actions: int | None = None
    document = analysis.document
    for at in document.until(document.place_at(len(document))):
        if is_head(at):
            heads.append(tags_to_repeat(read(analysis, at)))
        elif actions is None:
            actions = actions_on_lines(at.chunk.text)
        if len(heads) == GAMES_READ:
            break
    different = tuple(filter(None, dict.fromkeys(heads)))
    return Customs(different, actions) if different else None


def tags_to_repeat(part: Part) -> Tags:
    """The tags of a head of which nothing is to be said by themselves; none without those that every game needs."""
    tags = {tag.key: tag.value for _, tag in part.tags if tag.sound and tag.value and tag.key not in LEGACY}
    found = [(key, value) for key, value in tags.items() if len(value) <= VALUE_READ]
    return tuple(found[:TAGS_READ]) if all(key in tags for key in REQUIRED) else ()


def habitual_actions(analysis: Analysis, text: str) -> int | None:
    """How many actions are to stand on a line of a game of which `text` is written: as many as on its lines so far, or
    as in the records beside this one where none has ended."""
    if "\n" in text:
        return actions_on_lines(text)
    return next((one.actions for one in analysis.neighbours if isinstance(one, Customs)), None)


def actions_on_lines(text: str) -> int | None:
    """How many actions each line of a text has, if it has been ended early; None where lines are full, or differ."""
    *lines, last = text.rstrip(BLANKS).split("\n")
    counts = {len(line.split()) for line in lines}
    following = [line.split()[0] for line in [*lines[1:], last] if line.strip()]
    if len(counts) != 1 or len(following) < len(lines):
        return None
    early = any(len(line) + 1 + len(word) <= WIDTH for line, word in zip(lines, following, strict=True))
    return counts.pop() if early else None
