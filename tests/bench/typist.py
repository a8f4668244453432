"""A typist who knows the record, types at the end of the document and accepts useful offers.

After every key the desk asks for completions and for ghost text. The costs in keys:

- ghost text: 1, and only if no item is visible, as in editors
- one of five visible items: 1, and 1 for each step down to it
- `Tab` to the next tab stop: 1, and 1 for `Escape` if `Tab` would accept a visible item
- a character: 1

An offer counts if the record continues exactly so, because nothing is ever deleted.

The typist is greedy: it takes the offer with the most characters for each key. If no single key helps, it also considers the offers
after one or two more characters. The best way, found by trying all places of a record, needs hardly one percent less.

If the items of a list have numbers, the typist knows and types them, several together if one item comes of that, and then accepts an
item.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from bench.desk import Desk, Direct, Offer, Piped
from bench.snippet import Filled, Stop, fill

AHEAD = 2
"""Characters that the typist thinks ahead."""


@dataclass(frozen=True)
class Step:
    """A step of the typist, and the visible offers."""

    kind: Literal["type", "item", "ghost", "choice", "tab"]
    text: str
    """The typed text, or the label of the item."""
    keys: int = 1
    index: int = 0
    """The number of the item, from 0."""
    offset: int = 0
    """The position of the cursor."""
    seen: tuple[Offer, ...] = ()
    """The items that were in sight, or the ghost text."""


@dataclass(frozen=True)
class Way:
    """Some steps, and up to where they write the goal."""

    end: int
    steps: tuple[Step, ...]

    @property
    def keys(self) -> int:
        return sum(step.keys for step in self.steps)


def keys(steps: Iterable[Step]) -> int:
    """Return the number of keys of some steps."""
    return sum(step.keys for step in steps)


def plan(server: Piped | Direct, language: str, record: str) -> list[Step]:
    """The steps with which the typist writes a record into an empty document.

    Replayed in an editor they must give the record; every `type` is a key a character, an `item` is `index` steps down
    and one key to accept, a `choice` likewise in the list that a tab stop opens, `ghost` and `tab` are a key each.
    """
    desk = Desk(server, language)
    steps = list(Task(desk, record).steps())
    if desk.text != record:
        raise AssertionError(f"another text came out: {desk.text!r}")
    desk.close()
    return steps


class Task:
    """A text to write between two others. The second is empty outside of snippets."""

    def __init__(self, desk: Desk, goal: str, before: str = "", after: str = "", inner: bool = False) -> None:
        self.desk, self.goal, self.before, self.after, self.inner = desk, goal, before, after, inner
        self._ways: dict[int, list[Way]] = {}
        self._seen: dict[int, tuple[Offer, ...]] = {}

    def steps(self, at: int = 0) -> Iterator[Step]:
        """Yield the steps to write the goal from a place on."""
        while at < len(self.goal):
            way = self._choice(at)
            yield from way.steps
            at = way.end
            for known in (self._ways, self._seen):
                for place in [place for place in known if place < at]:
                    del known[place]
        self.desk.become(self.before + self.goal + self.after, len(self.before + self.goal))

    def _choice(self, at: int) -> Way:
        best, most = self._typed(at), 1.0
        for later in range(at, min(at + 1 + (0 if self.inner else AHEAD), len(self.goal))):
            for way in self._offered(later):
                rate = (way.end - at) / (later - at + way.keys)
                if rate > most:
                    best, most = way if later == at else self._typed(at), rate
            # After a space there may be numbers, which are quicker than ghost text before it.
            one = [way for way in self._ways[later] if way.keys == 1 and way.end > later + 1]
            if any(way.steps[0].kind != "ghost" for way in one):
                break
        return best

    def _typed(self, at: int) -> Way:
        self._offered(at)
        offset = len(self.before) + at
        return Way(at + 1, (Step("type", self.goal[at], offset=offset, seen=self._seen[at]),))

    def _offered(self, at: int) -> list[Way]:
        """Return the offers at a place that continue the goal."""
        if at not in self._ways:
            cursor = len(self.before) + at
            self.desk.become(self.before + self.goal[:at] + self.after, cursor)
            items = self.desk.items()
            ghost = None if items else self.desk.ghost()
            self._seen[at] = seen = (*items, *((ghost,) if ghost else ()))
            steps = [
                Step("item", offer.label, 1 + index, index, cursor, seen) for index, offer in enumerate(items)
            ]
            steps += [Step("ghost", ghost.text, 1, 0, cursor, seen)] if ghost else []
            ways = [self._way(at, offer, step) for offer, step in zip(seen, steps, strict=True)]
            self._ways[at] = [way for way in ways if way is not None]
            self._ways[at] += [] if self.inner or self.after else self._numbered(at)
        return self._ways[at]

    def _numbered(self, at: int) -> Iterator[Way]:
        """Yield the ways by the numbers of items, one or several together. The separator of two items is written automatically."""
        word, number = "", self._number(at)
        while number and (ways := self._by_word(at, word + number)):
            yield from ways
            end = min(ways, key=lambda way: way.keys).end
            word, number = word + number, self._number(end) or self._number(end + 1)

    def _number(self, at: int) -> str:
        """Return the number of the item that continues the goal at a place, or an empty text. Separators do not count."""
        self.desk.become(self.before + self.goal[:at], len(self.before) + at)
        offers = self.desk.items(None)
        there = len(self.before) + at
        found = (one for one in offers if one.number and one.start == there and self._goes_on(at, one))
        return next((one.number for one in found), "")

    def _goes_on(self, at: int, offer: Offer) -> bool:
        if offer.snippet:
            return fill(offer.text, self.goal[at:]) is not None
        text = offer.text.rstrip()
        return self.goal.startswith(text, at) and not self.goal[at + len(text) :][:1].strip()

    def _by_word(self, at: int, word: str) -> list[Way]:
        """Return the ways of a word that is replaced as a whole."""
        written = self.before + self.goal[:at]
        self.desk.become(written + word, len(written) + len(word))
        seen, ways = tuple(self.desk.items()), list[Way]()
        typed = [Step("type", sign, offset=len(written) + place) for place, sign in enumerate(word)]
        for index, one in enumerate(seen):
            steps = *typed, Step("item", one.label, 1 + index, index, len(written) + len(word), seen)
            if one.start == len(written) and one.snippet and (way := self._snippet(at, one, *steps)):
                ways.append(way)
            elif one.start == len(written) and not one.snippet and self.goal.startswith(one.text, at):
                ways.append(Way(at + len(one.text), steps))
        return ways

    def _way(self, at: int, offer: Offer, step: Step) -> Way | None:
        if offer.snippet:
            return None if self.inner or offer.end != len(self.goal[:at]) else self._snippet(at, offer, step)
        text = offer.applied(self.before + self.goal[:at] + self.after)
        end = len(text) - len(self.before) - len(self.after)
        right = end > at and text == self.before + self.goal[:end] + self.after
        return (
            Way(end, (step,)) if right and offer.start + len(offer.text) == len(self.before) + end else None
        )

    def _snippet(self, at: int, offer: Offer, *before: Step) -> Way | None:
        filled = fill(offer.text, self.goal[offer.start :])
        if filled is None or offer.start + len(filled.text) <= at:
            return None
        steps = [*before, *Session(self.desk, self.goal[: offer.start], filled).steps()]
        return Way(offer.start + len(filled.text), tuple(steps))


class Session:
    """The filling in of a snippet that has just been accepted."""

    def __init__(self, desk: Desk, before: str, filled: Filled) -> None:
        self.desk, self.before, self.filled = desk, before, filled
        self.values = [piece.default if isinstance(piece, Stop) else value for piece, value in filled.pieces]
        first: dict[int, int] = {}
        for index, (piece, _) in enumerate(filled.pieces):
            if isinstance(piece, Stop):
                first.setdefault(piece.number, index)
        self.order = [first[number] for number in sorted(first, key=lambda number: (number == 0, number))]

    def steps(self) -> Iterator[Step]:
        """Yield the typed text of each stop, and `Tab` after each but the last one, if that is at the end and typed over."""
        for place, index in enumerate(self.order):
            stop, wanted = self.filled.pieces[index]
            kept = isinstance(stop, Stop) and wanted == stop.default != ""
            typed = False
            for step in self._at(index):
                typed = step.kind == "type"
                yield step
            self.values = [
                wanted if piece == stop else value
                for (piece, _), value in zip(self.filled.pieces, self.values, strict=True)
            ]
            if kept or place + 1 < len(self.order) or index + 1 < len(self.filled.pieces):
                seen = self._in_the_way(index) if typed else ()
                yield Step("tab", "", 1 + bool(seen), seen=seen)

    def _in_the_way(self, index: int) -> tuple[Offer, ...]:
        """Return the offers after a filled stop: `Tab` would accept one, so `Escape` comes first."""
        written = self.before + "".join(self.values[: index + 1])
        self.desk.become(written + "".join(self.values[index + 1 :]), len(written))
        return tuple(self.desk.items())

    def _at(self, index: int) -> Iterator[Step]:
        stop, value = self.filled.pieces[index]
        if not isinstance(stop, Stop) or value == stop.default:
            return
        if value in stop.choices[:5]:
            number = stop.choices.index(value)
            yield Step("choice", value, 1 + number, number)
            return
        before = self.before + "".join(self.values[:index])
        task = Task(self.desk, value, before, "".join(self.values[index + 1 :]), inner=True)
        if stop.default:
            # The first character replaces the selected placeholder. Before it, nothing is offered.
            yield Step("type", value[:1], offset=len(before))
        yield from task.steps(1 if stop.default else 0)
