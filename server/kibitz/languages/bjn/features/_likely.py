"""What may have been meant in an event, as the rules of play and the habits of the hand tell.

How unlikely each is beside slips of the pen is a negative logarithm.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise

from kibitz.core.candidates import Candidate
from kibitz.core.slips import replaced
from kibitz.core.values import Edit, Span
from kibitz.languages.bjn.check.cards import cards_shown
from kibitz.languages.bjn.check.setup import decks_meant
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
    span = hand.span(placed.field(CARD))
    written = placed.text[slice(*placed.field(CARD).shifted(-placed.start))]
    if len(placed.item.fields) <= CARD or len(written) != 2 or written in DECK:
        return
    for card in DECK:
        differing = [pair for pair in zip(card, written, strict=True) if pair[0] != pair[1]]
        if len(differing) == 1:
            [(meant, old)] = differing
            foreign = meant in RANKS and ABROAD.get(old) == meant
            cost = RULED if foreign else max(replaced(meant, old) - LIKELY, RULED)
            yield Candidate((Edit(*span, card),), cost, "", "known")


def dealers_cards(hand: Replayed, _: int) -> Iterator[Candidate]:
    """Other cards of the dealer where several letters are wrong: one card may explain all of them.

    Its rank was misread, not mistyped, so that all are as likely.
    """
    follows = outcome(hand.tables[-1]) if hand.tables else None
    if (
        hand.outcome is None
        or follows is None
        or list(map(len, hand.outcome.seats)) != list(map(len, follows.seats))
    ):
        return
    letters = zip(chain(*hand.outcome.seats), chain(*follows.seats), strict=True)
    if sum(one != other for one, other in letters) < SEVERAL:
        return
    for placed, value in zip(hand.entries, hand.values, strict=False):
        if isinstance(value, Event) and value.actor == DEALER and value.card in DECK:
            for rank in [one for one in RANKS if one != value.card[0]]:
                edit = Edit(*hand.span(placed.field(CARD)), rank + value.card[1])
                yield Candidate((edit,), LIKELY, "", "known", airy=True)


def hit(hand: Replayed, number: int) -> Iterator[Candidate]:
    """A hit for a double down that the rules do not allow."""
    placed = hand.entries[number]
    yield Candidate((Edit(*hand.span(placed.field(ACTION)), "^"),), RULED, "Write a hit, `^`", "known")


def decks(hand: Replayed, _: int) -> Iterator[Candidate]:
    """A number of cards that a shoe holds; those that many houses play with first."""
    placed = hand.entries[0]
    if (setup := hand.setup) is not None:
        for cards in decks_meant(setup, cards_shown(hand.values)):
            cost = RULED if cards // len(DECK) in USUAL else SELDOM
            yield Candidate((Edit(*hand.span(placed.field(1)), str(cards)),), cost, "", "known")


def needless(hand: Replayed, number: int) -> Iterator[Candidate]:
    """The hand without an event that the rules do not allow."""
    placed, before = hand.entries[number], hand.entries[number - 1]
    where = hand.span(Span(before.end, placed.end))
    yield Candidate((Edit(*where, ""),), RULED, f"Delete `{placed.text}`", "known")


def no_split(hand: Replayed, number: int) -> Iterator[Candidate]:
    """A stand for a split of what is no pair, if no block follows."""
    placed, value = hand.entries[number], hand.values[number]
    if isinstance(value, Event) and value.action == "/":
        text = f"{value.actor}.{value.hand}..._"
        yield Candidate((Edit(*hand.span(placed.span), text),), LIKELY, f"Read `{text}`", "known")


def stands(hand: Replayed, number: int) -> Iterator[Candidate]:
    """The stand that somebody has not said whose turn it is, in the way in which the hand says the others."""
    now = turn(hand.tables[number - 1]) if 0 < number <= len(hand.tables) else None
    if now is None or now[0] == DEALER:
        return
    values = hand.values
    last = max([at for at in range(number) if values[at][:2] == now], default=0)
    own, text = values[last], f"{now[0]}.{now[1]}..._"
    marked = sum(isinstance(one, Event) and one.action == "^" and one.modifier == "_" for one in values)
    apart = sum(_stands_apart(one, other) for one, other in pairwise(values))
    inside = isinstance(own, Event) and own.action == "^" and marked >= apart
    placed, before = hand.entries[number], hand.entries[number - 1]
    gap = hand.text[before.end : placed.start]
    where = hand.start + placed.start
    yield Candidate(
        (Edit(where, where, text + gap),), SELDOM if inside else LIKELY, f"Insert `{text}`", "known"
    )
    if isinstance(own, Event) and own.action == "^" and not own.modifier:
        end = hand.start + hand.entries[last].end
        yield Candidate((Edit(end, end, "_"),), LIKELY if inside else SELDOM, "", "known")


def _stands_apart(one: object, other: object) -> bool:
    """Whether an event is a hit, and the next one says that the hand stands with it."""
    return isinstance(one, Event) and one.action == "^" and other == Event(one.actor, one.hand, "", "", "_")
