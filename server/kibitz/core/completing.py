"""Completion items that go with the typed text, and corrections if that text is misspelt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from kibitz.core.analysis import Analysis, checked
from kibitz.core.answers import Completion
from kibitz.core.candidates import ALIKE, likeness
from kibitz.core.edit import edit
from kibitz.core.values import Span
from kibitz.core.words import fits

MOST_CORRECTIONS = 5
"""Corrections in a list."""
_WORD = re.compile(r"\W?(?=\w*[^\W\d])\w{3,}")
"""A typed word that is long enough to be corrected, after one sign at most. Numbers have no spelling."""
_TORN = re.compile(r"(\w{3,}) (\w{1,3})\Z")


def completions(analysis: Analysis, offset: int) -> list[Completion]:
    """Return the items at an offset whose letters contain the typed ones in order, or else corrections of a typo.

    If ghost text follows, nothing is misspelt.
    A correction has the typed text as its filter, because editors hide items that do not match.
    """
    found = [*analysis.language.complete(analysis, offset)]
    typed = _typed(analysis, found, offset)
    fitting = [one for one in found if fits(typed[one.span], one.sought)]
    # An open list would take Tab from the ghost text.
    if fitting or any(True for _ in analysis.language.predict(analysis, offset)):
        return fitting
    return _corrected(found, typed) or _joined(analysis, offset)


def _typed(analysis: Analysis, found: Iterable[Completion], offset: int) -> dict[Span, str]:
    return {span: analysis.document.text(span.start, offset) for span in {one.span for one in found}}


def _corrected(found: Iterable[Completion], typed: Mapping[Span, str]) -> list[Completion]:
    """Return the items that begin nearly like the typed text, the nearest first."""
    words = {span: text for span, text in typed.items() if _WORD.fullmatch(text)}
    near = [(likeness(word, one.sought[: len(word)]), one) for one in found if (word := words.get(one.span))]
    best = sorted([each for each in near if each[0] >= ALIKE], key=lambda each: -each[0])
    return [one._replace(filter=typed[one.span]) for _, one in best[:MOST_CORRECTIONS]]


def _joined(analysis: Analysis, offset: int) -> list[Completion]:
    """Return corrections of a word that a space tears apart, as in `libra d` for `librarian`."""
    document: Any = analysis.document
    torn = _TORN.search(document.text(document.line_at(offset).start, offset))
    if torn is None:
        return []
    space = offset - len(torn[2]) - 1
    whole = checked(edit(document, space, space + 1, ""), analysis)
    found = [one for one in analysis.language.complete(whole, offset - 1) if one.span.start < space]
    if any(one.sought == torn[1] for one in found):
        return []
    corrected = _corrected(found, _typed(whole, found, offset - 1))
    return [
        one._replace(
            span=Span(one.span.start, one.span.end + 1), filter=document.text(one.span.start, offset)
        )
        for one in corrected
    ]
