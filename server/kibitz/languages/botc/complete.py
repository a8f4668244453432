"""What may be typed at the cursor, the likeliest first, and what is likely to come as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import TYPE_CHECKING

from kibitz.core.values import Completion, Ghost, Span
from kibitz.languages.botc import offers
from kibitz.languages.botc.convert import line_end_of
from kibitz.languages.botc.model import Player
from kibitz.languages.botc.past import Past
from kibitz.languages.botc.roles import roles
from kibitz.languages.botc.slot import Slot, slot_at
from kibitz.languages.botc.spot import record_at

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
    behind = _behind(slot, offset) if _ended(slot, offset) else []
    if slot.kind == "role":
        if slot.closed:
            return behind
        return [*behind, *_same(slot), *(one for one in offers.roles_for_seat(slot) if one.text != slot.word)]
    if slot.kind == "token":
        return behind if slot.complete else offers.tokens(slot, Past(slot))
    return _names(slot)


def predict(analysis: Analysis, offset: int) -> Sequence[Ghost]:
    """See :meth:`kibitz.core.language.Language.predict`: the rest of the grimoire, as the one before has it."""
    slot = slot_at(analysis, offset)
    if slot is None:
        return _next_line(analysis, offset)
    if slot.kind == "whole":
        past = Past(slot)
        return _ghost(slot.span, slot.word, f"[{_line(past, past.rest)}]") if past.goes_on else ()
    if slot.kind == "bag" or slot.seat or not _fresh(slot):
        return ()
    bracket = "" if slot.bracketed else "]"
    if _ended(slot, offset):
        past = Past(slot, itself=True)
        if past.last is None or (past.rest == () and len(past.done) < len(past.last.names)):
            return ()
        rest = f"{slot.gap}{_line(past, past.rest)}" if past.rest else ""
        return _ghost(Span(offset, offset), "", f"{slot.closing}{rest}{bracket}")
    past = Past(slot)
    if not past.rest or slot.kind == "token":
        return ()
    typed = slot.document.text(slot.start, slot.span.start)
    text = next(
        (one.text for one in past.guesses(past.rest[0]) if one.text.startswith(typed + slot.word)), ""
    )
    more = f"{slot.gap}{_line(past, past.rest[1:])}" if past.rest[1:] else ""
    return _ghost(slot.span, slot.word, f"{text[len(typed) :]}{more}{bracket}") if text else ()


def _ghost(span: Span, word: str, text: str) -> Sequence[Ghost]:
    return (Ghost(span, text),) if text.startswith(word) and len(text) > len(word) else ()


def _next_line(analysis: Analysis, offset: int) -> Sequence[Ghost]:
    """Behind a grimoire that ends the file the next one, as far as its first player."""
    document = analysis.document
    found = record_at(analysis, offset)
    if (
        found is None
        or found[1].form != "line"
        or found[0] + found[1].span.end != offset
        or offset < len(document)
    ):
        return ()
    place = document.place_at(found[0])
    past = Past(Slot("whole", document, place, None, Span(offset, offset), "", offset))
    line = f"{line_end_of(document)}[{_line(past, past.rest[:1])}"
    return (Ghost(Span(offset, offset), line),) if past.goes_on else ()


def _line(past: Past, players: Iterable[Player]) -> str:
    return past.slot.gap.join(next(past.guesses(player)).text for player in players)


def _fresh(slot: Slot) -> bool:
    """Whether the entry ends at the cursor, so that whole entries can be offered."""
    return slot.document.text(slot.span.end, slot.span.end + 1).strip(" \t\r\n]") == ""


def _ended(slot: Slot, offset: int) -> bool:
    """Whether an entry ends right at the cursor, with a character that there is or that somebody has had."""
    if not slot.complete or slot.span.end != offset or not _fresh(slot) or slot.entry is None:
        return False
    role = slot.entry["role"]
    return role in roles() or any(role == entry.role.text for one in slot.earlier() for entry in one.entries)


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
    if not _fresh(slot):
        return offers.names(slot, past)
    typed = slot.document.text(slot.start, slot.span.start)
    guesses = [*past.next_guesses(), *offers.missing(slot, past)]
    items = [
        offers.entry(guess, slot.span, guess.text[len(typed) :])
        for guess in guesses
        if guess.text.startswith(typed)
    ]
    if not past.log:
        items += offers.the_dead(slot)
    if not (slot.seats_before() or slot.others() or typed):
        items += offers.inside_brackets(offers.grimoires(slot.span, past))
    return items


def _same(slot: Slot) -> Iterator[Completion]:
    """The role that the player of the slot had before, with the tokens."""
    past = Past(slot)
    if not slot.entry or not _fresh(slot):
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
    if slot.kind == "role" and not slot.closed:
        tokens = offers.in_parentheses(islice(offers.tokens(slot, past), TOKENS_BEHIND), here, slot.closing)
    pairs = zip_longest(following, tokens)
    return [one for pair in pairs for one in pair if one]
