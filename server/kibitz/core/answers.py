"""Frozen values that features return: what editors show and do.

Offsets count code points of the document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple, TypeVar

from kibitz.core.shown import signs
from kibitz.core.values import Edit, Span


class Hover(NamedTuple):
    """Markdown about the text in `span`."""

    span: Span
    markdown: str


CompletionKind = Literal[
    "class", "enum", "enumMember", "function", "keyword", "property", "snippet", "value", "variable"
]
"""Kinds of completion items, for which editors show different icons, in the words of the Language Server Protocol."""


class Completion(NamedTuple):
    """An item that the user may type: `text` replaces `span`.

    If `snippet` is set, `text` has LSP tab stops, and clients without snippets get `plain`. Items are offered in the order in
    which a notation returns them. No character accepts an item, because a user who goes on typing does not mean it.
    """

    label: str
    span: Span
    text: str
    kind: str
    """A :data:`CompletionKind`, or a kind of the notation, such as a card or a player (:attr:`Language.kinds`)."""
    detail: str = ""
    documentation: str = ""
    filter: str = ""
    snippet: bool = False
    plain: str = ""
    deprecated: bool = False
    asked: bool = False
    """Whether only an explicit request shows it. Where a line may end, Enter has to insert a line break."""

    @property
    def sought(self) -> str:
        """The text that editors compare with the typed one."""
        return self.filter or (self.label if self.snippet else self.text)

    def from_before(self, before: str) -> Completion:
        """Return the same item with the text before its span, which it then replaces as well."""
        return self._replace(
            span=Span(self.span.start - len(before), self.span.end),
            text=(as_snippet(before) if self.snippet else before) + self.text,
            plain=before + self.plain if self.snippet else self.plain,
            filter=before + self.sought,
        )


def as_snippet(text: str) -> str:
    """Return a text as a snippet that inserts just this text."""
    return text.translate({ord(sign): f"\\{sign}" for sign in "\\$}"})


SymbolKind = Literal["game", "section", "list", "player", "event", "key", "value"]


class Symbol(NamedTuple):
    """An entry of the outline. `selection` is within `span`."""

    name: str
    detail: str
    kind: SymbolKind
    span: Span
    selection: Span
    children: tuple[Symbol, ...] = ()

    def shifted(self, by: int) -> Symbol:
        """Return the same symbol with its children, moved by a number of code points."""
        children = tuple([child.shifted(by) for child in self.children])
        span, selection = self.span.shifted(by), self.selection.shifted(by)
        # The outline of a long record is shifted with each key, and `_replace` takes twice as long.
        return Symbol(self.name, self.detail, self.kind, span, selection, children)


class Fold(NamedTuple):
    """Whole lines that an editor may fold, from the line of `start` to the line of `end`."""

    start: int
    end: int
    kind: Literal["region", "comment"] = "region"


TokenType = Literal[
    "class", "comment", "enumMember", "function", "keyword", "number", "operator", "parameter", "property",
    "string", "type", "variable",
]  # fmt: skip
MODIFIERS = ("declaration", "deprecated", "modification", "readonly")
"""Token modifiers of every notation. Those of a game are in :attr:`Language.modifiers`."""


class SemanticToken(NamedTuple):
    """The colour of a stretch of text within one line."""

    start: int
    end: int
    type: TokenType
    modifiers: frozenset[str] = frozenset()


S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Drawn(Generic[S]):
    """A drawn piece of text. `line` counts from 0; `start` and `end` are offsets in the line (code points, not columns)."""

    source: S
    line: int
    start: int
    end: int


@dataclass(frozen=True)
class Preview:
    """A preview of the game as text without hidden characters, with the spans of everything drawn."""

    text: str
    glyphs: tuple[Drawn[Span], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", signs(self.text))


class Telling(NamedTuple):
    """A step of a record in words."""

    chapter: str
    """The part of the record that it belongs to, such as `Night 2`. Steps of one chapter are adjacent."""
    lines: tuple[str, ...] = ()


class IncludedFile(NamedTuple):
    """A file that a record names: its text, or the reason why it cannot be read."""

    text: str = ""
    problem: str = ""


class Mention(NamedTuple):
    """A place that names something. A declaration introduces it, such as the seat of a player or the deal of a card."""

    span: Span
    declaration: bool = False


class Named(NamedTuple):
    """Something that a record names at several places: a player, a card, a team.

    `span` is the name at the cursor. `places` are all of them in the order of the document. If `renames` is set,
    :meth:`Language.rename` can rename it.
    """

    name: str
    span: Span
    places: tuple[Mention, ...]
    renames: bool = False


class Parameter(NamedTuple):
    """A field of a :class:`Signature`. `label` is a part of the label of the signature."""

    label: str
    documentation: str = ""


class Signature(NamedTuple):
    """The text being typed as a form with fields. `active` is the index of the field at the cursor."""

    label: str
    parameters: tuple[Parameter, ...]
    active: int
    documentation: str = ""


class Ghost(NamedTuple):
    """The text that probably comes next: grey text at the cursor that replaces `span`."""

    span: Span
    text: str


class Action(NamedTuple):
    """A refactoring of the record.

    `kind` is a code action kind of the protocol: `source`, or a path below `refactor`. Editors bind commands and keys to its
    last part, such as `refactor.rewrite.convert`.
    """

    title: str
    edits: tuple[Edit, ...]
    kind: str = "refactor.rewrite"
    cures: frozenset[str] = frozenset()
    """Slugs of the rules whose findings it fixes. It is a quick fix at such a finding."""
    asked: bool = False
    """Whether only a request for its kind returns it. An action that is possible anywhere is for a key, not for a light bulb."""
    cursor: int | None = None
    """The position of the cursor afterwards, as an offset in the new text, or None if it stays."""


class Play(NamedTuple):
    """A move that the user can make in a preview, at a place or from the list next to it.

    It writes its `edits`. If it has none, it leads to further choices: the notation gets its `key` after those of the plays
    before, and returns the choices.
    """

    key: str
    """A key that is unique among the plays offered together."""
    title: str
    """The move in words: `hit`, `move to row 3, column 2`, `Bob dies`."""
    place: str = ""
    """The place of the scene (:attr:`kibitz.core.scene.Item.place`) that makes it, or empty if only the list does."""
    edits: tuple[Edit, ...] = ()
    cursor: int | None = None
    """The position of the cursor afterwards, as an offset in the new text, or None for the end of the written text."""
    number: str = ""
    """The digit of this play in previews and in the list of completion, or empty."""
    cell: tuple[int, int] | None = None
    """The row and the column of this play in a grid such as a deck of cards, from 0."""


def plays_of(offered: Iterable[Completion]) -> Iterator[Play]:
    """Yield the items of completion as plays in a list. The first of several items with the same label counts."""
    first: dict[str, Completion] = {}
    for one in offered:
        first.setdefault(one.label, one)
    for one in first.values():
        text = one.plain or one.label if one.snippet else one.text
        title = f"{one.label}: {one.detail}" if one.detail else one.label
        yield Play(one.label, title, edits=(Edit(*one.span, text),))


class Hint(NamedTuple):
    """An inlay hint at `offset`. `kind` is the name of the setting that turns it on or off."""

    offset: int
    text: str
    kind: str
    tooltip: str = ""


class Lens(NamedTuple):
    """A line of facts above the line of `span`.

    A click on it shows `text`, if there is any. `tooltip` explains it.
    """

    span: Span
    title: str
    text: str = ""
    tooltip: str = ""
