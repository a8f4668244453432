"""The expected win, in bets, of each play that the rules allow a player. No positions, no text.

The player's cards are drawn one by one from the unseen cards, so each of them changes the shoe. The dealer's chances
are exact for the current shoe and after one more card. The changes of further cards are added up.

A pair is split again as often as the rules allow and it pays, to four hands if no rule sets a limit. A player
decides by the cards of the hand alone. The sight of other hands of a split could only add to the value.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain
from operator import add, itemgetter, mul
from typing import NamedTuple

from kibitz.core.bounds import CACHED_VALUES, SOME
from kibitz.core.memory import latest
from kibitz.languages.bjn.game.model import DOUBLED, Hand, Setup, Table
from kibitz.languages.bjn.game.play import left_by_value, legal_actions, more_splits

Shoe = tuple[int, ...]
"""The number of unseen cards with the values 1, 2, … 10, the hole card among them."""
Wins = Sequence[float]
"""The expected wins of six totals against the dealer: 16 and less, 17, 18, 19, 20 and 21."""
Pick = Callable[[Sequence[float]], tuple[float, ...]]
"""A function that picks some elements of a list."""
_MOST = 21
"""The most cards that a dealer can draw."""


class House(NamedTuple):
    """The rules that affect the values of plays."""

    h17: bool = False
    """Whether the dealer draws on a soft 17."""
    das: bool = True
    """Whether a hand after a split may be doubled."""
    peek: bool = True
    """Whether the dealer has looked for a blackjack before players decide."""
    doubled: tuple[int, ...] = ()
    """The totals that may be doubled; empty if all may."""
    one: bool = False
    """Whether each ace of a split gets only one card."""


@latest(SOME)
def with_changes(shoe: Shoe, up: int, house: House) -> tuple[Wins, Sequence[Wins]]:
    """Return the expected wins of totals for a shoe, and their changes after one more card has gone.

    The changes are listed by the value of that card, less one; they mean nothing for a value that has run out. A dealer's hand is as
    likely after a card has gone as before it, if that card were the next one. So no hand is computed twice.
    """
    cards, bar, hands = sum(shoe), natural(up), _hands(up, house.h17)
    ways, drawn = [1.0], [*chain.from_iterable(map(_falling, shoe))]
    for others, some in hands.tree:
        ways.append(ways[others] * drawn[some])
    held = hands.held([*map(mul, ways, _before_another(up, house.h17, cards))])
    ends = []
    for border in hands.borders:
        *holds, whole = [sum(held[those]) for those in border]
        gone = [cards * (whole - hold / (left or 1)) for hold, left in zip(holds, shoe, strict=True)]
        ends.append([*gone, cards * whole - sum(holds)])
    likely = [0.0] * 11
    if bar >= 0:
        likely = [*[(shoe[bar] - (at == bar)) / (cards - 1) for at in range(10)], shoe[bar] / cards]
        if house.peek:
            # A sure blackjack leaves nothing to win or lose.
            none = [1 / (1 - one) if one < 1 else 0.0 for one in likely]
            ends, likely = [[*map(mul, end, none)] for end in ends], [0.5 * (one >= 1) for one in likely]
    wins = [[1 - 2 * (sum(column) + one) for one, *column in zip(likely, *ends, strict=True)]]
    for lower, end in zip(([0.0] * 11, *ends), ends, strict=False):
        wins.append([*map(add, wins[-1], map(add, lower, end))])
    less = zip(*[[win - now for win in each] for *each, now in wins], strict=True)
    return [now for *_, now in wins], [*less]


def natural(up: int) -> int:
    """Return the value, less one, of a hole card that makes a blackjack with an upcard, or -1."""
    return {1: 9, 10: 0}.get(up, -1)


@latest(CACHED_VALUES)
def _falling(count: int) -> tuple[float, ...]:
    """Return the number of ways to draw 0 to 21 of a number of cards, one after the other."""
    return (1.0, *accumulate([float(max(0, count - drawn)) for drawn in range(_MOST)], mul))


Drawn = tuple[int, ...]
"""The number of cards with the values 1, 2, … 10, in any order."""
_NOTHING: Drawn = (0,) * 10


class _Hands(NamedTuple):
    """The final hands of a dealer, grouped by result, without blackjacks and busts."""

    tree: list[tuple[int, int]]
    """The two parts of each hand, by its number: a smaller hand, and cards of one value.

    The empty hand comes first and is not listed. The cards are an index into the ways of drawing all cards.
    """
    orders: list[int]
    """The number of orders for each hand in which the dealer draws up to the last card; 0 for a hand that is only a part."""
    sizes: Pick
    """A function that picks, for each hand, the element for its number of cards."""
    held: Pick
    """A function that picks the hands of each result: for each value those that hold it, once for each card, and then all."""
    borders: list[list[slice]]
    """The slices of `held` for each result: one for each value, and one for all hands."""


@latest(SOME)
def _hands(up: int, h17: bool) -> _Hands:
    # This takes some milliseconds for each upcard.
    ends: list[dict[Drawn, int]] = [{} for _ in range(5)]
    level = {_NOTHING: 1}
    while level:
        further: dict[Drawn, int] = {}
        for drawn, orders in level.items():
            pips, ace = up + sum(map(mul, drawn, range(1, 11))), up == 1 or drawn[0] > 0
            for card in range(min(10, 21 - pips)):
                result = _result(pips + card + 1, ace or not card, h17)
                if drawn is not _NOTHING or result < 21:
                    after = (*drawn[:card], drawn[card] + 1, *drawn[card + 1 :])
                    found = ends[result - 17] if result else further
                    found[after] = found.get(after, 0) + orders
        level = further
    numbers, tree = {_NOTHING: 0}, list[tuple[int, int]]()

    def number(drawn: Drawn) -> int:
        if drawn not in numbers:
            card = next(at for at, times in enumerate(drawn) if times)
            others = number((*drawn[:card], 0, *drawn[card + 1 :]))
            numbers[drawn] = len(numbers)
            tree.append((others, card * (_MOST + 1) + drawn[card]))
        return numbers[drawn]

    held, borders = list[int](), list[list[slice]]()
    for end in ends:
        numbered = [*map(number, end)]
        borders.append([])
        for times in (*zip(*end, strict=True), [1] * len(end)):
            start = len(held)
            for at, many in zip(numbered, times, strict=True):
                held += [at] * many
            borders[-1].append(slice(start, len(held)))
    in_orders = dict(chain.from_iterable(end.items() for end in ends))
    return _Hands(
        tree,
        [in_orders.get(drawn, 0) for drawn in numbers],
        itemgetter(*map(sum, numbers)),
        itemgetter(*held),
        borders,
    )


@latest(SOME)
def _before_another(up: int, h17: bool, cards: int) -> list[float]:
    """Return the probability of each hand per way of drawing its cards, one card before the end."""
    hands = _hands(up, h17)
    return [*map(mul, hands.orders, hands.sizes([1 / many if many else 0.0 for many in _falling(cards)[1:]]))]


def _result(pips: int, ace: bool, h17: bool) -> int:
    """Return the dealer's final total from a total with every ace as one, or 0 if the dealer draws again."""
    soft = ace and pips <= 11
    total = pips + 10 * soft
    return 0 if total < 17 or (total == 17 and soft and h17) else total


