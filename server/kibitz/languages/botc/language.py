"""The notation's wiring: what each feature is answered by.

The modules of features that only editors ask for are imported when they are first needed: a check must start fast.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from kibitz.core.language import PARSES_KEPT, Border, Language, Leap, Parsed
from kibitz.core.rules import Rules
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
    Span,
    Symbol,
)
from kibitz.languages.botc import syntax
from kibitz.languages.botc.check import check
from kibitz.languages.botc.chunk import PROBLEMS_KEPT, Sheet, parse
from kibitz.languages.botc.log import Before, changes, silent
from kibitz.languages.botc.regular import glance
from kibitz.languages.botc.rulebook import rules
from kibitz.languages.botc.settings import CONVERSIONS, SETTINGS, TEAM_HINTS

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.core.chunks import Block, Chunk
    from kibitz.core.document import Document


class Botc(Language[Sheet]):
    """Grimoires: a chunk is a grimoire, a bag or a drawing, and what stands between it and the next one.

    The state of the fold is the grimoire before, for what may not happen from one to the next.
    """

    id = "botc"
    name = "Blood on the Clocktower grimoire"
    chunk_size = 2048
    triggers = "[{():, *~"
    conversions = CONVERSIONS
    settings = SETTINGS

    def __init__(self) -> None:
        super().__init__()
        self._checked = lru_cache(maxsize=PARSES_KEPT)(self._check)

    @property
    def rules(self) -> Rules:
        return rules()

    def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[Border]:
        return syntax.split(text)

    def parse(self, text: str) -> Parsed[Sheet]:
        return parse(text)

    def step(self, context: Any, state: Any, chunk: Chunk) -> tuple[object, Sequence[Diagnostic]]:
        sheet = self.parsed(chunk.text).value
        if (gist := sheet.gist) is None:
            return state, self._checked(chunk.text) if sheet.source else ()
        found = () if gist.clean else self._checked(chunk.text)
        if state and not silent(state.gist, gist):
            found = (*self._changes(state, sheet), *found)
        return Before(gist, chunk), found[:PROBLEMS_KEPT] if found else found

    def leap(self, context: Any, state: Any, block: Block) -> Leap:
        left = {}
        for number, chunk in enumerate(block.chunks):
            problems: Sequence[Diagnostic] = ()
            if (gist := glance(chunk.text)) is None:
                parsed = self.parsed(chunk.text)
                gist, problems = parsed.value.gist, parsed.problems
            if problems or gist is None or not gist.clean or (state and not silent(state.gist, gist)):
                left[number] = state
            state = Before(gist, chunk) if gist else state
        return Leap(state, left)

    def tally(self, block: Block) -> object:
        # Nothing has to be summed up; this is where features keep what they say of the block.
        return {}

    def _changes(self, before: Before, sheet: Sheet) -> Iterator[Diagnostic]:
        old, new = self.parsed(before.chunk.text).value.record, sheet.record
        return changes(old, before.chunk, new) if old and new else iter(())

    def _check(self, text: str) -> tuple[Diagnostic, ...]:
        record = self.parsed(text).value.record
        return tuple(islice(check(record, text), PROBLEMS_KEPT)) if record else ()

    def hover(self, analysis: Analysis, offset: int) -> Hover | None:
        from kibitz.languages.botc import hover

        return hover.hover(analysis, offset)

    def complete(self, analysis: Analysis, offset: int) -> Sequence[Completion]:
        from kibitz.languages.botc import complete

        return complete.complete(analysis, offset)

    def predict(self, analysis: Analysis, offset: int) -> Sequence[Ghost]:
        from kibitz.languages.botc import predict

        return predict.predict(analysis, offset)

    def customs(self, analysis: Analysis) -> object:
        from kibitz.languages.botc import customs

        return customs.customs(analysis)

    def named(self, analysis: Analysis, offset: int) -> Named | None:
        from kibitz.languages.botc import naming

        return naming.named(analysis, offset)

    def rename(self, analysis: Analysis, offset: int, name: str) -> Sequence[Edit]:
        from kibitz.languages.botc import naming

        return naming.rename(analysis, offset, name)

    def linked(self, analysis: Analysis, offset: int) -> Sequence[Span]:
        from kibitz.languages.botc import naming

        return naming.linked(analysis, offset)

    def selections(self, analysis: Analysis, offset: int) -> Sequence[Span]:
        from kibitz.languages.botc import selecting

        return selecting.selections(analysis, offset)

    def symbols(self, analysis: Analysis) -> Sequence[Symbol]:
        from kibitz.languages.botc import outline

        return tuple(outline.symbols(analysis))

    def folds(self, analysis: Analysis) -> Iterable[Fold]:
        from kibitz.languages.botc import outline

        return outline.folds(analysis)

    def tokens(self, analysis: Analysis, span: Span) -> Iterable[SemanticToken]:
        from kibitz.languages.botc import outline

        return outline.tokens(analysis, span)

    def preview(self, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
        from kibitz.languages.botc import preview

        return preview.preview(analysis, offset, preferences)

    def actions(self, analysis: Analysis, span: Span) -> Sequence[Action]:
        from kibitz.languages.botc import refactor

        return tuple(refactor.actions(analysis, span))

    def hints(self, analysis: Analysis, span: Span, preferences: Preferences) -> Sequence[Hint]:
        from kibitz.languages.botc import facts

        return tuple(facts.hints(analysis, span)) if preferences.flag(TEAM_HINTS, False) else ()

    def lenses(self, analysis: Analysis) -> Sequence[Lens]:
        from kibitz.languages.botc import facts

        return tuple(facts.lenses(analysis))

    def layout(self, document: Document, preferences: Preferences, span: Span) -> Iterable[Edit]:
        from kibitz.languages.botc import layout

        return layout.layout(document, preferences, span)

    def meaning(self, text: str) -> Hashable:
        from kibitz.languages.botc import layout

        return layout.meaning(text)

    def convert(self, analysis: Analysis, to: str) -> str:
        from kibitz.languages.botc import convert

        return convert.convert(analysis, to)
