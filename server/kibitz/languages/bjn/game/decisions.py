"""The decisions of players: the likely one, the advised one, and the cost of another. No positions, no text.

Basic strategy is a published table. :mod:`.expectation` computes the value of each play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from operator import add, mul
from typing import NamedTuple

import tomli

from kibitz.core.bounds import SOME
from kibitz.core.data import read_data
from kibitz.core.memory import latest
from kibitz.languages.bjn.game.expectation import (
    ANY,
    House,
    Shoe,
    Wins,
    allowed,
    best_total,
    from_full_shoe,
    full_shoe,
    house_of,
    surrendered,
    with_changes,
)
from kibitz.languages.bjn.game.model import DEALER, PIPS, Entry, Event, Hand, Table
from kibitz.languages.bjn.game.play import left_by_value, legal_actions, play

_MEANT = {"h": "^", "s": "_", "d": "!", "e": "!", "p": "/"}
ADVISED = 40.0
"""The weight of the best play, compared with those of other plays."""
_ELSE = {"^": 4.0, "_": 4.0, "!": 1.0, "/": 2.0}


def chances(table: Table, seat: int, hand: Hand) -> dict[str, float]:
    """Return the probabilities of a hit `^`, a stand `_`, a double `!` and a split `/`, as far as the rules allow them.

    The best play by totals and the dealer's upcard is the likeliest. Without values, the table of basic strategy decides.
    """
    legal = legal_actions(table, seat, hand) + "_"
    worth = from_full_shoe(table, seat, hand)
    advised = max(worth, key=lambda play: worth[play]) if worth else advice(table, hand, legal)
    # A surrender is written as a stand.
    advised = advised.replace("r", "_")
    weights = {advised: ADVISED} | {play: _weight(play, hand) for play in legal if play != advised}
    whole = sum(weights.values())
    return {play: weight / whole for play, weight in weights.items()}


def _weight(play: str, hand: Hand) -> float:
    """Return the weight of a play, which is low if no player would choose it."""
    absurd = (play == "_" and hand.pips < 12 and hand.total < 17) or (play in "^!" and hand.pips > 16)
    return _ELSE[play] / 50 if absurd else _ELSE[play]


def surrenders(table: Table, seat: int, hand: Hand) -> bool:
    """Return whether a late surrender is the best play, by the totals alone."""
    worth = from_full_shoe(table, seat, hand)
    return "r" in worth and max(worth.values()) == worth["r"]


def advice(table: Table, hand: Hand, legal: str) -> str:
    """Return the advised play among the legal ones, given the dealer's upcard."""
    column = shown(table) - 2
    if column < 0:
        column = 8
    pips = PIPS.get(hand.cards[0], 0) if hand.cards else 0
    rows = _rows(table.setup.plays("h17"), table.setup.plays("nodas"))
    if "/" in legal and pips in rows["pair"]:
        letter = rows["pair"][pips][column]
    elif hand.soft:
        letter = rows["soft"][min(max(hand.total, 12), 20)][column]
    else:
        letter = rows["hard"][min(max(hand.total, 8), 17)][column]
    play = _MEANT[letter]
    if play in legal:
        return play
    return "_" if letter == "e" else "^"


def shown(table: Table) -> int:
    """Return the value of the dealer's upcard, 11 for an ace, or 0 if there is none."""
    up = table.up
    return 11 if up == 1 else up


@cache
def _rows(h17: bool, nodas: bool) -> dict[str, dict[int, str]]:
    """Return the strategy table for the rules of a house: rows for hard hands, soft hands and pairs."""
    source = tomli.loads(read_data("kibitz.languages.bjn", "data/strategy.toml"))
    others = [source[name] for name, holds in (("h17", h17), ("nodas", nodas)) if holds]
    return {
        kind: {int(key): row for part in (source, *others) for key, row in part.get(kind, {}).items()}
        for kind in ("hard", "soft", "pair")
    }


DOUBT = 1.2
"""Error bound of a difference between two plays, as a factor.

The other factor is the square of the summed changes in the shares of cards, plus the share of a single card. In 60,000 hands, with
shoes of all sizes and depths, a factor of 0.65 was enough for the better of two plays.
"""
SPLITS = 4
"""The factor on :data:`DOUBT` for a pair that may be split. The measured need is 2.45 at most."""
_Held = tuple[str, bool, int]
"""A play, whether the hand has an ace, and its total with every ace as one."""


