"""The rules of the notation, read once."""

from __future__ import annotations

from functools import cache

from kibitz.core.rules import Rules


@cache
def rules() -> Rules:
    """Every row of `rules.toml`."""
    return Rules("kibitz.languages.botc")
