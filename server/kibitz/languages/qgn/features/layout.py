"""Formatting: one tag a line, an empty line, then the actions in lines of up to 70 columns.

Comments keep their place between the items. Lines with unreadable text stay unchanged. The result depends only on the
items and their lines, so a second pass changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from kibitz.core.document import Document
from kibitz.core.setting import Preferences
from kibitz.core.values import Edit, Span
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text.items import Action, Comment, Item, Part, Placed, Tag
from kibitz.languages.qgn.text.read import part, split_points

WIDTH = 70
"""Maximum columns of a line of actions."""
BYTE_ORDER_MARK = "\ufeff"
_BREAK = re.compile(r"\r\n|\r|\n")


class Row(NamedTuple):
    """Items with no line break between them, in offsets of the document."""

    game: int
    """The number of the game, counted from the first formatted one."""
    head: bool
    items: list[Placed]

    @property
    def start(self) -> int:
        return self.items[0].start

    @property
    def end(self) -> int:
        return self.items[-1].end

    @property
    def sound(self) -> bool:
        """Whether everything on the line can be formatted."""
        return all(_sound(one.item, self.head) for one in self.items) and not any(
            isinstance(one.item, Action) and isinstance(other.item, Comment) and one.end == other.start
            for one, other in pairwise(self.items)
        )


def layout(language: object, document: Document, preferences: Preferences, span: Span) -> Iterator[Edit]:
    """Yield one replacement for each formattable stretch of lines at `span`."""
    rounds = preferences.text("format.qgn.wrap", "columns") == "rounds"
    lines = Span(document.line_at(span.start).start, document.line_at(span.end).end)
    rows = list(_rows(document, lines))
    last: Row | None = None
    while rows and rows[0].end < lines.start:
        last = rows.pop(0)
    kept = last is not None and not last.sound
    for (_, head, sound), group in groupby(rows, key=lambda row: (row.game, row.head, row.sound)):
        stretch = list(group)
        if sound:
            text = _head(stretch) if head else _actions(stretch, rounds)
            yield _replacement(document, stretch, text, last, kept)
        last, kept = stretch[-1], not sound
    if last is not None and not kept and lines.end == len(document):
        yield Edit(last.end, len(document), "\n")


def _replacement(document: Document, stretch: list[Row], text: str, last: Row | None, kept: bool) -> Edit:
    """Replace a stretch of lines and the separator before it. The separator after an unchanged line stays."""
    start, end = stretch[0].start, stretch[-1].end
    if last is None:
        mark = BYTE_ORDER_MARK if document.text(0, 1) == BYTE_ORDER_MARK else ""
        return Edit(0, end, mark + text)
    if kept:
        return Edit(start, end, text)
    return Edit(last.end, end, ("\n" if last[:2] == stretch[0][:2] else "\n\n") + text)


def _rows(document: Document, lines: Span) -> Iterator[Row]:
    """Yield the lines at a span, and one line before them. The head of a game and its actions share no line."""
    first = document.place_at(lines.start)
    first = document.before(first) or first
    row: Row | None = None
    broken, game = True, 0
    for place in document.places(first.start):
        read: Part = document.language.parsed(place.chunk.text).value
        game += read.head
        text, end = place.chunk.text, 0
        for start, item in read.items:
            broken = broken or _BREAK.search(text, end, start) is not None
            here = Placed(place.start + start, item)
            if row is None or broken or row[:2] != (game, read.head):
                if row is not None:
                    yield row
                if here.start > lines.end:
                    return
                row = Row(game, read.head, [here])
            else:
                row.items.append(here)
            end, broken = start + len(item.text), False
        broken = broken or _BREAK.search(text, end) is not None
    if row is not None:
        yield row


def _sound(item: Item, head: bool) -> bool:
    if isinstance(item, Tag):
        return head and item.sound
    return item.sound if isinstance(item, Action) else isinstance(item, Comment) and item.closed


def _head(rows: list[Row]) -> str:
    """Format the tags, one a line.

    A comment stays on the line of the tag before it. A comment after the last tag moves to that tag's line, because
    the reference parser misreads comments at the start of a line.
    """
    last_tag = max(
        (placed.start for row in rows for placed in row.items if isinstance(placed.item, Tag)), default=None
    )
    lines: list[str] = []
    ended = True
    for row in rows:
        for number, (start, item) in enumerate(row.items):
            text = f'[{item.key} "{item.value}"]' if isinstance(item, Tag) else plain(item)
            behind = last_tag is not None and start > last_tag and text.startswith("{")
            if not ended and not isinstance(item, Tag) and (number or behind):
                lines[-1] += f" {text}"
            else:
                lines.append(text)
            ended = text.startswith("//")
    return "\n".join(lines)


def _actions(rows: list[Row], rounds: bool) -> str:
    lines: list[str] = []
    line, index, ended = "", -1, False
    flat = [(placed.item, number == 0) for row in rows for number, placed in enumerate(row.items)]
    for number, (item, begins) in enumerate(flat):
        text = plain(item)
        if isinstance(item, Action):
            follower = flat[number + 1][0] if number + 1 < len(flat) else None
            wanted = len(text) + (
                1 + len(plain(follower).split("\n")[0]) if isinstance(follower, Comment) else 0
            )
            wraps = len(line) + 1 + wanted > WIDTH or (rounds and item.index < index)
            index = item.index
        else:
            # The reference parser would misread a comment in braces at the start of a line.
            wraps = begins and not text.startswith("{")
        if line and (wraps or ended):
            lines.append(line)
            line = text
        else:
            line = f"{line} {text}" if line else text
        *whole, line = line.split("\n")
        lines += whole
        ended = text.startswith("//")
    return "\n".join([*lines, line])


def plain(item: Item) -> str:
    """Return an item without its layout."""
    if isinstance(item, Action):
        return item.plain
    return _BREAK.sub("\n", item.text) if isinstance(item, Comment) else item.text


def meaning(language: Qgn, text: str) -> Hashable:
    """Return the items of a stretch without spaces, and which tags start a game."""
    read, _ = part(text, language.rules)
    games = frozenset(border.offset for border in split_points(text, lambda _: False) if border.hard)
    return tuple(
        (start in games, item.key, item.value) if isinstance(item, Tag) and item.sound else plain(item)
        for start, item in read.items
    )
