"""Rules about single events: who may do what with which hand, and how the total is marked."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.words import plural
from kibitz.languages.bjn.findings import (
    REMOVED,
    WHOLE,
    Change,
    Finding,
    Move,
    Place,
    capital,
    hand_name,
    seat_name,
)
from kibitz.languages.bjn.model import ACTION, CARD, MODIFIER, Split
from kibitz.languages.bjn.names import total
from kibitz.languages.bjn.replay import DEALER, PIPS, Table
from kibitz.languages.bjn.turns import contested

MOST_HANDS = 4
"""Most houses let a player split to four hands."""


def check_move(move: Move) -> Iterator[Finding]:
    """What is wrong with an event on a hand that is there and has not ended."""
    event = move.event
    if event.action == "^":
        yield from _hit(move)
    elif event.action == "!":
        yield from _double(move)
    elif event.action == "/":
        yield from _split(move)
        return
    elif event.action == "%" and (reason := _nothing_hidden(move)):
        yield Finding("reveal", move.entry, ACTION, {"reason": reason})
        return
    elif event.action == "%":
        yield from _card_missing(move)
    elif not event.card and not event.modifier:
        yield Finding("empty-event", move.entry, None)
    if event.modifier == "?" and event.card:
        change = Change("Remove the card", CARD, "")
        yield Finding("hidden-card-shown", move.entry, CARD, {"card": event.card}, changes=(change,))
    if event.actor == DEALER:
        yield from _dealer(move)
    yield from _mark(move)


def _hit(move: Move) -> Iterator[Finding]:
    """A hit takes a card; nobody needs one on 21."""
    yield from _card_missing(move)
    hand = move.hand
    if move.event.actor != DEALER and hand.known and hand.total == 21 and (hand.blackjack or not hand.soft):
        yield Finding("hit-on-21", move.entry, ACTION, {"label": "a blackjack" if hand.blackjack else "21"})
    if hand.split and len(hand.cards) == 2 and hand.cards[0][0] == "a":
        yield Finding("split-aces-hit", move.entry, ACTION)


def _card_missing(move: Move) -> Iterator[Finding]:
    if not move.event.card:
        yield Finding(
            "card-missing", move.entry, None, {"action": "a hit" if move.event.action == "^" else "a reveal"}
        )


def _double(move: Move) -> Iterator[Finding]:
    """A double down doubles the bet on the first two cards, for exactly one more, and ends the hand."""
    if move.hand.size != 2:
        yield Finding("double-cards", move.entry, ACTION, {"held": plural(move.hand.size, "card")})
    elif not move.event.card:
        yield Finding("double-card", move.entry, None)
    elif not move.event.modifier and not move.now.bust:
        yield Finding("double-open", move.entry, None, changes=(Change("Add `_`", MODIFIER, "_"),))


def _split(move: Move) -> Iterator[Finding]:
    """A pair of equal value may be split; what houses differ in is only mentioned."""
    hand = move.hand
    for field, written in ((CARD, move.event.card), (MODIFIER, move.event.modifier)):
        if written:
            change = Change(f"Remove `{written}`", field, "")
            yield Finding("split-card", move.entry, field, {"written": written}, changes=(change,))
    if move.event.actor == DEALER or len(hand.cards) != 2:
        who = seat_name(move.event.actor)
        reason = (
            f"{who} has {plural(len(hand.cards), 'card')} here"
            if move.event.actor
            else "the dealer never splits"
        )
        yield Finding("split-cards", move.entry, ACTION, {"reason": reason})
        return
    first, second = hand.cards
    if PIPS.get(first) != PIPS.get(second):
        if hand.known:
            yield Finding("split-unequal", move.entry, ACTION, {"first": first, "second": second})
    elif first[0] != second[0]:
        yield Finding("split-tens", move.entry, ACTION, {"first": first, "second": second})
    if len(move.after.seats[move.event.actor]) > MOST_HANDS:
        yield Finding("many-hands", move.entry, ACTION, {"who": capital(seat_name(move.event.actor))})
    if hand.split and first[0] == second[0] == "a":
        yield Finding("aces-again", move.entry, ACTION)


def _nothing_hidden(move: Move) -> str:
    """Why there is nothing to reveal: only the dealer has a card to turn over, and turns it over once."""
    if move.event.actor != DEALER:
        return f"{seat_name(move.event.actor)} has none"
    if move.hand.hidden:
        return ""
    return "the dealer's has been revealed before" if move.before.revealed else "no card is hidden"


def _mark(move: Move) -> Iterator[Finding]:
    """Over 21 is a bust and is marked so; nothing else is."""
    now, mark = move.now, move.event.modifier
    if not now.known or (now.hidden and mark != "#"):
        return
    if now.bust and mark != "#":
        fields = {"whose": capital(hand_name(move.after, move.event.actor, now.number)), "total": now.pips}
        change = Change("Mark the bust with `#`", MODIFIER, "#")
        yield Finding("bust-unmarked", move.entry, MODIFIER, fields, changes=(change,))
    elif mark == "#" and not now.bust:
        changes = (Change("Remove `#`", MODIFIER, ""), Change("Write `_`, stand", MODIFIER, "_"))
        yield Finding("bust-wrong", move.entry, MODIFIER, {"label": total(now)}, changes=changes)


def _dealer(move: Move) -> Iterator[Finding]:
    """The dealer draws to 16 and stands on 17; houses differ on a soft 17."""
    hand, now, entry = move.hand, move.now, move.entry
    if now.hidden and move.event.modifier == "_":
        change = Change("Remove `_`", MODIFIER, "")
        yield Finding("dealer-stands", entry, MODIFIER, {"label": total(now)}, changes=(change,))
    if not (hand.known and now.known) or now.hidden:
        return
    if move.event.action != "%" and move.event.card and hand.size >= 2:
        if hand.soft and hand.total == 17:
            yield Finding("soft-17", entry, None, {"does": "draws", "rule": "H17"})
        elif hand.total >= 17:
            yield Finding("dealer-draws", entry, None, {"label": hand.label})
    if now.ended == "_" and now.size >= 2:
        if now.soft and now.total == 17:
            yield Finding("soft-17", entry, MODIFIER, {"does": "stands", "rule": "S17"})
        elif now.total < 17 and contested(move.after):
            yield Finding("dealer-stands", entry, MODIFIER, {"label": now.label})


def check_block(entry: int, block: Split, before: Table, after_split: bool) -> Iterator[Finding]:
    """The block after a split names its two hands and the two cards that were dealt."""
    if before.parting is None:
        if not after_split:
            yield Finding(
                "split-block-alone", entry, None, changes=(Change("Remove the block", REMOVED, ""),)
            )
        return
    seat, first, second = before.parting
    hands = {hand.number: hand for hand in before.seats[seat]}
    cards = [hands[first].cards[0], hands[second].cards[0]]
    taken = set(hands) - {first, second}
    wrong = block.hands[0] != first or block.hands[1] == first or block.hands[1] in taken
    if wrong or sorted(block.cards) != sorted(cards):
        right = split_block(before)
        yield Finding(
            "split-block-differs", entry, None, {"right": right},
            (Place(entry - 1, None, "the split"),), (Change(f"Write `{right}`", WHOLE, right),),
        )  # fmt: skip


def split_block(table: Table) -> str:
    """The block that must follow the split just made; empty if none was."""
    if table.parting is None:
        return ""
    seat, *numbers = table.parting
    hands = {hand.number: hand for hand in table.seats[seat]}
    return str(Split((numbers[0], numbers[1]), (hands[numbers[0]].cards[0], hands[numbers[1]].cards[0])))
