"""A script: which characters may be in play, and which of the storyteller's are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.languages.botc.game.roles import TEAMS, Role, roles

OUTSIDE = frozenset({"traveller", "fabled", "loric"})
"""Teams of characters that may be there whatever the script is."""


@dataclass(frozen=True, slots=True)
class Script:
    """What the head of a file says of the game. Without `roles` nothing is known of who may be in play."""

    name: str = ""
    roles: frozenset[str] = frozenset()
    fabled: tuple[str, ...] = ()

    def has(self, role: Role) -> bool:
        """Whether a character may be in play."""
        return not self.roles or role.id in self.roles or role.team in OUTSIDE

    @property
    def storyteller(self) -> list[Role]:
        """The storyteller's characters that are in play."""
        return [role for name in self.fabled if (role := roles().get(name))]

    def by_team(self) -> Iterator[tuple[str, list[Role]]]:
        """The teams of the script with their characters, those who wake first in the order of the night."""
        here = [roles()[name] for name in self.roles if name in roles()] + self.storyteller
        for team in TEAMS:
            own = sorted((role for role in here if role.team == team), key=_order)
            if own:
                yield team, own


UNSAID = Script()
"""Of a file that names no script."""


def _order(role: Role) -> tuple[int, str]:
    places = [place for place in (role.first_night, role.other_night) if place is not None]
    return min(places, default=1000), role.id
