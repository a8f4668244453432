"""The meaning of a record, which formatting keeps."""

from __future__ import annotations

from collections.abc import Hashable

from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.toml import layout


def meaning(language: Pfn, text: str) -> Hashable:
    """Return all statements as they are written, without the spaces around their parts."""
    return layout.meaning(text, language.rules)
