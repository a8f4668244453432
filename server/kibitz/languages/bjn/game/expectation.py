"""What a decision of a player is worth: the expected win, in bets, of each play the rules allow. No positions, no text.

The cards that nobody has seen are drawn one by one, exactly: the shoe changes with every card that is drawn, and the
dealer's chances with it. What is left out: a pair is split once only, and each hand of it is played for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from kibitz.languages.bjn.game.play import PIPS, Hand, Table
from kibitz.languages.bjn.game.scoring import left_in_shoe
from kibitz.languages.bjn.game.turns import legal_actions

Shoe = tuple[int, ...]
"""How many cards are unseen that count 1, 2, … 10; the dealer's hidden card is one of them."""
FOLLOWED = 2
"""So many cards that a player draws change the dealer's chances; what further ones would change is less than 0.0005."""
FEWEST = 20
"""With fewer cards the shoe may run out in the middle of a hand."""
_BUST, _NATURAL = 22, 23
_Play = Callable[[Shoe, int, int, bool], float]


class House(NamedTuple):
    """The rules that decide what a play is worth."""

    h17: bool = False
    """Whether the dealer draws on a soft 17."""
    das: bool = True
    """Whether a hand that a split made may be doubled."""
    peek: bool = True
    """Whether the dealer has looked for a blackjack before players decide."""


def values(table: Table, seat: int, hand: Hand, followed: int = FOLLOWED) -> Mapping[str, float]:
    """The expected win of standing `_`, a hit `^`, doubling `!` and splitting `/`, as far as the rules allow them.

    Empty where that is not known: before both cards are dealt, or without a single open card of the dealer.
    """
    dealer = table.dealer
    if not dealer.hidden or len(dealer.cards) != 1 or not (hand.known and dealer.known and hand.open):
        return {}
    up, left = PIPS.get(dealer.cards[0], 0), left_in_shoe(table)
    shoe = tuple(sum(max(0, left[card]) for card in left if PIPS[card] == pips) for pips in range(1, 11))
    if not up or hand.size < 2 or sum(shoe) < FEWEST:
        return {}
    setup = table.setup
    house = House(setup.plays("h17"), not setup.plays("nodas"), not setup.plays("nopeek"))
    pair = PIPS[hand.cards[0]] if "/" in legal_actions(table, seat, hand) else 0
    found = worth(shoe, up, hand.pips, hand.ace, pair, house, followed)
    return {play: value for play, value in found if play in f"_{legal_actions(table, seat, hand)}"}


@lru_cache(maxsize=4096)
def worth(
    shoe: Shoe, up: int, pips: int, ace: bool, pair: int, house: House, followed: int = FOLLOWED
) -> tuple[tuple[str, float], ...]:
    """The expected win of each play of a hand with this total; `pair` is what each card of a pair counts, or 0."""
    game = _Game(up, house, followed)
    found = {"_": game.stand(shoe, 0, pips, ace), "^": game.hit(shoe, 0, pips, ace)}
    found["!"] = game.double(shoe, 0, pips, ace)
    if pair:
        found["/"] = 2 * game.split(shoe, pair)
    return tuple(found.items())


