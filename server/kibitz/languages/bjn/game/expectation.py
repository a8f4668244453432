"""What a decision of a player is worth: the expected win, in bets, of each play the rules allow. No positions, no text.

The cards that nobody has seen are drawn one by one, exactly: the shoe changes with every card that is drawn. The
dealer's chances are exact for the shoe as it is and after one more card; of several cards the changes add up. What is
left out: a pair is split once only, and each hand of it is played for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from operator import mul, sub
from typing import NamedTuple

from kibitz.core.interest import pause
from kibitz.core.memory import latest
from kibitz.languages.bjn.game.model import DOUBLED, Setup
from kibitz.languages.bjn.game.scoring import left_in_shoe
from kibitz.languages.bjn.game.table import PIPS, Hand, Table
from kibitz.languages.bjn.game.turns import legal_actions

Shoe = tuple[int, ...]
"""How many cards are unseen that count 1, 2, … 10; the dealer's hidden card is one of them."""
FOLLOWED = 1
"""After so many cards that a player draws the dealer's chances are worked out; after more of them, their changes are
added up, which is off by less than 0.001 in a single deck."""
FEWEST = 20
"""With fewer cards the shoe may run out in the middle of a hand."""
SURRENDER = -0.5
"""What a late surrender is worth; of an early one nobody works it out."""
_BUST, _NATURAL = 22, 23
_Play = Callable[[int, bool], float]


class House(NamedTuple):
    """The rules that decide what a play is worth."""

    h17: bool = False
    """Whether the dealer draws on a soft 17."""
    das: bool = True
    """Whether a hand that a split made may be doubled."""
    peek: bool = True
    """Whether the dealer has looked for a blackjack before players decide."""
    doubled: tuple[int, ...] = ()
    """The totals that may be doubled; empty where any may."""


def values(table: Table, seat: int, hand: Hand, followed: int = FOLLOWED) -> Mapping[str, float]:
    """The expected win of standing `_`, a hit `^`, doubling `!`, splitting `/` and a late surrender `r`, as far as the rules allow them.

    Empty where that is not known: before both cards are dealt, or without a single open card of the dealer.
    """
    left = left_in_shoe(table)
    counts = [0] * 10
    for card, count in left.items():
        counts[PIPS[card] - 1] += max(0, count)
    return _allowed(table, seat, hand, tuple(counts), followed)


def from_full_shoe(table: Table, seat: int, hand: Hand) -> Mapping[str, float]:
    """The same by the totals alone: as if nothing but the dealer's open card had left the shoe."""
    up = PIPS.get(table.dealer.cards[0], 0) if table.dealer.cards else 0
    return _allowed(table, seat, hand, _full_shoe(table.setup.decks, up), FOLLOWED)


@cache
def _full_shoe(decks: int, up: int) -> Shoe:
    full = [4 * decks] * 9 + [16 * decks]
    if up:
        full[up - 1] -= 1
    return tuple(full)


def _allowed(table: Table, seat: int, hand: Hand, shoe: Shoe, followed: int) -> Mapping[str, float]:
    dealer = table.dealer
    if (
        not (dealer.hidden or table.setup.plays("nohole"))
        or len(dealer.cards) != 1
        or not (hand.known and dealer.known and hand.open)
    ):
        return {}
    up = PIPS.get(dealer.cards[0], 0)
    if not up or hand.size < 2 or sum(shoe) < FEWEST:
        return {}
    setup, legal = table.setup, legal_actions(table, seat, hand)
    house = _house(setup.rules) if setup.rules else House()
    pair = PIPS[hand.cards[0]] if "/" in legal else 0
    found = worth(shoe, up, hand.pips, hand.ace, pair, house, followed)
    allowed = {play: value for play, value in found if play == "_" or play in legal}
    if setup.plays("surr") and hand.size == 2 and not hand.split:
        allowed["r"] = SURRENDER
    return allowed


