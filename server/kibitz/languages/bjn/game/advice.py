"""The likely plays of most players, and the best one. No positions, no text.

Basic strategy is a published table. :mod:`.expectation` computes the value of each play.
"""

from __future__ import annotations

from functools import cache

import tomli

from kibitz.core.data import read_data
from kibitz.languages.bjn.game.expectation import from_full_shoe
from kibitz.languages.bjn.game.table import PIPS, Hand, Table
from kibitz.languages.bjn.game.turns import legal_actions

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
