"""Facts above a grimoire: its numbers, and the night to come."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Lens
from kibitz.core.memory import remembered
from kibitz.core.words import plural
from kibitz.languages.botc.features._cursor import first_night, sheet_at
from kibitz.languages.botc.game.log import Circle, Title, begins_anew, died_between, one_game, under
from kibitz.languages.botc.game.night import Count, Step, count, in_words, night, sheet, written
from kibitz.languages.botc.game.roles import Script
from kibitz.languages.botc.text.read import parse


def lenses(language: object, analysis: Analysis) -> Iterator[Lens]:
    """For each grimoire its numbers, and who wakes in the night to come; a click on that tells what they do."""
    before: Circle | None = None
    title: Title | None = None
    document = analysis.document
    for place in document.places():
        text, record = place.text, sheet_at(document, place).record
        if record and record.circle.names:
            later = before is not None and one_game(before, record.circle)
            died = died_between(before, record.circle) if before and later else frozenset[str]()
            for lens in _above(text, later, died, title, analysis.context):
                yield lens._replace(span=lens.span.shifted(place.start))
            before = record.circle
        if "#" in text:
            title, before = under(text, title), None if begins_anew(text) else before


@remembered
def _above(
    text: str, later: bool, died: frozenset[str], title: Title | None, script: Script
) -> tuple[Lens, ...]:
    """What stands above the grimoire of a chunk, with offsets of that.

    `later` says that one of its game is before it, `died` who has died since then, `title` which night it is.
    """
    record = parse(text).value.record
    if record is None:
        return ()
    at, first = record.span.first, first_night(record, later, title)
    numbers = count(record.grimoire, script)
    facts = Lens(at, _numbers(numbers, record.closed), tooltip=in_words(numbers.sides))
    steps = night(record.grimoire, first, died, script)
    if not steps:
        return (facts,)
    return facts, Lens(at, _title(steps, first), "\n".join(sheet(record.grimoire, first, died, script)))


def _numbers(found: Count, closed: bool) -> str:
    """`12 players · 9 alive · 3 votes · 7/2/2/1`."""
    facts = [plural(found.players, "player"), f"{found.alive} alive", plural(found.votes, "vote")]
    return " · ".join([*([] if closed else ["unfinished"]), *facts, written(found.sides)])


def _title(steps: list[Step], first: bool) -> str:
    """`First night: Bob (Poisoner), Charlie (Chef)`."""
    return f"{'First night' if first else 'Night'}: {', '.join(step.label for step in steps)}"
