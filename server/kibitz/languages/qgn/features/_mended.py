"""How a game goes on behind an action that is refused: as what was most likely meant, which the rest of the game bears out best."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.languages.qgn.features.candidates import REST, near
from kibitz.languages.qgn.game.course import Act, Slip, TooEarly, goes_well, sure
from kibitz.languages.qgn.game.position import Position


def gone_on(position: Position, acts: Sequence[Act | Slip | None], text: str) -> tuple[Position, bool]:
    """The position behind the first of some acts, which is written as `text`, and whether it is one that may be played. Else it was one
    that is a slip away, or what :mod:`course` takes it for: the first of those with which most of the others go well."""
    act, rest = acts[0], acts[1 : 1 + REST]
    if isinstance(act, Act):
        after, refusal = position.play(*act)
        if refusal is None:
            return after, True
    if position.over or position.turn is None:
        return position, False
    slips = [position.play(position.turn, move.sign, move.details)[0] for move in near(position, text)]
    meant = [*slips, *sure(position).then(act)[0].positions]
    return max(meant, key=lambda one: goes_well(one, rest)[1], default=position), False


def told_of(position: Position | None) -> Position | None:
    """The position that is told of one: it has not come to what was written too early."""
    while isinstance(position, TooEarly):
        position = position.now
    return position
