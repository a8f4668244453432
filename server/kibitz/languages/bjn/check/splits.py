"""Rules about splits and the blocks after them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.values import Severity
from kibitz.core.words import plural
from kibitz.languages.bjn.check.finding import (
    BEFORE,
    BEHIND,
    REMOVED,
    WHOLE,
    Change,
    Finding,
    Move,
    Place,
    find,
)
from kibitz.languages.bjn.game.model import ACTION, CARD, MODIFIER, SPLIT_TO, UNKNOWN, Entry, Split, Unread
from kibitz.languages.bjn.game.play import split_block, splitting
from kibitz.languages.bjn.game.table import DEALER, PIPS, Table
from kibitz.languages.bjn.text.names import capital, seat_name

MOST_HANDS = 4
"""Hands that most houses let a player split to."""


def check_split(move: Move) -> Iterator[Finding]:
    """Yield the findings of a split. Differences between houses are only notes."""
    hand = move.hand
    for field, written in ((CARD, move.event.card), (MODIFIER, move.event.modifier)):
        if written:
            yield find(
                "split-card", move.entry, field, Change(f"Remove `{written}`", field, ""), written=written
            )
    if move.event.actor == DEALER or (len(hand.cards) != 2 and hand.known):
        who = seat_name(move.event.actor)
        reason = (
            f"{who} has {plural(len(hand.cards), 'card')} here"
            if move.event.actor
            else "the dealer never splits"
        )
        yield find("split-cards", move.entry, ACTION, reason=reason)
        return
    if len(hand.cards) != 2:
        return
    first, second = hand.cards
    if PIPS.get(first) != PIPS.get(second):
        if hand.known:
            yield find("split-unequal", move.entry, ACTION, first=first, second=second)
    elif first[0] != second[0]:
        yield find("split-tens", move.entry, ACTION, first=first, second=second)
    hands, limit = len(move.after.seats[move.event.actor]), move.before.setup.first(SPLIT_TO)
    if limit and hands > SPLIT_TO[limit]:
        yield find(
            "house-rule",
            move.entry,
            ACTION,
            what=f"{capital(seat_name(move.event.actor))} has {hands} hands now",
            option=limit,
        )
    elif hands > MOST_HANDS:
        yield find("many-hands", move.entry, ACTION, who=capital(seat_name(move.event.actor)))
    if hand.split and first[0] == second[0] == "a":
        yield from _aces_again(move)


def _aces_again(move: Move) -> Iterator[Finding]:
    setup = move.before.setup
    if setup.plays("norsa"):
        yield find("aces-again", move.entry, ACTION, severity=Severity.WARNING, house="the setup has `norsa`")
    elif not setup.plays("rsa"):
        yield find("aces-again", move.entry, ACTION, house="many houses do not allow it")


def check_block(entry: int, block: Split, before: Table, after_split: bool) -> Iterator[Finding]:
    """Yield the finding of a split block that has no split, or names other hands or cards than its split."""
    if before.parting is None:
        if not after_split:
            yield find(
                "split-block-alone",
                entry,
                None,
                *split_before(before, block),
                Change("Remove the split block", REMOVED, ""),
            )
        return
    seat, first, second = before.parting
    hands = {hand.number: hand for hand in before.seats[seat]}
    cards = [hands[first].cards[0], hands[second].cards[0]]
    if block.hands != (first, second) or (UNKNOWN not in cards and sorted(block.cards) != sorted(cards)):
        right = split_block(before)
        yield find("split-block-differs", entry, None, Change("", WHOLE, right), related=(Place(entry - 1, None, "the split"),), right=right)  # fmt: skip


def split_before(before: Table, block: Split) -> Iterator[Change]:
    """Yield the split that a block needs before it."""
    for seat, hand in splitting(before, block):
        text = f"{seat}.{hand.number}./.."
        yield Change("", BEFORE, text)


def check_block_missing(number: int, entries: Sequence[Entry], after: Table) -> Iterator[Finding]:
    """Yield the finding of a split without its block after it."""
    behind = entries[number + 1] if number + 1 < len(entries) else None
    if after.parting and behind and not isinstance(behind, (Split, Unread)):
        if not (block := split_block(after)):
            return
        yield find("split-block-missing", number, ACTION, Change("", BEHIND, block), block=block)


def check_aces(move: Move) -> Iterator[Finding]:
    """Yield the finding of a split ace that takes a second card; many houses deal it only one."""
    hand = move.hand
    if hand.split and len(hand.cards) == 2 and hand.cards[0][0] == "a":
        if move.before.setup.plays("one"):
            what = "A split ace takes another card"
            yield find("house-rule", move.entry, ACTION, what=what, option="one")
        else:
            yield find("split-aces-hit", move.entry, ACTION)
