"""Facts beside the text: numbers and the night above a grimoire, the team behind a role."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz.core.values import Hint, Lens, Span
from kibitz.core.words import plural
from kibitz.languages.botc.log import one_game
from kibitz.languages.botc.nodes import Record
from kibitz.languages.botc.replay import count, waking, written
from kibitz.languages.botc.roles import roles
from kibitz.languages.botc.setup import composition, team
from kibitz.languages.botc.spot import records

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis

TEAM = "teamLetter"
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
    """For each grimoire its numbers, and who wakes in the night to come."""
    before: Record | None = None
    for base, record in records(analysis.document):
        if not record.seated:
            continue
        start = base + record.span.start
        yield Lens(Span(start, start + 1), numbers(record))
        if night := tonight(record, before):
            yield Lens(Span(start, start + 1), night)
        before = record


def numbers(record: Record) -> str:
    """`12 players · 9 alive · 3 votes · 7/2/2/1`."""
    found = count(record.grimoire)
    facts = [plural(found.players, "player"), f"{found.alive} alive", plural(found.votes, "vote")]
    return " · ".join([*facts, written(composition(map(team, record.grimoire.players)))])


def tonight(record: Record, before: Record | None) -> str:
    """Who wakes, in the official order. It is the first night until somebody is dead or a grimoire of the game is past."""
    first = not any(player.dead for player in record.grimoire.players) and not (
        before and one_game(before, record)
    )
    order = [f"{player.name} ({role.name})" for player, role in waking(record.grimoire, first)]
    return f"{'First night' if first else 'Night'}: {', '.join(order)}" if order else ""


def hints(analysis: Analysis, span: Span) -> Iterator[Hint]:
    """The team's letter behind each role."""
    for base, record in records(analysis.document, span.start, span.end):
        for word in record.words:
            if role := roles().get(word.text):
                yield Hint(base + word.end, _LETTERS[role.team], TEAM, role.team)
