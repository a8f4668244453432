"""Rules about doubling down: on two cards, for exactly one more, which ends the hand."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.words import plural
from kibitz.languages.bjn.check.finding import Change, Finding, Move
from kibitz.languages.bjn.game.model import ACTION, MODIFIER
from kibitz.languages.bjn.game.play import DEALER


def check_double(move: Move) -> Iterator[Finding]:
    """What is wrong with a double down."""
    if move.event.actor == DEALER:
        sign = "%" if move.hand.hidden else "^"
        change = Change(f"Write `{sign}`", ACTION, sign)
        yield Finding("dealer-doubles", move.entry, ACTION, {"sign": sign}, changes=(change,))
        return
    if move.hand.split and move.before.setup.plays("nodas"):
        yield Finding("double-split", move.entry, ACTION)
    if move.hand.size != 2 and move.hand.known:
        change = Change("Write a hit, `^`", ACTION, "^")
        held = plural(move.hand.size, "card")
        yield Finding("double-cards", move.entry, ACTION, {"held": held}, changes=(change,))
    elif move.hand.size == 2 and not move.event.card:
        yield Finding("double-card", move.entry, None)
    elif move.hand.size == 2 and not move.event.modifier and not move.now.bust:
        yield Finding("double-open", move.entry, None, changes=(Change("Add `_`", MODIFIER, "_"),))