class _Game:
    """One decision, against one open card."""

    def __init__(self, up: int, house: House, followed: int) -> None:
        self.up, self.house, self.followed = up, house, followed
        self.natural = {1: 10, 10: 1}.get(up, 0) if house.peek else 0
        """What the hidden card surely does not count, because the dealer has looked."""
        self._dealt: dict[Shoe, list[float]] = {}
        self._best: dict[tuple[Shoe, int, bool], float] = {}
        self._seen: Shoe = ()

    def draws(self, shoe: Shoe) -> Iterator[tuple[int, float, Shoe]]:
        """What the next card may count, how likely, and the shoe without it."""
        total, bar = sum(shoe), self.natural
        free = total - shoe[bar - 1] if bar else total
        for pips, count in enumerate(shoe, start=1):
            if count and free > (pips != bar):
                chance = count / total
                if bar:
                    # The hidden card is none of those that would make a blackjack.
                    chance = count / (total - 1) * (1 if pips == bar else (free - 1) / free)
                yield pips, chance, (*shoe[: pips - 1], count - 1, *shoe[pips:])

    def stand(self, shoe: Shoe, drawn: int, pips: int, ace: bool) -> float:
        """The expected win of a total against what the dealer may get."""
        if pips > 21:
            return -1.0
        total = pips + 10 if ace and pips <= 11 else pips
        chances = self._chances(shoe, drawn)
        win = chances[_BUST] + sum(chances[17:total])
        return win - sum(chances[max(17, total + 1) : _BUST]) - chances[_NATURAL]

    def _chances(self, shoe: Shoe, drawn: int) -> list[float]:
        if drawn <= self.followed:
            self._seen = shoe
        found = self._dealt.get(self._seen)
        if found is None:
            found = self._dealt[self._seen] = chances(self._seen, self.up, self.house)
        return found

    def best(self, shoe: Shoe, drawn: int, pips: int, ace: bool) -> float:
        """The expected win of whoever stands or draws, whatever is better."""
        if pips > 21:
            return -1.0
        key = (shoe, pips, ace)
        if key not in self._best:
            soft = ace and pips <= 11
            found = self.stand(shoe, drawn, pips, ace)
            if pips + 10 * soft < (21 if soft else 18):
                found = max(found, self.hit(shoe, drawn, pips, ace))
            self._best[key] = found
        return self._best[key]

    def hit(self, shoe: Shoe, drawn: int, pips: int, ace: bool) -> float:
        return self._after(shoe, drawn, pips, ace, self.best)

    def double(self, shoe: Shoe, drawn: int, pips: int, ace: bool) -> float:
        return 2 * self._after(shoe, drawn, pips, ace, self.stand)

    def split(self, shoe: Shoe, pips: int) -> float:
        """The expected win of one of the two hands. Each ace gets one card."""
        return self._after(shoe, 0, pips, pips == 1, self.stand if pips == 1 else self._second)

    def _second(self, shoe: Shoe, drawn: int, pips: int, ace: bool) -> float:
        best = self.best(shoe, drawn, pips, ace)
        return max(best, self.double(shoe, drawn, pips, ace)) if self.house.das else best

    def _after(self, shoe: Shoe, drawn: int, pips: int, ace: bool, go_on: _Play) -> float:
        found = 0.0
        for card, chance, rest in self.draws(shoe):
            seen = self._seen
            found += chance * go_on(rest, drawn + 1, pips + card, ace or card == 1)
            self._seen = seen
        return found


# The dealer


def chances(shoe: Shoe, up: int, house: House) -> list[float]:
    """How likely the dealer gets 17 to 21, a bust (22) or a blackjack (23), by those numbers."""
    total = sum(shoe)
    ways = [_falling(count) for count in shoe]
    orders = _falling(total)
    found = [0.0] * 24
    for result, cards, size, count in _hands(up, house.h17):
        product = float(count)
        for pips, times in cards:
            product *= ways[pips - 1][times]
        if product:
            found[result] += product / orders[size]
    if house.peek:
        known = 1 - found[_NATURAL]
        found = [chance / known if known > 0 else 0.0 for chance in found]
        found[_NATURAL] = 0.0
    return found


@lru_cache(maxsize=1024)
def _falling(count: int) -> tuple[int, ...]:
    """In how many ways so many cards can be drawn one after the other, for 0 to 21 of them."""
    found = [1]
    for drawn in range(21):
        found.append(found[-1] * max(0, count - drawn))
    return tuple(found)


@cache
def _hands(up: int, h17: bool) -> tuple[tuple[int, tuple[tuple[int, int], ...], int, int], ...]:
    """The hands that a dealer may end with: the result, the cards drawn, their number, in how many orders they come."""
    ended: dict[tuple[int, tuple[int, ...]], int] = {}
    level: dict[tuple[int, ...], int] = {(0,) * 10: 1}
    while level:
        further: dict[tuple[int, ...], int] = {}
        for drawn, count in level.items():
            for card in range(1, 11):
                after = (*drawn[: card - 1], drawn[card - 1] + 1, *drawn[card:])
                result = _result(up, after, h17)
                if result:
                    ended[result, after] = ended.get((result, after), 0) + count
                else:
                    further[after] = further.get(after, 0) + count
        level = further
    return tuple(
        (
            result,
            tuple((card, times) for card, times in enumerate(drawn, start=1) if times),
            sum(drawn),
            count,
        )
        for (result, drawn), count in ended.items()
    )


def _result(up: int, drawn: tuple[int, ...], h17: bool) -> int:
    """What the dealer has in the end; 0 as long as another card is drawn."""
    pips = up + sum(card * times for card, times in enumerate(drawn, start=1))
    soft = pips <= 11 and (up == 1 or drawn[0] > 0)
    total = pips + 10 * soft
    if total == 21 and sum(drawn) == 1:
        return _NATURAL
    if total > 21:
        return _BUST
    return 0 if total < 17 or (total == 17 and soft and h17) else total
