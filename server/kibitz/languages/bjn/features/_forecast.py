"""What is likely to be written next: whole entries up to the next card that nobody can foresee. No positions.

A forecast is a search: from where the writer is, each way to go on has a chance, and the likeliest ways are followed
until a card has to be known. The rules leave much of a hand no choice; the rest is usual advice and habits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from kibitz.languages.bjn.features._options import entries, marks
from kibitz.languages.bjn.game.habits import Habits
from kibitz.languages.bjn.game.model import Event, Setup
from kibitz.languages.bjn.game.play import begin
from kibitz.languages.bjn.game.table import Table

LIKELY = 0.5
"""What is more likely than this may be shown without being asked for."""
MOST_STEPS = 40
"""A search takes so many steps at the most."""
LEAST = 0.01
"""What is less likely than this is not followed."""
OTHER_RULES = "the same table by other rules"
GOES_ON = 0.75
"""How likely another hand follows."""


class Form(NamedTuple):
    """How a record is written: what stands between entries and between hands, and the setup of the next hand.

    `remarked` is how likely a comment follows an entry on its line: what comes behind it can't be foreseen. `varies` is how
    likely the next hand has another setup, of the same players and cards by other rules.
    """

    separator: str
    line_end: str
    between: str
    setup: Setup
    setup_text: str
    remarked: float = 0.0
    varies: float = 0.0

    def setups(self, path: Path, before: str, chance: float, note: str) -> Iterator[Node]:
        """The setup of the next hand behind a path: the same again, or the same table by other rules."""
        yield Node(path.then(before + self.setup_text, chance * (1 - self.varies), note), begin(self.setup))
        if self.varies:
            again = f"{before}{{{self.setup.players}.{self.setup.cards}."
            yield Node(path.then(again, chance * self.varies, OTHER_RULES), None)


class Path(NamedTuple):
    """A way to go on. `sure` is how much of the text is more likely than not."""

    text: str = ""
    chance: float = 1.0
    notes: tuple[str, ...] = ()
    sure: int = 0

    def scaled(self, by: float) -> Path:
        """The path with another chance."""
        chance = self.chance * by
        return self._replace(chance=chance, sure=len(self.text) if chance >= LIKELY else 0)

    def then(self, text: str, chance: float, note: str = "") -> Path:
        """One step further."""
        chance *= self.chance
        whole = self.text + text
        sure = len(whole) if chance >= LIKELY else self.sure
        return Path(whole, chance, (*self.notes, note) if note else self.notes, sure)


class Node(NamedTuple):
    """A path and the table at its end; without a table it ends there. `divided`: the separator stands already."""

    path: Path
    table: Table | None
    divided: bool = False


def forecast(start: Iterable[Node], form: Form, habits: Habits, most: int) -> list[Path]:
    """The likeliest paths, the likeliest first."""
    number = count()
    queue: list[tuple[float, int, Node]] = []
    for node in start:
        heappush(queue, (-node.path.chance, next(number), node))
    found: list[Path] = []
    for _ in range(MOST_STEPS):
        if not queue or len(found) == most:
            break
        _, _, node = heappop(queue)
        if node.table is None:
            found.append(node.path)
            continue
        for further in _further(node.path, node.table, node.divided, form, habits):
            if further.path.chance >= LEAST:
                heappush(queue, (-further.path.chance, next(number), further))
    return found


def _further(path: Path, table: Table, divided: bool, form: Form, habits: Habits) -> Iterator[Node]:
    """The entries that may follow an entry, or an outcome after which the next hand begins."""
    separator = "" if divided else form.separator
    if path.text and not divided and form.remarked:
        yield Node(path.then("", form.remarked), None)
        path = path.then("", 1 - form.remarked)
    for option in entries(table, habits):
        further = path.then(separator + option.text, option.chance, option.note)
        if option.ends:
            yield from next_hand(further, form)
        else:
            yield Node(further, option.table)


def next_hand(path: Path, form: Form) -> Iterator[Node]:
    """Behind an outcome: the setup of another hand at the same table, or the end of the line."""
    yield from form.setups(path, form.between, GOES_ON, "the next hand")
    yield Node(path.then(form.line_end, 1 - GOES_ON), None)


def after_card(path: Path, table: Table, event: Event, habits: Habits) -> Iterator[Node]:
    """Behind the card of an event: how it may be marked."""
    for option in marks(table, event, habits):
        yield Node(path.then("." + option.text, option.chance, option.note), option.table)
