"""The grammar of the notation, and its terminals as regular expressions."""

from __future__ import annotations

import re
from functools import cache

from kibitz.core.grammar import Grammar

GRAMMAR = Grammar("botc", ("file", "entry", "part"))

LOOSE = r"[^\S\r\n]*(?:>[^\S\r\n]*)*(?:[│└|]|\+-)"
"""How a line of a drawing begins; outside of one such lines are reported together."""


@cache
def terminal(name: str) -> str:
    """The regular expression of a terminal."""
    return GRAMMAR.pattern(name).pattern


@cache
def pattern(name: str) -> re.Pattern[str]:
    """A terminal, compiled."""
    return re.compile(terminal(name))


def is_identifier(word: str) -> bool:
    """Whether a word is an identifier, or two with a colon between them."""
    return all(pattern("IDENTIFIER").fullmatch(part) for part in word.split(":", 1))
