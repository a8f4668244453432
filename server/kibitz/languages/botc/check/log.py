"""BOT14: a log of one game, and what may not happen from one grimoire to the next of a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.slips import one_slip_away
from kibitz.core.values import Diagnostic, Related, Severity
from kibitz.languages.botc.game.changing import BACK, changed_by
from kibitz.languages.botc.game.jots import jotted, named
from kibitz.languages.botc.game.log import Circle, exchanged, silent
from kibitz.languages.botc.game.moment import REVIVING, UNDEAD
from kibitz.languages.botc.game.roles import Role
from kibitz.languages.botc.game.script import UNSAID, Script
from kibitz.languages.botc.text.nodes import Record, Seat, token_of
from kibitz.languages.botc.text.rulebook import rules

MOVING = frozenset({"amnesiac", "atheist", "matron", "wizard"})
"""Characters that let players exchange their seats."""


class Before(NamedTuple):
    """The grimoire before, and its chunk. What the fold over the chunks of a file carries along."""

    circle: Circle
    chunk: Chunk
    earlier: Circle | None = Circle()
    """The one before that: what is there again as it was there, was wrong in between, which has been said. None where
    kibitz failed to look at it.
    """
    titled: bool = False
    """Whether a title stands between the grimoire and what follows."""


LOST = Before(Circle(), Chunk(""), None)
"""What is carried along behind a chunk at which kibitz failed."""


def seen(state: Before | None) -> Circle | None:
    """The grimoire before, as the one behind it will know it (`Before.earlier`)."""
    if state is None:
        return Circle()
    return None if state is LOST else state.circle


def changes(before: Record, state: Before, record: Record, script: Script = UNSAID) -> Iterator[Diagnostic]:
    """What changed between two grimoires of one game and can't have; `state` is that behind the former.

    Only where a title between them tells that it is a log that is more than an information: others list states.
    """
    if not silent(before.circle, record.circle, state.titled):
        yield from _Log(before, state, record, script).found()


class _Log:
    """Two grimoires of a log, the players of both by their names; who is misspelt in one has the name of the former."""

    def __init__(self, before: Record, state: Before, record: Record, script: Script) -> None:
        self.chunk, self.record, self.script = state.chunk, record, script
        self.known, self.earlier = state.earlier is not None, state.earlier or Circle()
        self.players, self.end = before.players, before.span.end
        self.sound = before.sound and record.sound
        self.titled = state.titled
        self.old = {seat.player.name: seat for seat in before.seated}
        self.written = {seat.player.name: seat for seat in record.seated}
        self.roles = [
            Counter([seat.player.role for seat in one.values()]) for one in (self.old, self.written)
        ]

    def found(self) -> Iterator[Diagnostic]:
        """What is to be said of the latter. Whoever can't be read, or is not written yet, has not gone."""
        if self.sound:
            yield from self._misspelt()
            yield from self._came_and_went()
        # Where nobody knows how it was before, the former may be the wrong one.
        if self.sound and self.known:
            yield from self._seats()
        if self.titled and self.known:
            yield from self._characters()
        yield from self._states()

    @cached_property
    def slips(self) -> Mapping[str, str]:
        """The names that were not there before and are a slip away from one that is gone, which had the seat or the character."""
        if not self.sound or not self.titled:
            return {}
        gone = [name for name in self.old if name not in self.written]
        order, was = list(self.written), list(self.old)
        return {
            name: meant
            for name, seat in self.written.items()
            if name not in self.old
            for meant in gone
            if one_slip_away(name, meant)
            and (self.old[meant].player.role == seat.player.role or was.index(meant) == order.index(name))
        }

    @cached_property
    def told(self) -> frozenset[str]:
        """The players who change, or live again, as it is jotted down between the two."""
        jots = jotted(self.chunk.text[self.end :])
        words = [
            word
            for jot in jots
            if jot.verb in {">", "revive", "star", "swap"}
            for word in (jot.who, *([jot.what] if jot.verb == "swap" else []))
        ]
        return frozenset(named(self.players, word) for word in words)

    @cached_property
    def new(self) -> Mapping[str, Seat]:
        return {self.slips.get(name, name): seat for name, seat in self.written.items()}

    @cached_property
    def swapped(self) -> tuple[str, ...]:
        """The two players who sit in each other's seats, the others all where they sat."""
        stayed = [name for name in self.old if name in self.new]
        return exchanged(stayed, [name for name in self.new if name in self.old])

    def _misspelt(self) -> Iterator[Diagnostic]:
        for name, was in self.slips.items():
            if name not in self.earlier.names:
                related = self._related(was, f"`{was}` sits here")
                yield rules()["misspelt-player"].at(
                    *self.written[name].name.span, name=name, was=was, related=related
                )

    def _came_and_went(self) -> Iterator[Diagnostic]:
        """Who came and who went. Travellers do."""
        start = self.record.span.start
        for name, was in self.old.items():
            if name not in self.new and not self._traveller(was):
                related = self._related(name, f"`{name}` sits here")
                yield rules()["player-gone"].at(start, start + 1, name=name, related=related)
        for name, seat in self.new.items():
            if name not in self.old and not self._traveller(seat):
                slug = "player-missing" if self.titled and name in self.earlier.names else "player-new"
                related = self._related(next(iter(self.old)), "the grimoire before")
                yield rules()[slug].at(*seat.name.span, name=name, related=related)

    def _seats(self) -> Iterator[Diagnostic]:
        stayed = [name for name in self.old if name in self.new]
        now = [name for name in self.new if name in self.old]
        moved = _moved(stayed, now)
        if not moved or (
            _moved([name for name in self.earlier.names if name in now], now) is None and self.earlier.names
        ):
            return
        if not self.swapped:
            related = self._related(moved, f"`{moved}` sits here")
            yield rules()["seats-changed"].at(*self.new[moved].name.span, name=moved, related=related)
            return
        one, other = self.swapped
        related = [
            *self._related(one, f"`{one}` sits here"),
            Related(self.new[other].name.span, f"`{other}` sits here"),
        ]
        severity = self._severity(doubtful=self._sits(MOVING))
        yield rules()["seats-exchanged"].at(
            *self.new[one].name.span, name=one, other=other, related=related, severity=severity
        )

    def _characters(self) -> Iterator[Diagnostic]:
        changed = {name: pair for name in self.new if (pair := self._changed(name))}
        turned = {(was.id, now.id): name for name, (was, now) in changed.items()}
        for name, (was, now) in changed.items():
            other = turned.get((now.id, was.id))
            why = changed_by(was, now, {*self.roles[0], *self.roles[1]}, self._dead())
            if not why and self.roles[1][now.id] > 1 >= self.roles[0][now.id]:
                # That a character is in play twice is said already.
                continue
            severity = self._severity(doubtful=bool(why) or name in self.told)
            related = self._related(name, f"`{name}` was the {was.name}")
            at = self.new[name].role.span
            if other is None:
                said = f"; the {by.name} may have done that" if why and (by := self.script.role(why)) else ""
                yield rules()["character-changed"].at(
                    *at, name=name, was=was.name, now=now.name, why=said, related=related, severity=severity
                )
            elif list(changed).index(name) < list(changed).index(other):
                related += [Related(self.new[other].role.span, f"`{other}` was the {now.name}")]
                yield rules()["characters-exchanged"].at(
                    *at, name=name, other=other, related=related, severity=severity
                )

    def _changed(self, name: str) -> tuple[Role, Role] | None:
        """The character that a player had and the one that they have, where something is to be said of that."""
        was, seat = self.old.get(name), self.new[name]
        if was is None or was.player.role == seat.player.role or was.entry.broken or seat.entry.broken:
            return None
        if name in self.swapped or self._back(name, seat.player.role):
            return None
        old, now = self.script.role(was.player.role), self.script.role(seat.player.role)
        return (old, now) if old and now else None

    def _back(self, name: str, role: str) -> bool:
        """Whether a player has the character again that they had in the grimoire before the last."""
        return (name, role) in zip(self.earlier.names, self.earlier.roles, strict=True)

    def _states(self) -> Iterator[Diagnostic]:
        """The dead who live again, and those who have their vote back."""
        pairs = [(name, was, self.new[name]) for name, was in self.old.items() if name in self.new]
        alive = [name for name, was, now in pairs if was.entry.dead and not now.entry.dead]
        votes = sum(was.entry.spent and now.entry.dead and not now.entry.spent for _, was, now in pairs)
        for name, was, now in pairs:
            if name in alive and not self._revived(now):
                related = self._related(name, f"`{name}` is dead here")
                # Several at once are no slip of the pen: somebody plays on with the same people.
                severity = self._severity(doubtful=len(alive) > 1 or self._sits(BACK) or name in self.told)
                yield rules()["back-to-life"].at(
                    *now.name.span,
                    name=name,
                    related=related,
                    severity=severity,
                )
            elif was.entry.spent and now.entry.dead and not now.entry.spent:
                related = self._related(name, f"the vote of `{name}` is used here")
                severity = self._severity(
                    doubtful=votes > 1 or self._sits(BACK) or "ferryman" in self.script.fabled
                )
                yield rules()["vote-comes-back"].at(
                    *now.name.span, name=name, related=related, severity=severity
                )

    def _revived(self, seat: Seat) -> bool:
        """Whether a token or a character explains that somebody is alive again."""
        tokens = {token_of(token).name for token in seat.player.tokens}
        return "alive" in tokens or seat.player.role in UNDEAD or bool(REVIVING & self.roles[1].keys())

    def _severity(self, doubtful: bool) -> Severity | None:
        """That of the rule, where nothing may explain what it says."""
        return Severity.INFORMATION if doubtful or not self.titled else None

    def _sits(self, roles: frozenset[str]) -> bool:
        """Whether one of some characters sits in one of the two grimoires."""
        return not roles.isdisjoint({*self.roles[0], *self.roles[1]})

    def _dead(self) -> set[str]:
        """The characters of dead players."""
        seats = [*self.old.values(), *self.written.values()]
        return {seat.player.role for seat in seats if seat.entry.dead}

    def _traveller(self, seat: Seat) -> bool:
        role = self.script.role(seat.player.role)
        return role is not None and role.team == "traveller"

    def _related(self, name: str, message: str) -> list[Related]:
        """Where somebody sits in the grimoire before."""
        return [Related(self.old[name].name.span, message, self.chunk)]


def _moved(old: list[str], new: list[str]) -> str | None:
    """The first player who sits elsewhere in the circle; where it begins does not matter."""
    if not old or sorted(old) != sorted(new):
        return None
    turn = new.index(old[0])
    turned = new[turn:] + new[:turn]
    return next((now for was, now in zip(old, turned, strict=True) if was != now), None)