def nearly(
    table: Table, hand: Hand, shoe: Shoe, usual: Mapping[str, float]
) -> tuple[Mapping[str, float], float]:
    """Return estimates of the values of plays for a shoe, and the error bound of a difference between two of them.

    `usual` are the values by the totals alone.
    """
    full = full_shoe(table.setup.decks, table.up)
    cards, left = sum(full), max(1, sum(shoe))
    rarer = [before / cards - now / left for before, now in zip(full, shoe, strict=True)]
    effects = _effects(full, table.up, house_of(table.setup.rules))
    found = {
        play: value + sum(map(mul, rarer, effects[play, hand.ace, hand.pips]))
        for play, value in usual.items()
    }
    return found, DOUBT * (SPLITS if "/" in usual else 1) * (sum(map(abs, rarer)) ** 2 + 1 / left)


@latest(SOME)
def _effects(full: Shoe, up: int, house: House) -> Mapping[_Held, Sequence[float]]:
    """Return how much each play gains per share of the shoe that a card value loses, listed by the value less one."""
    cards, (now, changes) = sum(full), with_changes(full, up, house)
    usually = _put_back([count / cards for count in full], now, up, house)
    less = []
    for gone, change in enumerate(changes):
        shares = [(count - (at == gone)) / (cards - 1) for at, count in enumerate(full)]
        less.append(_put_back(shares, [*map(add, now, change)], up, house))
    return {held: [(cards - 1) * (one[held] - value) for one in less] for held, value in usually.items()}


def _put_back(shares: Sequence[float], wins: Wins, up: int, house: House) -> Mapping[_Held, float]:
    """Return the values of plays if cards keep their shares while they are drawn."""
    hard: list[float] = [*[wins[0]] * 16, *wins, *[-1.0] * 10]
    stand = [hard, [*hard[10:22], *hard[12:]]]
    best, second = [[*those] for those in stand], [[*those] for those in stand]
    found, given_up = dict[_Held, float](), surrendered(shares, up, house)

    def drawn(then: Sequence[Sequence[float]], ace: bool, pips: int) -> float:
        value: float = sum(map(mul, shares, [then[True][pips + 1], *then[ace][pips + 2 : pips + 11]]))
        return value

    for pips in range(20, 0, -1):
        for ace in (False, True):
            stays, goes_on, twice = stand[ace][pips], drawn(best, ace, pips), 2 * drawn(stand, ace, pips)
            best[ace][pips] = second[ace][pips] = max(stays, goes_on)
            if house.das and best_total(pips, ace) in (house.doubled or ANY):
                second[ace][pips] = max(best[ace][pips], twice)
            for action, value in zip("_^!r", (stays, goes_on, twice, given_up), strict=True):
                found[action, ace, pips] = value
            if pips <= 10:
                found["/", ace, 2 * pips] = 2 * drawn(stand if ace else second, ace, pips)
    return found


DID = {"_": "stood", "^": "hit", "!": "doubled", "/": "split", "r": "surrendered"}
OTHERS = {"_": "standing", "^": "a hit", "!": "a double", "/": "a split", "r": "a surrender"}
_PAIRS = {1: "aces", 10: "tens"}
SLIGHT = 0.01
"""The cost up to which a decision counts as good as the best."""


class _Choice(NamedTuple):
    entry: int
    seat: int
    hand: Hand
    chosen: str
    table: Table


