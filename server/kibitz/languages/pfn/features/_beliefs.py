"""How likely each suit is the goal to those who sit at the table and to a spectator, as people are told it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from kibitz.core.analysis import Analysis
from kibitz.core.memory import kept_with
from kibitz.languages.pfn.check.tally import total
from kibitz.languages.pfn.features._trades import trades
from kibitz.languages.pfn.game.beliefs import Beliefs, Seen
from kibitz.languages.pfn.game.figgie import suit_names
from kibitz.languages.pfn.game.round import Deal

MOST_TRADES = 300
"""Of a longer round it is not told what was seen, which is of all trades together: so many take 3 ms after a key, and four minutes of people
have a third of them."""
SPECTATOR = "a spectator"


@kept_with
def sights(analysis: Analysis) -> Mapping[int, Seen | None]:
    """What everybody has seen behind each trade, by the offset at which that begins; nothing where the trades are too many."""
    if total(analysis.tallies).count > MOST_TRADES:
        return {}
    seen: Seen | None = Seen.nothing(analysis.context.players)
    found: dict[int, Seen | None] = {-1: seen}
    for trade in trades(analysis):
        seen = seen and seen.after(trade.move)
        found[trade.span.start] = seen
    return found


def believed(deal: Deal, seen: Seen | None) -> Mapping[str, Beliefs]:
    """What those believe of whom it can be told: the players whose hands are known, and a spectator."""
    watchers = [*((player, player) for player in deal.players), (SPECTATOR, None)]
    found = ((name, deal.beliefs(seen, player)) for name, player in watchers)
    return {name: beliefs for name, beliefs in found if beliefs is not None}


def likeliest(deal: Deal, seen: Seen | None) -> str:
    """`P1 ♣ 49 %, P2 ♠ 32 %, a spectator ♠♣♥♦ 25 %`: the suit that each holds for the goal."""
    return ", ".join(f"{name} {_most(beliefs)}" for name, beliefs in believed(deal, seen).items())


def _most(beliefs: Beliefs) -> str:
    goals = beliefs.goals
    most = max(goals.values())
    return f"{''.join(suit_names()[name].sign for name, one in goals.items() if one == most)} {percent(most)}"


def every_suit(beliefs: Beliefs) -> str:
    """`♠ 19 %, ♣ 49 %, ♥ 14 %, ♦ 19 %`."""
    return ", ".join(f"{suit_names()[name].sign} {percent(one)}" for name, one in beliefs.goals.items())


def lines(deal: Deal, seen: Seen | None) -> Iterator[str]:
    """What each believes of all suits, a line for each."""
    for name, beliefs in believed(deal, seen).items():
        yield f"{name}  {every_suit(beliefs)}"


def percent(chance: float | Fraction) -> str:
    """`49 %`; only what is certain is 0 % or 100 %."""
    return (
        "<1 %"
        if 0 < chance < 0.01
        else ">99 %"
        if 0.99 < chance < 1
        else f"{float(chance):.0%}".replace("%", " %")
    )
