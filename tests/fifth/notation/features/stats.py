"""How often each word stands in the records."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.languages.toy.language import Words

from kibitz.core.counting import Figure, Tally, column, times


def stats(language: Words) -> Sequence[Tally]:
    """See :meth:`kibitz.core.language.Language.stats`."""
    rows = language.rows("events")
    assert rows is not None
    return (Tally("Words", rows, {"word": column("word")}, (Figure("times", times()),)),)
