"""The decisions of players: the likely one, the advised one, and the cost of another. No positions, no text.

Basic strategy is a published table. :mod:`.expectation` computes the value of each play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

import tomli

from kibitz.core.data import read_data
from kibitz.languages.bjn.game.expectation import (
    allowed,
    from_full_shoe,
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
    def values(self) -> Mapping[str, float]:
        """The expected wins of the legal plays, in bets; empty if unknown."""
        found = allowed(self.table, self.seat, self.hand, self.legal, left_by_value(self.table))
        return found if self.chosen in found else {}

    @property
    def best(self) -> str:
        """The play with the highest expectation."""
        return max(self.values, key=lambda play: self.values[play])

    @property
    def cost(self) -> float:
        """The cost of the decision, given the cards that have been seen; 0 if it is unknown."""
        return max(self.values.values()) - self.values[self.chosen] if self.values else 0.0

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
