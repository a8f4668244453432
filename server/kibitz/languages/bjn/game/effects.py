"""What missing cards change of what plays are worth, nearly: enough to tell which plays can't be the best. No positions, no text.

By how much a card that has become rarer makes each play better is worked out once for each open card, as if whatever a player draws
were put back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add, mul

from kibitz.core.bounds import SOME
from kibitz.core.memory import latest
from kibitz.languages.bjn.game.dealer import House, Shoe, Wins, with_changes
from kibitz.languages.bjn.game.expectation import ANY, best_total, full_shoe, house_of, surrendered
from kibitz.languages.bjn.game.table import Hand, Table

DOUBT = 1.2
"""So much may a difference between two plays be off, times what grows as it does: the square of all by which the shares of cards have
changed, with the share of a single card. Of 60,000 hands, with shoes of all sizes at any depth, the better of two plays was behind by
0.65 times that at most."""
SPLITS = 3
"""So many times as much where a pair may be split: there it was behind by 1.74 times that."""
_Held = tuple[str, bool, int]
"""A play, whether the hand has an ace, and its total with every ace as one."""


def nearly(
    table: Table, hand: Hand, shoe: Shoe, usual: Mapping[str, float]
) -> tuple[Mapping[str, float], float]:
    """About what plays are worth, given the shoe, if by the totals alone it is `usual`; and by how much a difference between two of
    them may be off."""
    full = full_shoe(table.setup.decks, table.up)
    cards, left = sum(full), max(1, sum(shoe))
    rarer = [before / cards - now / left for before, now in zip(full, shoe, strict=True)]
    effects = _effects(full, table.up, house_of(table.setup))
    found = {
        play: value + sum(map(mul, rarer, effects[play, hand.ace, hand.pips]))
        for play, value in usual.items()
    }
    return found, DOUBT * (SPLITS if "/" in usual else 1) * (sum(map(abs, rarer)) ** 2 + 1 / left)


@latest(SOME)
def _effects(full: Shoe, up: int, house: House) -> Mapping[_Held, Sequence[float]]:
    """For each card, by what it counts, less one, by how much a play is better when the card has a share of the shoe that is less by 1."""
    cards, (now, changes) = sum(full), with_changes(full, up, house)
    usually = _put_back([count / cards for count in full], now, up, house)
    less = []
    for gone, change in enumerate(changes):
        shares = [(count - (at == gone)) / (cards - 1) for at, count in enumerate(full)]
        less.append(_put_back(shares, [*map(add, now, change)], up, house))
    return {held: [(cards - 1) * (one[held] - value) for one in less] for held, value in usually.items()}


def _put_back(shares: Sequence[float], wins: Wins, up: int, house: House) -> Mapping[_Held, float]:
    """What plays are worth where cards come by their shares, however many have been drawn."""
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
            for play, value in zip("_^!r", (stays, goes_on, twice, given_up), strict=True):
                found[play, ace, pips] = value
            if pips <= 10:
                found["/", ace, 2 * pips] = 2 * drawn(stand if ace else second, ace, pips)
    return found
