"""What a grimoire says: players clockwise around the table, each with a role, reminder tokens and a state."""

from __future__ import annotations

from dataclasses import dataclass

UNKNOWN = "?"
"""The character of a player of whom it is not known, or not told."""


@dataclass(frozen=True, slots=True)
class Player:
    """One seat of a grimoire.

    `role` is an identifier (`scarlet_woman`). A token is `role:name` (`poisoner:poisoned`), or a bare name where the
    record does not say whose it is. `spent` says that a dead player's vote has been used.
    """

    name: str
    role: str
    tokens: tuple[str, ...] = ()
    dead: bool = False
    spent: bool = False


@dataclass(frozen=True, slots=True)
class Grimoire:
    """One moment of a game: the seats in clockwise order."""

    players: tuple[Player, ...]
