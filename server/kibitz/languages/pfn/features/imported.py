"""Records of what public programs keep of a round."""

from __future__ import annotations

from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.logs import record_of


def imported(language: Pfn, text: str) -> str | None:
    """The round in a log of CodeClash's Figgie engine, or in what figgie-genius keeps."""
    return record_of(text)
