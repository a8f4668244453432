"""Blackjack notation as a language: thin wiring."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Block, Chunk
from kibitz.core.document import Document
from kibitz.core.language import Border, Language, Leap, Parsed, Setting
from kibitz.core.values import (
    Action,
    Completion,
    Diagnostic,
    Edit,
    Fold,
    Ghost,
    Hint,
    Hover,
    Lens,
    Named,
    Preferences,
    Preview,
    SemanticToken,
    Signature,
    Span,
    Symbol,
)
from kibitz.languages.bjn import check, layout, quick, syntax
from kibitz.languages.bjn.model import Entry, Setup, Sheet


class Blackjack(Language[Sheet]):
    """Session logs: each hand stands alone, from its setup to the next one."""

    id = "bjn"
    name = "Blackjack notation"
    stateless = True
    triggers = ".|{[/"
    signature_triggers = ".|"
    conversions = ("compact", "annotated")
    settings = (
        Setting("format.bjn.style", "keep", "The form that formatting gives each hand", layout.STYLES),
        Setting(
            "inlayHints.totals", True, "The total after each event of a hand that is written line by line"
        ),
        Setting("inlayHints.compactTotals", False, "The total after each event of a hand on one line"),
    )

    def hands(self, text: str) -> Iterator[tuple[Setup, tuple[Entry, ...]]]:
        """The hands of a record, each with its setup and the entries up to the first one that can't be read.

        For those who use kibitz as a library; what stands before the first setup is left out.
        """
        for place in Document.open(self, text).places():
            entries = tuple(
                value
                for placed in self.parsed(place.chunk.text).value.entries
                if (value := placed.item.value) is not None
            )
            if entries and isinstance(setup := entries[0], Setup):
                yield setup, entries[1:]

    def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[Border]:
        return syntax.borders(text)

    def parse(self, text: str) -> Parsed[Sheet]:
        return syntax.parse(text, self.rules)

    def step(self, context: Any, state: Any, chunk: Chunk) -> tuple[object, Sequence[Diagnostic]]:
        return None, check.check(self.parsed(chunk.text).value, self.rules)

    def leap(self, context: Any, state: Any, block: Block) -> Leap | None:
        wrong = [number for number, chunk in enumerate(block.chunks) if not quick.clean(chunk.text)]
        return Leap(None, dict.fromkeys(wrong))

    def hover(self, analysis: Analysis, offset: int) -> Hover | None:
        from kibitz.languages.bjn import hover

        return hover.hover(analysis, offset)

    def complete(self, analysis: Analysis, offset: int) -> Sequence[Completion]:
        from kibitz.languages.bjn import complete

        return tuple(complete.complete(analysis, offset))

    def predict(self, analysis: Analysis, offset: int) -> Sequence[Ghost]:
        from kibitz.languages.bjn import complete

        return tuple(complete.predict(analysis, offset))

    def customs(self, analysis: Analysis) -> object:
        from kibitz.languages.bjn import customs

        return customs.customs(analysis)

    def signature(self, analysis: Analysis, offset: int) -> Signature | None:
        from kibitz.languages.bjn import form

        return form.signature(analysis, offset)

    def named(self, analysis: Analysis, offset: int) -> Named | None:
        from kibitz.languages.bjn import places

        return places.named(analysis, offset)

    def selections(self, analysis: Analysis, offset: int) -> Sequence[Span]:
        from kibitz.languages.bjn import places

        return tuple(places.selections(analysis, offset))

    def symbols(self, analysis: Analysis) -> Sequence[Symbol]:
        from kibitz.languages.bjn import outline

        return tuple(outline.symbols(analysis))

    def folds(self, analysis: Analysis) -> Iterable[Fold]:
        from kibitz.languages.bjn import outline

        return outline.folds(analysis)

    def tokens(self, analysis: Analysis, span: Span) -> Iterable[SemanticToken]:
        from kibitz.languages.bjn import outline

        return outline.tokens(analysis, span)

    def preview(self, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
        from kibitz.languages.bjn import picture

        return picture.preview(analysis, offset)

    def actions(self, analysis: Analysis, span: Span) -> Sequence[Action]:
        from kibitz.languages.bjn import assist

        return tuple(assist.actions(analysis, span))

    def hints(self, analysis: Analysis, span: Span, preferences: Preferences) -> Sequence[Hint]:
        from kibitz.languages.bjn import assist

        return tuple(assist.hints(analysis, span, preferences))

    def lenses(self, analysis: Analysis) -> Sequence[Lens]:
        from kibitz.languages.bjn import outline

        return tuple(outline.lenses(analysis))

    def layout(self, document: Document, preferences: Preferences, span: Span) -> Iterable[Edit]:
        return layout.layout(document, preferences, span)

    def meaning(self, text: str) -> Hashable:
        return layout.meaning(self.parsed(text).value)

    def convert(self, analysis: Analysis, to: str) -> str:
        return layout.convert(analysis, to)