@lru_cache(maxsize=64)
def _house(rules: tuple[str, ...]) -> House:
    setup = Setup(1, 0, rules)
    looks = not (setup.plays("nopeek") or setup.plays("nohole"))
    return House(setup.plays("h17"), not setup.plays("nodas"), looks, DOUBLED.get(setup.first(DOUBLED), ()))


@latest(4096)
def worth(
    shoe: Shoe, up: int, pips: int, ace: bool, pair: int, house: House, followed: int = FOLLOWED
) -> tuple[tuple[str, float], ...]:
    """The expected win of each play of a hand with this total; `pair` is what each card of a pair counts, or 0."""
    game = _Game(shoe, up, house, followed)
    found = {"_": game.stand(pips, ace), "^": game.hit(pips, ace), "!": game.double(pips, ace)}
    if pair:
        found["/"] = 2 * game.split(pair)
    return tuple(found.items())


class _Game:
    """One decision, against one open card. The cards that the player draws are taken from the shoe, and put back."""

    def __init__(self, shoe: Shoe, up: int, house: House, followed: int) -> None:
        """`shoe` is the one before the decision."""
        self.shoe, self.up, self.house, self.followed = shoe, up, house, followed
        self.natural = {1: 10, 10: 1}.get(up, 0) if house.peek else 0
        """What the hidden card surely does not count, because the dealer has looked."""
        self._left, self._drawn = [*shoe], list[int]()
        """The shoe as it is, and the cards that are gone from it: what they count, less one."""
        self._order = 0
        """Those cards as a number, whatever their order."""
        self._now = wins(shoe, up, house)
        self._changes = [self._change(at) if followed and count else () for at, count in enumerate(shoe)]
        self._best: dict[tuple[int, int, bool], float] = {}

    def _change(self, *drawn: int) -> Sequence[float]:
        """By how much some cards that are gone change the expected win of each total."""
        left = tuple([count - drawn.count(at) for at, count in enumerate(self.shoe)])
        return [*map(sub, wins(left, self.up, self.house), self._now)]

    def stand(self, pips: int, ace: bool) -> float:
        """The expected win of a total against what the dealer may get."""
        total = pips + 10 if ace and pips <= 11 else pips
        now, drawn = self._now[total], self._drawn
        if 1 < len(drawn) <= self.followed:
            return now + self._change(*drawn)[total]
        return now + sum([self._changes[at][total] for at in drawn]) if self.followed else now

    def best(self, pips: int, ace: bool) -> float:
        """The expected win of whoever stands or draws, whatever is better."""
        soft = ace and pips <= 11
        if pips + 10 * soft >= (21 if soft else 18):
            return self.stand(pips, ace)
        key = (self._order, pips, ace)
        if key not in self._best:
            self._best[key] = max(self.stand(pips, ace), self.hit(pips, ace))
        return self._best[key]

    def hit(self, pips: int, ace: bool) -> float:
        return self._after(pips, ace, self.best)

    def double(self, pips: int, ace: bool) -> float:
        return 2 * self._after(pips, ace, self.stand)

    def split(self, pips: int) -> float:
        """The expected win of one of the two hands. Each ace gets one card."""
        return self._after(pips, pips == 1, self.stand if pips == 1 else self._second)

    def _second(self, pips: int, ace: bool) -> float:
        best = self.best(pips, ace)
        total = pips + 10 if ace and pips <= 11 else pips
        doubles = self.house.das and (not self.house.doubled or total in self.house.doubled)
        return max(best, self.double(pips, ace)) if doubles else best

    def _after(self, pips: int, ace: bool, go_on: _Play) -> float:
        """What it is worth to draw a card: by how likely each is."""
        left, drawn, bar = self._left, self._drawn, self.natural
        total = sum(left)
        free = total - left[bar - 1] if bar else total
        found = 0.0
        for at, count in enumerate(left):
            card = at + 1
            if count and free > (card != bar):
                chance = count / total
                if bar:
                    # The hidden card is none of those that would make a blackjack.
                    chance = count / (total - 1) * (1 if card == bar else (free - 1) / free)
                if pips + card > 21:
                    found -= chance
                    continue
                left[at] -= 1
                self._order += _PLACES[at]
                drawn.append(at)
                found += chance * go_on(pips + card, ace or card == 1)
                drawn.pop()
                self._order -= _PLACES[at]
                left[at] += 1
        return found


