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
    HAND,
    MODIFIER,
    SPLIT_TO,
    UNKNOWN,
    Entry,
    Event,
    Split,
    Table,
    Unread,
)
from kibitz.languages.bjn.game.play import (
    any_open,
    contested,
    forbids,
    split_block,
    splitting,
    turn,
)
from kibitz.languages.bjn.text.names import capital, seat_name, total

MOST_SEATS = 10
"""The most players for which a fix changes the setup; a larger number is probably a typo."""
MOST_HANDS = 4
"""Hands that most houses let a player split to."""


def nobody(number: int, event: Event, before: Table) -> Iterator[Finding]:
    """Yield the finding of an actor or a hand that does not exist."""
    players = len(before.seats) - 1
    if event.actor > players:
        if before.setup.players != players:
            return
        changes = []
        if now := turn(before):
            changes.append(
                Change(ACTOR, str(now[0]), f"Change `{event.actor}` to `{now[0]}`, whose turn it is")
            )
        if event.actor < MOST_SEATS:
            changes.append(Change(0, str(event.actor), f"Change the table to {event.actor} players", 0))
        yield find("unknown-actor", number, ACTOR, *changes, actor=event.actor, players=players)
    elif event.hand < 1:
        yield find("hand-number", number, HAND, FIRST_HAND, hand=event.hand)
    else:
        who = capital(seat_name(event.actor))
        yield find("no-such-hand", number, HAND, FIRST_HAND, who=who, hand=event.hand)


_HOW = {"_": "stood", "#": "was bust", "$": "had a blackjack", "!": "was doubled", "r": "was surrendered"}


def closed(move: Move, ended: int, by: Entry) -> Finding:
    """Return the finding of an event on a hand that ended with the entry `by`, whose number is `ended`."""
    how, doubled = move.hand.ended, isinstance(by, Event) and by.action == "!"
    earlier = Change(MODIFIER, "", "Remove the earlier `_`", ended)
    changes = (earlier, REMOVE) if how == "_" and move.event.card and not doubled else (REMOVE,)
    how = _HOW["!" if doubled and how == "_" else how]
    place = Place(ended, MODIFIER, "it ended here")
    return move.find("hand-closed", None, *changes, related=(place,), whose=move.whose, how=how)


def check_meant(move: Move, meant: Event) -> Finding:
    """Return the finding of an event without its action, given its probable meaning."""
    if meant.modifier == "?":
        return _empty(move)
    if meant.action == "%":
        return move.find("hidden-played-on", ACTION, Change(ACTION, "%"), card=meant.card)
    return move.find("deal-over", ACTION, HIT, who=move.who)


def check_move(move: Move) -> Iterator[Finding]:
    """Yield the findings of an event on a hand that exists and has not ended."""
    _, _, action, card, modifier = move.event
    if action == "/":
        yield from _split(move)
        return
    if action == "%" and (wrong := reveal(move)):
        yield wrong
        return
    if not (action or card or modifier):
        yield _empty(move)
    if action in ("^", "%") and not card:
        yield move.find("card-missing", action="a hit" if action == "^" else "a reveal")
    if modifier == "?" and card:
        yield move.find("hidden-card-shown", CARD, Change(CARD, "", "Remove the card"), card=card)
    if action == "^":
        yield from _hit(move)
    elif action == "!":
        yield from _double(move)
    if move.dealers:
        yield from _dealer(move)
    yield from _mark(move)


def reveal(move: Move) -> Finding | None:
    """Return the finding of a reveal by a player, or without a hole card."""
    if not move.dealers:
        return move.find("reveal", ACTION, reason="only the dealer has one, and reveals it")
    if move.hand.hidden:
        return None
    if move.before.revealed:
        return move.find("reveal", ACTION, HIT, reason="it is open already, so a card is a hit, `^`")
    return move.find("reveal", ACTION, reason="no card is hidden")


