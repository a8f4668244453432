"""Hands of blackjack, entry by entry. After an unreadable entry the table is unknown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kibitz.core.analysis import Analysis
from kibitz.games.blackjack import Round
from kibitz.games.reading import Moment
from kibitz.languages.bjn.features._replayed import Replayed, all_replayed
from kibitz.languages.bjn.game.model import Entry, Event, Outcome, Split, Unread


def moments(analysis: Analysis) -> Iterator[Moment]:
    hands = (hand for hand in all_replayed(analysis) if hand.tables)
    for number, hand in enumerate(hands):
        yield from _of_hand(number, hand)


def _of_hand(number: int, hand: Replayed) -> Iterator[Moment]:
    played: tuple[Entry, ...] = ()
    for placed, value, table in zip(hand.sheet.entries, hand.sheet.values, hand.tables, strict=True):
        if isinstance(value, Unread):
            return
        if isinstance(value, (Event, Split)):
            played = (*played, value)
        here = Round(table._replace(gone=tuple(sorted(table.gone))) if table.gone else table, played)
        if isinstance(value, Outcome) and here.outcome is None:
            here = replace(here, said=value)
        yield Moment(*hand.span(placed.span), number, here)
