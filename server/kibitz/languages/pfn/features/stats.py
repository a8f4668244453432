"""What rounds of Figgie come to: who won by what, and what cards were sold for, when."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from math import ceil

from kibitz.core.analysis import Analysis
from kibitz.core.counting import Figure, Tally, column, each, number, times
from kibitz.core.rows import Record, Rows, Said, Value, declared, plain
from kibitz.languages.pfn.features._beliefs import chance_in_the_end
from kibitz.languages.pfn.features._trades import trades
from kibitz.languages.pfn.features._worths import BY_SIDE
from kibitz.languages.pfn.features.rows import rows
from kibitz.languages.pfn.game.figgie import Number
from kibitz.languages.pfn.game.figgie import facts as figgie
from kibitz.languages.pfn.language import Pfn

MINUTE = 60
_every = partial(Tally, most=0)
"""A table of which all groups are shown."""
LONGEST = 60
"""So many minutes of a round have a row without a trade."""
MINUTES = declared("kibitz.languages.pfn", "minutes")

TOLD = declared("kibitz.languages.pfn", "told")


def stats(language: Pfn) -> Sequence[Tally]:
    """See :meth:`kibitz.core.language.Language.stats`."""
    events = rows(language, "events")
    prices = (Figure("trades", times), Figure("mean price", number("price"), fold="mean"))
    return (
        _every(
            "Players",
            events,
            {"player": column("player")},
            (
                Figure("profit", each(_profit, "bank")),
                Figure("rounds", times),
                Figure("by trading", number("traded")),
                Figure("for goal cards", number("for_cards")),
                Figure("for the majority", number("majority")),
                Figure("ante", each(_ante, "cash", "traded")),
                Figure("goal cards", number("goal_cards")),
            ),
            each(lambda event, bank: event == "result" and bank is not None, "event", "bank"),
        ),
        _every("Suits", events, {"suit": column("suit")}, prices, _is_trade),
        _every(
            "Prices over time",
            events,
            {"suit": column("suit"), "minute": each(_minute, "time")},
            prices,
            _is_trade,
        ),
        _every(
            "Trades a minute",
            Rows(MINUTES, _minutes),
            {"minute": column("minute")},
            (
                Figure("trades", number("trades")),
                Figure("chips", number("chips")),
                Figure("rounds", times),
                Figure("trades a round", number("trades"), fold="mean"),
            ),
        ),
        *(
            _every(
                f"Profit of trades by {what}",
                BY_SIDE,
                {"player": column("player"), what: column(what)},
                (
                    Figure("profit", number("profit")),
                    Figure("for the majority", number("majority")),
                    Figure("trades", times),
                    Figure("mean markout", number("markout"), fold="mean"),
                ),
            )
            for what in ("suit", "counterparty")
        ),
        _every(
            "Goal suit as the trades told it",
            Rows(TOLD, _told),
            {"goal": column("goal")},
            (Figure("rounds", times), Figure("chance to a spectator", number("chance"), fold="mean")),
        ),
        _every("Goal cards bought", events, {"minute": each(_minute, "time")}, prices, _is_goal),
        _every("Goal cards bought by", events, {"buyer": column("buyer")}, prices, _is_goal),
    )


def _minutes(analysis: Analysis) -> Iterator[Record]:
    """A row for each minute of a round, of those without a trade, too."""
    made, chips = Counter[int | None](), defaultdict[int | None, float](float)
    for trade in trades(analysis):
        minute = _minute(trade.time)
        made[minute] += 1
        chips[minute] += trade.price or 0
    known = [minute for minute in made if minute is not None]
    lasts = max(ceil((plain(analysis.context.terms.duration) or 0) / MINUTE), *known, 0)
    minutes = dict.fromkeys([*range(1, min(lasts, LONGEST) + 1), *made])
    yield Record(0, ((0, 0, (Said(minute, made[minute], chips[minute]),)) for minute in minutes))


def _told(analysis: Analysis) -> Iterator[Record]:
    """How likely the goal suit was to a spectator in the end, where that can be known."""
    if (chance := chance_in_the_end(analysis)) is not None:
        yield Record(0, [(0, 0, (Said(analysis.context.goal, chance),))])


_is_trade, _is_goal = each(lambda event: event == "trade", "event"), number("goal")


def _minute(time: Value) -> int | None:
    """The minute of the round, from 1."""
    return int(time // MINUTE) + 1 if isinstance(time, (int, float)) else None


def _profit(bank: Number) -> Number:
    """What a bank has grown by since before the ante."""
    return bank - figgie().chips


def _ante(cash: Number | None, traded: Number | None) -> Number | None:
    """What was paid for the pot."""
    return None if cash is None or traded is None else cash - traded - figgie().chips
