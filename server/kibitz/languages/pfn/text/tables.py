"""The tables of PFN: their keys, and reading them from chunks."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from datetime import date
from functools import cache
from typing import Any, NamedTuple

import tomli

from kibitz.core.chunks import Chunk
from kibitz.core.data import read_data
from kibitz.core.memory import remembered
from kibitz.core.values import Span
from kibitz.core.words import nearest
from kibitz.languages.pfn.game.figgie import is_seat, read_card
from kibitz.languages.pfn.text.shorthand import nodes
from kibitz.languages.pfn.toml import cut
from kibitz.languages.pfn.toml.model import Broken, Header, Key, KeyValue, Node, Shorthand
from kibitz.languages.pfn.toml.names import Item, Section

PLAYER = "<player>"
"""The placeholder of a player in the name of a key."""

TYPE_WORDS = {
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "date": 'a date such as `"2025-02-15"`',
    "color": '`"Black"` or `"Red"`',
    "suit": 'the name of a suit such as `"Spades"`',
    "card": 'a card such as `"S2"`',
    "cards": 'cards such as `"S1, S2, C7"`',
    "player": 'a player such as `"P1"`',
    "players": 'an array of players such as `["P1"]`',
    "event": 'the kind of event such as `"Pause"`',
    "table": "a table",
}
"""The types of values, each as a phrase."""


QUOTED = {"string", "date", "color", "suit", "card", "cards", "player", "players", "event"}
"""The types with values in quotes; those of players are in an array."""
BANK = "_FinalBank"
"""The suffix of the key for a player's final bank."""


class KeySpec(NamedTuple):
    """A key of a table; `name` may hold :data:`PLAYER`."""

    name: str
    type: str
    required: bool
    about: str
    example: str

    def player_of(self, key: str) -> str | None:
        """Return the player in the name of a key, or None if the key of this row does not name one."""
        head, found, tail = self.name.partition(PLAYER)
        if not found or not key.startswith(head) or not key.endswith(tail):
            return None
        return key[len(head) : len(key) - len(tail)] or None

    def names(self, players: tuple[str, ...]) -> list[str]:
        """Return the keys of this row."""
        return (
            [self.name.replace(PLAYER, player) for player in players] if PLAYER in self.name else [self.name]
        )


class TableSpec(NamedTuple):
    """A table; `array` is true if its header has double brackets."""

    path: tuple[str, ...]
    array: bool
    required: bool
    about: str
    keys: tuple[KeySpec, ...]

    @property
    def name(self) -> str:
        return ".".join(self.path)

    @property
    def needed(self) -> frozenset[str]:
        """The keys that it must have, without those of single players and tables."""
        keys = (key for key in self.keys if key.required and PLAYER not in key.name and key.type != "table")
        return frozenset([key.name for key in keys])

    @property
    def header(self) -> str:
        return f"[[{self.name}]]" if self.array else f"[{self.name}]"

    def meant(self, name: str, there: Collection[str] = (), more: Iterable[str] = ()) -> str | None:
        """Return the missing key that an unknown one is a typo of, or None. `more` are missing keys of players."""
        number = re.search(r"[1-9][0-9]{0,3}", name)
        player = f"P{number[0]}" if number else ""
        names = [key.name.replace(PLAYER, player) for key in self.keys if PLAYER not in key.name or player]
        return nearest(name, [one for one in (*names, *more) if one not in there and one != player])

    def key(self, name: str) -> KeySpec | None:
        """Return the row that describes a key. Any name may be a player's."""
        return _key(name, self.path)


@remembered
def _key(name: str, path: Path) -> KeySpec | None:
    keys = tables()[path].keys
    named = (key for key in keys if key.name == name)
    return next(named, next((key for key in keys if key.player_of(name)), None))


@cache
def tables() -> dict[tuple[str, ...], TableSpec]:
    """Return all tables by path, in the order of the specification."""
    data: dict[str, Any] = tomli.loads(read_data("kibitz.languages.pfn", "data/tables.toml"))
    specs = (
        TableSpec(
            tuple(row["path"].split(".")), row.get("array", False), row["required"], row["about"],
            tuple(KeySpec(**key) for key in row["key"]),
        )
        for row in data["table"]
    )  # fmt: skip
    return {spec.path: spec for spec in specs}


