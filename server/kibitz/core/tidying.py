"""Formatting of a record: first its shorthand is expanded, then its layout changes."""

from __future__ import annotations

from kibitz.core.analysis import Analysis, checked
from kibitz.core.document import Document
from kibitz.core.fixing import fix_all
from kibitz.core.formatting import Formatted, apply, lay_out, minimal
from kibitz.core.setting import Preferences
from kibitz.core.values import Edit, Span


def tidied(
    document: Document, preferences: Preferences, span: Span | None = None, known: Analysis | None = None
) -> Formatted:
    """Return the minimal edits that format a record, or only the lines that `span` touches.

    A whole record first has its shorthand expanded by the safe fixes of its findings, each of which is proven
    (:mod:`kibitz.core.fixing`). See :func:`kibitz.core.formatting.lay_out` for the rest.
    """
    slugs = document.language.shorthand_slugs(document) if span is None else ()
    if not slugs:
        return lay_out(document, preferences, span, known)
    fixed = fix_all(
        known or checked(document), lambda found: [one for one in found if one.rule.slug in slugs]
    ).analysis
    edits, unproven = lay_out(fixed.document, preferences, None, fixed)
    old, written = document.text(), fixed.document.text()
    new = apply(written, edits)
    return Formatted(minimal(old, Edit(0, len(old), new)), unproven if old == written else [])
