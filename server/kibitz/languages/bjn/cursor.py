"""Where in a hand somebody is writing: the entry so far, the table before it, how the record is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any

from kibitz.core.analysis import Analysis
from kibitz.core.language import Language
from kibitz.core.text import LINE_BREAK
from kibitz.languages.bjn.forecast import Form
from kibitz.languages.bjn.habits import Habits, decisions
from kibitz.languages.bjn.model import Event, Placed, Setup, Sheet
from kibitz.languages.bjn.replay import Table, is_play, play
from kibitz.languages.bjn.scene import Scene, scene_before

LATEST = 40
"""Habits are those of so many hands before the cursor."""
COMPACT = 0.65
"""How likely the first hand of a record is written on one line."""


@dataclass(frozen=True)
class Cursor:
    """A place in a hand where an entry is being written, or where one may begin."""

    analysis: Analysis
    scene: Scene
    offset: int

    @property
    def at(self) -> int:
        """The offset in the hand."""
        return self.offset - self.scene.start

    @cached_property
    def placed(self) -> Placed | None:
        """The item that the cursor is in or right behind."""
        items = [placed for placed in self.scene.sheet.items if placed.start < self.at <= placed.end]
        return items[-1] if items else None

    @cached_property
    def start(self) -> int:
        """Where the entry begins in the hand; at the cursor where none has been begun."""
        return self.at if self.placed is None else self.placed.start

    @property
    def typed(self) -> str:
        """What stands of the entry before the cursor."""
        return self.scene.sheet.text[self.start : self.at]

    @cached_property
    def table(self) -> Table | None:
        """The table before the entry."""
        return self.scene.table_before(self.scene.start + self.start)

    @cached_property
    def last(self) -> Placed | None:
        """The entry before this one."""
        return next((one for one in reversed(self.scene.sheet.written) if one.end <= self.start), None)

    @cached_property
    def latest(self) -> tuple[int, int]:
        """The seat and the hand that acted last."""
        before = (one.item.value for one in reversed(self.scene.sheet.entries) if one.end <= self.start)
        return next(
            ((one.actor, one.hand) for one in before if isinstance(one, Event) and is_play(one)), (0, 0)
        )

    @property
    def divided(self) -> bool:
        """Whether a separator stands between the last entry and this one."""
        gap = self.scene.sheet.text[self.last.end if self.last else 0 : self.start]
        return self.last is None or any(sign in gap for sign in "|\r\n")

    @property
    def field_start(self) -> int:
        """Where the field of the entry begins in the hand: behind a dot, or behind the bracket."""
        if self.placed is None or self.placed.item.kind == "split":
            return self.start
        if self.placed.item.kind == "event":
            return self.start + self.typed.rfind(".") + 1
        return self.start + 1

    @property
    def complete(self) -> bool:
        """Whether the entry says all that it can say."""
        placed = self.placed
        if placed is None or placed.end != self.at or placed.item.value is None or placed.item.flaws:
            return False
        value = placed.item.value
        return not isinstance(value, Event) or bool(value.modifier)

    @property
    def may_end_line(self) -> bool:
        """Whether the line may end here: behind an outcome, and behind any whole entry where lines divide entries."""
        placed = self.placed
        if placed is None or not (self.complete or self._unmarked(placed)):
            return False
        return placed.item.kind == "outcome" or any(form.separator != "|" for form, _ in self.forms())

    def _unmarked(self, placed: Placed) -> bool:
        """Whether the entry is an event that is whole without a modifier."""
        event = placed.item.value
        if placed.end != self.at or not isinstance(event, Event) or not self.typed.endswith("."):
            return False
        after = play(self.table, event) if self.table is not None else None
        hand = after.hand(event.actor, event.hand) if after is not None else None
        return event.action == "/" or (bool(event.card) and hand is not None and not hand.bust)

    @property
    def in_comment(self) -> bool:
        """Whether the cursor is in a comment, or right behind one."""
        items = self.scene.sheet.items
        return any(one.item.kind == "comment" and one.start < self.at <= one.end for one in items)

    @property
    def writing(self) -> bool:
        """Whether the record goes on here: nothing follows in the hand, and everything before could be read."""
        sheet = self.scene.sheet
        if sheet.text[self.at : sheet.end_of_line(self.at)].strip() or sheet.conflicting or self.in_comment:
            return False
        if sheet.written and sheet.written[-1].end > self.at:
            return False
        return all(one.item.value is not None for one in sheet.written if one.end <= self.start)

    @cached_property
    def former(self) -> Scene | None:
        """The hand before this one, if it has a setup."""
        if self.scene.start == 0:
            return None
        before = scene_before(self.analysis, self.scene.start)
        return before if before.setup is not None else None

    @cached_property
    def habits(self) -> Habits:
        """What is usually done, as the hands before this one tell."""
        return _habits(self.analysis.language, tuple(islice(_texts_before(self), LATEST)))

    def forms(self) -> list[tuple[Form, float]]:
        """How the record is written, with the chance of that; usually there is only one way."""
        whole = self.scene.setup is not None and not self.scene.sheet.written[0].item.flaws
        scene = self.scene if whole else self.former
        if scene is None or scene.setup is None:
            return []
        line_end = scene.sheet.line_end if self.former is None else self.former.sheet.line_end
        compact = self._compact()
        chances = [(True, COMPACT), (False, 1 - COMPACT)] if compact is None else [(compact, 1.0)]
        text = scene.sheet.written[0].item.text.strip()
        return [(self._form(one, line_end, scene.setup, text), chance) for one, chance in chances]

    def _form(self, compact: bool, line_end: str, setup: Setup, text: str) -> Form:
        between = line_end if compact else line_end * 2
        if self.former is not None:
            behind = self.former.sheet.text[len(self.former.sheet.text.rstrip()) :]
            between = behind if behind and not behind.strip("\r\n") else between
        return Form("|" if compact else line_end, line_end, between, setup, text)

    def _compact(self) -> bool | None:
        """Whether the entries of the hand stand on one line; None if nobody can know that yet."""
        sheet = self.scene.sheet
        written = [one for one in sheet.written if one.start <= self.at]
        if len(written) > 1:
            return LINE_BREAK.search(sheet.text, written[0].end, written[1].start) is None
        if written and (gap := sheet.text[written[0].end : self.at]).strip(" \t"):
            return "|" in gap
        if self.former is not None and len(self.former.sheet.written) > 1:
            return self.former.sheet.compact
        return None


def cursor_at(analysis: Analysis, offset: int) -> Cursor:
    """Where somebody writes at an offset; right before a setup that is in the hand before it."""
    return Cursor(analysis, scene_before(analysis, offset), offset)


def _texts_before(cursor: Cursor) -> Iterator[str]:
    document = cursor.analysis.document
    place = document.place_at(cursor.scene.start)
    while (before := document.before(place)) is not None:
        place = before
        yield place.chunk.text


@lru_cache(maxsize=8)
def _habits(language: Language[Any], texts: tuple[str, ...]) -> Habits:
    return Habits(_decided(language, text) for text in texts)


@lru_cache(maxsize=1024)
def _decided(language: Language[Any], text: str) -> dict[Any, int]:
    """What was decided in a hand; remembered, because it is asked for again after every key."""
    sheet: Sheet = language.parsed(text).value
    values = [placed.item.value for placed in sheet.entries]
    if not values or not isinstance(setup := values[0], Setup):
        return {}
    return decisions(setup, [value for value in values if value is not None])
