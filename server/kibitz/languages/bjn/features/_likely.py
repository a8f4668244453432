"""What may have been meant in an event, as the rules of play and the habits of the hand tell.

How unlikely each is beside slips of the pen is a negative logarithm.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise
from operator import ne

from kibitz.core.candidates import Candidate
from kibitz.core.slips import replaced
from kibitz.core.values import Span
from kibitz.languages.bjn.check.cards import cards_shown
from kibitz.languages.bjn.check.setup import decks_meant
from kibitz.languages.bjn.features._known import delete, guess, insert, read
from kibitz.languages.bjn.features._replayed import Replayed
from kibitz.languages.bjn.game.model import ACTION, CARD, DECK, RANKS, Event
from kibitz.languages.bjn.game.scoring import outcome
from kibitz.languages.bjn.game.table import DEALER
from kibitz.languages.bjn.game.turns import turn

RULED, LIKELY, SELDOM = 1.0, 2.0, 4.0
SEVERAL = 2
"""So many letters hardly are slips of the pen each."""
USUAL = (1, 2, 4, 6, 8)
"""The decks of most shoes."""
ABROAD = {"v": "j", "b": "j", "u": "j", "d": "q", "o": "q", "r": "k", "h": "k", "z": "t"}
"""Ranks by the first letters that they have elsewhere: valet, Bube, boer, Unter, dame, Ober, roi, rey, heer, Zehn."""


def cards(hand: Replayed, number: int) -> Iterator[Candidate]:
    """The cards that are one character away: all are as likely, whatever else the hand shows."""
    placed = hand.entries[number]
    span = placed.field(CARD)
    written = placed.text[slice(*span.shifted(-placed.start))]
    if len(placed.item.fields) <= CARD or len(written) != 2 or written in DECK:
        return
    for card in DECK:
        differing = [pair for pair in zip(card, written, strict=True) if pair[0] != pair[1]]
        if len(differing) == 1:
            [(meant, old)] = differing
            foreign = meant in RANKS and ABROAD.get(old) == meant
            cost = RULED if foreign else max(replaced(meant, old) - LIKELY, RULED)
            yield guess(hand, span, card, cost)


def dealers_cards(hand: Replayed, _: int) -> Iterator[Candidate]:
    """Other cards of the dealer where several letters are wrong: one card may explain all of them.

    Its rank was misread, not mistyped, so that all are as likely.
    """
    follows = outcome(hand.tables[-1]) if hand.tables else None
    if hand.outcome is None or follows is None:
        return
    seats = hand.outcome.seats, follows.seats
    same = [*map(len, seats[0])] == [*map(len, seats[1])]
    if not same or sum(map(ne, *(chain(*letters) for letters in seats))) < SEVERAL:
        return
    for placed, value in zip(hand.entries, hand.values, strict=False):
        if isinstance(value, Event) and value.actor == DEALER and value.card in DECK:
            for rank in [one for one in RANKS if one != value.card[0]]:
                yield guess(hand, placed.field(CARD), rank + value.card[1], LIKELY, airy=True)


def hit(hand: Replayed, number: int) -> Iterator[Candidate]:
    """A hit for a double down that the rules do not allow."""
    yield guess(hand, hand.entries[number].field(ACTION), "^", RULED, "Write a hit, `^`")


def decks(hand: Replayed, _: int) -> Iterator[Candidate]:
    """A number of cards that a shoe holds; those that many houses play with first."""
    if (setup := hand.setup) is not None:
        for cards in decks_meant(setup, cards_shown(hand.values)):
            cost = RULED if cards // len(DECK) in USUAL else SELDOM
            yield guess(hand, hand.entries[0].field(1), str(cards), cost)


def needless(hand: Replayed, number: int) -> Iterator[Candidate]:
    """The hand without an event that the rules do not allow."""
    yield delete(hand, number, RULED)


def no_split(hand: Replayed, number: int) -> Iterator[Candidate]:
    """A stand for a split of what is no pair, if no block follows."""
    value = hand.values[number]
    if isinstance(value, Event) and value.action == "/":
        yield read(hand, hand.entries[number], f"{value.actor}.{value.hand}..._", LIKELY)


def stands(hand: Replayed, number: int) -> Iterator[Candidate]:
    """The stand that somebody has not said whose turn it is, in the way in which the hand says the others."""
    now = turn(hand.tables[number - 1]) if 0 < number <= len(hand.tables) else None
    if now is None or now[0] == DEALER:
        return
    values = hand.values
    last = max([at for at in range(number) if values[at][:2] == now], default=0)
    own = values[last]
    marked = sum(isinstance(one, Event) and one.action == "^" and one.modifier == "_" for one in values)
    apart = sum(_stands_apart(one, other) for one, other in pairwise(values))
    inside = isinstance(own, Event) and own.action == "^" and marked >= apart
    yield insert(hand, number, f"{now[0]}.{now[1]}..._", SELDOM if inside else LIKELY)
    if isinstance(own, Event) and own.action == "^" and not own.modifier:
        end = hand.entries[last].end
        yield guess(hand, Span(end, end), "_", LIKELY if inside else SELDOM)


def _stands_apart(one: object, other: object) -> bool:
    """Whether an event is a hit, and the next one says that the hand stands with it."""
    return isinstance(one, Event) and one.action == "^" and other == Event(one.actor, one.hand, "", "", "_")
