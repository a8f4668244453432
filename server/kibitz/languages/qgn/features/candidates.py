"""What may have been meant by an action: what its game allows there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from kibitz.core.analysis import Analysis
from kibitz.core.slips import one_slip_away
from kibitz.core.values import Diagnostic, Edit, Fix, Span
from kibitz.languages.qgn.features._cursor import cursor_at, state_at
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text.model import Action, Junk

MOVES = 1000
"""So many moves of a position are looked at."""
MOST = 40
"""So many candidates come of one action."""


def candidates(language: Qgn, analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """See :meth:`kibitz.core.language.Language.candidates`: legal actions that are a slip away from what is written, or two details
    in each other's place, at the finding or at what it refers to."""
    for span in (finding.span, *(one.span for one in finding.related)):
        yield from islice(_legal(analysis, span), MOST)


def _legal(analysis: Analysis, span: Span) -> Iterator[Fix]:
    here = cursor_at(analysis, span.start)
    placed = here.placed
    if placed is None or not isinstance(placed.item, (Action, Junk)):
        return
    start, text = placed.start, placed.item.text
    state = state_at(analysis, here.place, here.part, start)
    position = state.course.position if state.course is not None else None
    if position is None or position.turn is None:
        return
    for move in islice(position.moves(), MOVES):
        word = f"{position.turn}{move.sign}&{'.'.join(move.details)}"
        if one_slip_away(text, word) or _swapped(text.split("."), word.split(".")):
            yield Fix(f"Read `{word}`", (Edit(start, start + len(text), word),))


def _swapped(written: Sequence[str], details: Sequence[str]) -> bool:
    """Whether two details have changed places. (The first one is written together with its action, and stays.)"""
    if len(written) != len(details):
        return False
    differing = [pair for pair in zip(written, details, strict=True) if pair[0] != pair[1]]
    return len(differing) == 2 and differing[0] == differing[1][::-1]