class Decision(_Choice):
    """A decision of a player: to stand `_`, hit `^`, double `!`, split `/` or surrender `r`.

    `table` is the table before it, and `entry` the number of its entry.
    """

    @cached_property
    def legal(self) -> str:
        """The legal actions without standing."""
        return legal_actions(self.table, self.seat, self.hand)

    @cached_property
    def _shoe(self) -> Shoe:
        return left_by_value(self.table)

    @cached_property
    def values(self) -> Mapping[str, float]:
        """The expected wins of the legal plays, in bets; empty if unknown."""
        found = allowed(self.table, self.seat, self.hand, self.legal, self._shoe)
        return found if self.chosen in found else {}

    @property
    def best(self) -> str:
        """The play with the highest expectation."""
        return max(self.values, key=lambda play: self.values[play])

    @cached_property
    def cost(self) -> float:
        """The cost of the decision, given the cards that have been seen."""
        if self.chosen not in self._usual:
            return 0.0
        nearly_worth, doubt = nearly(self.table, self.hand, self._shoe, self._usual)
        most = max(nearly_worth.values())
        close = {play for play, value in nearly_worth.items() if most - value <= doubt}
        if close <= {self.chosen}:
            # No other play can be better, whatever the exact values are.
            return 0.0
        among = close | {self.chosen}
        found = allowed(self.table, self.seat, self.hand, self.legal, self._shoe, among=among)
        return max(found.values()) - found[self.chosen] if found else 0.0

    @property
    def expected(self) -> float | None:
        """The expected win of the choice, if the player then plays on perfectly; None if it is unknown.

        It depends on the totals alone while only this hand has gone from the shoe. Over many hands that makes no difference.
        """
        return (self.values if self.table.gone else self._usual).get(self.chosen)

    @cached_property
    def _usual(self) -> Mapping[str, float]:
        """The expected wins by the totals alone, for a full shoe. They are equal for equal totals, and quick."""
        full = full_shoe(self.table.setup.decks, self.table.up)
        return allowed(self.table, self.seat, self.hand, self.legal, full, 0)

    @cached_property
    def advised(self) -> str:
        """The play of basic strategy."""
        late = self.table.setup.plays("surr")
        # The value of an early surrender is not computed.
        if surrenders(self.table, self.seat, self.hand) if late else self.chosen == "r":
            return "r"
        return advice(self.table, self.hand, self.legal + "_") if shown(self.table) else self.chosen

    @property
    def kind(self) -> str:
        """The kind of a deviation: a surrender, a split, a double, or whether to draw."""
        kinds = {"r": "surrender", "/": "split", "!": "double"}
        return next((kinds[one] for one in kinds if one in self.chosen + self.advised), "hit or stand")

    @property
    def situation(self) -> str:
        """The hand and the upcard: `16 against 10`, `soft 18 against an ace`, `a pair of 8s against 6`."""
        up = shown(self.table)
        against = "an ace" if up == 11 else str(up)
        cards = self.hand.cards
        pair = len(cards) == 2 and "/" in self.legal
        have = (
            f"a pair of {_PAIRS.get(PIPS[cards[0]], f'{PIPS[cards[0]]}s')}"
            if pair
            else f"{'soft ' * self.hand.soft}{self.hand.total}"
        )
        return f"{have} against {against}"

    def __str__(self) -> str:
        """Return `16 against 10: stood, −0.54; a hit gives −0.53`, or `…, the best play`."""
        chosen = f"{self.situation}: {DID[self.chosen]}, {signed(self.values[self.chosen])}"
        if self.best == self.chosen:
            return f"{chosen}, the best play"
        return f"{chosen}; {OTHERS[self.best]} gives {signed(self.values[self.best])}"


def signed(value: float) -> str:
    """Return a value with its sign: `+0.12`, `−0.54`."""
    return f"{value:+.2f}".replace("-", "−")


def decided(entries: Sequence[Entry], tables: Sequence[Table]) -> Iterator[Decision]:
    """Yield the decisions of players; `tables` are those after each entry."""
    for number, entry in enumerate(entries):
        if isinstance(entry, Event) and entry.actor != DEALER and number:
            yield from _of_event(number, entry, tables[number - 1])


def _of_event(number: int, event: Event, before: Table) -> Iterator[Decision]:
    hand = before.hand(event.actor, event.hand)
    if hand is None or hand.size < 2 or not (hand.known and (hand.open or hand.full)):
        return
    if event.action == "/" or (event.action in ("^", "!") and hand.open):
        yield Decision(number, event.actor, hand, event.action, before)
    elif not event.card and event.modifier == "_" and hand.open:
        gives_up = event.actor in before.given_up and hand.size == 2 and not hand.split
        yield Decision(number, event.actor, hand, "r" if gives_up else "_", before)
    if event.action == "^" and event.card and event.modifier == "_":
        # The event of the card also contains the decision to stand.
        after = play(before, event._replace(modifier=""))
        now = after.hand(event.actor, event.hand)
        if now and now.open:
            yield Decision(number, event.actor, now, "_", after)
