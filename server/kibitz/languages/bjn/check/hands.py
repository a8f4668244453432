"""Rules about hands: one that ended takes no more cards, and over 21 is a bust."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.words import plural
from kibitz.languages.bjn.check.finding import (
    FIRST_HAND,
    HIT,
    REMOVE,
    STAND,
    Change,
    Finding,
    Move,
    Place,
    find,
)
from kibitz.languages.bjn.game.model import ACTION, ACTOR, DOUBLED, HAND, MODIFIER, Event
from kibitz.languages.bjn.game.table import DEALER, Hand, Table
from kibitz.languages.bjn.text.names import capital, hand_name, seat_name, total


def check_double(move: Move) -> Iterator[Finding]:
    """Yield the findings of a double down."""
    if move.event.actor == DEALER:
        sign = "%" if move.hand.hidden else "^"
        change = Change("", ACTION, sign)
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


_HOW = {"_": "stood", "#": "was bust", "$": "had a blackjack", "!": "was doubled", "r": "was surrendered"}


def closed(
    number: int, event: Event, before: Table, hand: Hand, ended: int, *, doubled: bool = False
) -> Finding:
    """Return the finding of an event on a hand that ended with the entry `ended`; `doubled` is true if that was a double."""
    earlier = Change("Remove the earlier `_`", MODIFIER, "", entry=ended)
    changes = (earlier, REMOVE) if hand.ended == "_" and event.card and not doubled else (REMOVE,)
    whose = capital(hand_name(before, event.actor, hand.number))
    return find(
        "hand-closed",
        number,
        None,
        *changes,
        related=(Place(ended, MODIFIER, "it ended here"),),
        whose=whose,
        how=_HOW["!" if doubled and hand.ended == "_" else hand.ended],
    )


def missing(number: int, event: Event) -> Finding:
    """Return the finding of an event on a hand that no split has made."""
    who = capital(seat_name(event.actor))
    return find("no-such-hand", number, HAND, FIRST_HAND, who=who, hand=event.hand)


def too_few(move: Move) -> Finding:
    """Return the finding of a seat that acts before it has two cards."""
    whose = capital(hand_name(move.before, move.event.actor, move.hand.number))
    return find("too-few-cards", move.entry, ACTOR, whose=whose, cards=move.hand.size)


def check_mark(move: Move) -> Iterator[Finding]:
    """Yield the findings of a missing bust mark, and of marks that do not match the total."""
    now, mark = move.now, move.event.modifier
    if not now.known or (now.hidden and mark != "#"):
        return
    whose = capital(hand_name(move.after, move.event.actor, now.number))
    if now.bust and mark != "#":
        change = Change("Add `#`, a bust", MODIFIER, "#")
        yield find("bust-unmarked", move.entry, MODIFIER, change, whose=whose, total=now.pips)
    elif mark == "$" and not now.blackjack:
        yield find("blackjack-wrong", move.entry, MODIFIER, STAND, label=total(now))
    elif mark == "_" and now.size == 1:
        yield find("stands-on-one", move.entry, MODIFIER, whose=whose)
    elif mark == "#" and not now.bust:
        unmarked = Change("Remove `#`", MODIFIER, "")
        yield find("bust-wrong", move.entry, MODIFIER, unmarked, STAND, label=total(now))
