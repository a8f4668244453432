"""What a record says, as frozen values: items with spans relative to the item, parts with the items of one chunk.

Items with the same text are one object: they are read once and remembered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Union

from kibitz.core.values import Diagnostic, Span

NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Tag:
    """`[key "value"]`. What is missing is empty and its span has no width."""

    text: str
    key: str
    value: str
    key_at: Span
    value_at: Span
    """Without the quotes."""
    sound: bool
    """Whether it is just what the grammar describes, however blanks are set."""
    problems: tuple[Diagnostic, ...] = ()


class Detail(NamedTuple):
    """One of the details of an action; the text is empty where it is missing."""

    text: str
    at: Span


@dataclass(frozen=True, slots=True)
class Action:
    """`{team index}{action character}&{detail}.{detail}…`."""

    text: str
    index: int
    sign: str
    """The action character; empty where the action can't be read."""
    index_at: Span
    sign_at: Span
    ampersand: Span | None
    """Where the `&` stands, with the blanks around it."""
    details: tuple[Detail, ...]
    sound: bool
    """Whether it can be read and formatted."""
    problems: tuple[Diagnostic, ...] = ()

    @property
    def plain(self) -> str:
        """The action without blanks."""
        if self.ampersand is None:
            return self.text
        return self.text[: self.ampersand.start] + "&" + self.text[self.ampersand.end :]


@dataclass(frozen=True, slots=True)
class Comment:
    """`{…}`, `//…` or `/*…*/`; not closed, it goes to the end of its line."""

    text: str
    closed: bool
    problems: tuple[Diagnostic, ...] = ()

    @property
    def words(self) -> str:
        """What it says."""
        if self.text.startswith("{"):
            return self.text[1:-1] if self.closed else self.text[1:]
        return self.text[2:-2] if self.text.startswith("/*") and self.closed else self.text[2:]


@dataclass(frozen=True, slots=True)
class Junk:
    """Words that are nothing QGN knows, or a line that version control left."""

    text: str
    problems: tuple[Diagnostic, ...] = ()
    unread: bool = False
    """Whether it is all that stands behind so many items that it is not read."""


Item = Union[Tag, Action, Comment, Junk]  # noqa: UP007 - Python 3.10 evaluates it.


class Placed(NamedTuple):
    """An item in a chunk."""

    start: int
    item: Item

    @property
    def end(self) -> int:
        return self.start + len(self.item.text)

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    def shifted(self, by: int) -> Placed:
        return Placed(self.start + by, self.item)


@dataclass(frozen=True, eq=False, slots=True)
class Part:
    """What a chunk says. A chunk is the head of a game, up to its first action, or holds actions from its first item
    on: see :func:`kibitz.languages.qgn.text.cut.borders`. Compared by identity.
    """

    items: tuple[Placed, ...]
    head: bool = False
    crlf: int | None = None
    """Where the first `\\r\\n` stands."""

    @property
    def strays(self) -> bool:
        """Whether a tag stands here among actions."""
        return not self.head and any(self.tags)

    @property
    def tags(self) -> Iterator[tuple[int, Tag]]:
        """The tags, with their starts."""
        return ((start, item) for start, item in self.items if isinstance(item, Tag))

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the tags; of one that can't be read it is empty."""
        return frozenset([tag.key for _, tag in self.tags])

    @property
    def actions(self) -> Iterator[tuple[int, Action]]:
        """The actions that can be read, with their starts."""
        return ((start, item) for start, item in self.items if isinstance(item, Action) and item.sign)

    @property
    def highest(self) -> int:
        """The highest team index; -1 where there is no action."""
        return max([action.index for _, action in self.actions], default=-1)

    @property
    def signs(self) -> frozenset[str]:
        """The characters of the actions."""
        return frozenset([action.sign for _, action in self.actions])


NOTHING = Part((), head=True)
"""What the head of a game says that has none."""
