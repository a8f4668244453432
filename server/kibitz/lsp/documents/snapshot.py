"""One version of an open document as a value, and the events that lead to the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from lsprotocol import types

from kibitz.core.analysis import Analysis
from kibitz.core.answers import IncludedFile
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.language import Language
from kibitz.core.values import Edit
from kibitz.core.while_typing import Typing
from kibitz.languages import load
from kibitz.lsp.documents import typing_state
from kibitz.lsp.documents.positions import Positions
from kibitz.lsp.documents.typing_state import TypingState
from kibitz.lsp.transport.client import Client
from kibitz.lsp.transport.messages import Change
from kibitz.project.settable import CALM, WHILE_TYPING
from kibitz.project.settings import Settings


class Snapshot(NamedTuple):
    """A version of a document with its settings. Each event leads to another snapshot."""

    uri: str
    client: Client
    positions: Positions
    tokens: dict[str, list[int]]
    """The latest semantic tokens by their name. All versions share it, and only the thread of questions uses it."""
    version: int = 0
    """The version number of the client."""
    changed: int = 0
    """The number of the message that brought the text."""
    settings: Settings = Settings()
    included_files: Mapping[str, IncludedFile] = MappingProxyType({})
    """The files that the record names, as they were read last."""
    siblings: tuple[Any, ...] = ()
    """See :attr:`Analysis.siblings`."""
    typing: TypingState = TypingState()
    known: Analysis | None = None
    """The analysis of this version or of an earlier one."""

    def __repr__(self) -> str:
        """Return few words: the whole record would fill pages of a log."""
        return f"<Snapshot of {self.uri}, version {self.version}>"

    @classmethod
    def empty(cls, uri: str, language: Language[Any], client: Client, settings: Settings) -> Snapshot:
        """Return a snapshot of a document without text."""
        document = Document.open(language.tailored(settings.preferences), "")
        return cls(uri, client, Positions(document, client.encoding), {}, settings=settings)

    @property
    def document(self) -> Document:
        return self.positions.document

    @property
    def language(self) -> Language[Any]:
        """The notation with the extensions of the user's settings and the included files."""
        return self.document.language  # type: ignore[no-any-return]

    def tailored(self, read: Callable[[Language[Any]], Document]) -> Snapshot:
        """Return the snapshot in the notation of its settings and included files, `read` again if that is another."""
        language = load(self.language.id).tailored(self.settings.preferences).accompanied(self.included_files)
        return self if language is self.language else self.of(read(language))

    def of(self, document: Document) -> Snapshot:
        """Return the snapshot with another document, or with one in another notation."""
        known = self.known if document.language is self.language else None
        return self._replace(positions=Positions(document, self.client.encoding), known=known)

    @property
    def complete(self) -> bool:
        """Whether everything is known of this version."""
        return self.known is not None and self.known.document is self.document

    @property
    def analysis(self) -> Analysis:
        """The analysis of this version. Raises RuntimeError if there is none."""
        if self.known is None or self.known.document is not self.document:
            raise RuntimeError("the document has not been checked")
        return self.known

    @property
    def writing(self) -> Typing | None:
        """The place where the user types, or None if all findings are shown at once."""
        if self.settings.preferences.text(WHILE_TYPING, CALM) != CALM:
            return None
        return self.typing.writing(self.analysis)

    def position_after(self, edits: Iterable[Edit], offset: int) -> types.Position:
        """Return the position of an offset of the text that results from some edits."""
        document = self.document
        for one in sorted(edits, reverse=True):
            document = edit(document, *one)
        return Positions(document, self.client.encoding).position(offset)


class Event(Protocol):
    """A change to a document. Its fields are new values of the fields of a snapshot."""

    def applied(self, snapshot: Snapshot) -> Snapshot:
        """Return the snapshot after the event."""


class TextChanged(NamedTuple):
    """The changes of a `didChange`, or the text of a `didOpen`."""

    changes: Sequence[Change]
    version: int
    changed: int

    @property
    def size(self) -> int:
        """The number of characters of the changes."""
        return sum([len(one.text) for one in self.changes])

    def applied(self, snapshot: Snapshot) -> Snapshot:
        before = snapshot.analysis if snapshot.complete else None
        positions, now = snapshot.positions, snapshot.typing
        typed: list[typing_state.Change] = []
        for change in self.changes:
            document = positions.document
            if change.place is None:
                document, now = Document.open(snapshot.language, change.text), now.left()
            else:
                start, end = positions.between(*change.place)
                typed.append(typing_state.Change(start, document.text(start, end), change.text))
                document = edit(document, start, end, change.text)
            positions = Positions(document, snapshot.client.encoding)
        now = now.after(typed, before)
        return snapshot._replace(positions=positions, version=self.version, changed=self.changed, typing=now)


class ConfigChanged(NamedTuple):
    """New settings. If they extend the notation, the document is read again."""

    settings: Settings

    def applied(self, snapshot: Snapshot) -> Snapshot:
        snapshot = snapshot._replace(settings=self.settings)
        return snapshot.tailored(lambda language: Document.open(language, snapshot.document.text()))


class IncludesChanged(NamedTuple):
    """New contents of the files that the record names. The text is not read again."""

    included_files: Mapping[str, IncludedFile]

    def applied(self, snapshot: Snapshot) -> Snapshot:
        snapshot = snapshot._replace(included_files=self.included_files)
        return snapshot.tailored(lambda language: Document(language, snapshot.document.blocks))


class SiblingsChanged(NamedTuple):
    """New habits of the records in the same folder."""

    siblings: tuple[Any, ...]

    def applied(self, snapshot: Snapshot) -> Snapshot:
        known = snapshot.known and replace(snapshot.known, siblings=self.siblings)
        return snapshot._replace(siblings=self.siblings, known=known)


class EditingEnded(NamedTuple):
    """The user has finished editing."""

    def applied(self, snapshot: Snapshot) -> Snapshot:
        return snapshot._replace(typing=snapshot.typing.left())


class Idle(NamedTuple):
    """No key has come for a while."""

    def applied(self, snapshot: Snapshot) -> Snapshot:
        return snapshot._replace(typing=replace(snapshot.typing, rested=True))
