"""What a record shows of how its hands are played and written, for itself and for the records beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import FEW, RECENT
from kibitz.core.chunks import Place
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.memory import latest, remembered
from kibitz.languages.bjn.check.setup import check_setup
from kibitz.languages.bjn.game.habits import Decided, Habits, decisions
from kibitz.languages.bjn.game.model import Setup
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.sheet import Sheet

AS_NEIGHBOUR = "as in the record beside this one"

T = TypeVar("T")


class Customs(NamedTuple):
    """The table and the form of the last hand of a record, and what was decided in its latest hands."""

    setup: Setup
    compact: bool
    seen: tuple[tuple[Decided, int], ...]


def customs(language: Blackjack, analysis: Analysis) -> Customs | None:
    """What others may learn from a record; None where it has no hand at a table as there are."""
    document = analysis.document
    last = document.place_at(len(document))
    texts = [last.text, *islice(texts_before(document, last), RECENT - 1)]
    for text in texts:
        sheet: Sheet = analysis.language.parsed(text).value
        if (setup := sheet.setup) and len(sheet.entries) > 1 and not any(check_setup(setup, (), ())):
            seen = habits(analysis.language, tuple(texts)).seen
            return Customs(setup, sheet.compact, tuple(sorted(seen.items())))
    return None


def usual(choices: Sequence[T], doubt: float) -> tuple[T, float]:
    """The choice of the nearest record, and how likely it is here: the more, the more of the others agree.

    `doubt` counts like so many records that differ.
    """
    return choices[0], choices.count(choices[0]) / (len(choices) + doubt)


def texts_before(document: Document, place: Place) -> Iterator[str]:
    """The chunks before one, the nearest first."""
    return (before.text for before in islice(document.until(place), 1, None))


@latest(FEW)
def habits(language: Language[Any], texts: tuple[str, ...], neighbours: tuple[Customs, ...] = ()) -> Habits:
    """The habits of some hands; where they show nothing, those of the records beside theirs count."""
    elsewhere = Habits([dict(one.seen) for one in neighbours]) if neighbours else None
    return Habits([_decided(language, text) for text in texts], elsewhere)


@remembered
def _decided(language: Language[Any], text: str) -> dict[Decided, int]:
    """What was decided in a hand; remembered, because it is asked for again after every key."""
    sheet: Sheet = language.parsed(text).value
    return {} if sheet.setup is None else decisions(sheet.setup, sheet.values)
