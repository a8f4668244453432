"""Conventions that sibling records share: the same table and the same author."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import RECENT
from kibitz.languages.botc.features._cursor import grimoires
from kibitz.languages.botc.game.roles import roles
from kibitz.languages.botc.text.nodes import Record

TOKENS_KEPT = 16
"""Number of usual tokens that a record passes on."""


SAT_BESIDE = "had this seat in another record of the folder"
"""Reason for a player in a completion."""


class Customs(NamedTuple):
    """Conventions of one record: its last players clockwise, the editions of their characters, and its style."""

    names: tuple[str, ...]
    editions: frozenset[str]
    gap: str
    """The text between two players of a one-line grimoire: a space, or a line end if each player has a line."""
    tokens: tuple[str, ...]
    """The most frequent tokens, the most frequent first."""


def follows(
    neighbours: Sequence[Customs], seated: Sequence[str], here: set[str]
) -> Iterator[tuple[str, str, str]]:
    """Yield players of sibling tables who are not `here` yet, with both neighbours, clockwise from the last seated player."""
    here = here.union(seated)
    for one in neighbours:
        names = one.names
        turn = names.index(seated[-1]) + 1 if seated and seated[-1] in names else 0
        for place in (*range(turn, len(names)), *range(turn)):
            if names[place] not in here:
                here.add(names[place])
                yield names[place], names[place - 1], names[(place + 1) % len(names)]


def next_player(neighbours: Sequence[Customs], seated: Sequence[str]) -> str:
    """Return the next player if the table matches that of the nearest sibling record, otherwise an empty text."""
    names = neighbours[0].names if neighbours else ()
    if len(seated) >= len(names) or tuple(seated) != names[: len(seated)]:
        return ""
    return names[len(seated)]


def customs(language: object, analysis: Analysis) -> Customs | None:
    """Return the conventions of a record, or None if it has no players."""
    found = [one for one in _last(analysis) if one[1].names]
    if not found:
        return None
    last = found[0][1]
    laid = Counter(token for _, record in found for player in record.players for token in player.tokens)
    usual = sorted(laid, key=lambda token: (-laid[token], token))[:TOKENS_KEPT]
    editions = frozenset([role.edition for word in last.words if (role := roles().get(word.text))])
    return Customs(last.names, editions, next(filter(None, map(_gap, found)), " "), tuple(usual))


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
