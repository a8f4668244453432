"""What a whole text says, as tomli reads it: values without places, for those who ask about nothing but what is said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import tomli

from kibitz.languages.pfn.toml.terminals import pattern

LONGEST = 16_000
"""No text with more code points between two brackets that begin lines is read here: one of fewer has no statement or table
of which we read but a part (`cut.MOST_LINES`, `PARTS` in `core/bounds.py`)."""


def values(text: str) -> Mapping[str, object] | None:
    """The values of a text that is TOML 1.0; None for others, and where that can't be told quickly."""
    # Escapes are what TOML 1.1 has more of.
    if "\\" in text or max(map(len, text.split("\n["))) > LONGEST or ("{" in text and _may_be_newer(text)):
        return None
    try:
        return tomli.loads(text)
    except (ValueError, RecursionError):
        return None


def _may_be_newer(text: str) -> bool:
    """Whether inline tables may be of TOML 1.1, which some versions of tomli read: with line ends, or a comma at the end."""
    bare = re.sub(f"{pattern('LOOSE_STRING').pattern}|#[^\n]*", "", text)
    return any(line.count("{") != line.count("}") for line in _lines(bare)) or (
        re.search(r",[ \t]*\}", bare) is not None
    )


def _lines(text: str) -> Iterable[str]:
    return (line for line in text.split("\n") if "{" in line or "}" in line)
