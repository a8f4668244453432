"""Totals in the rows of a hand against an independent count of the cards."""

from __future__ import annotations

import os
from random import Random

from kibitz.core.analysis import Analysis
from kibitz.core.rows import values
from kibitz.languages import load
from notations import notation

BJN = load("bjn")
LONG = os.environ.get("KIBITZ_PROFILE") == "long"


def worth(cards: list[str]) -> int:
    """Return the total of cards, counted by hand."""
    pips = [11 if card[0] == "a" else 10 if card[0] in "tjqk" else int(card[0]) for card in cards]
    aces = pips.count(11)
    while sum(pips) > 21 and aces:
        pips[pips.index(11)], aces = 1, aces - 1
    return sum(pips)


def test_totals_are_those_of_the_cards() -> None:
    rng = Random(4)
    counted = 0
    for _ in range(60):
        text = notation("bjn").record(rng)
        rows = BJN.rows("events")
        assert rows is not None
        names = [column.name for column in rows.columns]
        for record in rows.of(Analysis.of(BJN, text)):
            for _, _, said in record.rows:
                row = dict(zip(names, values(said), strict=True))
                cards = str(row["cards"]).split()
                if row["total"] is not None:
                    counted += 1
                    assert row["total"] == worth(cards), row
                    soft = worth(cards) != sum(1 if one[0] == "a" else worth([one]) for one in cards)
                    assert row["soft"] == soft
                else:
                    assert "?" in cards
    assert counted > 300