@cache
def lists() -> dict[tuple[str, ...], bool]:
    """Return which tables are lists of tables."""
    return {spec.path: spec.array for spec in tables().values()}


@cache
def bank_key() -> KeySpec:
    """Return the row for the final banks of the players."""
    return next(key for key in tables()["Result",].keys if key.name.endswith(BANK))


@cache
def _fixed_keys() -> frozenset[str]:
    """Return the keys of all tables that do not name a player."""
    return frozenset(key.name for spec in tables().values() for key in spec.keys if PLAYER not in key.name)


_LETTERS = str.maketrans("@4031$5", "aaoelss")
"""The letters for which people write these signs and digits."""


def meant_table(path: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the table that an unknown path probably means, in the same parent table, or None."""
    if not path or path in tables() or not (choices := _inside().get(path[:-1])):
        return None
    name, plain = path[-1], path[-1].translate(_LETTERS)
    found = nearest(name, choices) or (nearest(plain, choices) if plain != name else None)
    return choices[found] if found else None


@cache
def _inside() -> dict[tuple[str, ...], dict[str, tuple[str, ...]]]:
    """Return the paths of the tables in each table, by their names."""
    found: dict[tuple[str, ...], dict[str, tuple[str, ...]]] = {}
    for path in tables():
        found.setdefault(path[:-1], {})[path[-1]] = path
    return found


Path = tuple[str, ...]

GAME: Path = ("FiggieGame",)
DECK: Path = ("DeckSetup",)
SIZES: Path = (*DECK, "Distribution")
DEAL: Path = ("Deal",)
TRADES: Path = (cut.TRADES,)
RESULT: Path = ("Result",)
EVENTS: Path = ("Events",)

LARGEST = 1e15
"""The maximum size of times, prices and banks. Up to it, sums of fractions are exact enough."""


class Part(NamedTuple):
    """A piece of a string or one string of an array, at its place."""

    text: str
    span: Span

    @property
    def bare(self) -> Span:
        """Its place without quotes, or with quotes if it contains escapes."""
        start, end = self.span
        return Span(start + 1, end - 1) if end - start == len(self.text) + 2 else self.span


class Leaf(NamedTuple):
    """A key and its value, as views on the statement, because most are never read closely."""

    name: str
    node: Node | None
    """The value with spans of its statement, or None if it is missing or unreadable."""
    pair: KeyValue
    at: int
    """The offset from which the spans of the statement count."""
    depth: int
    """The index of the part of the key that names it."""

    def shifted(self, by: int) -> Leaf:
        return Leaf(self.name, self.node, self.pair, self.at + by, self.depth)

    @property
    def key(self) -> Span:
        """The part of the key that names it."""
        return self.pair.key.spans[self.depth].shifted(self.at)

    @property
    def span(self) -> Span:
        """The place of the value, or of the key if there is no value."""
        return self.key if self.node is None else self.node.span.shifted(self.at)

    @property
    def begun(self) -> bool:
        """Whether the value is still empty."""
        pair = self.pair
        return pair.value is None and (pair.equals is None or pair.span.end <= pair.equals + 1)

    @property
    def whole(self) -> Span:
        """The place of the statement: key, `=`, value and the comment after it."""
        end = self.pair.span.end if self.pair.comment is None else self.pair.comment.end
        return Span(self.pair.span.start + self.at, end + self.at)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The pieces between the commas of a string, without spaces around them, or the strings of an array."""
        node = self.node
        if node is None:
            return ()
        if node.kind == "array":
            return tuple(
                Part(str(item.value), item.span.shifted(self.at))
                for item in node.items
                if item.kind == "string"
            )
        return tuple(_pieces(str(node.value), self.span)) if node.kind == "string" else ()

    @property
    def plain(self) -> Part:
        """The text of a string with its place: without quotes, or with them if it contains escapes."""
        part = Part(str(self.node.value) if self.node is not None else "", self.span)
        return part._replace(span=part.bare)


def _pieces(value: str, span: Span) -> Iterator[Part]:
    """Yield the pieces at their places. If the string contains escapes, each gets the place of the whole string."""
    exact = span.end - span.start == len(value) + 2
    start = span.start + 1
    for piece in value.split(","):
        if text := piece.strip():
            left = start if text == piece else start + len(piece) - len(piece.lstrip())
            yield Part(text, Span(left, left + len(text)) if exact else span)
        start += len(piece) + 1


class Source(NamedTuple):
    """The place of a text in a chunk."""

    chunk: Chunk
    span: Span


class Table(NamedTuple):
    """A table, or a part of one, in one place."""

    path: Path
    head: Span
    """The place for findings about missing keys: the header, or the key of an inline table."""
    header: Header | None
    """The header, or None for a table from keys and for the rest of a table from an earlier chunk."""
    leaves: tuple[Leaf, ...]
    array: bool = False
    """Whether it is an element of an array of tables."""
    started: bool = True
    """Whether the table starts here. False for the rest of a table, and for a table with dotted keys from outside."""
    unread: int = 0
    """The number of unreadable statements in it."""
    shorthand: bool = False
    """Whether it is a trade in shorthand."""
    lost: bool = False
    """Whether its header is lost, so that its keys are in the table above."""

    def shifted(self, by: int) -> Table:
        leaves = tuple([leaf.shifted(by) for leaf in self.leaves])
        return self._replace(head=self.head.shifted(by), leaves=leaves)

    def get(self, name: str) -> Leaf | None:
        """Return the first leaf with a name, or None. Another rule reports a second one."""
        for leaf in self.leaves:
            if leaf.name == name:
                return leaf
        return None

    def place(self, name: str) -> Span:
        """Return the place of the value of a key, or the head if it is missing."""
        leaf = self.get(name)
        return self.head if leaf is None else leaf.span

    @property
    def end(self) -> int:
        """The end of its last statement."""
        comment = self.header.comment if self.header is not None else None
        behind = 0 if self.header is None or comment is None else comment.end - self.header.span.end
        return max([self.head.end + behind, *(leaf.whole.end for leaf in self.leaves)])

    @property
    def span(self) -> Span:
        """From its head to the end of its last statement."""
        return Span(min([self.head.start, *(leaf.whole.start for leaf in self.leaves)]), self.end)


def _shorthand(item: Item) -> Table:
    """Return a trade in shorthand as a table with its keys."""
    span, text = item.statement.span, item.statement.text if isinstance(item.statement, Shorthand) else ""
    leaves = tuple(
        Leaf(name, node, KeyValue(Key((name,), (node.span,), node.span), node, node.span), item.offset, 0)
        for name, node in nodes(text)
    )
    return Table(TRADES, span.shifted(item.offset), None, leaves, array=True, shorthand=True)


def read(section: Section, path: Path | None) -> tuple[Table, ...]:
    """Return the tables of a chunk.

    `path` is the table that a chunk without a header continues, or None if it is unreadable. An inline table becomes a
    table only if the notation has a table of that path.
    """
    return tuple(_Reader().read(section, path))


def path_after(section: Section, path: Path | None) -> Path | None:
    """Return the table that the next chunk continues if it has no header, or None if it is unreadable."""
    header = section.header
    return path if header is None else header.key.parts or None


class _Reader:
    def __init__(self) -> None:
        self.others: list[Table] = []
        self.dotted: dict[Path, list[Leaf]] = {}

    def read(self, section: Section, path: Path | None) -> Iterator[Table]:
        header, path = section.header, path_after(section, path)
        leaves: list[Leaf] = []
        for item in section.items:
            if isinstance(item.statement, KeyValue):
                self._pair(item.statement, item.offset, ("",) if path is None else path, leaves)
        if path is not None:
            unread = sum(_unread(item) for item in section.items)
            leaves, lost = _without_lost(path, leaves)
            if header is not None:
                at = section.items[0].offset
                yield Table(path, header.span.shifted(at), header, tuple(leaves), header.array, unread=unread)
            elif leaves:
                yield Table(path, leaves[0].key, None, tuple(leaves), started=False, unread=unread)
            for table in lost:
                # If a broken line is above it, that is its header.
                above = [item.statement for item in section.items if item.offset < table.head.start]
                yield table._replace(lost=not isinstance(above[-1] if above else None, Broken))
            for place, found in self.dotted.items():
                yield Table(place, found[0].key, None, tuple(found), started=False)
        yield from self.others
        yield from (_shorthand(item) for item in section.items if isinstance(item.statement, Shorthand))

    def _pair(self, pair: KeyValue, at: int, path: Path, leaves: list[Leaf]) -> None:
        parts, node = pair.key.parts, pair.value
        if not parts:
            return
        depth = _known_depth(path, parts)
        table = (*path, *parts[:depth])
        into = self.dotted.setdefault(table, []) if depth else leaves
        spec = tables().get((*table, parts[depth]))
        if depth < len(parts) - 1:
            node = Node("table", {}, Span(pair.key.spans[depth].start, pair.key.spans[-1].end))
        elif node is not None and node.kind == "table" and spec is not None:
            self._inline(spec.path, pair.key.spans[-1].shifted(at), node.entries, at, spec.array)
        elif node is not None and is_array_of_tables(node):
            # Trades count in any table: a chunk does not know the header above it.
            known = TRADES if parts == TRADES else spec.path if spec is not None and spec.array else None
            for item in node.items if known else ():
                self._inline(known or (), item.span.shifted(at), item.entries, at, True)
        into.append(Leaf(parts[depth], node, pair, at, depth))

    def _inline(self, path: Path, head: Span, entries: tuple[KeyValue, ...], at: int, array: bool) -> None:
        leaves: list[Leaf] = []
        for entry in entries:
            self._pair(entry, at, path, leaves)
        self.others.append(Table(path, head, None, tuple(leaves), array))


def _without_lost(path: Path, leaves: list[Leaf]) -> tuple[list[Leaf], list[Table]]:
    """Return the keys of a table, and the table after them whose header is lost, if it has all required keys."""
    spec = tables().get(path)
    own = next((at for at, leaf in enumerate(leaves) if spec is not None and is_strange(spec, leaf)), None)
    if own is None:
        return leaves, []
    rest = leaves[own:]
    there = {leaf.name for leaf in rest}
    for other in tables().values():
        if (
            len(rest) > 1
            and other.needed <= there
            and all(_may_be(other.key(leaf.name), leaf) for leaf in rest)
        ):
            return leaves[:own], [Table(other.path, rest[0].key, None, tuple(rest), other.array, lost=True)]
    return leaves, []


def is_strange(spec: TableSpec, leaf: Leaf) -> bool:
    """Return whether a key belongs to another table. A player can have its name, but that is unlikely."""
    key = spec.key(leaf.name)
    return key is None or (key.name == PLAYER and leaf.name in _fixed_keys())


def _may_be(key: KeySpec | None, leaf: Leaf) -> bool:
    """Return whether a leaf may be a key: strings are strings, and hands are cards."""
    if key is not None and key.name == PLAYER and not is_seat(leaf.name):
        return bool(leaf.parts) and all(read_card(part.text) for part in leaf.parts)
    if key is None or leaf.node is None or leaf.node.kind == "array":
        return key is not None
    return (leaf.node.kind == "string") == (key.type in QUOTED)


def _unread(item: Item) -> bool:
    """Return whether a statement is unreadable."""
    statement = item.statement
    if isinstance(statement, KeyValue):
        return (
            statement.value is None
            and statement.equals is not None
            and statement.span.end > statement.equals + 1
        )
    return isinstance(statement, Broken)


def _known_depth(path: Path, parts: tuple[str, ...]) -> int:
    """Return the number of leading parts of a key that name known tables."""
    depth = 0
    while depth < len(parts) - 1 and (*path, *parts[: depth + 1]) in tables():
        depth += 1
    return depth


def is_array_of_tables(node: Node) -> bool:
    return node.kind == "array" and all(item.kind == "table" for item in node.items)


def number(leaf: Leaf | None) -> int | float | None:
    """Return the number of a leaf, or None if it is too large for sums or not a number."""
    return None if leaf is None or leaf.node is None else numeric(leaf.node.value)


def numeric(value: object) -> int | float | None:
    """Return a value that is such a number, or None."""
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return None
    # No comparison with nan holds.
    return value if -LARGEST <= value <= LARGEST else None


def integer(leaf: Leaf | None) -> int | None:
    """Return the whole number of a leaf, or None."""
    value = number(leaf)
    return value if isinstance(value, int) else None


def text(leaf: Leaf | None) -> str | None:
    """Return the string of a leaf, or None."""
    if leaf is None or leaf.node is None or not isinstance(leaf.node.value, str):
        return None
    return leaf.node.value


def day(leaf: Leaf | None) -> str | None:
    """Return the date of a leaf, in quotes or not, or None."""
    value = None if leaf is None or leaf.node is None else leaf.node.value
    return value.isoformat() if isinstance(value, date) else text(leaf)
