"""What is likely to come as a whole: the rest of a grimoire, as the one before it has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from kibitz.core.values import Ghost, Span
from kibitz.languages.botc.convert import line_end_of
from kibitz.languages.botc.customs import next_player
from kibitz.languages.botc.framing import framed
from kibitz.languages.botc.model import Player
from kibitz.languages.botc.past import Past
from kibitz.languages.botc.slot import Slot, slot_at
from kibitz.languages.botc.spot import record_at

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis


def predict(analysis: Analysis, offset: int) -> Sequence[Ghost]:
    """See :meth:`kibitz.core.language.Language.predict`: the whole rest, then the next player only."""
    if drawing := tuple(framed(analysis, offset)):
        return drawing
    slot = slot_at(analysis, offset)
    if slot is None:
        found = _next_line(analysis, offset)
    elif slot.kind == "whole":
        found = _whole(slot)
    elif slot.kind == "bag" or slot.seat or not slot.fresh:
        return ()
    elif slot.ended(offset):
        found = _behind(slot, offset)
    else:
        found = _begun(slot)
    return tuple(dict.fromkeys(found))


def _next_line(analysis: Analysis, offset: int) -> Iterator[Ghost]:
    """Behind a grimoire that ends the file: the next one, as far as its first player."""
    document = analysis.document
    at_end = offset == len(document)
    found = record_at(analysis, offset) if at_end else None
    if found is None or found[1].form != "line" or found[0] + found[1].span.end != offset:
        return
    past = Past(Slot("whole", document, document.place_at(found[0]), None, Span(offset, offset), "", offset))
    if past.goes_on:
        yield Ghost(Span(offset, offset), f"{line_end_of(document)}[{_written(past, past.rest[:1])}")


def _whole(slot: Slot) -> Iterator[Ghost]:
    """At the start of a line: the next grimoire."""
    past = Past(slot)
    if (name := next_player(slot.beside, ())) and not slot.word:
        yield Ghost(slot.span, f"[{name}")
    if past.goes_on and not slot.word:
        yield Ghost(slot.span, f"[{_written(past, past.rest)}]")
        yield Ghost(slot.span, f"[{_written(past, past.rest[:1])}")


def _behind(slot: Slot, offset: int) -> Iterator[Ghost]:
    """Behind an entry: the next ones and the bracket; the bracket alone if everybody is there."""
    past, here = Past(slot, itself=True), Span(offset, offset)
    if name := _beside(slot, itself=True):
        yield Ghost(here, f"{slot.closing}{slot.gap}{name}")
    bracket = "" if slot.bracketed else "]"
    if past.last is None or not (past.rest or len(past.done) == len(past.last.names)):
        return
    for players in (past.rest, past.rest[:1]):
        gap = slot.gap if players else ""
        end = bracket if players == past.rest else ""
        if text := f"{slot.closing}{gap}{_written(past, players)}{end}":
            yield Ghost(here, text)


def _begun(slot: Slot) -> Iterator[Ghost]:
    """Where an entry begins or has begun: what is left of it, and the next ones."""
    past = Past(slot)
    if slot.kind == "name" and (name := _beside(slot)).startswith(slot.word) and name != slot.word:
        yield Ghost(slot.span, name)
    if not past.rest or slot.kind == "token":
        return
    typed = slot.document.text(slot.start, slot.span.start)
    begun = typed + slot.word
    entry = next(
        (one.text for one in past.next_guesses() if one.text.startswith(begun) and one.text != begun), ""
    )
    if not entry:
        return
    rest = entry[len(typed) :]
    more = f"{slot.gap}{_written(past, past.rest[1:])}" if past.rest[1:] else ""
    yield Ghost(slot.span, f"{rest}{more}{'' if slot.bracketed else ']'}")
    yield Ghost(slot.span, rest)


def _beside(slot: Slot, itself: bool = False) -> str:
    """Who comes next at the table of the record beside this one."""
    before = [seat.entry.name.text for seat in slot.seats_before(itself)]
    last = all(seat.at + slot.place.start <= slot.start for seat in slot.others())
    return next_player(slot.beside, before) if last else ""


def _written(past: Past, players: Iterable[Player]) -> str:
    """Entries as they are likely to be."""
    return past.slot.gap.join(next(past.guesses(player)).text for player in players)
