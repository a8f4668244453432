"""The notation's wiring: what each feature is answered by.

The modules of features that only editors ask for are imported when they are first needed: a check must start fast.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from kibitz.core.language import PARSES_KEPT, Border, Language, Parsed
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
from kibitz.languages.botc.check import check, clean
from kibitz.languages.botc.chunk import PROBLEMS_KEPT, parse
from kibitz.languages.botc.log import Before, check_log
from kibitz.languages.botc.nodes import Sheet
from kibitz.languages.botc.rulebook import rules
from kibitz.languages.botc.settings import CONVERSIONS, SETTINGS, TEAM_HINTS

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.core.chunks import Chunk
    from kibitz.core.document import Document


class Botc(Language[Sheet]):
    """Grimoires: a chunk is a grimoire, a bag or a drawing, and what stands between it and the next one.

    The state of the fold is the grimoire before, for what may not happen from one to the next.
    """

    id = "botc"
    name = "Blood on the Clocktower grimoire"
    chunk_size = 2048
    triggers = "[{(:, *~"
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
        record = self.parsed(chunk.text).value.record
        if record is None:
            return state, ()
        found = () if clean(record) else self._checked(chunk.text)
        if record.form == "bag":
            return state, found
        if state and (log := tuple(check_log(state, record))):
            found = (*log, *found)
        return Before(record, chunk), found[:PROBLEMS_KEPT] if found else found

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
        from kibitz.languages.botc import complete

        return complete.predict(analysis, offset)

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

    def folds(self, analysis: Analysis) -> Sequence[Fold]:
        from kibitz.languages.botc import outline

        return tuple(outline.folds(analysis))

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
