"""Formatting: empty lines between tables and spaces around `=`."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.core.document import Document
from kibitz.core.setting import Preferences
from kibitz.core.values import Edit, Span
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.settings import ALIGN
from kibitz.languages.pfn.toml.layout import edits


def layout(language: Pfn, document: Document, preferences: Preferences, span: Span) -> Iterable[Edit]:
    """Return a replacement for each table that touches a range and may need one."""
    return edits(document, span, language.rules, preferences.flag(ALIGN, False))
