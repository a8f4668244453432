"""What happens in the hands: each entry of each."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.bjn.features._replayed import all_replayed


def steps(language: object, analysis: Analysis) -> Iterator[Span]:
    """The entries of all hands, setups and outcomes among them."""
    for replayed in all_replayed(analysis):
        for placed in replayed.entries:
            yield replayed.span(placed.span)
