"""A grimoire at its place, and putting other players into its seats, in the form in which it is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.values import Edit, Span
from kibitz.languages.botc.drawing.layouts import Layout
from kibitz.languages.botc.drawing.render import redrawn
from kibitz.languages.botc.features._cursor import Asked
from kibitz.languages.botc.game.model import Grimoire, Player
from kibitz.languages.botc.text import write
from kibitz.languages.botc.text.nodes import Record


@dataclass(frozen=True)
class Table(Asked):
    """A grimoire with its chunk."""

    analysis: Analysis
    place: Place
    record: Record

    @cached_property
    def players(self) -> list[Player]:
        """Who sits there, as far as that can be read."""
        return [entry.player for entry in self.record.entries]

    @property
    def span(self) -> Span:
        """Where it stands in the document."""
        return self.record.span.shifted(self.place.start)

    def seat(self, number: int) -> Span:
        """Where a player stands in the document."""
        return self.record.seats[number].span.shifted(self.place.start)

    def written(self, players: Sequence[Player]) -> str:
        """A grimoire of these players in the same form."""
        grimoire = Grimoire(tuple(players))
        if self.record.form == "drawing" and self.record.sides:
            return self.drawn(players, self.record.sides).text
        return write.line(grimoire)

    def drawn(self, players: Sequence[Player], sides: Layout) -> Edit:
        """Puts a drawing of these players in the place of the grimoire."""
        edit = redrawn(Grimoire(tuple(players)), sides, self.document.text(*self.span))
        return edit.shifted(self.span.start)

    def changed(self, new: Mapping[int, Player]) -> tuple[Edit, ...]:
        """The edits that put other players into some seats; none where a drawing can't be drawn anew."""
        if self.record.form == "line":
            return tuple([Edit(*self.seat(index), write.entry(new[index])) for index in sorted(new)])
        if self.record.sides is None or not self.record.sound:
            return ()
        players = [new.get(index, player) for index, player in enumerate(self.players)]
        return (self.drawn(players, self.record.sides),)
