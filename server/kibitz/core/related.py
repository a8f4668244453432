"""Diagnostics in terms of their document: the places that explain them, and its line ends."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kibitz.core.chunks import Chunk
from kibitz.core.document import Document, line_end_of
from kibitz.core.values import Diagnostic, Edit, Related


def resolved(document: Document, diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Return diagnostics in terms of their document. Anchored related places get their offsets, missing ones are left out, and fixes get
    the line ends of the document.
    """
    if any(one.fixes for one in diagnostics) and line_end_of(document) == "\r\n":
        diagnostics = [_with_crlf(document, one) if one.fixes else one for one in diagnostics]
    anchors = {other.chunk for one in diagnostics for other in one.related if other.chunk is not None}
    if not anchors:
        return diagnostics
    starts = document.find(anchors)
    return [_resolved(one, starts) if one.related else one for one in diagnostics]


def _with_crlf(document: Document, one: Diagnostic) -> Diagnostic:
    """Return a diagnostic whose fixes end lines with CRLF. An edit that replaces such line ends keeps its own."""

    def ended(edit: Edit) -> Edit:
        if "\n" not in edit.text or "\r\n" in document.text(edit.start, edit.end):
            return edit
        return edit._replace(text=_LONE_FEED.sub("\r\n", edit.text))

    fixes = [fix._replace(edits=tuple(map(ended, fix.edits))) for fix in one.fixes]
    return one._replace(fixes=tuple(fixes))


_LONE_FEED = re.compile(r"(?<!\r)\n")


def _resolved(one: Diagnostic, starts: Mapping[Chunk, int]) -> Diagnostic:
    if all(other.chunk is None for other in one.related):
        return one
    related = [other if other.chunk is None else _found(other, starts) for other in one.related]
    return one._replace(related=tuple([other for other in related if other is not None]))


def _found(other: Related, starts: Mapping[Chunk, int]) -> Related | None:
    """Return an anchored place in offsets of the document, or None if it is gone."""
    start = starts.get(other.chunk) if other.chunk is not None else None
    return None if start is None else Related(other.span.shifted(start), other.message)
