"""Conventions that sibling records share: the same table and the same author."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import RECENT
from kibitz.languages.botc.features._cursor import grimoires
from kibitz.languages.botc.game.roles import roles
from kibitz.languages.botc.text.nodes import Record

BESIDE = "from another record of the folder"
"""Reason for a player in a completion."""


class Customs(NamedTuple):
    """Conventions of one record: its last players clockwise, the editions of their characters, and its style."""

    names: tuple[str, ...]
    editions: frozenset[str]
    gap: str
    """The text between two players of a one-line grimoire: a space, or a line end if each player has a line."""


def beside(neighbours: Sequence[Customs], seated: Sequence[str], here: set[str]) -> Iterator[str]:
    """Yield the players of sibling tables who are not `here` yet, clockwise from the last seated player."""
    here = here.union(seated)
    for names, *_ in neighbours:
        turn = names.index(seated[-1]) + 1 if seated and seated[-1] in names else 0
        for name in (*names[turn:], *names[:turn]):
            if name not in here:
                here.add(name)
                yield name


def customs(language: object, analysis: Analysis) -> Customs | None:
    """Return the conventions of a record, or None if it has no players."""
    found = [one for one in _last(analysis) if one[1].names]
    if not found:
        return None
    last = found[0][1]
    editions = frozenset([role.edition for word in last.words if (role := roles().get(word.text))])
    return Customs(last.names, editions, next(filter(None, map(_gap, found)), " "))


def _last(analysis: Analysis) -> Iterator[tuple[str, Record]]:
    """Yield the last grimoires of a record, the last one first, with the texts of their chunks."""
    document = analysis.document
    last = islice(document.until(document.place_at(len(document))), RECENT)
    return ((place.text, record) for place, record in grimoires(document, last))


def _gap(found: tuple[str, Record]) -> str:
    """Return the text between the first two players of a one-line grimoire, or an empty text."""
    text, record = found
    if record.form == "drawing" or len(record.seated) < 2:
        return ""
    one, other = record.seated[:2]
    gap = text[one.span.end : other.span.start]
    return gap if not gap.strip() else ""
