"""Facts above a grimoire: its numbers, and the next night."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Lens
from kibitz.core.memory import remembered
from kibitz.core.words import plural
from kibitz.languages.botc.features._cursor import first_night, night_after, sheet_at
from kibitz.languages.botc.game.log import Grimoire, Title, begins_anew, one_game, under
from kibitz.languages.botc.game.night import Count, Step, count, in_words, sheet, written
from kibitz.languages.botc.game.roles import Script
from kibitz.languages.botc.text.nodes import Record
from kibitz.languages.botc.text.read import parse


def lenses(language: object, analysis: Analysis) -> Iterator[Lens]:
    """Yield the numbers of each grimoire, and the players who wake in the next night; a click shows their steps."""
    before: Record | None = None
    title: Title | None = None
    document = analysis.document
    for place in document.places():
        text, record = place.text, sheet_at(document, place).record
        if record and record.circle.names:
            same = before is not None and one_game(before.circle, record.circle)
            eve = before.grimoire if before and same else None
            for lens in _above(text, eve, title, analysis.context):
                yield lens._replace(span=lens.span.shifted(place.start))
            before = record
        if "#" in text:
            title, before = under(text, title), None if begins_anew(text) else before


@remembered
def _above(text: str, before: Grimoire | None, title: Title | None, script: Script) -> tuple[Lens, ...]:
    """Return the lenses of a chunk's grimoire, with offsets of the chunk; `before` is the previous grimoire of its game."""
    record = parse(text).value.record
    if record is None:
        return ()
    at, first = record.span.first, first_night(record, before is not None, title)
    numbers = count(record.grimoire, script)
    facts = Lens(at, _numbers(numbers, record.closed), tooltip=in_words(numbers.sides))
    steps = night_after(record.grimoire, before, first, title, script)
    if not steps:
        return (facts,)
    return facts, Lens(at, _title(steps, first), "\n".join(sheet(steps, record.grimoire, first, script)))


def _numbers(found: Count, closed: bool) -> str:
    """Return, e.g., `12 players · 9 alive · 3 votes · 7/2/2/1`."""
    facts = [plural(found.players, "player"), f"{found.alive} alive", plural(found.votes, "vote")]
    return " · ".join([*([] if closed else ["unfinished"]), *facts, written(found.sides)])


def _title(steps: list[Step], first: bool) -> str:
    """Return, e.g., `First night: Bob (Poisoner), Charlie (Chef)`."""
    return f"{'First night' if first else 'Night'}: {', '.join(step.label for step in steps)}"
