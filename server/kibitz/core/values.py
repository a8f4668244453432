"""The frozen values that languages answer with.

Every offset is a count of code points. Unless a docstring says otherwise, offsets are relative to the document
in what a feature returns, and relative to the chunk in what :meth:`Notation.parse` and :meth:`Notation.step` return.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from types import MappingProxyType
from typing import Literal, NamedTuple

from kibitz.core.chunks import Chunk

REPOSITORY = "https://github.com/kibitz-lsp/kibitz"


class Span(NamedTuple):
    """A half-open range of code points."""

    start: int
    end: int

    def shifted(self, by: int) -> Span:
        return Span(self.start + by, self.end + by)

    def holds(self, offset: int) -> bool:
        """Whether a cursor at `offset` touches the span; both ends count."""
        return self.start <= offset <= self.end


class Severity(IntEnum):
    """How serious a diagnostic is; the numbers are those of the Language Server Protocol."""

    ERROR = 1
    WARNING = 2
    INFORMATION = 3
    HINT = 4


class Edit(NamedTuple):
    """Replaces the text from `start` to `end` by `text`."""

    start: int
    end: int
    text: str

    def shifted(self, by: int) -> Edit:
        return Edit(self.start + by, self.end + by, self.text)


class Fix(NamedTuple):
    """A way to mend what a diagnostic reports. A safe fix cannot change what the record says."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool = False
    preferred: bool = False
    """Whether it is a repair that was clearly meant, see :mod:`kibitz.core.repair`; safe fixes need no such word."""

    def shifted(self, by: int) -> Fix:
        return Fix(self.title, tuple([edit.shifted(by) for edit in self.edits]), self.safe, self.preferred)


class Related(NamedTuple):
    """Another place that explains a diagnostic.

    Without `chunk` the span counts from where the diagnostic's own span counts from. With `chunk` it is relative to
    that chunk, which may stand anywhere in the document: states keep such anchors because chunks never move.
    """

    span: Span
    message: str
    chunk: Chunk | None = None

    def shifted(self, by: int) -> Related:
        """The same place, `by` code points further on; an anchored place stays where it is."""
        return self if self.chunk is not None else Related(self.span.shifted(by), self.message)


class Rule(NamedTuple):
    """One thing that kibitz looks for. Codes below 100 are about syntax, the others about what the record says."""

    code: str
    slug: str
    severity: Severity
    message: str
    why: str
    example: str
    certain: Literal["now", "entry", "record"] = "now"
    language: str = ""
    """The id of the notation; `kibitz` for what is of none."""

    @property
    def url(self) -> str:
        """Where the rule is described for people."""
        if self.language == "kibitz":
            return f"{REPOSITORY}/blob/main/server/commands.md#{self.code.lower()}"
        return f"{REPOSITORY}/blob/main/grammars/{self.language}.md#{self.code.lower()}"

    def at(
        self,
        start: int,
        end: int,
        *,
        severity: Severity | None = None,
        related: Sequence[Related] = (),
        fixes: Sequence[Fix] = (),
        tags: frozenset[Literal["unnecessary", "deprecated"]] = frozenset(),
        **fields: object,
    ) -> Diagnostic:
        """The diagnostic of this rule at a span; `fields` fill the placeholders of the message.

        Raises KeyError where a field of the message is missing.
        """
        return Diagnostic(
            rule=self,
            span=Span(start, max(start, end)),
            message=self.message.format_map(fields),
            severity=self.severity if severity is None else severity,
            related=tuple(related),
            fixes=tuple(fixes),
            tags=tags,
        )


class Diagnostic(NamedTuple):
    """One problem of a record, at its place, in a person's words."""

    rule: Rule
    span: Span
    message: str
    severity: Severity
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    tags: frozenset[Literal["unnecessary", "deprecated"]] = frozenset()

    @property
    def preferred(self) -> Fix | None:
        """The fix to be applied without a question: the first safe one, or else the repair that was clearly meant.

        Editors, reports and `kibitz check --fix`, with `--unsafe` where it is not safe, all mean this one.
        """
        safe = next((fix for fix in self.fixes if fix.safe), None)
        return safe or next((fix for fix in self.fixes if fix.preferred), None)

    def shifted(self, by: int) -> Diagnostic:
        """The same diagnostic, `by` code points further on; anchored related places stay anchored."""
        if by == 0:
            return self
        return Diagnostic(
            self.rule,
            self.span.shifted(by),
            self.message,
            self.severity,
            tuple([other.shifted(by) for other in self.related]) if self.related else (),
            tuple([fix.shifted(by) for fix in self.fixes]) if self.fixes else (),
            self.tags,
        )


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
    Items are offered in the order in which they are returned. `commit` lists the characters that accept the item
    and are then typed.
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
    commit: str = ""
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


class Preview(NamedTuple):
    """A picture of the state of the game as text, with the source of everything drawn."""

    text: str
    glyphs: tuple[Glyph, ...] = ()


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


HIGHEST = 10_000
"""No setting is a greater number."""


class Preferences(NamedTuple):
    """What the caller wants: flattened settings (`format.bjn.style`), as configuration files and clients give them."""

    values: Mapping[str, object] = MappingProxyType({})

    def text(self, key: str, default: str) -> str:
        value = self.values.get(key, default)
        return value if isinstance(value, str) else default

    def number(self, key: str, default: int) -> int:
        value = self.values.get(key, default)
        sound = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= HIGHEST
        return value if sound and isinstance(value, int) else default

    def flag(self, key: str, default: bool) -> bool:
        value = self.values.get(key, default)
        return value if isinstance(value, bool) else default
