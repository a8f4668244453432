"""A log of one game: what may not happen from one grimoire to the next of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.values import Diagnostic, Related
from kibitz.languages.botc.nodes import Record, Seat
from kibitz.languages.botc.rulebook import rules


class Before(NamedTuple):
    """The grimoire before, and its chunk. What the fold over the chunks of a file carries along."""

    record: Record
    chunk: Chunk

    def related(self, seat: Seat, message: str) -> list[Related]:
        """Where a seat stands in the grimoire before."""
        return [Related(seat.name.span, message, self.chunk)]


def check_log(before: Before, record: Record) -> Iterator[Diagnostic]:
    """What changed since the grimoire before and can't have, if both are of one game."""
    if one_game(before.record, record) and not goes_on(before.record, record):
        yield from changes(before, record)


def changes(before: Before, record: Record) -> Iterator[Diagnostic]:
    """What changed between two grimoires of one game and can't have, all rules asked."""
    old = {seat.entry.name.text: seat for seat in before.record.seated}
    new = {seat.entry.name.text: seat for seat in record.seated}
    yield from _seats(before, record, old, new)
    for name, seat in new.items():
        was = old.get(name)
        if was is None or not was.entry.dead:
            continue
        if not seat.entry.dead:
            related = before.related(was, f"`{name}` is dead here")
            yield rules()["back-to-life"].at(*seat.name.span, name=name, related=related)
        elif was.entry.spent and not seat.entry.spent:
            related = before.related(was, f"the vote of `{name}` is used here")
            yield rules()["vote-comes-back"].at(*seat.name.span, name=name, related=related)


def one_game(before: Record, record: Record) -> bool:
    """Whether two grimoires are of one game: most players are the same and have the same characters."""
    old, new = set(before.pairs), set(record.pairs)
    return 2 * len(old & new) > max(len(old), len(new))


def goes_on(before: Record, record: Record) -> bool:
    """Whether the same people sit there and nobody got anything back, proven cheaply: then there is nothing to say."""
    pairs = zip(before.entries, record.entries, strict=False)
    return (
        before.names == record.names
        and len(before.names) == len(before.entries) == len(record.entries)
        and all(new.state >= old.state for old, new in pairs)
    )


def _seats(
    before: Before, record: Record, old: dict[str, Seat], new: dict[str, Seat]
) -> Iterator[Diagnostic]:
    """Who came, who went, who changed seats. Travellers come and go."""
    start = record.span.start
    for name, seat in old.items():
        if name not in new and not _traveller(seat):
            related = before.related(seat, f"`{name}` sits here")
            yield rules()["player-gone"].at(start, start + 1, name=name, related=related)
    for name, seat in new.items():
        if name not in old and not _traveller(seat):
            related = before.related(next(iter(old.values())), "the grimoire before")
            yield rules()["player-new"].at(*seat.name.span, name=name, related=related)
    stayed = [name for name in old if name in new]
    if moved := _moved(stayed, [name for name in new if name in old]):
        related = before.related(old[moved], f"`{moved}` sits here")
        yield rules()["seats-changed"].at(*new[moved].name.span, name=moved, related=related)


def _traveller(seat: Seat) -> bool:
    role = seat.character
    return role is not None and role.team == "traveller"


def _moved(old: list[str], new: list[str]) -> str | None:
    """The first player who sits elsewhere in the circle; where it begins does not matter."""
    if not old:
        return None
    turn = new.index(old[0])
    turned = new[turn:] + new[:turn]
    return next((now for was, now in zip(old, turned, strict=True) if was != now), None)
