"""What a record tells the ones beside it: one table plays for an evening, and one hand writes it down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from kibitz.languages.botc.features._cursor import grimoires
from kibitz.languages.botc.features._customs import Customs
from kibitz.languages.botc.game.roles import roles

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.languages.botc.language import Botc
    from kibitz.languages.botc.text.nodes import Record

LOOKED_AT = 64
"""How many of its last chunks a record is judged by."""
TOKENS_KEPT = 16
"""How many of its usual tokens are told."""


def customs(language: Botc, analysis: Analysis) -> Customs | None:
    """The customs of a record; None where nobody sits yet."""
    found = [one for one in _last(analysis) if one[1].names]
    if not found:
        return None
    last = found[0][1]
    laid = Counter(token for _, record in found for player in record.players for token in player.tokens)
    usual = sorted(laid, key=lambda token: (-laid[token], token))[:TOKENS_KEPT]
    editions = frozenset([role.edition for word in last.words if (role := roles().get(word.text))])
    return Customs(last.names, editions, next(filter(None, map(_gap, found)), " "), tuple(usual))


def _last(analysis: Analysis) -> Iterator[tuple[str, Record]]:
    """The last grimoires of a record, the last one first, with the texts of their chunks."""
    document = analysis.document
    last = islice(document.until(document.place_at(len(document))), LOOKED_AT)
    return ((place.text, record) for place, record in grimoires(document, last))


def _gap(found: tuple[str, Record]) -> str:
    """What stands between the first two players of a one-line grimoire."""
    text, record = found
    if record.form == "drawing" or len(record.seated) < 2:
        return ""
    one, other = record.seated[:2]
    gap = text[one.span.end : other.span.start]
    return gap if not gap.strip() else ""
