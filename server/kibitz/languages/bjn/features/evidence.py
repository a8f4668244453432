"""What bears witness of a hand beside its play: house rules, blocks of splits, outcomes."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.bjn.features._replayed import replayed_at
from kibitz.languages.bjn.game.model import Outcome, Setup, Split
from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.sheet import Placed


def evidence(language: Blackjack, analysis: Analysis, span: Span) -> Iterator[Span]:
    """See :meth:`kibitz.core.language.Language.evidence`."""
    hand = replayed_at(analysis, span.start)
    for placed in hand.entries:
        if (found := _witness(placed)) is not None:
            yield hand.span(found)


def _witness(placed: Placed) -> Span | None:
    value = None if placed.item.flaws else placed.value
    if isinstance(value, (Outcome, Split)):
        return placed.span
    if isinstance(value, Setup) and value.options:
        # They stand behind the numbers of players and of cards.
        text = placed.text
        return Span(placed.start + text.index(".", text.index(".") + 1), placed.end)
    return None
