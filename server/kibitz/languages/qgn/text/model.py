"""A record as frozen values: items with spans relative to the item, parts with the items of one chunk.

Items with the same text are one object, which is cached.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Union

from kibitz.core.values import Diagnostic, Span

NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Tag:
    """`[key "value"]`. A missing part is empty and its span has no width."""

    text: str
    key: str
    value: str
    key_at: Span
    value_at: Span
    """The span of the value without the quotes."""
    sound: bool
    """Whether the tag follows the grammar; spaces do not matter."""
    problems: tuple[Diagnostic, ...] = ()


class Detail(NamedTuple):
    """A detail of an action; the text is empty if the detail is missing."""

    text: str
    at: Span


@dataclass(frozen=True, slots=True)
class Action:
    """`{team index}{action character}&{detail}.{detail}…`."""

    text: str
    index: int
    sign: str
    """The action character, or nothing if the action is unreadable."""
    index_at: Span
    sign_at: Span
    ampersand: Span | None
    """The span of the `&` and the spaces around it."""
    details: tuple[Detail, ...]
    sound: bool
    """Whether the action can be read and formatted."""
    problems: tuple[Diagnostic, ...] = ()

    @property
    def plain(self) -> str:
        """The action without spaces."""
        if self.ampersand is None:
            return self.text
        return self.text[: self.ampersand.start] + "&" + self.text[self.ampersand.end :]


@dataclass(frozen=True, slots=True)
class Comment:
    """`{…}`, `//…` or `/*…*/`; an open one ends with its line."""

    text: str
    closed: bool
    problems: tuple[Diagnostic, ...] = ()

    @property
    def words(self) -> str:
        """The text without its delimiters."""
        if self.text.startswith("{"):
            return self.text[1:-1] if self.closed else self.text[1:]
        return self.text[2:-2] if self.text.startswith("/*") and self.closed else self.text[2:]


@dataclass(frozen=True, slots=True)
class Junk:
    """Unknown words, or a conflict marker of version control."""

    text: str
    problems: tuple[Diagnostic, ...] = ()
    unread: bool = False
    """Whether this is the unread rest of a chunk with too many items."""


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
    """The items of a chunk. Compared by identity.

    A chunk is the head of a game, up to its first action, or it begins with an action: see
    :func:`kibitz.languages.qgn.text.cut.split_points`.
    """

    items: tuple[Placed, ...]
    head: bool = False
    crlf: int | None = None
    """The offset of the first `\\r\\n`."""

    @property
    def strays(self) -> bool:
        """Whether a tag is among actions."""
        return not self.head and any(self.tags)

    @property
    def tags(self) -> Iterator[tuple[int, Tag]]:
        """The tags, with their starts."""
        return ((start, item) for start, item in self.items if isinstance(item, Tag))

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the tags; an unreadable key is empty."""
        return frozenset([tag.key for _, tag in self.tags])

    @property
    def actions(self) -> Iterator[tuple[int, Action]]:
        """The readable actions, with their starts."""
        return ((start, item) for start, item in self.items if isinstance(item, Action) and item.sign)

    @property
    def highest(self) -> int:
        """The highest team index, or -1 without actions."""
        return max([action.index for _, action in self.actions], default=-1)

    @property
    def signs(self) -> frozenset[str]:
        """The characters of the actions."""
        return frozenset([action.sign for _, action in self.actions])


NOTHING = Part((), head=True)
"""The absent head of a game."""
