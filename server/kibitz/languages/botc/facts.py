"""Facts beside the text: numbers and the night above a grimoire, the team behind a role."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from kibitz.core.values import Hint, Lens, Span
from kibitz.core.words import plural
from kibitz.languages.botc.chunk import parse
from kibitz.languages.botc.gist import Gist
from kibitz.languages.botc.kept import kept
from kibitz.languages.botc.log import one_game
from kibitz.languages.botc.nodes import Record
from kibitz.languages.botc.replay import count, waking, written
from kibitz.languages.botc.roles import roles
from kibitz.languages.botc.setup import composition, team
from kibitz.languages.botc.spot import records

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.core.chunks import Block

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
    """For each grimoire its numbers, and who wakes in the night to come; a click on that tells what they do."""
    start, before = 0, cast("Gist | None", None)
    for block in analysis.document.blocks:
        yield from kept(block, _placed, (start, before))
        start, before = start + block.chars, kept(block, _above, before)[1]


def _placed(block: Block, about: tuple[int, Gist | None]) -> list[Lens]:
    """The lenses of a block that begins at an offset."""
    start, before = about
    return [Lens(one.span.shifted(start), one.title, one.text) for one in kept(block, _above, before)[0]]


def _above(block: Block, before: Gist | None) -> tuple[list[Lens], Gist | None]:
    """What stands above the grimoires of a block, counted from it, and its last grimoire; `before` is the one before."""
    found, start = [], 0
    for chunk in block.chunks:
        sheet = parse(chunk.text).value
        if sheet.gist and sheet.gist.names and (record := sheet.record):
            span = Span(start + sheet.span.start, start + sheet.span.start + 1)
            night = _Night(record, later=before is not None and one_game(before, sheet.gist))
            found.append(Lens(span, numbers(record)))
            found += [Lens(span, night.title, night.text)] if night else []
            before = sheet.gist
        start += len(chunk.text)
    return found, before


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
