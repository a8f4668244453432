"""The frozen values that features answer with: what editors show and do.

Offsets are counts of code points in the document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from kibitz.core.shown import signs
from kibitz.core.values import Edit, Span


class Hover(NamedTuple):
    """Markdown about the text in `span`."""

    span: Span
    markdown: str


CompletionKind = Literal[
    "class", "enum", "enumMember", "function", "keyword", "property", "snippet", "value", "variable"
]
"""What editors show of completions by different signs, in the words of the Language Server Protocol."""


class Completion(NamedTuple):
    """One thing that may be typed: `text` replaces `span`.

    `snippet` says that `text` holds LSP tab stops; `plain` is then what clients without snippets get.
    Items are offered in the order in which they are returned. None has characters that accept
    it: whoever writes on does not mean an item.
    """

    label: str
    span: Span
    text: str
    kind: str
    """A :data:`CompletionKind`, or one of the notation's own kinds: a card, a player (:attr:`Language.kinds`)."""
    detail: str = ""
    documentation: str = ""
    filter: str = ""
    snippet: bool = False
    plain: str = ""
    deprecated: bool = False
    asked: bool = False
    """Whether it is shown only to somebody who asks: where a line may end, Enter has to stay Enter."""

    @property
    def sought(self) -> str:
        """What editors compare with what has been typed of the span."""
        return self.filter or (self.label if self.snippet else self.text)

    def from_before(self, before: str) -> Completion:
        """The same item with the text that stands before its span: it replaces that by itself."""
        return self._replace(
            span=Span(self.span.start - len(before), self.span.end),
            text=(as_snippet(before) if self.snippet else before) + self.text,
            plain=before + self.plain if self.snippet else self.plain,
            filter=before + self.sought,
        )


def as_snippet(text: str) -> str:
    """A text as a snippet that is just that."""
    return text.translate({ord(sign): f"\\{sign}" for sign in "\\$}"})


SymbolKind = Literal["game", "section", "list", "player", "event", "key", "value"]


class Symbol(NamedTuple):
    """An entry of the outline; `selection` lies within `span`."""

    name: str
    detail: str
    kind: SymbolKind
    span: Span
    selection: Span
    children: tuple[Symbol, ...] = ()

    def shifted(self, by: int) -> Symbol:
        """The same with all that it holds, so much further on."""
        children = tuple([child.shifted(by) for child in self.children])
        span, selection = self.span.shifted(by), self.selection.shifted(by)
        return self._replace(span=span, selection=selection, children=children)


class Fold(NamedTuple):
    """A stretch of whole lines that an editor may fold away, from the line of `start` to the line of `end`."""

    start: int
    end: int
    kind: Literal["region", "comment"] = "region"


TokenType = Literal[
    "class", "comment", "enumMember", "function", "keyword", "number", "operator", "parameter", "property",
    "string", "type", "variable",
]  # fmt: skip
MODIFIERS = ("declaration", "deprecated", "modification", "readonly")
"""The modifiers of tokens that every notation has; those of games are :attr:`Language.modifiers`."""


class SemanticToken(NamedTuple):
    """What a stretch of text (within one line) is, for colouring."""

    start: int
    end: int
    type: TokenType
    modifiers: frozenset[str] = frozenset()


class Glyph(NamedTuple):
    """Something drawn in a preview: `span` in the document, line and code-point columns in the picture."""

    span: Span
    line: int
    start: int
    end: int


@dataclass(frozen=True)
class Preview:
    """A picture of the state of the game as text, in which nothing is hidden, with the source of everything drawn."""

    text: str
    glyphs: tuple[Glyph, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", signs(self.text))


class Telling(NamedTuple):
    """A step of a record in words."""

    chapter: str
    """The part of the record that it belongs to: `Night 2`. Steps of one chapter follow each other."""
    lines: tuple[str, ...] = ()


class Companion(NamedTuple):
    """A file beside a record that the record names: its text, or why that can't be read."""

    text: str = ""
    problem: str = ""


class Mention(NamedTuple):
    """Where something is named. A declaration introduces it: a player's seat, a team's entry, the deal of a card."""

    span: Span
    declaration: bool = False


class Named(NamedTuple):
    """Something that a record names at several places: a player, a card, a team.

    `span` is the name under the cursor, `places` are all, that one included, in the order of the document.
    `renames` says that :meth:`Language.rename` can give it another name.
    """

    name: str
    span: Span
    places: tuple[Mention, ...]
    renames: bool = False


class Parameter(NamedTuple):
    """A field of a :class:`Signature`: `label` is a part of the label of the signature."""

    label: str
    documentation: str = ""


class Signature(NamedTuple):
    """What is being typed, as a form with fields; `active` is the index of the field at the cursor."""

    label: str
    parameters: tuple[Parameter, ...]
    active: int
    documentation: str = ""


class Ghost(NamedTuple):
    """What is likely to be typed next: shown in grey behind the cursor, where it replaces `span`."""

    span: Span
    text: str


class Action(NamedTuple):
    """Something that can be done to the record on demand (a refactoring), besides the fixes of diagnostics.

    `kind` is a code action kind of the protocol: `source` or a path below `refactor`, whose last part is a name that
    editors bind commands and keys to (`refactor.rewrite.convert`).
    """

    title: str
    edits: tuple[Edit, ...]
    kind: str = "refactor.rewrite"
    cures: frozenset[str] = frozenset()
    """The slugs of the rules whose findings it mends: where one of these stands, it is a quick fix of that, too."""
    asked: bool = False
    """Whether it is there only for who asks for its kind: what can be done anywhere is for a key, not for a light bulb."""
    cursor: int | None = None
    """Where the cursor goes, in the text that comes out; None where it stays."""


class Play(NamedTuple):
    """Something that can be done in a picture, at a place of it or from the list beside it.

    Taking it writes its `edits`. One that has none leads on: asked again with its `key` behind those that were taken before, the
    language tells what there is to choose then.
    """

    key: str
    """What tells it apart from the others that can be taken at the same time."""
    title: str
    """What it does, in words: `hit`, `move to row 3, column 2`, `Bob dies`."""
    place: str = ""
    """The place of the scene (:attr:`kibitz.core.scene.Item.place`) at which it is taken; nothing where it is only in the list."""
    edits: tuple[Edit, ...] = ()
    cursor: int | None = None
    """Where the cursor goes, in the text that comes out; None for the end of what is written."""
    number: str = ""
    """The key of the keyboard that takes it, where the list is short; it begins nothing that could be typed."""


def plays_of(offered: Iterable[Completion]) -> Iterator[Play]:
    """What completion offers as plays in a list, of equal labels the first; of a snippet what a client without snippets gets."""
    first: dict[str, Completion] = {}
    for one in offered:
        first.setdefault(one.label, one)
    for one in first.values():
        text = one.plain or one.label if one.snippet else one.text
        title = f"{one.label}: {one.detail}" if one.detail else one.label
        yield Play(one.label, title, edits=(Edit(*one.span, text),))


class Hint(NamedTuple):
    """An inlay hint at `offset`; `kind` is the name of the setting that turns it on or off."""

    offset: int
    text: str
    kind: str
    tooltip: str = ""


class Lens(NamedTuple):
    """A line of facts above the line of `span`.

    `text` is what a click on it shows, if there is more to say, and `tooltip` what it means.
    """

    span: Span
    title: str
    text: str = ""
    tooltip: str = ""
