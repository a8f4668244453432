"""Formatting: empty lines between tables and spaces around `=`."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable

from kibitz.core.document import Document
from kibitz.core.setting import Preferences
from kibitz.core.values import Edit, Span
from kibitz.languages.pfn.check.sums import may_trade
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.settings import ALIGN
from kibitz.languages.pfn.text.shorthand import has_counts, has_jots
from kibitz.languages.pfn.toml.layout import edits
from kibitz.languages.pfn.toml.layout import meaning as meaning_of


def layout(language: Pfn, document: Document, preferences: Preferences, span: Span) -> Iterable[Edit]:
    """Return a replacement for each table that touches a range and may need one."""
    return edits(document, span, language.rules, preferences.flag(ALIGN, False))


def meaning(language: Pfn, text: str) -> Hashable:
    """Return all statements as they are written, without the spaces around their parts."""
    return meaning_of(text, language.rules)


SLUGS = frozenset({"jotted", "jotted-hand"})


def shorthand_slugs(language: Pfn, document: Document) -> Collection[str]:
    """Return the rules about shorthand trades and hands in counts, or nothing if the document has neither."""
    texts = (place.text for place in document.places())
    return SLUGS if any(has_counts(text) or (may_trade(text) and has_jots(text)) for text in texts) else ()
