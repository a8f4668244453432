"""BOT14: a log of one game, and what may not happen from one grimoire to the next of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.values import Diagnostic, Related
from kibitz.languages.botc.game.log import Circle, silent
from kibitz.languages.botc.game.moment import REVIVING, UNDEAD
from kibitz.languages.botc.game.script import UNSAID, Script
from kibitz.languages.botc.text.nodes import Entry, Record, Seat, token_of
from kibitz.languages.botc.text.rulebook import rules


class Before(NamedTuple):
    """The grimoire before, and its chunk. What the fold over the chunks of a file carries along."""

    circle: Circle
    chunk: Chunk


def changes(before: Record, chunk: Chunk, record: Record, script: Script = UNSAID) -> Iterator[Diagnostic]:
    """What changed between two grimoires of one game and can't have; `chunk` is that of the former."""
    if silent(before.circle, record.circle):
        return
    old = {seat.entry.name.text: _Was(seat, chunk) for seat in before.seated}
    new = {seat.entry.name.text: seat for seat in record.seated}
    if before.sound and record.sound:
        # Whoever can't be read, or is not written yet, has not gone.
        yield from _seats(record, old, new, script)
    for name, seat in new.items():
        was = old.get(name)
        if was is None or not was.entry.dead:
            continue
        if not seat.entry.dead:
            if _revived(seat, new):
                continue
            related = was.related(f"`{name}` is dead here")
            yield rules()["back-to-life"].at(*seat.name.span, name=name, related=related)
        elif was.entry.spent and not seat.entry.spent:
            related = was.related(f"the vote of `{name}` is used here")
            yield rules()["vote-comes-back"].at(*seat.name.span, name=name, related=related)


def _revived(seat: Seat, seats: dict[str, Seat]) -> bool:
    """Whether a token or a character explains that somebody is alive again."""
    tokens = {token_of(token).name for token in seat.entry.player.tokens}
    return (
        "alive" in tokens
        or seat.entry.role.text in UNDEAD
        or any(other.entry.role.text in REVIVING for other in seats.values())
    )


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


def _seats(
    record: Record, old: dict[str, _Was], new: dict[str, Seat], script: Script
) -> Iterator[Diagnostic]:
    """Who came, who went, who changed seats. Travellers come and go."""
    start = record.span.start
    for name, was in old.items():
        if name not in new and not _traveller(was.seat, script):
            related = was.related(f"`{name}` sits here")
            yield rules()["player-gone"].at(start, start + 1, name=name, related=related)
    for name, seat in new.items():
        if name not in old and not _traveller(seat, script):
            related = next(iter(old.values())).related("the grimoire before")
            yield rules()["player-new"].at(*seat.name.span, name=name, related=related)
    stayed = [name for name in old if name in new]
    if moved := _moved(stayed, [name for name in new if name in old]):
        related = old[moved].related(f"`{moved}` sits here")
        yield rules()["seats-changed"].at(*new[moved].name.span, name=moved, related=related)


def _traveller(seat: Seat, script: Script) -> bool:
    role = script.role(seat.entry.role.text)
    return role is not None and role.team == "traveller"


def _moved(old: list[str], new: list[str]) -> str | None:
    """The first player who sits elsewhere in the circle; where it begins does not matter."""
    if not old:
        return None
    turn = new.index(old[0])
    turned = new[turn:] + new[:turn]
    return next((now for was, now in zip(old, turned, strict=True) if was != now), None)
