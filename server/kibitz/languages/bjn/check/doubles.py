"""Rules about doubling down: on two cards, for exactly one more, which ends the hand."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.words import plural
from kibitz.languages.bjn.check.finding import HIT, Change, Finding, Move, find
from kibitz.languages.bjn.game.model import ACTION, DOUBLED, MODIFIER
from kibitz.languages.bjn.game.table import DEALER
from kibitz.languages.bjn.text.names import capital, total


def check_double(move: Move) -> Iterator[Finding]:
    """What is wrong with a double down."""
    if move.event.actor == DEALER:
        sign = "%" if move.hand.hidden else "^"
        change = Change(f"Write `{sign}`", ACTION, sign)
        yield find("dealer-doubles", move.entry, ACTION, change, sign=sign)
        return
    setup = move.before.setup
    if move.hand.split and setup.plays("nodas"):
        yield find("double-split", move.entry, ACTION)
    limit = setup.first(DOUBLED)
    if limit and move.hand.size == 2 and move.hand.known and move.hand.total not in DOUBLED[limit]:
        yield find(
            "house-rule", move.entry, ACTION, what=f"{capital(total(move.hand))} is doubled", option=limit
        )
    elif move.hand.full:
        yield find("house-rule", move.entry, ACTION, what="A split ace is doubled", option="one")
    if move.hand.size != 2 and move.hand.known:
        yield find("double-cards", move.entry, ACTION, HIT, held=plural(move.hand.size, "card"))
    elif move.hand.size == 2 and not move.event.card:
        yield find("double-card", move.entry)
    elif move.hand.size == 2 and not move.event.modifier and not move.now.bust:
        yield find("double-open", move.entry, None, Change("Add `_`", MODIFIER, "_"))
