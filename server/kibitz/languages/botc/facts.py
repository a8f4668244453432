"""Facts beside the text: numbers and the night above a grimoire, the team behind a role."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kibitz.core.values import Hint, Lens, Span
from kibitz.core.words import plural
from kibitz.languages.botc.chunk import parse
from kibitz.languages.botc.log import one_game
from kibitz.languages.botc.nodes import Record
from kibitz.languages.botc.replay import count, waking, written
from kibitz.languages.botc.roles import roles
from kibitz.languages.botc.setup import composition, team
from kibitz.languages.botc.spot import records

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis

TEAM = "teamLetter"
KEPT = 32768
"""Of how many grimoires the lenses are remembered: editors ask for those of the whole file after every change."""
_LETTERS = {
    "townsfolk": "T",
    "outsider": "O",
    "minion": "M",
    "demon": "D",
    "traveller": "R",
    "fabled": "F",
    "loric": "L",
}


def lenses(analysis: Analysis) -> Iterator[Lens]:
    """For each grimoire its numbers, and who wakes in the night to come; a click on that tells what they do."""
    before = ""
    for place in analysis.document.places():
        if found := _above(place.chunk.text, before):
            span = found.span.shifted(place.start)
            for title, text in found.lenses:
                yield Lens(span, title, text)
            before = place.chunk.text


class _Above(NamedTuple):
    """What stands above a grimoire: titles and texts."""

    span: Span
    lenses: tuple[tuple[str, str], ...]


@lru_cache(maxsize=KEPT)
def _above(text: str, before: str) -> _Above | None:
    """What stands above the grimoire of a chunk; `before` is the chunk of the grimoire before."""
    record, former = parse(text).value.record, parse(before).value.record
    if record is None or not record.names:
        return None
    start = record.span.start
    night = _Night(record, later=former is not None and one_game(former, record))
    lenses = ((numbers(record), ""), *([(night.title, night.text)] if night else []))
    return _Above(Span(start, start + 1), lenses)


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


def hints(analysis: Analysis, span: Span) -> Iterator[Hint]:
    """The team's letter behind each role."""
    for base, record in records(analysis.document, span.start, span.end):
        for word in record.words:
            if role := roles().get(word.text):
                yield Hint(base + word.end, _LETTERS[role.team], TEAM, role.team)
