"""Import of the formats of public programs."""

from __future__ import annotations

from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.logs import record_of


def imported(language: Pfn, text: str) -> str | None:
    """Return the record of a log of CodeClash's Figgie engine or of a figgie-genius file, or None for other texts."""
    return record_of(text)
