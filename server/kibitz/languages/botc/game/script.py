"""A script: which characters may be in play, which of them are its own, and which of the storyteller's are there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from kibitz.languages.botc.game.roles import TEAMS, Role, Team, by_prefix, owners, roles

OUTSIDE = frozenset({"traveller", "fabled", "loric"})
"""Teams of characters that may be there whatever the script is."""
STORYTELLER = frozenset({"fabled", "loric"})
"""The teams of characters that no player has."""


@dataclass(frozen=True, slots=True)
class Script:
    """What the head of a file says of the game. Without `roles` nothing is known of who may be in play."""

    name: str = ""
    roles: frozenset[str] = frozenset()
    fabled: tuple[str, ...] = ()
    own: Mapping[str, Role] = field(default_factory=dict, hash=False)
    """Characters that no list has but this one, by their identifiers."""
    first_order: tuple[str, ...] = ()
    """Who wakes in the first night, in order, if that is another one than the publisher's; steps of the night included."""
    other_order: tuple[str, ...] = ()
    jinxes: tuple[tuple[str, str], ...] = ()
    """Pairs of characters that have a jinx here, besides those that always have one."""
    source: str = ""
    """What stands in the file for the script."""
    problem: str = ""
    """Why that can't be read as one."""

    def role(self, name: str) -> Role | None:
        """The character of an identifier, be it one of the script's own."""
        return self.own.get(name) or roles().get(name)

    def team(self, name: str) -> Team | None:
        """The team of a character, None for an unknown one."""
        role = self.role(name)
        return role.team if role else None

    def title(self, name: str) -> str:
        """What a character is called: as it is written, if nobody knows it."""
        role = self.role(name)
        return role.name if role else name

    def known(self, names: Iterable[str]) -> list[Role]:
        """Those of some identifiers that are known."""
        return [role for name in names if (role := self.role(name))]

    def owner(self, prefix: str) -> Role | None:
        """The character that may stand before the colon of a token."""
        return self.own.get(prefix) or by_prefix().get(prefix)

    def owners(self, token: str) -> tuple[Role, ...]:
        """The characters that have a token of this name."""
        return (*owners(token), *(role for role in self.own.values() if token in role.tokens))

    def everybody(self) -> Iterator[Role]:
        """Every character that there is, the script's own first."""
        yield from self.own.values()
        yield from (role for name, role in roles().items() if name not in self.own)

    def has(self, role: Role) -> bool:
        """Whether a character may be in play."""
        return not self.roles or role.id in self.roles or role.team in OUTSIDE

    def for_players(self) -> Iterator[Role]:
        """Every character that may be in play and that a player may have."""
        return (role for role in self.everybody() if self.has(role) and role.team not in STORYTELLER)

    @property
    def storyteller(self) -> list[Role]:
        """The storyteller's characters that are in play."""
        return self.known(self.fabled)

    def place(self, role: Role, first: bool) -> float | None:
        """Where in the first night or in others a character wakes, None if it does not."""
        return self.step(role.id, role.first_night if first else role.other_night, first)

    def step(self, name: str, usual: float | None, first: bool) -> float | None:
        """Where in a night something happens that has the place `usual` in the publisher's order.

        What the script's own order leaves out, such as a traveller, comes behind all that come before it as usual.
        """
        order = self.first_order if first else self.other_order
        if name in order:
            return order.index(name) + 1
        if not order or usual is None:
            return usual
        known = [(at, role) for at, one in enumerate(order) if (role := roles().get(one))]
        nights = [(at, role.first_night if first else role.other_night) for at, role in known]
        return max([at for at, place in nights if place is not None and place < usual], default=-1) + 1.5

    def by_team(self) -> Iterator[tuple[str, list[Role]]]:
        """The teams of the script with their characters, those who wake first in the order of the night."""
        here = self.known(self.roles) + self.storyteller
        for team in TEAMS:
            if own := sorted({role.id: role for role in here if role.team == team}.values(), key=self._order):
                yield team, own

    def _order(self, role: Role) -> tuple[float, str]:
        places = [place for first in (True, False) if (place := self.place(role, first)) is not None]
        return min(places, default=1000), role.id


UNSAID = Script()
"""Of a file that names no script."""
