"""What a decision of a player is worth: the expected win, in bets, of each play the rules allow. No positions, no text.

The cards that nobody has seen are drawn one by one, exactly: the shoe changes with every card that is drawn. The
dealer's chances are exact for the shoe as it is and after one more card; of several cards the changes add up. What is
left out: a pair is split once only, and each hand of it is played for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from operator import add, mul

from kibitz.core.memory import latest
from kibitz.languages.bjn.game.dealer import House, Shoe, Wins, changes, wins
from kibitz.languages.bjn.game.model import DOUBLED, Setup
from kibitz.languages.bjn.game.scoring import left_in_shoe
from kibitz.languages.bjn.game.table import PIPS, Hand, Table
from kibitz.languages.bjn.game.turns import legal_actions

FOLLOWED = 1
"""After so many cards that a player draws the dealer's chances are worked out; after more of them, their changes are
added up, which is off by less than 0.001 in a single deck."""
PLAYS = "_^!/"
FEWEST = 20
"""With fewer cards the shoe may run out in the middle of a hand."""
SURRENDER = -0.5
"""What a late surrender is worth; of an early one nobody works it out."""
_Play = Callable[[int, bool, Wins, int], float]


def values(
    table: Table, seat: int, hand: Hand, followed: int = FOLLOWED, among: str = PLAYS
) -> Mapping[str, float]:
    """The expected win of standing `_`, a hit `^`, doubling `!`, splitting `/` and a late surrender `r`, as far as the rules allow them
    and they are `among` those that are asked for; a surrender always is.

    Empty where that is not known: before both cards are dealt, or without a single open card of the dealer.
    """
    left = left_in_shoe(table)
    counts = [0] * 10
    for card, count in left.items():
        counts[PIPS[card] - 1] += max(0, count)
    return _allowed(table, seat, hand, tuple(counts), followed, among)


def from_full_shoe(table: Table, seat: int, hand: Hand, followed: int = FOLLOWED) -> Mapping[str, float]:
    """The same by the totals alone: as if nothing but the dealer's open card had left the shoe."""
    up = PIPS.get(table.dealer.cards[0], 0) if table.dealer.cards else 0
    return _allowed(table, seat, hand, _full_shoe(table.setup.decks, up), followed)


@cache
def _full_shoe(decks: int, up: int) -> Shoe:
    full = [4 * decks] * 9 + [16 * decks]
    if up:
        full[up - 1] -= 1
    return tuple(full)


def _allowed(
    table: Table, seat: int, hand: Hand, shoe: Shoe, followed: int, among: str = PLAYS
) -> Mapping[str, float]:
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
    plays = "".join([play for play in PLAYS if play in among and (play == "_" or play in legal)])
    allowed = dict(worth(shoe, up, hand.pips, hand.ace, pair, house, followed, plays))
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
    shoe: Shoe,
    up: int,
    pips: int,
    ace: bool,
    pair: int,
    house: House,
    followed: int = FOLLOWED,
    plays: str = "_^!",
) -> tuple[tuple[str, float], ...]:
    """The expected win of some plays of a hand with this total; `pair` is what each card of a pair counts, if it is one."""
    game = _Game(shoe, up, house, followed)
    how = {"_": game.stands, "^": game.hit, "!": game.double, "/": lambda *_: 2 * game.split(pair)}
    return tuple([(play, how[play](pips, ace)) for play in plays])


class _Game:
    """One decision, against one open card. The cards that the player draws are taken from the shoe, and put back."""

    def __init__(self, shoe: Shoe, up: int, house: House, followed: int) -> None:
        """`shoe` is the one before the decision."""
        self.up, self.house, self.followed = up, house, followed
        self.natural = {1: 10, 10: 1}.get(up, 0) if house.peek else 0
        """What the hidden card surely does not count, because the dealer has looked."""
        self._left, self._total = [*shoe], sum(shoe)
        """The shoe as it is."""
        self._drawn = 0
        """The cards that are gone from it, as a number, whatever their order."""
        self._now = wins(shoe, up, house)
        self._changes = changes(shoe, up, house) if followed else ()
        self._best: dict[tuple[int, int, bool], float] = {}

    def stand(self, pips: int, ace: bool, now: Wins, depth: int) -> float:
        """The expected win of a total, where `now` tells those of all, after `depth` cards."""
        total = pips + 10 if ace and pips <= 11 else pips
        return now[total - 16 if total > 16 else 0]

    def best(self, pips: int, ace: bool, now: Wins, depth: int) -> float:
        """The expected win of whoever stands or draws, whatever is better."""
        total = pips + 10 if ace and pips <= 11 else pips
        stands = now[total - 16 if total > 16 else 0]
        if total == 21 or pips >= 18:
            return stands
        key = (self._drawn, pips, ace)
        if (found := self._best.get(key)) is None:
            found = self._best[key] = max(stands, self._after(pips, ace, self.best, now, depth))
        return found

    def stands(self, pips: int, ace: bool) -> float:
        return self.stand(pips, ace, self._now, 0)

    def hit(self, pips: int, ace: bool) -> float:
        return self._after(pips, ace, self.best, self._now, 0)

    def double(self, pips: int, ace: bool) -> float:
        return 2 * self._after(pips, ace, self.stand, self._now, 0)

    def split(self, pips: int) -> float:
        """The expected win of one of the two hands. Each ace gets one card."""
        return self._after(pips, pips == 1, self.stand if pips == 1 else self._second, self._now, 0)

    def _second(self, pips: int, ace: bool, now: Wins, depth: int) -> float:
        best = self.best(pips, ace, now, depth)
        total = pips + 10 if ace and pips <= 11 else pips
        doubles = self.house.das and (not self.house.doubled or total in self.house.doubled)
        return max(best, 2 * self._after(pips, ace, self.stand, now, depth)) if doubles else best

    def _after(self, pips: int, ace: bool, go_on: _Play, now: Wins, depth: int) -> float:
        """What it is worth to draw a card: by how likely each is."""
        left, total, bar = self._left, self._total, self.natural
        chances = [1 / total] * 10
        if bar:
            # The hidden card is none of those that would make a blackjack.
            free = total - left[bar - 1]
            chances = [(free - 1) / free / (total - 1) if free else 0.0] * 10
            chances[bar - 1] = 1 / (total - 1) if free else 0.0
        room = min(21 - pips, 10)
        found: float = -sum(map(mul, left[room:], chances[room:]))
        for at in range(room):
            if not (count := left[at]) or not chances[at]:
                continue
            left[at] -= 1
            self._total -= 1
            self._drawn += _PLACES[at]
            found += (
                count
                * chances[at]
                * go_on(pips + at + 1, ace or not at, self._then(now, at, depth), depth + 1)
            )
            self._drawn -= _PLACES[at]
            self._total += 1
            left[at] += 1
        return found

    def _then(self, now: Wins, at: int, depth: int) -> Wins:
        """The expected win of each total when one more card is gone."""
        if 0 < depth < self.followed:
            return wins(tuple(self._left), self.up, self.house)
        return [*map(add, now, self._changes[at])] if self.followed else now


_PLACES = tuple(32**at for at in range(10))
"""What a card adds to the number of those that were drawn: nobody draws 32 that count the same."""