def _empty(move: Move) -> Finding:
    if not move.dealers:
        return move.find("empty-event", None, STAND, REMOVE, more="")
    if move.before.started or move.hand.hidden:
        return move.find("empty-event", more="")
    hide = Change(MODIFIER, "?", "Add `?`, the hole card")
    return move.find("empty-event", None, hide, more="; is it the hole card, `?`")


def _hit(move: Move) -> Iterator[Finding]:
    """Yield the findings of a hit on 21, and of a split ace; many houses deal it only one card."""
    hand = move.hand
    if not move.dealers and hand.known and hand.total == 21 and (hand.blackjack or not hand.soft):
        yield move.find("hit-on-21", ACTION, label="a blackjack" if hand.blackjack else "21")
    if hand.full:
        yield move.find("house-rule", ACTION, what="A split ace takes another card", option="one")
    elif hand.split and len(hand.cards) == 2 and hand.cards[0][0] == "a":
        yield move.find("split-aces-hit", ACTION)


def _double(move: Move) -> Iterator[Finding]:
    event, hand = move.event, move.hand
    if move.dealers:
        sign = "%" if hand.hidden else "^"
        yield move.find("dealer-doubles", ACTION, Change(ACTION, sign), sign=sign)
        return
    why = forbids(move.before, event.actor, hand, "!")
    if why == "nodas":
        yield move.find("double-split", ACTION)
    elif why == "one":
        yield move.find("house-rule", ACTION, what="A split ace is doubled", option=why)
    elif not hand.known:
        return
    elif why == "cards":
        yield move.find("double-cards", ACTION, HIT, held=plural(hand.size, "card"))
    elif why:
        yield move.find("house-rule", ACTION, what=f"{capital(total(hand))} is doubled", option=why)
    elif not event.card:
        yield move.find("double-card")
    elif not (event.modifier or move.now.bust):
        yield move.find("double-open", None, Change(MODIFIER, "_"))


def _mark(move: Move) -> Iterator[Finding]:
    """Yield the findings of a missing bust mark, and of marks that do not match the total."""
    now, mark = move.now, move.event.modifier
    if not now.known or (now.hidden and mark != "#"):
        return
    if now.bust and mark != "#":
        change = Change(MODIFIER, "#", "Add `#`, a bust")
        yield move.find("bust-unmarked", MODIFIER, change, whose=move.whose, total=now.pips)
    elif mark == "$" and not now.blackjack:
        yield move.find("blackjack-wrong", MODIFIER, STAND, label=total(now))
    elif mark == "_" and now.size == 1:
        yield move.find("stands-on-one", MODIFIER, whose=move.whose)
    elif mark == "#" and not now.bust:
        yield move.find("bust-wrong", MODIFIER, Change(MODIFIER, ""), STAND, label=total(now))


# Splits


def _split(move: Move) -> Iterator[Finding]:
    """Yield the findings of a split. Differences between houses are only notes."""
    hand, event = move.hand, move.event
    for field, written in ((CARD, event.card), (MODIFIER, event.modifier)):
        if written:
            yield move.find("split-card", field, Change(field, ""), written=written)
    if move.dealers:
        yield move.find("split-cards", ACTION, reason="the dealer never splits")
        return
    why = forbids(move.before, event.actor, hand, "/")
    if why == "cards":
        if hand.known:
            reason = f"{move.who} has {plural(len(hand.cards), 'card')} here"
            yield move.find("split-cards", ACTION, reason=reason)
        return
    first, second = hand.cards
    if why == "values":
        if hand.known:
            yield move.find("split-unequal", ACTION, first=first, second=second)
    elif first[0] != second[0]:
        yield move.find("split-tens", ACTION, first=first, second=second)
    hands, who = len(move.after.seats[event.actor]), capital(move.who)
    if why in SPLIT_TO:
        yield move.find("house-rule", ACTION, what=f"{who} has {hands} hands now", option=why)
    elif hands > MOST_HANDS:
        yield move.find("many-hands", ACTION, who=who)
    if hand.split and first[0] == second[0] == "a":
        yield from _aces_again(move, why)


