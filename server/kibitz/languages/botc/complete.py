"""What may be typed at the cursor, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import TYPE_CHECKING

from kibitz.core.values import Completion, Span
from kibitz.languages.botc import offers
from kibitz.languages.botc.past import Past
from kibitz.languages.botc.slot import Slot, slot_at

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis

TOKENS_BEHIND = 3
"""How many tokens are offered behind an entry among the players who may follow."""


def complete(analysis: Analysis, offset: int) -> Sequence[Completion]:
    """See :meth:`kibitz.core.language.Language.complete`."""
    slot = slot_at(analysis, offset)
    if slot is None:
        return ()
    if slot.kind == "whole":
        return [*_first(slot), *offers.grimoires(slot.span, Past(slot))]
    if slot.kind == "bag":
        return offers.roles_for_bag(slot)
    ended = slot.ended(offset)
    if ended and not slot.last:
        # Whoever fills in a row of players goes on with Tab, which would take what is offered.
        return ()
    behind = _behind(slot, offset) if ended else []
    if slot.kind == "role":
        if slot.closed:
            return behind
        return [*behind, *_same(slot), *offers.roles_for_seat(slot, longer=ended)]
    if slot.kind == "token":
        return behind if slot.complete else offers.tokens(slot, Past(slot))
    return _names(slot)


# Entries


def _first(slot: Slot) -> Iterator[Completion]:
    """The first entry of the next grimoire."""
    past = Past(slot)
    if past.goes_on:
        for guess in past.next_guesses():
            yield offers.entry(guess, slot.span, f"[{guess.text}")


def _names(slot: Slot) -> Sequence[Completion]:
    """Who comes next, and who else is not seated yet."""
    past = Past(slot)
    if not slot.fresh:
        return offers.names(slot, past)
    typed = slot.document.text(slot.start, slot.span.start)
    guesses = [*past.next_guesses(), *offers.missing(slot, past)]
    items = [
        offers.entry(guess, slot.span, guess.text[len(typed) :])
        for guess in guesses
        if guess.text.startswith(typed)
    ]
    if not past.log:
        items += [*(offers.from_beside(slot) if typed == "" or slot.dead else ()), *offers.the_dead(slot)]
    if not (slot.seats_before() or slot.others() or typed):
        items += offers.inside_brackets(offers.grimoires(slot.span, past))
    return items


def _same(slot: Slot) -> Iterator[Completion]:
    """The role that the player of the slot had before, with the tokens."""
    past = Past(slot)
    if not slot.entry or not slot.fresh:
        return
    was = next((player for player in past.rest if player.name == slot.entry["name"]), None)
    typed = slot.document.text(slot.start, slot.span.start)
    for guess in past.guesses(was) if was else ():
        if guess.text.startswith(typed) and guess.text != typed + slot.word:
            yield offers.entry(guess, slot.span, guess.text[len(typed) :])


def _behind(slot: Slot, offset: int) -> Sequence[Completion]:
    """What may follow an entry that is complete: the next player, or a token.

    Nothing where every player has a line: Enter must end it.
    """
    if slot.gap != " ":
        return []
    past = Past(slot, itself=True)
    here = Span(offset, offset)
    following = [offers.entry(guess, here, f"{slot.closing} {guess.text}") for guess in past.next_guesses()]
    tokens: Iterable[Completion] = ()
    # A closed grimoire in which everybody sits may be done: Tab would rather leave the last of its players.
    done = slot.bracketed and not following
    if slot.kind == "role" and not slot.closed and not done:
        tokens = offers.in_parentheses(islice(offers.tokens(slot, past), TOKENS_BEHIND), here, slot.closing)
    pairs = zip_longest(following, tokens)
    return [one for pair in pairs for one in pair if one]
