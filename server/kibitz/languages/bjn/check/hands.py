"""Rules about hands: one that ended takes no more cards, and over 21 is a bust."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.languages.bjn.check.finding import (
    FIRST_HAND,
    REMOVE,
    STAND,
    Change,
    Finding,
    Move,
    Place,
    find,
)
from kibitz.languages.bjn.game.model import ACTOR, HAND, MODIFIER, Event
from kibitz.languages.bjn.game.table import Hand, Table
from kibitz.languages.bjn.text.names import capital, hand_name, seat_name, total

_HOW = {"_": "stood", "#": "was bust", "$": "had a blackjack", "!": "was doubled", "r": "was surrendered"}


def closed(
    number: int, event: Event, before: Table, hand: Hand, ended: int, *, doubled: bool = False
) -> Finding:
    """An event on a hand that ended with the entry `ended`, perhaps a double."""
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
    """An event on a hand that no split has made."""
    who = capital(seat_name(event.actor))
    return find("no-such-hand", number, HAND, FIRST_HAND, who=who, hand=event.hand)


def too_few(move: Move) -> Finding:
    """Somebody acts who has not got both cards."""
    whose = capital(hand_name(move.before, move.event.actor, move.hand.number))
    return find("too-few-cards", move.entry, ACTOR, whose=whose, cards=move.hand.size)


def check_mark(move: Move) -> Iterator[Finding]:
    """Over 21 is a bust and is marked so; nothing else is."""
    now, mark = move.now, move.event.modifier
    if not now.known or (now.hidden and mark != "#"):
        return
    whose = capital(hand_name(move.after, move.event.actor, now.number))
    if now.bust and mark != "#":
        change = Change("Mark the bust with `#`", MODIFIER, "#")
        yield find("bust-unmarked", move.entry, MODIFIER, change, whose=whose, total=now.pips)
    elif mark == "$" and not now.blackjack:
        yield find("blackjack-wrong", move.entry, MODIFIER, STAND, label=total(now))
    elif mark == "_" and now.size == 1:
        yield find("stands-on-one", move.entry, MODIFIER, whose=whose)
    elif mark == "#" and not now.bust:
        unmarked = Change("Remove `#`", MODIFIER, "")
        yield find("bust-wrong", move.entry, MODIFIER, unmarked, STAND, label=total(now))
