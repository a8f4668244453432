"""What a grimoire is compared with: the one before of the same game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, pairwise
from typing import NamedTuple

from kibitz.core.chunks import Place
from kibitz.core.document import Document
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import grimoires, records_in, sheet_at
from kibitz.languages.botc.game.jots import Jot, jotted
from kibitz.languages.botc.game.log import died_between, one_game
from kibitz.languages.botc.game.night import Step, night, sheet
from kibitz.languages.botc.game.phase import Title, begins_anew, titles, under
from kibitz.languages.botc.game.script import Script
from kibitz.languages.botc.text.nodes import Record

LOOKED_AT = 64
"""In how many chunks a grimoire of the same game is looked for."""


class Moment(NamedTuple):
    """A grimoire or a bag, where its offsets count from, and the title that tells its night or day."""

    start: int
    record: Record
    title: Title | None = None
    anew: bool = False
    """Whether a title between the one before and this one begins another game."""
    jots: tuple[Jot, ...] = ()
    """What is jotted down between the one before and this one, comments or not."""

    @property
    def span(self) -> Span:
        return self.record.span.shifted(self.start)


def moments(document: Document) -> Iterator[Moment]:
    """All grimoires and bags of a document."""
    title, anew, jots = None, False, list[Jot]()
    for place in document.places():
        text, sheet = place.text, sheet_at(document, place)
        if record := sheet.record:
            yield Moment(place.start, record, title, anew, tuple(jots))
            jots = []
        title, anew = under(text, title), begins_anew(text) or (anew and record is None)
        behind = record.span.end if record else 0
        jots += jotted(text[behind:])


def moment_before(document: Document, place: Place, record: Record) -> Record | None:
    """The grimoire before the one of a chunk, if it is of the same game."""
    return _beside(document, record, ((near, near) for near in chunks_before(document, place)))


def moment_behind(document: Document, place: Place, record: Record) -> Record | None:
    """The grimoire behind the one of a chunk, if it is of the same game."""
    return _beside(document, record, pairwise(islice(document.since(place), LOOKED_AT + 1)))


def chunks_before(document: Document, place: Place, most: int = LOOKED_AT) -> Iterator[Place]:
    """The chunks before one, the nearest first, as far as anybody looks."""
    return islice(document.until(place), 1, most + 1)


def _beside(document: Document, record: Record, places: Iterable[tuple[Place, Place]]) -> Record | None:
    """The nearest grimoire, if it is of the same game: of two chunks the first has the titles, the second may have it."""
    titled = False
    for behind, place in places:
        if begins_anew(behind.text):
            return None
        titled = titled or bool(titles(behind.text))
        for _, found in grimoires(document, [place]):
            if found.circle.names:
                return found if one_game(found.circle, record.circle, titled) else None
    return None


def title_above(document: Document, place: Place) -> Title | None:
    """The title under which the grimoire of a chunk stands: the nearest one before it."""
    behind = ""
    for near in chunks_before(document, place):
        behind = f"{near.text}\n{behind}"
        # That of a day tells which dusk it is.
        if any(one.phase != "dusk" for one in titles(near.text)):
            break
    return under(behind, None)


def is_apart(document: Document, place: Place) -> bool:
    """Whether a blank line parts the grimoire of a chunk from the one before, as it does where none is."""
    for near, record in records_in(document, chunks_before(document, place)):
        between = document.text(near.start + record.span.end, place.start).splitlines()
        return any(not line.strip() for line in between[1:])
    return True


def first_night(record: Record, later: bool, title: Title | None = None) -> bool:
    """Whether the night that follows, or that a title says it is, is the first one: no day is past, or nobody is dead, and
    no grimoire of the game is past."""
    if title:
        return title.night == (title.phase == "night")
    return not later and not any(record.circle.states)


def night_sheet(record: Record, before: Record | None, title: Title | None, script: Script) -> str:
    """The sheet of the night to come, or of that whose title stands above."""
    return "\n".join(sheet(record.grimoire, *_night(record, before, title), script))


def waking(
    record: Record, before: Record | None, title: Title | None, script: Script
) -> Iterator[tuple[int, Step]]:
    """What happens in a night whose title stands above, by the numbers of that sheet."""
    if title and title.phase == "night":
        yield from enumerate(night(record.grimoire, *_night(record, before, title), script), 1)


def _night(record: Record, before: Record | None, title: Title | None) -> tuple[bool, frozenset[str]]:
    """Whether it is the first night, and who has died since the grimoire before."""
    died = died_between(before.circle, record.circle) if before else frozenset[str]()
    return first_night(record, before is not None, title), died
