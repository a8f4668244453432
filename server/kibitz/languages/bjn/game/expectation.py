"""The expected win, in bets, of each play that the rules allow a player. No positions, no text.

The player's cards are drawn one by one from the unseen cards, so each of them changes the shoe. The dealer's chances
are exact for the current shoe and after one more card. The changes of further cards are added up.

A pair is split again as often as the rules allow and it pays, to four hands if no rule sets a limit. A player
decides by the cards of the hand alone. The sight of other hands of a split could only add to the value.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from functools import cache
from operator import add
from typing import NamedTuple

from kibitz.core.bounds import CACHED_VALUES, SOME
from kibitz.core.memory import latest
from kibitz.languages.bjn.game.dealer import House, Shoe, Wins, natural, with_changes
from kibitz.languages.bjn.game.model import DOUBLED, Setup
from kibitz.languages.bjn.game.scoring import left_by_value
from kibitz.languages.bjn.game.splitting import Shares, both_hands
from kibitz.languages.bjn.game.table import Hand, Table
from kibitz.languages.bjn.game.turns import legal_actions, more_splits

FOLLOWED = 1
"""Drawn cards of the player after which the dealer's chances are exact.

The changes of further cards are added up, with an error below 0.001 in a single deck.
"""
PLAYS = "_^!/"
FEWEST = 20
"""Fewest cards in a shoe with values. A smaller one may run out during a hand."""
SURRENDER = -0.5
"""The value of a late surrender, unless the dealer has a blackjack. The value of an early one is not computed."""


def values(table: Table, seat: int, hand: Hand, followed: int = FOLLOWED) -> Mapping[str, float]:
    """Return the expected wins of a stand `_`, a hit `^`, a double `!`, a split `/` and a late surrender `r`, as far as they are legal.

    The result is empty before both cards are dealt, or without a single upcard of the dealer.
    """
    return allowed(table, seat, hand, legal_actions(table, seat, hand), left_by_value(table), followed)


def from_full_shoe(table: Table, seat: int, hand: Hand) -> Mapping[str, float]:
    """Return the expected wins of plays for a full shoe without the upcard."""
    full = full_shoe(table.setup.decks, table.up)
    return allowed(table, seat, hand, legal_actions(table, seat, hand), full)


@cache
def full_shoe(decks: int, up: int) -> Shoe:
    """Return the full shoe without the upcard, whose value is 0 if there is none."""
    full = [4 * decks] * 9 + [16 * decks]
    if up:
        full[up - 1] -= 1
    return tuple(full)


def allowed(
    table: Table,
    seat: int,
    hand: Hand,
    legal: str,
    shoe: Shoe,
    followed: int = FOLLOWED,
    among: Container[str] = PLAYS,
) -> Mapping[str, float]:
    """Return the expected wins of the legal plays that are in `among`, for any shoe; a late surrender is always included."""
    dealer, setup = table.dealer, table.setup
    if (
        not (dealer.hidden or setup.plays("nohole"))
        or len(dealer.cards) != 1
        or not (hand.known and dealer.known and (hand.open or hand.full))
    ):
        return {}
    up = table.up
    if not up or hand.size < 2 or sum(shoe) < FEWEST:
        return {}
    house = house_of(setup)
    pair = hand.pips // 2 if "/" in legal else 0
    plays = "".join([play for play in f"_{legal}" if play in among])
    again = more_splits(table, seat, hand) if pair else 0
    found = dict(worth(shoe, up, hand.pips, hand.ace, pair, house, followed, plays, again))
    if setup.plays("surr") and hand.size == 2 and not hand.split:
        found["r"] = surrendered(shoe, up, house)
    return found


def surrendered(shoe: Sequence[float], up: int, house: House) -> float:
    """Return the value of a late surrender."""
    bar = natural(up)
    blackjack = shoe[bar] / sum(shoe) if bar >= 0 and not house.peek else 0.0
    return SURRENDER - blackjack / 2


def house_of(setup: Setup) -> House:
    """Return the house rules that affect values."""
    return _house(setup.rules) if setup.rules else House()


@latest(SOME)
def _house(rules: tuple[str, ...]) -> House:
    setup = Setup(1, 0, rules)
    looks = not (setup.plays("nopeek") or setup.plays("nohole"))
    doubled = DOUBLED.get(setup.first(DOUBLED), ())
    return House(setup.plays("h17"), not setup.plays("nodas"), looks, doubled, setup.plays("one"))


@latest(CACHED_VALUES)
def worth(
    shoe: Shoe,
    up: int,
    pips: int,
    ace: bool,
    pair: int,
    house: House,
    followed: int = FOLLOWED,
    plays: str = "_^!",
    again: int = 0,
) -> tuple[tuple[str, float], ...]:
    """Return the expected win of some plays of a hand with this total.

    `pair` is the value of each card of a pair, 0 for other hands. `again` is the number of further splits.
    """
    game = _Game(shoe, up, house, followed)

    def split(*_: object) -> float:
        return both_hands(shoe, pair, again, lambda gone: _one_of_pair(shoe, up, pair, house, followed, gone))

    how: dict[str, Callable[[int, bool], float]] = {
        "_": game.stand,
        "^": game.hit,
        "!": game.double,
        "/": split,
    }
    return tuple([(play, how[play](pips, ace)) for play in plays])


def _one_of_pair(shoe: Shoe, up: int, pair: int, house: House, followed: int, gone: int) -> Shares:
    """Return what one hand of a split pair adds to the expected win, after `gone` further cards of the pair have left the shoe."""
    left = (*shoe[: pair - 1], shoe[pair - 1] - gone, *shoe[pair:])
    bar = natural(up) if house.peek else -1
    looked = [1 - one[bar] / sum(one) if bar >= 0 else 1.0 for one in (left, shoe)]
    if not looked[1]:
        return Shares(0.0, 0.0)
    return Shares(*[one * looked[0] / looked[1] for one in _Game(left, up, house, followed).split(pair)])


_STAND, _BEST, _SECOND = range(3)
"""The ways to go on after the next card: to stand, to draw if that is better, or to double down as well."""


class _Game:
    """A decision against one upcard. The player's cards are taken from the shoe for a while, and put back."""

    def __init__(self, shoe: Shoe, up: int, house: House, followed: int) -> None:
        """Start from `shoe`, the one before the decision."""
        self.up, self.house, self.followed = up, house, followed
        self._hidden = natural(up) if house.peek else -1
        """The value, less one, that the hole card can't have because the dealer has looked; -1 if unknown."""
        self._left, self._total = [*shoe], sum(shoe)
        """The current shoe, and its number of cards at the start."""
        self._now, changes = with_changes(shoe, up, house)
        self._changes = changes if followed else _NONE
        self._alike = -1
        """The value, less one, of a second card that is left out because it would lead to another split; -1 for none."""
        self._known: dict[int, float] = {}
        """The values so far, by the drawn cards and the way to go on."""

    def stand(self, pips: int, ace: bool) -> float:
        return self._now[_row(best_total(pips, ace))]

    def hit(self, pips: int, ace: bool) -> float:
        return self._begin(pips, ace, _BEST)

    def double(self, pips: int, ace: bool) -> float:
        return 2 * self._begin(pips, ace, _STAND)

    def split(self, pips: int) -> tuple[float, float]:
        """Return the expected win of one hand of a split: the share of the second cards that make no new pair, and of all."""
        then = _STAND if pips == 1 and self.house.one else _SECOND
        every = self._begin(pips, pips == 1, then)
        self._alike = pips - 1
        unlike = self._after(pips, pips == 1, then, self._now, 0, 0)
        self._alike = -1
        return unlike, every

    def _begin(self, pips: int, ace: bool, then: int) -> float:
        self._known.clear()
        return self._after(pips, ace, then, self._now, 0, 0)

    def _after(self, pips: int, ace: bool, then: int, now: Wins, depth: int, drawn: int) -> float:
        """Return the expected win after one more card and the play `then`.

        `now` are the expected wins of totals after `depth` drawn cards; `drawn` identifies these cards in any order.
        """
        left, hidden, changes, known = self._left, self._hidden, self._changes, self._known
        counts: list[float] = [*left]
        total = self._total - depth
        each = 1 / total
        if hidden >= 0:
            # The hole card does not make a blackjack, so the other cards have one fewer to come.
            free, barred = total - left[hidden], left[hidden]
            each = 1 / (total - 1)
            if free > 1:
                counts[hidden], each = barred * free / (free - 1), each * (free - 1) / free
            else:
                counts = [0.0] * 10
                counts[hidden] = barred
        if not depth and self._alike >= 0:
            counts[self._alike] = 0.0
        alike = not 0 < depth < self.followed
        room, ends, goes_on = _PARTS[then if alike else _SECOND][ace][pips]
        found = -sum(counts[room:])
        for at, row in ends:
            found += counts[at] * (now[row] + changes[at][row])
        for at, row, done in goes_on:
            if count := counts[at]:
                after = drawn + _PLACES[at]
                value = known.get(after + then)
                if value is None:
                    left[at] -= 1
                    value = known[after + then] = self._with(
                        at, row, done, pips + at + 1, ace or not at, then, now, depth, after
                    )
                    left[at] += 1
                found += count * value
        return found * each

    def _with(
        self,
        at: int,
        row: int,
        done: bool,
        pips: int,
        ace: bool,
        then: int,
        now: Wins,
        depth: int,
        drawn: int,
    ) -> float:
        """Return the value after a card has been drawn; `at` is its value, less one."""
        if 0 < depth < self.followed:
            now, _ = with_changes(tuple(self._left), self.up, self.house)
        elif self.followed:
            now = [*map(add, now, self._changes[at])]
        found = now[row]
        # Too few cards avoid a bust: a stand is worth at least as much as a draw in which all of these win.
        vain = 15 < pips < 18 and 2 * sum(self._left[: 21 - pips]) <= (found + 1) * (self._total - depth - 2)
        if then != _STAND and not (done or vain):
            found = max(found, self._after(pips, ace, _BEST, now, depth + 1, drawn))
        if then == _SECOND and self.house.das and best_total(pips, ace) in (self.house.doubled or ANY):
            found = max(found, 2 * self._after(pips, ace, _STAND, now, depth + 1, drawn))
        return found


