"""The changes that an editor tells of, made in a document: a matter of texts alone, so that a thread may do it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from lsprotocol import types

from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.language import Language
from kibitz.core.text import Encoding
from kibitz.lsp import insertion
from kibitz.lsp.converter import Change
from kibitz.lsp.positions import Positions


class Made(NamedTuple):
    """A document in which changes have been made."""

    document: Document
    changes: int
    """How many."""
    whole: bool
    """Whether one of them was a whole text."""
    typed: list[insertion.Change]
    """Those behind that."""


def made(document: Document, language: Language[Any], changes: Sequence[Change], encoding: Encoding) -> Made:
    """Makes changes one after the other, from the last whole text on if there is one: that is cut in `language`."""
    whole, behind = _parted(changes)
    if whole is not None:
        document = Document.open(language, whole.text)
    typed: list[insertion.Change] = []
    for change in behind:
        start, end = Positions(document, encoding).span(change.range)
        typed.append(insertion.Change(start, document.text(start, end), change.text))
        document = edit(document, start, end, change.text)
    return Made(document, len(changes), whole is not None, typed)


def _parted(
    changes: Sequence[Change],
) -> tuple[types.TextDocumentContentChangeWholeDocument | None, list[types.TextDocumentContentChangePartial]]:
    """The last whole text, and the changes behind it."""
    whole: types.TextDocumentContentChangeWholeDocument | None = None
    behind: list[types.TextDocumentContentChangePartial] = []
    for change in changes:
        if isinstance(change, types.TextDocumentContentChangeWholeDocument):
            whole, behind = change, []
        else:
            behind.append(change)
    return whole, behind
