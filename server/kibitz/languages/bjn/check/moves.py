"""Rules about one event: its hand, its card and mark, doubles, splits, and the dealer's play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.values import Severity
from kibitz.core.words import plural
from kibitz.languages.bjn.check.finding import (
    BEFORE,
    BEHIND,
    FIRST_HAND,
    HIT,
    REMOVE,
    REMOVED,
    STAND,
    WHOLE,
    Change,
    Finding,
    Move,
    Place,
    find,
)
from kibitz.languages.bjn.game.model import (
    ACTION,
    ACTOR,
    CARD,
    DEALER,
    DOUBLED,
    HAND,
    MODIFIER,
    PIPS,
    SPLIT_TO,
    UNKNOWN,
    Entry,
    Event,
    Hand,
    Split,
    Table,
    Unread,
)
from kibitz.languages.bjn.game.play import any_open, contested, dealer_draws, split_block, splitting
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


def check_dealer(move: Move) -> Iterator[Finding]:
    """Yield the mistakes of the dealer in an event."""
    hand, now, entry = move.hand, move.now, move.entry
    if now.hidden and now.known and move.event.modifier == "_":
        yield find("dealer-stands", entry, MODIFIER, Change("Remove `_`", MODIFIER, ""), label=total(now))
    if not (hand.known and now.known) or now.hidden:
        return
    if move.event.action != "%" and move.event.card and hand.size >= 2:
        if hand.soft and hand.total == 17:
            yield from _soft_17(move, None, "draws", "h17", "s17")
        elif hand.total >= 17:
            yield find("dealer-draws", entry, label=hand.label)
    # The dealer stands on any total if no result depends on it.
    if now.ended == "_" and now.size >= 2 and contested(move.after, surely=True):
        if now.soft and now.total == 17:
            yield from _soft_17(move, MODIFIER, "stands", "s17", "h17")
        elif now.total < 17:
            yield find("dealer-stands", entry, MODIFIER, label=now.label)


def _soft_17(move: Move, field: int | None, does: str, plays: str, against: str) -> Iterator[Finding]:
    """Yield the finding of a play on a soft 17 that the setup forbids, or on which houses differ."""
    setup = move.before.setup
    if setup.plays(against):
        yield find("house-soft-17", move.entry, field, does=does, option=against)
    elif not setup.plays(plays):
        yield find("soft-17", move.entry, field, does=does, rule=plays.upper())


def check_peek(move: Move, played: int | None) -> Iterator[Finding]:
    """Yield the finding of a blackjack that is shown too early or too late; `played` is the first play of a player."""
    if not move.now.blackjack or move.event.action != "%" or move.hand.cards[0][0] not in "atjqk":
        return
    setup = move.before.setup
    if setup.plays("peek") and played is not None:
        what = "`peek`: the dealer shows it before any player acts"
        yield find(
            "house-peek",
            move.entry,
            ACTION,
            related=(Place(played, None, "somebody played here"),),
            what=what,
        )
    elif setup.plays("nopeek") and played is None and any_open(move.before):
        yield find("house-peek", move.entry, ACTION, what="`nopeek`: the dealer shows it last")


def check_hole(move: Move) -> Iterator[Finding]:
    """Yield the finding of a hole card in a house that has none."""
    if move.before.setup.plays("nohole"):
        what = "A hole card is dealt"
        yield find("house-rule", move.entry, MODIFIER, what=what, option="nohole")


def after_blackjack(number: int, event: Event, shown: int) -> Finding:
    """Return the finding of a player who acts after the dealer showed a blackjack with the entry `shown`."""
    return find(
        "dealer-blackjack",
        number,
        ACTOR,
        related=(Place(shown, None, "the blackjack"),),
        who=seat_name(event.actor),
    )


def check_left(entries: Sequence[Entry], table: Table) -> Iterator[Finding]:
    """Yield the finding of a dealer who stops below 17 while the total still matters to a player."""
    dealer = table.dealer
    if dealer.ended or dealer.hidden or not dealer.known or dealer.size < 2 or not dealer_draws(table):
        return
    if contested(table, surely=True):
        last = max(
            number for number, one in enumerate(entries) if isinstance(one, Event) and one.actor == DEALER
        )
        if dealer.total == 17:
            yield find("house-soft-17", last, does="stands", option="h17")
        else:
            yield find("dealer-stands", last, label=dealer.label)
