"""Compute what each trade of a round was worth, then and in hindsight: see server/docs/worth.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.rows import Record, Said, declared, plain
from kibitz.languages.pfn.features._played import Played, played, told_of
from kibitz.languages.pfn.features._trades import Made
from kibitz.languages.pfn.game.beliefs import Seen
from kibitz.languages.pfn.game.figgie import Number
from kibitz.languages.pfn.game.worth import Worth, following, hindsight, implied, suit_sold, then

FEW = 5
"""So many of the next trades of a suit are looked at together; `data/columns.toml` tells it."""
VALUES = declared("kibitz.languages.pfn", "values")


class Valued(NamedTuple):
    """A trade with what its card was worth. What is not known is None or left out."""

    made: Made
    suit: str | None
    """The name of the suit that was sold."""
    chance: float | None
    """How likely that was the goal to a spectator."""
    implied: float | None
    by: Mapping[str, Worth]
    """What buyer and seller could know then."""
    brought: Mapping[str, Number]
    """What the card brought, or would have brought."""
    card: Number | None
    """What the pot pays for the card itself."""
    later: Sequence[Number]
    """The prices of the next trades of the suit."""

    @property
    def edges(self) -> dict[str, float]:
        """What buyer and seller could expect to gain by the trade."""
        return self._gains({player: worth.value for player, worth in self.by.items()})

    @property
    def profits(self) -> dict[str, float]:
        """What they gained by it in hindsight."""
        return self._gains(self.brought)

    def markout(self, few: int = 1) -> float | None:
        """What the mean of the next prices is above that of this trade."""
        price, some = self.made.move.price, self.later[:few]
        return None if price is None or not some else sum(some) / len(some) - price

    def _gains(self, values: Mapping[str, float]) -> dict[str, float]:
        price, buyer = self.made.move.price, self.made.move.buyer
        if price is None:
            return {}
        return {
            player: value - price if player == buyer else price - value for player, value in values.items()
        }


def valued(round_: Played, *, beliefs: bool = True) -> Iterator[Valued]:
    """The trades of a round, in order; without `beliefs` it is left out what anybody could know then, which takes some milliseconds a trade."""
    deal, end, rule, made = round_.deal, round_.end, round_.rule, round_.trades
    goal = deal.goal
    held = {player: paid.goal_cards for player, paid in end.paid.items()} if end else {}
    seen: Seen | None = Seen.nothing(deal.players) if beliefs else None
    last: dict[str, Number] = {}
    prices = [(suit_sold(one.move), one.move.price) for one in made]
    for one, (suit, price), later in zip(made, prices, following(prices), strict=True):
        seen = seen and seen.after(one.move)
        if suit is not None and price is not None:
            last[suit] = price
        spectator = deal.beliefs(seen, None)
        by = {
            player: worth
            for player in one.move[:2]
            if player is not None and (worth := then(deal, seen, one.move, player, rule)) is not None
        }
        yield Valued(
            one,
            suit,
            spectator.chance(suit) if spectator is not None and suit is not None else None,
            implied(last, suit) if suit is not None else None,
            by,
            hindsight(goal, held, one.move, rule) if goal is not None else {},
            None if None in {goal, suit} else rule.per_goal_card if suit == goal else 0,
            later,
        )


def of_trades(analysis: Analysis) -> Iterator[Record]:
    """The rows of the trades of a round."""
    if analysis.document.text().strip():
        yield Record(
            0, ((*one.made.span, (Said(*map(_rounded, _row(one))),)) for one in valued(played(analysis)))
        )


def _row(one: Valued) -> Iterator[str | Number | None]:
    made, sides = one.made, (one.made.move.buyer or "", one.made.move.seller or "")
    yield from (
        made.number,
        made.time,
        made.buyer,
        made.seller,
        one.suit,
        made.price,
        one.chance,
        one.implied,
    )
    worths = [one.by.get(side) for side in sides]
    yield from (worth and worth.chance for worth in worths)
    yield from (worth and worth.value for worth in worths)
    for each in (one.edges, one.brought, one.profits):
        yield from map(each.get, sides)
    yield from (one.markout(), one.markout(FEW))


def _rounded(value: str | Number | None) -> str | Number | None:
    """A number with as many digits as are the same on every machine."""
    return plain(round(value, 6)) if isinstance(value, float) else value


def _by_side(round_: Played) -> Iterator[Said]:
    """Two rows a trade: one for the buyer, one for the seller."""
    for one in valued(round_, beliefs=False):
        buyer, seller = one.made.move[:2]
        markout = one.markout()
        for player, other, sign in ((buyer, seller, 1), (seller, buyer, -1)):
            if player is not None and one.card is not None and (price := one.made.move.price) is not None:
                most = sign * (one.brought[player] - one.card) if player in one.brought else None
                gained = None if markout is None else sign * markout
                profit = sign * (one.card - price)
                yield Said(player, other, one.suit, profit, most, gained)


BY_SIDE = told_of("profits", _by_side)
"""What each trade brought those who made it, in hindsight."""
