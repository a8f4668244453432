"""What rounds of Figgie come to: who won by what, and what cards were sold for, when."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.counting import Facts, Figure, Tally, column, number, times
from kibitz.languages.pfn.features.rows import rows
from kibitz.languages.pfn.game.figgie import facts as figgie
from kibitz.languages.pfn.language import Pfn

MINUTE = 60


def stats(language: Pfn) -> Sequence[Tally]:
    """See :meth:`kibitz.core.language.Language.stats`."""
    events = rows(language, "events")
    prices = (Figure("trades", times()), Figure("mean price", number("price"), mean=True))
    return (
        Tally(
            "Players",
            events,
            {"player": column("player")},
            (
                Figure("profit", _profit),
                Figure("rounds", times()),
                Figure("by trading", number("traded")),
                Figure("for goal cards", number("for_cards")),
                Figure("for the majority", number("majority")),
                Figure("ante", _ante),
                Figure("goal cards", number("goal_cards")),
            ),
            lambda row: row["event"] == "result" and row["bank"] is not None,
            most=0,
        ),
        Tally("Suits", events, {"suit": column("suit")}, prices, _is_trade, most=0),
        Tally(
            "Prices over time", events, {"suit": column("suit"), "minute": _minute}, prices, _is_trade, most=0
        ),
        Tally(
            "Trades a minute",
            events,
            {"minute": _minute},
            (Figure("trades", times()), Figure("chips", number("price"))),
            _is_trade,
            most=0,
        ),
        Tally("Goal cards bought", events, {"minute": _minute}, prices, _is_goal, most=0),
        Tally("Goal cards bought by", events, {"buyer": column("buyer")}, prices, _is_goal, most=0),
    )


def _is_trade(row: Facts) -> bool:
    return row["event"] == "trade"


def _is_goal(row: Facts) -> bool:
    return bool(row["goal"])


def _minute(row: Facts) -> int | None:
    """The minute of the round, from 1."""
    time = row["time"]
    return int(time // MINUTE) + 1 if isinstance(time, (int, float)) else None


def _profit(row: Facts) -> float | None:
    """What the bank has grown by since before the ante."""
    bank = row["bank"]
    return bank - figgie().chips if isinstance(bank, (int, float)) else None


def _ante(row: Facts) -> float | None:
    """What was paid for the pot."""
    cash, traded = row["cash"], row["traded"]
    if not isinstance(cash, (int, float)) or not isinstance(traded, (int, float)):
        return None
    return cash - traded - figgie().chips
