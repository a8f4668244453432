"""Candidates for the meaning of a wrong entry, from the order of play."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations, islice, pairwise, takewhile
from operator import ne

from kibitz.core.analysis import Analysis
from kibitz.core.candidates import Candidate
from kibitz.core.entries import TWICE
from kibitz.core.slips import replaced
from kibitz.core.values import Diagnostic, Edit, Fix, Span
from kibitz.languages.bjn.check.setup import decks_meant
from kibitz.languages.bjn.features._replayed import Replayed, replayed_at
from kibitz.languages.bjn.game.model import (
    ACTION,
    CARD,
    DEALER,
    DECK,
    MODIFIER,
    PIPS,
    RANKS,
    Entry,
    Event,
    Setup,
    Split,
    Unread,
)
from kibitz.languages.bjn.game.play import due, in_order, outcome, turn
from kibitz.languages.bjn.game.shoe import shown
from kibitz.languages.bjn.text.sheet import Placed, Sheet

FORM, BESIDE, AGAIN, SHOWN = 2.0, 1.0, 3.0, 4.0
NEAR = 4
"""The number of hands before and after another one that show its setup."""

_OUTCOME = re.compile(r"[\[({]?([wlpr](?:[,/][wlpr])*)[\])}]?", re.IGNORECASE)
_SETUP = re.compile(r"[\[({]?([0-9]+\.[0-9]+(?:\.[a-z0-9]+)*)[\])}]?", re.IGNORECASE)
_JOINED = re.compile(r"(?<=[.?_#$/])[0-9a-z]?(?=[0-9]+\.[0-9]+\.|/[0-9]+\.[2-9tjqka])", re.IGNORECASE)
"""A place where two entries lack a separator, or have another character instead."""


def malformed(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield an entry with the right brackets, with two fields swapped, or divided into two."""
    placed = hand.entries[number]
    text = placed.text
    if outcome := _OUTCOME.fullmatch(text):
        yield read(hand, placed, f"[{outcome[1]}]", FORM)
    elif (setup := _SETUP.fullmatch(text)) and not number:
        yield read(hand, placed, f"{{{setup[1]}}}", FORM)
    elif number:
        yield from _divided(hand, number)
    fields = text.split(".")
    if len(fields) == 5:
        for one, other in combinations(range(5), 2):
            swapped = list(fields)
            swapped[one], swapped[other] = fields[other], fields[one]
            if swapped != fields:
                yield read(hand, placed, ".".join(swapped), FORM)


