"""The sections can be folded."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from kibitz.languages.toy.features.symbols import symbols
from kibitz.languages.toy.language import Words

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Fold


def folds(language: Words, analysis: Analysis) -> Iterator[Fold]:
    """See :meth:`kibitz.core.language.Language.folds`."""
    starts = [one.span.start for one in symbols(language, analysis)]
    text = analysis.document.text()
    for start, end in pairwise([*starts, len(text)]):
        yield Fold(start, start + len(text[start:end].rstrip()))
