"""The habits and the style of a record, for itself and for neighbouring records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import CACHED_RECORDS, RECENT
from kibitz.core.chunks import Place
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.memory import latest, remembered
from kibitz.languages.bjn.check.setup import check_setup
from kibitz.languages.bjn.game.habits import Decided, Habits, decisions
from kibitz.languages.bjn.game.model import Setup
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.sheet import Sheet

AS_SIBLING = "as in the record beside this one"

T = TypeVar("T")


class Conventions(NamedTuple):
    """The table and the form of the last hand of a record, and the decisions in its latest hands."""

    setup: Setup
    compact: bool
    seen: tuple[tuple[Decided, int], ...]


def conventions(language: Blackjack, analysis: Analysis) -> Conventions | None:
    """Return the table, form and decisions of a record, or None if no recent hand has a valid setup."""
    document = analysis.document
    last = document.place_at(len(document))
    texts = [last.text, *islice(texts_before(document, last), RECENT - 1)]
    for text in texts:
        sheet: Sheet = analysis.language.parsed(text).value
        if (setup := sheet.setup) and len(sheet.entries) > 1 and not any(check_setup(setup, (), ())):
            seen = habits(analysis.language, tuple(texts)).seen
            return Conventions(setup, sheet.compact, tuple(sorted(seen.items())))
    return None


def usual(choices: Sequence[T], doubt: float) -> tuple[T, float]:
    """Return the choice of the nearest record, and its probability here. Agreement of the others raises it.

    `doubt` is the weight of unknown records that differ, in records.
    """
    return choices[0], choices.count(choices[0]) / (len(choices) + doubt)


def texts_before(document: Document, place: Place) -> Iterator[str]:
    """Return the chunks before one, the nearest first."""
    return (before.text for before in islice(document.until(place), 1, None))


@latest(CACHED_RECORDS)
def habits(language: Language[Any], texts: tuple[str, ...], siblings: tuple[Conventions, ...] = ()) -> Habits:
    """Return the habits of some hands; those of neighbouring records fill the gaps."""
    elsewhere = Habits([dict(one.seen) for one in siblings]) if siblings else None
    return Habits([_decided(language, text) for text in texts], elsewhere)


@remembered
def _decided(language: Language[Any], text: str) -> dict[Decided, int]:
    """Return the decisions of a hand. They are cached, because every keystroke needs them again."""
    sheet: Sheet = language.parsed(text).value
    return {} if sheet.setup is None else decisions(sheet.setup, sheet.values)