def _divided(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield an entry divided into two, with the separator of the others."""
    placed = hand.entries[number]
    text, gap = placed.text, gap_before(hand, number)
    for start, end in sorted({(one.start(), end) for one in _JOINED.finditer(text) for end in one.span()}):
        title = f"Add a divider between `{text[:start]}` and `{text[end:]}`"
        yield guess(hand, Span(start, end).shifted(placed.start), gap, FORM, title)


def setups_beside(analysis: Analysis, hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield the setups of the neighbouring hands if one is missing: a session is played at one table."""
    gap = gap_before(hand, number + 1) if number + 1 < len(hand.entries) else "\n"
    for cost, setup in enumerate(dict.fromkeys(_setups_near(analysis, hand.start)), 1):
        yield insert(hand, number, setup, BESIDE * cost, gap)


def _setups_near(analysis: Analysis, start: int) -> Iterator[str]:
    document = analysis.document
    before = behind = document.place_at(start)
    for _ in range(NEAR):
        for place in (before, behind):
            sheet: Sheet = analysis.language.parsed(place.text).value
            first = sheet.entries[0].item if sheet.entries else None
            if first and isinstance(first.value, Setup) and not first.flaws:
                yield first.text
        before, behind = document.before(before) or before, document.after(behind) or behind


def as_the_block_says(hand: Replayed, _: int) -> Iterator[Candidate]:
    """Yield the cards of a split pair, as its block names them."""
    values = hand.values
    for at, (split, block) in enumerate(pairwise(values)):
        if not isinstance(split, Event) or not isinstance(block, Split):
            continue
        dealt = [
            (placed, value)
            for placed, value in zip(hand.entries[:at], values, strict=False)
            if isinstance(value, Event) and value[:2] == split[:2] and value.card
        ]
        for (placed, value), card in zip(dealt[-2:], block.cards, strict=False):
            if value.card != card:
                yield guess(hand, placed.field(CARD), card, AGAIN)


def dealt_by_block(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield the missing deal of a card that the block of a split names."""
    values = hand.values
    split = values[number]
    block = next((value for value in values[number : number + 2] if isinstance(value, Split)), None)
    own = [value.card for value in values[:number] if isinstance(value, Event) and value.actor == split[0]]
    if block is None or not isinstance(split, Event) or len(own) != 1 or own[0] not in block.cards:
        return
    first = own[0] == block.cards[1]
    card = block.cards[0] if first else block.cards[1]
    before = split.actor - 1
    places = [
        at
        for at in range(1, number)
        if isinstance(values[at], Event) and (values[at - 1][0] == before or (not before and at == 1))
    ]
    if places:
        yield insert(hand, places[0] if first else places[-1], f"{split.actor}.1..{card}.", BESIDE)


def hidden_lost(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield the hole card of a dealer who reveals one, in the round of the deal that lacks it."""
    dealt = [value[0] for value in takewhile(_is_dealt, hand.values[1:number])]
    if hand.values[number][:3] == (DEALER, 1, "%") and dealt.count(DEALER) == 1:
        second = next((at for at, seat in enumerate(dealt) if seat in dealt[:at]), len(dealt))
        place = len(dealt) if DEALER in dealt[:second] else second
        yield insert(hand, place + 1, "0.1...?", RULED)


def dealt_late(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield an event of a player as a dealt card. A missing card is just as likely, and may be any."""
    value = hand.values[number]
    if isinstance(value, Event) and value.actor != DEALER and value.card:
        text = f"{value.actor}.{value.hand}..{value.card}.{value.modifier}"
        yield read(hand, hand.entries[number], text, LIKELY)._replace(unsupported=True)


def _is_dealt(value: object) -> bool:
    return isinstance(value, Event) and not value.action and bool(value.card)


def lost_from_deal(hand: Replayed, _: int) -> Iterator[Candidate]:
    """Yield the missing card of a deal that the block of the first split names."""
    for number, (one, following) in enumerate(pairwise(hand.values)):
        if isinstance(one, Event) and isinstance(following, Split):
            yield from dealt_by_block(hand, number)
            return


def without_setup(hand: Replayed, _: int) -> Iterator[Candidate]:
    """Yield the hand without its setup, as the rest of the previous hand."""
    first, *others = hand.entries[:2]
    if others:
        yield guess(hand, Span(first.start, others[0].start), "", BESIDE, "Remove this setup")


def stands_twice(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield the removal of a second stand."""
    value = hand.values[number]
    if number and isinstance(value, Event) and value[2:] == ("", "", "_"):
        yield delete(hand, number, AGAIN, ": the hand already stands")


def hidden(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield the hole card instead of a card that the dealer shows at the deal."""
    for placed, value in zip(hand.entries[:number], hand.values, strict=False):
        if isinstance(value, Event) and value.actor == DEALER and value.card and not value.action:
            yield read(hand, placed, f"{value.actor}.{value.hand}...?", SHOWN)


def shown_hole(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield the hole card that was written with its face at the deal, if the dealer reveals the same card."""
    value = hand.values[number]
    if isinstance(value, Event) and value.action == "%":
        for placed, early in zip(hand.entries[:number], hand.values, strict=False):
            if early == Event(DEALER, 1, "", value.card):
                yield read(hand, placed, "0.1...?", RULED)


# Guesses


def guess(
    hand: Replayed, where: Span, text: str, cost: float, title: str = "", unsupported: bool = False
) -> Candidate:
    """Return another text for a place of a hand."""
    return Candidate((Edit(*hand.span(where), text),), cost, title, "known", unsupported)


def read(hand: Replayed, placed: Placed, text: str, cost: float) -> Candidate:
    """Return another text for an entry."""
    return guess(hand, placed.span, text, cost, f"Change `{placed.text}` to `{text}`")


def insert(hand: Replayed, number: int, text: str, cost: float, gap: str | None = None) -> Candidate:
    """Return a new entry before another one, with the separator of that one."""
    at = hand.entries[number].start
    behind = gap_before(hand, number) if gap is None else gap
    return guess(hand, Span(at, at), text + behind, cost, f"Add `{text}`")


def delete(hand: Replayed, number: int, cost: float, why: str = "") -> Candidate:
    """Return the removal of an entry and the separator before it."""
    placed = hand.entries[number]
    span = Span(hand.entries[number - 1].end, placed.end)
    return guess(hand, span, "", cost, f"Delete `{placed.text}`{why}")


def gap_before(hand: Replayed, number: int) -> str:
    """Return the text between an entry and the one before it."""
    return hand.text[hand.entries[number - 1].end : hand.entries[number].start]


# Candidates from the rules of play and the habits of the hand

RULED, LIKELY, SELDOM = 1.0, 2.0, 4.0
STOOD = 17
"""The lowest total at which players hardly ever draw."""
SEVERAL = 2
"""The number of wrong letters that are hardly typos."""
USUAL = (1, 2, 4, 6, 8)
"""The decks of most shoes."""
ABROAD = {"v": "j", "b": "j", "u": "j", "d": "q", "o": "q", "r": "k", "h": "k", "z": "t"}
"""Ranks by the first letters of their names elsewhere: valet, Bube, boer, Unter, dame, Ober, roi, rey, heer, Zehn."""


def cards(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield the cards that are one character away. The rest of the hand does not matter."""
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
    """Yield other cards of the dealer if several letters are wrong: one card may explain all of them.

    All ranks are equally likely, because the rank was misread, not mistyped.
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
                yield guess(hand, placed.field(CARD), rank + value.card[1], LIKELY, unsupported=True)


def hit(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield a hit instead of a double down that the rules do not allow."""
    yield guess(hand, hand.entries[number].field(ACTION), "^", RULED, "Change `!` to `^`")


def marked(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield the mark of a double down, or a hit if the hand goes on after it."""
    value = hand.values[number]
    later = [one for one in hand.values[number + 1 :] if isinstance(one, Event)]
    if any(one[:2] == value[:2] for one in later):
        yield from hit(hand, number)
    else:
        yield guess(hand, hand.entries[number].field(MODIFIER), "_", RULED, "Add `_`")


def hit_in_this_house(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield a hit instead of a double down that the house does not allow. Another card of the hand is just as likely."""
    value = hand.values[number]
    if isinstance(value, Event) and value.action == "!":
        yield from (one._replace(unsupported=True) for one in hit(hand, number))


def stood(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield a stand mark instead of a bust mark. A losing hand may also lack any one card, so that is never clear."""
    said, actor = hand.outcome, hand.values[number][0]
    letters = dict(zip(hand.tables[-1].players, said.seats, strict=False)) if said else {}
    lost = "l" in chain(*(letters[one] for one in letters if actor in {one, DEALER}))
    unsupported = not said or lost == (actor != DEALER)
    yield guess(hand, hand.entries[number].field(MODIFIER), "_", RULED, "Change `#` to `_`", unsupported)


def decks(hand: Replayed, _: int) -> Iterator[Candidate]:
    """Yield the numbers of cards that a shoe may hold; the usual ones come first."""
    if setup := hand.setup:
        for cards in decks_meant(setup, shown(hand.values)):
            cost = RULED if cards // len(DECK) in USUAL else SELDOM
            yield guess(hand, hand.entries[0].field(1), str(cards), cost)


def needless(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield the removal of an event that the rules do not allow. Another card before it is just as likely."""
    yield delete(hand, number, RULED)._replace(unsupported=True)


def no_split(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield a stand instead of a split of two different values."""
    value = hand.values[number]
    if isinstance(value, Event) and value.action == "/":
        yield read(hand, hand.entries[number], f"{value.actor}.{value.hand}..._", LIKELY)


def stands(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield the missing stand of the hand whose turn it is, in the style of the other stands."""
    now = due(hand.tables[number - 1]) if 0 < number <= len(hand.tables) else None
    if now is None or now[0] == DEALER:
        return
    seat, its = now
    values = hand.values
    last = max([at for at in range(number) if values[at][:2] == (seat, its.number)], default=0)
    own = values[last]
    marked = sum(isinstance(one, Event) and one.action == "^" and one.modifier == "_" for one in values)
    apart = sum(_stands_apart(one, other) for one, other in pairwise(values))
    inside = isinstance(own, Event) and own.action == "^" and marked >= apart
    # A lower total may have drawn a card, which can't be guessed.
    unsupported = its.total < STOOD
    yield insert(hand, number, f"{seat}.{its.number}..._", SELDOM if inside else LIKELY)._replace(
        unsupported=unsupported
    )
    if isinstance(own, Event) and own.action == "^" and not own.modifier:
        end = hand.entries[last].end
        yield guess(hand, Span(end, end), "_", LIKELY if inside else SELDOM, unsupported=unsupported)


def whose_turn(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield the event for the seat and the hand whose turn it is."""
    value = hand.values[number]
    now = turn(hand.tables[number - 1]) if 0 < number <= len(hand.tables) else None
    if now and isinstance(value, Event) and now != value[:2]:
        yield read(hand, hand.entries[number], str(value._replace(actor=now[0], hand=now[1])), LIKELY)


def split_lost(hand: Replayed, number: int) -> Iterator[Candidate]:
    """Yield the missing split of a pair, with its block, if a second hand is played."""
    seat = getattr(hand.values[number], "actor", DEALER)
    own = [(at, one) for at, one in enumerate(hand.values) if isinstance(one, Event) and one.actor == seat]
    if seat == DEALER or len(own) < 3 or all(one.hand == 1 for _, one in own):
        return
    (_, first), (_, second), (at, _) = own[:3]
    pips = PIPS.get(first.card)
    if pips and pips == PIPS.get(second.card) and not first.action + second.action:
        split, block, start = f"{seat}.1./..", f"/1.{first.card}/2.{second.card}/", hand.entries[at].start
        text = "".join(one + gap_before(hand, at) for one in (split, block))
        yield guess(hand, Span(start, start), text, LIKELY, f"Add the split `{split}` and `{block}`")


def _stands_apart(one: object, other: object) -> bool:
    """Return whether an event is a hit, and the next one the stand after it."""
    return isinstance(one, Event) and one.action == "^" and other == Event(one.actor, one.hand, "", "", "_")


_BY_RULE: Mapping[str, Sequence[Callable[[Replayed, int], Iterator[Candidate]]]] = {
    "bust-wrong": [stood],
    "card-dealt-twice": [as_the_block_says, shown_hole],
    "cards-not-decks": [decks],
    "dealer-draws": [needless],
    "double-cards": [hit],
    "double-open": [marked],
    "hand-closed": [stands_twice],
    "house-rule": [hit_in_this_house],
    "outcome-total": [dealers_cards],
    "reveal": [hidden],
    "setup-within": [without_setup, lost_from_deal],
    "split-block-differs": [as_the_block_says],
    "split-unequal": [as_the_block_says, no_split],
    "too-few-cards": [dealt_by_block, hidden_lost, dealt_late],
    "turn-order": [stands],
}
"""The sources of candidates, by the slugs of rules."""


def candidates(language: object, analysis: Analysis, finding: Diagnostic) -> Iterator[Fix | Candidate]:
    """See :meth:`kibitz.core.language.Language.candidates`."""
    hand = replayed_at(analysis, finding.span.start)
    entries, at = hand.entries, finding.span.start - hand.start
    number = next((one for one, placed in enumerate(entries) if placed.start <= at <= placed.end), None)
    slug = finding.rule.slug
    if number is None:
        return
    for kind in _BY_RULE.get(slug, ()):
        yield from kind(hand, number)
    # The first event out of turn, dealt cards included.
    yield from islice(chain.from_iterable(whose_turn(hand, one) for one in range(1, number + 1)), 1)
    yield from split_lost(hand, number)
    for one in range(2, number + 1):
        if entries[one].kind == "event" and entries[one].text == entries[one - 1].text:
            yield delete(hand, one, TWICE, ": it occurs twice")
    if slug in ("setup-missing", "after-outcome"):
        yield from setups_beside(analysis, hand, number)
    if slug == "turn-order" and number:
        yield from _in_turn(hand, number)
    elif isinstance(entries[number].item.value_known, Unread) or slug in ("unknown-action", "unknown-card"):
        yield from malformed(hand, number)
        yield from cards(hand, number)
        if number and entries[number].kind == "event":
            yield from _stand_begun(hand, number)


def _in_turn(hand: Replayed, number: int) -> Iterator[Fix]:
    """Yield the move of all early entries of a seat to the place after the seats that come first."""
    entries, values = hand.entries, hand.values
    actor = _seat(values, number)
    count = len(list(takewhile(lambda one: _seat(values, one) == actor, range(number, len(values)))))
    later = [one for one in range(number + count, len(values)) if _seat(values, one) < actor]
    if not later or any(placed.kind == "comment" for placed in hand.sheet.items):
        return
    first, behind, last = entries[number], entries[number + count], entries[later[-1]]
    run = hand.text[first.start : entries[number + count - 1].end]
    moved = hand.text[behind.start : last.end] + gap_before(hand, number) + run
    told = " and ".join(f"`{entries[one].text}`" for one in range(number, number + count))
    start, end = hand.start + first.start, hand.start + last.end
    yield Fix.of(f"Move {told} after `{last.text}`", start, end, moved)


def _seat(values: Sequence[Entry], number: int) -> int:
    """Return the place of an entry in the order of play. A block belongs to its split."""
    value = values[number]
    if isinstance(value, Split):
        value = values[number - 1]
    if not isinstance(value, (Event, Unread)) or (isinstance(value, Unread) and value.kind != "event"):
        return in_order(DEALER) + 1
    return in_order(value.actor)


def _stand_begun(hand: Replayed, number: int) -> Iterator[Fix]:
    """Yield the stand of the hand whose turn it is for the beginning of its event."""
    placed = hand.entries[number]
    now = turn(hand.tables[number - 1]) if number <= len(hand.tables) else None
    stand = f"{now[0]}.{now[1]}..._" if now and DEALER not in now else ""
    if stand.startswith(placed.text):
        yield Fix.of(f"Change `{placed.text}` to `{stand}`", *hand.span(placed.span), stand)
