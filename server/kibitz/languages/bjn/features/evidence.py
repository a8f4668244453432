"""What bears witness of a hand beside its play: house rules, blocks of splits, outcomes."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.bjn.features._replayed import replayed_at
from kibitz.languages.bjn.game.model import Outcome, Setup, Split


def evidence(language: object, analysis: Analysis, span: Span) -> Iterator[Span]:
    """See :meth:`kibitz.core.language.Language.evidence`."""
    hand = replayed_at(analysis, span.start)
    for placed in hand.entries:
        value = None if placed.item.flaws else placed.value
        if isinstance(value, (Outcome, Split)):
            yield hand.span(placed.span)
        elif isinstance(value, Setup) and value.options:
            # They stand behind the numbers of players and of cards.
            first = placed.text.index(".")
            yield hand.span(Span(placed.start + placed.text.index(".", first + 1), placed.end))
