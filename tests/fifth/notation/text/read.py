"""The words and the unreadable parts of a chunk."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kibitz.languages.toy.text.grammar import CUTTER

from kibitz.core.bounds import PROBLEMS
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Span

_STRAY = re.compile(r"\S+")


def read(text: str, rules: Rules) -> list[Diagnostic]:
    """Return the problems of a chunk, in order."""
    return sorted(_problems(text, rules), key=lambda one: one.span)[:PROBLEMS]


def words(text: str) -> Iterator[Span]:
    """Yield the spans of the words of a chunk."""
    return (Span(start, end) for kind, start, end in CUTTER.pieces(text) if kind == "WORD")


def _problems(text: str, rules: Rules) -> Iterator[Diagnostic]:
    end = 0
    for kind, start, stop in [*CUTTER.pieces(text), ("", len(text), len(text))]:
        for found in _STRAY.finditer(text, end, start):
            fix = Fix("Delete it", (Edit(*found.span(), ""),))
            slug = "unclosed" if found[0].startswith("(") else "syntax"
            yield rules[slug].at(*found.span(), fixes=[fix], found=found[0])
        if kind == "CONFLICT":
            yield rules["conflict-marker"].at(start, stop)
        end = stop
