"""A log of one game: what may not happen from one grimoire to the next of a file."""

from __future__ import annotations

from collections.abc import Iterator
from operator import le
from typing import NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.values import Diagnostic, Related
from kibitz.languages.botc.gist import Gist
from kibitz.languages.botc.nodes import Entry, Record, Seat
from kibitz.languages.botc.rulebook import rules


class Before(NamedTuple):
    """The grimoire before, and its chunk. What the fold over the chunks of a file carries along."""

    gist: Gist
    chunk: Chunk


def silent(before: Gist, after: Gist) -> bool:
    """Whether nothing can be said of two grimoires that follow each other: they are of two games, or one goes on."""
    return goes_on(before, after) or not one_game(before, after)


def one_game(before: Gist, after: Gist) -> bool:
    """Whether two grimoires are of one game: most players are the same and have the same characters."""
    old, new = zip(before.names, before.roles, strict=True), zip(after.names, after.roles, strict=True)
    return 2 * len(set(old).intersection(new)) > max(len(before.names), len(after.names))


def goes_on(before: Gist, after: Gist) -> bool:
    """Whether the same people sit there and nobody got anything back, proven cheaply: then there is nothing to say."""
    return before.names == after.names and (
        before.states == after.states or all(map(le, before.states, after.states))
    )


def changes(before: Record, chunk: Chunk, record: Record) -> Iterator[Diagnostic]:
    """What changed between two grimoires of one game and can't have, all rules asked; `chunk` is that of the former."""
    old = {seat.entry.name.text: _Was(seat, chunk) for seat in before.seated}
    new = {seat.entry.name.text: seat for seat in record.seated}
    yield from _seats(record, old, new)
    for name, seat in new.items():
        was = old.get(name)
        if was is None or not was.entry.dead:
            continue
        if not seat.entry.dead:
            related = was.related(f"`{name}` is dead here")
            yield rules()["back-to-life"].at(*seat.name.span, name=name, related=related)
        elif was.entry.spent and not seat.entry.spent:
            related = was.related(f"the vote of `{name}` is used here")
            yield rules()["vote-comes-back"].at(*seat.name.span, name=name, related=related)


class _Was(NamedTuple):
    """A seat of the grimoire before."""

    seat: Seat
    chunk: Chunk

    @property
    def entry(self) -> Entry:
        return self.seat.entry

    def related(self, message: str) -> list[Related]:
        """Where it stands."""
        return [Related(self.seat.name.span, message, self.chunk)]


def _seats(record: Record, old: dict[str, _Was], new: dict[str, Seat]) -> Iterator[Diagnostic]:
    """Who came, who went, who changed seats. Travellers come and go."""
    start = record.span.start
    for name, was in old.items():
        if name not in new and not _traveller(was.seat):
            related = was.related(f"`{name}` sits here")
            yield rules()["player-gone"].at(start, start + 1, name=name, related=related)
    for name, seat in new.items():
        if name not in old and not _traveller(seat):
            related = next(iter(old.values())).related("the grimoire before")
            yield rules()["player-new"].at(*seat.name.span, name=name, related=related)
    stayed = [name for name in old if name in new]
    if moved := _moved(stayed, [name for name in new if name in old]):
        related = old[moved].related(f"`{moved}` sits here")
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