def best_total(pips: int, ace: bool) -> int:
    """Return the total of cards; `pips` is the total with every ace as one."""
    return pips + 10 if ace and pips <= 11 else pips


def _row(total: int) -> int:
    """Return the index of the expected win of a total."""
    return max(0, total - 16)


class _Part(NamedTuple):
    """The cards that a player may draw to a total."""

    room: int
    """The highest value that does not bust the hand."""
    ends: list[tuple[int, int]]
    """The last cards of a hand: their value less one, and the index of the new total's expected win."""
    goes_on: list[tuple[int, int, bool]]
    """The other cards, likewise, and whether another draw is out of the question."""


def _part(then: int, ace: bool, pips: int) -> _Part:
    part = _Part(max(0, min(21 - pips, 10)), [], [])
    for at in range(part.room):
        total = best_total(pips + at + 1, ace or not at)
        done = total == 21 or pips + at + 1 >= 18
        if then == _STAND or (done and then == _BEST):
            part.ends.append((at, _row(total)))
        else:
            part.goes_on.append((at, _row(total), done))
    return part


_PARTS = [
    [[_part(then, ace, pips) for pips in range(22)] for ace in (False, True)]
    for then in (_STAND, _BEST, _SECOND)
]
ANY = range(22)
"""All totals, for houses that allow any double."""
_NONE = ((0.0,) * 6,) * 10
_PLACES = tuple(3 * 32**at for at in range(10))
"""The factor of each value in the number of the drawn cards; each has room for 31."""
