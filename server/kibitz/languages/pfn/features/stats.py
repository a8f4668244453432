"""Statistics of rounds of Figgie: results of players, and trades by suit, price and time."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import ceil

from kibitz.core.analysis import Analysis
from kibitz.core.counting import Figure, Tally, times
from kibitz.core.rows import Record, Rows, Said, Value, declared, plain
from kibitz.languages.pfn.features._round import PlayedRound, played
from kibitz.languages.pfn.game.figgie import facts as figgie
from kibitz.languages.pfn.text.trades import Ended

MINUTE = 60
_every = partial(Tally, most=0)
"""A table that shows all groups."""
MINUTES_LISTED = 60
"""The maximum number of minutes of a round that have a row even without a trade."""


def stats(language: object) -> Sequence[Tally]:
    """See :meth:`kibitz.core.language.Language.stats`."""
    made = _rows("trades", _trades)
    prices = (Figure("trades", times), Figure("mean price", "price", fold="mean"))
    return (
        _every(
            "Players",
            _rows("results", _results),
            ("player",),
            (
                Figure("profit"),
                Figure("rounds", times),
                Figure("by trading", "traded"),
                Figure("for goal cards", "for_cards"),
                Figure("for the majority", "majority"),
                Figure("ante"),
                Figure("goal cards", "goal_cards"),
            ),
        ),
        _every("Suits", made, ("suit",), prices),
        _every(
            "Prices over time",
            made,
            ("suit", "minute"),
            prices,
        ),
        _every(
            "Trades a minute",
            _rows("minutes", _minutes),
            ("minute",),
            (
                Figure("trades"),
                Figure("chips"),
                Figure("rounds", times),
                Figure("trades a round", "trades", fold="mean"),
            ),
        ),
        _every(
            "Goal suit as the trades showed it",
            _rows("told", _spectator_chance),
            ("goal",),
            (Figure("rounds", times), Figure("chance to a spectator", "chance", fold="mean")),
        ),
        _every("Goal cards bought", made, ("minute",), prices, "goal"),
        _every("Goal cards bought by", made, ("buyer",), prices, "goal"),
    )


def _rows(table: str, said: Callable[[PlayedRound], Iterable[Said]]) -> Rows:
    """Return rows for a table of sums, without their places."""

    def records(about: Analysis | Ended) -> Iterator[Record]:
        yield Record(0, ((0, 0, (one,)) for one in said(played(about))))

    return Rows(declared("kibitz.languages.pfn", table), records)


def _results(round_: PlayedRound) -> Iterator[Said]:
    """Yield a row for each player of a round with a known end."""
    if (end := round_.end) is not None:
        chips = figgie().chips
        ante = round_.rule.stake(len(end.paid)) - chips
        for player, paid in end.paid.items():
            if (bank := plain(end.banks[player])) is not None:
                profit, traded = bank - chips, round_.nets[player]
                yield Said(player, profit, traded, paid.for_cards, paid.bonus, ante, paid.goal_cards)


def _trades(round_: PlayedRound) -> Iterator[Said]:
    """Yield a row for each trade."""
    goal = round_.deal.goal
    for one in round_.trades:
        yield Said(
            _minute(one.time), one.buyer, one.seller, one.suit, one.card, one.price, goal and one.suit == goal
        )


def _minutes(round_: PlayedRound) -> Iterator[Said]:
    """Return a row for each minute of a round."""
    made, chips = Counter[int | None](), defaultdict[int | None, float](float)
    for trade in round_.trades:
        minute = _minute(trade.time)
        made[minute] += 1
        chips[minute] += trade.price or 0
    known = [minute for minute in made if minute is not None]
    lasts = max(ceil((plain(round_.duration) or 0) / MINUTE), *known, 0)
    minutes = dict.fromkeys([*range(1, min(lasts, MINUTES_LISTED) + 1), *made])
    return (Said(minute, made[minute], chips[minute]) for minute in minutes)


def _spectator_chance(round_: PlayedRound) -> Iterator[Said]:
    """Yield the probability of the goal suit for a spectator at the end, if it is known."""
    if (chance := round_.chance()) is not None:
        yield Said(round_.deal.goal, chance)


def _minute(time: Value) -> int | None:
    """Return the minute of the round, from 1, or None if the time is unknown."""
    return int(time // MINUTE) + 1 if isinstance(time, (int, float)) else None
