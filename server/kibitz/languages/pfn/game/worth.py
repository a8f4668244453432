"""What the card of a trade was worth to those who made it: by what each could know then, and in hindsight.

The formulas, and what they leave out, are told in server/docs/worth.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kibitz.languages.pfn.game.beliefs import Seen
from kibitz.languages.pfn.game.figgie import Number, PayoutRule, by_mark, suit_names
from kibitz.languages.pfn.game.outcome import payout
from kibitz.languages.pfn.game.play import Move
from kibitz.languages.pfn.game.round import Deal


class Worth(NamedTuple):
    """What a card was worth to a player who could know so much."""

    chance: float
    """How likely its suit was the goal."""
    value: float
    """The chips that it could be expected to bring: for a goal card, and for having most of them."""


def then(deal: Deal, behind: Seen | None, move: Move, player: str, rule: PayoutRule) -> Worth | None:
    """What the card of a trade was worth to its buyer or seller, by what both have seen behind it; None where that is not known."""
    if behind is None or (beliefs := deal.beliefs(behind, player)) is None:
        return None
    name, hand = suit_sold(move), deal.dealt_to(player)
    if name is None or hand is None:
        return None
    difference = behind.bonus(player, hand, name, rule) - behind.back(move).bonus(player, hand, name, rule)
    chance = beliefs.chance(name)
    value = rule.per_goal_card * chance + (difference if player == move.buyer else -difference)
    return Worth(chance, value)


def hindsight(goal: str, held: Mapping[str, int], move: Move, rule: PayoutRule) -> Mapping[str, Number]:
    """What the card of a trade brought its buyer and would have brought its seller, in chips, given who held how many goal cards in the end."""
    buyer, seller = move.buyer, move.seller
    if (
        buyer is None
        or seller is None
        or not held.keys() >= {buyer, seller}
        or (name := suit_sold(move)) is None
    ):
        return {}
    if name != goal:
        return {buyer: 0, seller: 0}
    back = {**held, buyer: held[buyer] - 1, seller: held[seller] + 1}
    with_it, without = payout(held, rule), payout(back, rule)
    return {
        buyer: with_it[buyer].total - without[buyer].total,
        seller: without[seller].total - with_it[seller].total,
    }


def implied(last: Mapping[str, Number], suit: str) -> float | None:
    """How likely the latest prices, by suit, make a suit the goal: its share of them all; None until each suit has been sold."""
    total = sum(last.values())
    return last[suit] / total if len(last) == len(suit_names()) and total > 0 else None


def following(prices: Sequence[tuple[str | None, Number | None]]) -> Iterable[Sequence[Number]]:
    """The prices at which the suit of each trade was sold after it, given all in their order with their suits."""
    later: dict[str | None, list[Number]] = {}
    found: list[Sequence[Number]] = []
    for suit, price in reversed(prices):
        found.append(tuple(reversed(later.get(suit, ()))) if suit is not None else ())
        if price is not None:
            later.setdefault(suit, []).append(price)
    return reversed(found)


def suit_sold(move: Move) -> str | None:
    """The name of the suit that was sold, by the suit and the card that are told; None where they do not agree."""
    suit = by_mark().get(move.letter or "")
    return suit and suit.name
