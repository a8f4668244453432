"""Conventions that sibling records share: the same players and characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import RECENT
from kibitz.languages.botc.features._cursor import grimoires
from kibitz.languages.botc.game.roles import roles

BESIDE = "from another record of the folder"
"""Reason for a player in a completion."""


class Conventions(NamedTuple):
    """Conventions of one record: its last players clockwise, and the editions of their characters."""

    names: tuple[str, ...]
    editions: frozenset[str]


def beside(siblings: Sequence[Conventions], seated: Sequence[str], here: set[str]) -> Iterator[str]:
    """Yield the players of sibling tables who are not `here` yet, clockwise from the last seated player."""
    here = here.union(seated)
    for names, _ in siblings:
        turn = names.index(seated[-1]) + 1 if seated and seated[-1] in names else 0
        for name in (*names[turn:], *names[:turn]):
            if name not in here:
                here.add(name)
                yield name


def conventions(language: object, analysis: Analysis) -> Conventions | None:
    """Return the conventions of a record, or None if it has no players."""
    document = analysis.document
    last = islice(document.until(document.place_at(len(document))), RECENT)
    for _, record in grimoires(document, last):
        if record.names:
            editions = frozenset([role.edition for word in record.words if (role := roles().get(word.text))])
            return Conventions(record.names, editions)
    return None
