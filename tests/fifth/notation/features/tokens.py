"""Colours: words, the first one of a section among them, and notes."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.languages.toy.language import Words
from kibitz.languages.toy.text.grammar import CUTTER

from kibitz.core.analysis import Analysis
from kibitz.core.answers import SemanticToken
from kibitz.core.items import within_lines
from kibitz.core.values import Span


def tokens(language: Words, analysis: Analysis, span: Span) -> Iterator[SemanticToken]:
    """See :meth:`kibitz.core.language.Language.tokens`."""
    for place in analysis.document.places(*span):
        for one in within_lines(place.chunk.text, _tokens(place.chunk.text)):
            yield one._replace(start=one.start + place.start, end=one.end + place.start)


def _tokens(text: str) -> Iterator[SemanticToken]:
    headed = False
    for kind, start, end in CUTTER.pieces(text):
        if kind == "WORD":
            yield SemanticToken(start, end, "variable", frozenset({"first"} if headed else ()))
        elif kind == "NOTE":
            yield SemanticToken(start, end, "comment")
        headed = kind == "HASH"