def _aces_again(move: Move, why: str) -> Iterator[Finding]:
    if why == "norsa":
        yield move.find("aces-again", ACTION, severity=Severity.WARNING, house="the setup has `norsa`")
    elif not move.setup.plays("rsa"):
        yield move.find("aces-again", ACTION, house="many houses do not allow it")


def check_block(entry: int, block: Split, before: Table, after_split: bool) -> Iterator[Finding]:
    """Yield the finding of a split block that has no split, or names other hands or cards than its split."""
    if before.parting is None:
        if not after_split:
            splits = (f"{seat}.{hand.number}./.." for seat, hand in splitting(before, block))
            remove = Change(REMOVED, "", "Remove the split block")
            yield find("split-block-alone", entry, None, *(Change(BEFORE, one) for one in splits), remove)
        return
    seat, first, second = before.parting
    hands = {hand.number: hand for hand in before.seats[seat]}
    cards = [hands[first].cards[0], hands[second].cards[0]]
    if block.hands != (first, second) or (UNKNOWN not in cards and sorted(block.cards) != sorted(cards)):
        right, related = split_block(before), (Place(entry - 1, None, "the split"),)
        yield find("split-block-differs", entry, None, Change(WHOLE, right), related=related, right=right)


def check_block_missing(number: int, entries: Sequence[Entry], after: Table) -> Iterator[Finding]:
    """Yield the finding of a split without its block after it."""
    behind = entries[number + 1] if number + 1 < len(entries) else None
    if behind and not isinstance(behind, (Split, Unread)) and (block := split_block(after)):
        yield find("split-block-missing", number, ACTION, Change(BEHIND, block), block=block)


# The dealer draws to 16 and stands on 17; houses differ on a soft 17


def _dealer(move: Move) -> Iterator[Finding]:
    hand, now = move.hand, move.now
    if now.hidden and now.known and move.event.modifier == "_":
        yield move.find("dealer-stands", MODIFIER, Change(MODIFIER, ""), label=total(now))
    if not (hand.known and now.known) or now.hidden:
        return
    if move.event.action != "%" and move.event.card and hand.size >= 2:
        if hand.soft and hand.total == 17:
            yield from _soft_17(move, None, "draws", "h17", "s17")
        elif hand.total >= 17:
            yield move.find("dealer-draws", label=hand.label)
    # The dealer stands on any total if no result depends on it.
    if now.ended == "_" and now.size >= 2 and contested(move.after, surely=True):
        if now.soft and now.total == 17:
            yield from _soft_17(move, MODIFIER, "stands", "s17", "h17")
        elif now.total < 17:
            yield move.find("dealer-stands", MODIFIER, label=now.label)


def _soft_17(move: Move, field: int | None, does: str, plays: str, against: str) -> Iterator[Finding]:
    """Yield the finding of a play on a soft 17 that the setup forbids, or on which houses differ."""
    if move.setup.plays(against):
        yield move.find("house-soft-17", field, does=does, option=against)
    elif not move.setup.plays(plays):
        yield move.find("soft-17", field, does=does, rule=plays.upper())


def check_peek(move: Move, played: int | None) -> Iterator[Finding]:
    """Yield the finding of a blackjack that is shown too early or too late; `played` is the first play of a player."""
    if not move.now.blackjack or move.event.action != "%" or move.hand.cards[0][0] not in "atjqk":
        return
    if move.setup.plays("peek") and played is not None:
        what, place = (
            "`peek`: the dealer shows it before any player acts",
            Place(played, None, "somebody played here"),
        )
        yield move.find("house-peek", ACTION, related=(place,), what=what)
    elif move.setup.plays("nopeek") and played is None and any_open(move.before):
        yield move.find("house-peek", ACTION, what="`nopeek`: the dealer shows it last")
