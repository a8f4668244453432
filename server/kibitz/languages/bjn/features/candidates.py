"""What may have been meant in a hand: what only the order of play tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice, takewhile

from kibitz.core.analysis import Analysis
from kibitz.core.candidates import Candidate
from kibitz.core.entries import TWICE
from kibitz.core.values import Diagnostic, Fix
from kibitz.languages.bjn.features import _meant as meant
from kibitz.languages.bjn.features._replayed import Replayed, replayed_at
from kibitz.languages.bjn.game.model import Entry, Event, Split, Unread
from kibitz.languages.bjn.game.table import DEALER
from kibitz.languages.bjn.game.turns import in_order, turn

DOTS = 4
"""So many are in an event."""


_BY_RULE: Mapping[str, Sequence[Callable[[Replayed, int], Iterator[Candidate]]]] = {
    "bust-wrong": [meant.stood],
    "card-dealt-twice": [meant.as_the_block_says],
    "cards-not-decks": [meant.decks],
    "dealer-draws": [meant.needless],
    "double-cards": [meant.hit],
    "hand-closed": [meant.stands_twice],
    "house-rule": [meant.hit_in_this_house],
    "outcome-total": [meant.dealers_cards],
    "reveal": [meant.hidden],
    "setup-within": [meant.without_setup, meant.lost_from_deal],
    "split-block-differs": [meant.as_the_block_says],
    "split-unequal": [meant.as_the_block_says, meant.no_split],
    "too-few-cards": [meant.dealt_by_block, meant.hidden_lost, meant.dealt_late],
    "turn-order": [meant.stands],
}
"""By the slugs of rules."""


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
    # The first one out of turn, as cards are dealt, too.
    yield from islice(chain.from_iterable(meant.whose_turn(hand, one) for one in range(1, number + 1)), 1)
    yield from meant.split_lost(hand, number)
    for one in range(2, number + 1):
        if entries[one].kind == "event" and entries[one].text == entries[one - 1].text:
            yield meant.delete(hand, one, TWICE, ": it stands twice")
    if slug in ("setup-missing", "after-outcome"):
        yield from meant.setups_beside(analysis, hand, number)
    if slug == "turn-order" and number:
        yield from _in_turn(hand, number)
    elif isinstance(entries[number].item.value_known, Unread) or slug in ("unknown-action", "unknown-card"):
        yield from meant.malformed(hand, number)
        yield from meant.cards(hand, number)
        if number and entries[number].kind == "event":
            yield from _completed(hand, number)


def _in_turn(hand: Replayed, number: int) -> Iterator[Fix]:
    """Somebody acted too early: all that he does there comes behind the last of those whose turn it was."""
    entries, values = hand.entries, hand.values
    actor = _seat(values, number)
    count = len(list(takewhile(lambda one: _seat(values, one) == actor, range(number, len(values)))))
    later = [one for one in range(number + count, len(values)) if _seat(values, one) < actor]
    if not later or any(placed.kind == "comment" for placed in hand.sheet.items):
        return
    first, behind, last = entries[number], entries[number + count], entries[later[-1]]
    run = hand.text[first.start : entries[number + count - 1].end]
    moved = hand.text[behind.start : last.end] + meant.gap_before(hand, number) + run
    told = " and ".join(f"`{entries[one].text}`" for one in range(number, number + count))
    start, end = hand.start + first.start, hand.start + last.end
    yield Fix.of(f"Move {told} behind `{last.text}`", start, end, moved)


def _seat(values: Sequence[Entry], number: int) -> int:
    """The place of an entry in the order of play: blocks belong to their splits."""
    value = values[number]
    if isinstance(value, Split):
        value = values[number - 1]
    if not isinstance(value, (Event, Unread)) or (isinstance(value, Unread) and value.kind != "event"):
        return in_order(DEALER) + 1
    return in_order(value.actor)


def _completed(hand: Replayed, number: int) -> Iterator[Fix]:
    """What an event may be that was left half written: with its last dots and its mark, or the stand of whoever is due."""
    placed = hand.entries[number]
    text, dots = placed.text, placed.text.count(".")
    events = [f"{text}{'.' * (DOTS - dots)}{mark}" for mark in ("", "_", "#")] if 0 < dots < DOTS else []
    now = turn(hand.tables[number - 1]) if number <= len(hand.tables) else None
    stands = f"{now[0]}.{now[1]}..._" if now and DEALER not in now else ""
    for event in dict.fromkeys([*events, stands] if stands.startswith(text) else events):
        yield Fix.write(hand.span(placed.span), event)
