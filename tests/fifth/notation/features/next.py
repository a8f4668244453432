"""Completion: the words of the record, except for the word before the cursor."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.languages.toy.language import Words
from kibitz.languages.toy.text.grammar import CUTTER
from kibitz.languages.toy.text.read import words

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion
from kibitz.core.items import ended, unfinished
from kibitz.core.values import Span


def complete(language: Words, analysis: Analysis, offset: int) -> Sequence[Completion]:
    """See :meth:`kibitz.core.language.Language.complete`."""
    text = analysis.document.text()
    if any(kind == "NOTE" and start < offset < end for kind, start, end in CUTTER.pieces(text)):
        return ()
    every = [*words(text)]
    span = unfinished(every, offset) or Span(offset, offset)
    before = [text[slice(*one)] for one in ended(every, span.start)][-1:]
    behind = [text[slice(*one)] for one in every if one.start >= span.end][:1]
    known = dict.fromkeys(text[slice(*one)] for one in every if one != span)
    return [
        Completion(word, span, word, "word", f"word {number} of the record")
        for number, word in enumerate(known, 1)
        if word not in (*before, *behind, text[slice(*span)])
    ]
