"""The tags of a record's games, from which sibling records learn."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.languages.qgn.features._history import read
from kibitz.languages.qgn.text.items import Part
from kibitz.languages.qgn.text.record import LEGACY, REQUIRED, is_head

GAMES_READ = 8
"""Maximum number of games whose tags are remembered."""
TAGS_READ, VALUE_READ = 16, 200
"""Maximum number of remembered tags of a head, and maximum length of their values."""
Tags = tuple[tuple[str, str], ...]
"""The keys and values of tags, in their order."""


class Conventions(NamedTuple):
    """The habits of a record."""

    heads: tuple[Tags, ...]
    """The distinct tags of its last games, last one first."""


def conventions(language: object, analysis: Analysis) -> Conventions | None:
    """Return the habits of a record, or None if it has no game."""
    heads: list[Tags] = []
    document = analysis.document
    for at in document.until(document.place_at(len(document))):
        if is_head(at):
            heads.append(tags_to_repeat(read(analysis, at)))
        if len(heads) == GAMES_READ:
            break
    different = tuple(filter(None, dict.fromkeys(heads)))
    return Conventions(different) if different else None


def tags_to_repeat(part: Part) -> Tags:
    """Return the sound tags of a head, or nothing if a required tag is missing."""
    tags = {tag.key: tag.value for _, tag in part.tags if tag.sound and tag.value and tag.key not in LEGACY}
    found = [(key, value) for key, value in tags.items() if len(value) <= VALUE_READ]
    return tuple(found[:TAGS_READ]) if all(key in tags for key in REQUIRED) else ()
