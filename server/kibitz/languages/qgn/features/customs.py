"""The habits of a record that other records learn from: the tags of its games."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.languages.qgn.features._cursor import read
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


def customs(language: object, analysis: Analysis) -> Customs | None:
    """The customs of a record, None where there is no game in it."""
    heads: list[Tags] = []
    document = analysis.document
    for at in document.until(document.place_at(len(document))):
        if is_head(at):
            heads.append(tags_to_repeat(read(analysis, at)))
        if len(heads) == GAMES_READ:
            break
    different = tuple(filter(None, dict.fromkeys(heads)))
    return Customs(different) if different else None


def tags_to_repeat(part: Part) -> Tags:
    """The tags of a head of which nothing is to be said by themselves; none without those that every game needs."""
    tags = {tag.key: tag.value for _, tag in part.tags if tag.sound and tag.value and tag.key not in LEGACY}
    found = [(key, value) for key, value in tags.items() if len(value) <= VALUE_READ]
    return tuple(found[:TAGS_READ]) if all(key in tags for key in REQUIRED) else ()
