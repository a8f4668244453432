"""The parts of a section: the section, its words and its notes."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.languages.toy.language import Words
from kibitz.languages.toy.text.grammar import CUTTER

from kibitz.core.items import lines_of
from kibitz.core.parts import Part
from kibitz.core.values import Span


def parts(language: Words, text: str) -> Iterator[Part]:
    """Yield the parts of a section."""
    if text.startswith("#"):
        head = next(lines_of(text, Span(0, len(text))))
        name = text[slice(*head)].strip("# \t") or "#"
        yield Part(Span(0, len(text.rstrip())), title=name, head=head, folds=True)
    headed = False
    for kind, start, end in CUTTER.pieces(text):
        if kind == "WORD":
            first = frozenset({"first"} if headed else ())
            yield Part(Span(start, end), "variable", first, step=True)
        elif kind == "NOTE":
            yield Part(Span(start, end), "comment")
        headed = kind == "HASH"
