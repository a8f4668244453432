"""Who is paid what at the end of a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kibitz.languages.pfn.game.figgie import Number, PayoutRule, facts, shared


class Payout(NamedTuple):
    """What a player gets from the pot."""

    goal_cards: int
    for_cards: int
    bonus: Number

    @property
    def total(self) -> Number:
        return self.for_cards + self.bonus


def payout(held: Mapping[str, int], rule: PayoutRule | None = None) -> dict[str, Payout]:
    """What the pot pays to those who hold so many goal cards; by the standard rule if none is given.

    So many chips for each goal card, the rest to the holders of most of them, split on a tie.
    """
    rule = rule or facts().standard
    most = max(held.values(), default=0)
    winners = [player for player, count in held.items() if count == most and most]
    rest = max(rule.pot - rule.per_goal_card * sum(held.values()), 0)
    share = shared(rest, len(winners)) if winners else 0
    return {
        player: Payout(count, rule.per_goal_card * count, share if player in winners else 0)
        for player, count in held.items()
    }


def most_goal_cards(paid: Mapping[str, Payout]) -> list[str]:
    """Who holds most cards of the goal suit; nobody if there is none."""
    most = max((one.goal_cards for one in paid.values()), default=0)
    return [player for player, one in paid.items() if one.goal_cards == most and most]
