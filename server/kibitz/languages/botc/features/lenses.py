"""Facts above a grimoire: its numbers, and the night to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kibitz.core.memory import remembered
from kibitz.core.values import Lens, Span
from kibitz.core.words import plural
from kibitz.languages.botc.game.log import Circle, one_game
from kibitz.languages.botc.game.moment import count, waking, written
from kibitz.languages.botc.game.setup import composition, team
from kibitz.languages.botc.text.nodes import Record
from kibitz.languages.botc.text.read import parse

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.languages.botc.language import Botc


def lenses(language: Botc, analysis: Analysis) -> Sequence[Lens]:
    """For each grimoire its numbers, and who wakes in the night to come; a click on that tells what they do."""
    return tuple(_lenses(analysis))


def _lenses(analysis: Analysis) -> Iterator[Lens]:
    before: Circle | None = None
    for place in analysis.document.places():
        if (circle := _circle(place.chunk.text)) is not None:
            later = before is not None and one_game(before, circle)
            for lens in _above(place.chunk.text, later):
                yield lens._replace(span=lens.span.shifted(place.start))
            before = circle


@remembered(500_000)
def _circle(text: str) -> Circle | None:
    """Who sits in a chunk; None where nobody does."""
    record = parse(text).value.record
    return record.circle if record and record.circle.names else None


@remembered(500_000)
def _above(text: str, later: bool) -> tuple[Lens, ...]:
    """What stands above the grimoire of a chunk, with offsets of that; `later` says that one of its game is before it."""
    record = parse(text).value.record
    if record is None:
        return ()
    start, night = record.span.start, _Night(record, later)
    found = [Lens(Span(start, start + 1), numbers(record))]
    return (*found, Lens(found[0].span, night.title, night.text)) if night else (*found,)


def numbers(record: Record) -> str:
    """`12 players · 9 alive · 3 votes · 7/2/2/1`."""
    found = count(record.grimoire)
    facts = [plural(found.players, "player"), f"{found.alive} alive", plural(found.votes, "vote")]
    return " · ".join([*facts, written(composition(map(team, record.grimoire.players)))])


class _Night:
    """Who wakes in the night that follows a grimoire, in the official order. False if nobody does.

    It is the first night until somebody is dead or a grimoire of the game is past.
    """

    def __init__(self, record: Record, later: bool) -> None:
        self.first = not later and not any(entry.dead for entry in record.entries)
        self.order = waking(record.grimoire, self.first)

    def __bool__(self) -> bool:
        return bool(self.order)

    @property
    def title(self) -> str:
        """`First night: Bob (Poisoner), Charlie (Chef)`."""
        names = ", ".join(f"{player.name} ({role.name})" for player, role in self.order)
        return f"{'First night' if self.first else 'Night'}: {names}"

    @property
    def text(self) -> str:
        """The same one below the other, with what lies on them and what they do."""
        lines = ["First night" if self.first else "Night"]
        for number, (player, role) in enumerate(self.order, 1):
            lying = f" ({', '.join(player.tokens)})" if player.tokens else ""
            lines.append(f"{number}. {player.name}, {role.name}{lying}: {role.summary}".removesuffix(": "))
        return "\n".join(lines)