_PLACES = tuple(32**at for at in range(10))
"""What a card adds to the number of those that were drawn: nobody draws 32 that count the same."""


# The dealer


@latest(1024)
def wins(shoe: Shoe, up: int, house: House) -> Sequence[float]:
    """The expected win of each total up to 21 against what the dealer may get with a shoe. Decisions of a table share them."""
    ends = chances(shoe, up, house)
    return [
        ends[_BUST] + sum(ends[17:total]) - sum(ends[max(17, total + 1) : _BUST]) - ends[_NATURAL]
        for total in range(22)
    ]


def chances(shoe: Shoe, up: int, house: House) -> list[float]:
    """How likely the dealer gets 17 to 21, a bust (22) or a blackjack (23), by those numbers."""
    orders = _falling(sum(shoe))
    ways = [_falling(count) for count in shoe]
    hands, ended = _hands(up, house.h17)
    products = [1.0]
    for shorter, card, times in hands:
        products.append(products[shorter] * ways[card][times])
    found = [0.0] * 24
    for result, size, those, counts in ended:
        if number := sum(map(mul, map(products.__getitem__, those), counts)):
            found[result] += number / orders[size]
    if house.peek:
        known = 1 - found[_NATURAL]
        found = [chance / known if known > 0 else 0.0 for chance in found]
        found[_NATURAL] = 0.0
    return found


@lru_cache(maxsize=1024)
def _falling(count: int) -> tuple[float, ...]:
    """In how many ways so many cards can be drawn one after the other, for 0 to 21 of them."""
    found = [1.0]
    for drawn in range(21):
        found.append(found[-1] * max(0, count - drawn))
    return tuple(found)


_Hands = tuple[tuple[int, int, int], ...]
_Ended = tuple[tuple[int, int, tuple[int, ...], tuple[int, ...]], ...]


@cache
def _hands(up: int, h17: bool) -> tuple[_Hands, _Ended]:
    """The cards with which a dealer may end, whatever their order, as a tree.

    Each hand after the empty one is a shorter one and a card some times; the cards that count the least come first.
    With them go, for each result and number of cards, the hands that end so, and for each in how many orders its cards come.
    """
    # That takes up to 30 ms, once for each card.
    pause()
    orders = _orders(up, h17)
    numbers: dict[tuple[int, ...], int] = {(0,) * 10: 0}
    hands: list[tuple[int, int, int]] = []

    def number(drawn: tuple[int, ...]) -> int:
        if drawn not in numbers:
            card = max(at for at in range(10) if drawn[at])
            shorter = number((*drawn[:card], *(0,) * (10 - card)))
            hands.append((shorter, card, drawn[card]))
            numbers[drawn] = len(hands)
        return numbers[drawn]

    ended: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for (result, drawn), count in orders.items():
        ended.setdefault((result, sum(drawn)), []).append((number(drawn), count))
    return tuple(hands), tuple(
        (*key, tuple([hand for hand, _ in those]), tuple([count for _, count in those]))
        for key, those in ended.items()
    )


def _orders(up: int, h17: bool) -> dict[tuple[int, tuple[int, ...]], int]:
    """The results of a dealer with the cards drawn to them (how many that count 1, 2, …), and in how many orders."""
    ended: dict[tuple[int, tuple[int, ...]], int] = {}
    level: dict[tuple[int, ...], int] = {(0,) * 10: 1}
    while level:
        further: dict[tuple[int, ...], int] = {}
        for drawn, count in level.items():
            for card in range(10):
                after = (*drawn[:card], drawn[card] + 1, *drawn[card + 1 :])
                if result := _result(up, after, h17):
                    ended[result, after] = ended.get((result, after), 0) + count
                else:
                    further[after] = further.get(after, 0) + count
        level = further
    return ended


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
