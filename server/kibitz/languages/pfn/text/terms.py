"""What a trade is checked against, wherever it stands: players, cards as dealt, the end of the round, its pauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.values import Span
from kibitz.languages.pfn.game.figgie import Number
from kibitz.languages.pfn.game.play import Owners
from kibitz.languages.pfn.game.round import Pause, pauses_among
from kibitz.languages.pfn.text.keys import is_player
from kibitz.languages.pfn.text.tables import Table, number, text


class Source(NamedTuple):
    """Where something is written."""

    chunk: Chunk
    span: Span


class Terms(NamedTuple):
    """What a trade is checked against."""

    players: tuple[str, ...]
    """Empty where their number is unknown."""
    duration: Number | None
    deal: Literal["none", "short", "full", "unclear"]
    """Whether every card of the deck is known to be with a player; "unclear" if a hand is missing or broken."""
    dealt: Owners
    """The cards with the players that they are dealt to, and where."""
    pauses: tuple[Pause, ...]
    short: frozenset[str] = frozenset()
    """The players of whose hands cards are missing: they may have any that was dealt to nobody."""

    def plays(self, player: str) -> bool:
        return player in self.players if self.players else is_player(player)


def pauses(events: Iterable[Table]) -> Iterator[Pause]:
    """The pauses of a round, by its events."""
    return pauses_among(
        (time, kind)
        for event in events
        if (kind := text(event.get("Type"))) in {"Pause", "Resume"}
        and (leaf := event.get("T")) is not None
        and (time := number(leaf.node)) is not None
    )