_EXACT = 2
"""Cards of the pair after which the value of a hand is exact. Differences extend it, with an error below 0.0001."""


class Shares(NamedTuple):
    """The part of one hand of a split in the expected win, by its second card."""

    unlike: float
    """The share of the second cards that make no new pair."""
    every: float
    """The share of all second cards, if a new pair is not split."""


class _Course(NamedTuple):
    """One way in which the second cards of all hands may come."""

    chance: float
    pairs: int
    """The number of them that made a pair, which was split."""
    others: int
    """The number of them that made none."""
    open: int
    """The number of hands without a second card that can be split no further."""


def both_hands(shoe: Shoe, pair: int, again: int, one: Callable[[int], Shares]) -> float:
    """Return the expected win of a split pair, if its hands are split again up to `again` times, or less often if that is better.

    `one` returns the shares of a hand after some further cards of the pair have gone.
    """
    left, cards = shoe[pair - 1], sum(shoe)

    def like(pairs: int, others: int) -> float:
        """Return how likely the next card is one of the pair, after some cards of each kind have gone."""
        return max(0, left - pairs) / (cards - pairs - others)

    @cache
    def shares(pairs: int, others: int) -> Shares:
        if not others:
            return one(pairs) if pairs <= _EXACT else _extended(one, pairs)
        before, chance = shares(pairs, others - 1), like(pairs, others - 1)
        if not 0 < chance < 1:
            return before
        after = shares(pairs + 1, others - 1)
        return Shares(*[(b - chance * a) / (1 - chance) for b, a in zip(before, after, strict=True)])

    def value(splits: int) -> float:
        found = 0.0
        for chance, pairs, others, open_ in _courses(like, splits, _Course(1.0, 0, 0, 2)):
            if others:
                found += chance * others * shares(pairs, others - 1).unlike / (1 - like(pairs, others - 1))
            if open_:
                found += chance * open_ * shares(pairs, others).every
        return found

    return max(map(value, range(again + 1)))


def _extended(one: Callable[[int], Shares], pairs: int) -> Shares:
    """Return the shares of a hand after more cards than are followed, by the differences of those before."""
    at = pairs - _EXACT
    last = zip(*map(one, range(_EXACT - 2, _EXACT + 1)), strict=True)
    return Shares(*[c + at * (c - b) + at * (at + 1) / 2 * (c - 2 * b + a) for a, b, c in last])


def _courses(like: Callable[[int, int], float], splits: int, course: _Course) -> Iterator[_Course]:
    """Yield the ways in which the remaining second cards may come, with `splits` to go."""
    chance, pairs, others, open_ = course
    if not (open_ and splits):
        yield course
        return
    if one := like(pairs, others):
        yield from _courses(like, splits - 1, _Course(chance * one, pairs + 1, others, open_ + 1))
    if one < 1:
        yield from _courses(like, splits, _Course(chance * (1 - one), pairs, others + 1, open_ - 1))


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
    house = house_of(setup.rules)
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


@latest(SOME)
def house_of(rules: tuple[str, ...]) -> House:
    """Return the house rules that affect values."""
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
