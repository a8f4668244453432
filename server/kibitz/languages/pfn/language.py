"""PFN as a :class:`Language`: the wiring of its modules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

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
from kibitz.languages.pfn import (
    check,
    check_trades,
    cut,
    hints,
    namespace,
    record,
    summary,
    syntax,
    tally,
    typed,
)
from kibitz.languages.pfn.columns import columns
from kibitz.languages.pfn.facts import TRADES
from kibitz.languages.pfn.model import Section
from kibitz.languages.pfn.reader import Reader
from kibitz.languages.pfn.record import Record


class State(NamedTuple):
    """What the fold carries from chunk to chunk: what is defined, and how the round stands."""

    names: namespace.Names
    round: check_trades.Round


class Pfn(Language[Section]):
    """Portable Figgie Notation."""

    id = "pfn"
    name = "Portable Figgie Notation"
    closers = cut.CLOSERS
    chunk_size = 500
    triggers = "[\"'=, "
    typing_triggers = typed.TRIGGERS
    settings = (
        Setting("format.pfn.alignEquals", False, "Align the `=` of the keys of a table."),
        *hints.SETTINGS,
    )

    def __init__(self) -> None:
        super().__init__()
        self.reader = Reader(self.parsed, lambda: self.rules)

    # TOML

    def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[Border]:
        return cut.borders(text, rest)

    def parse(self, text: str) -> Parsed[Section]:
        return syntax.section(text, self.rules)

    def layout(self, document: Document, preferences: Preferences, span: Span) -> Iterable[Edit]:
        from kibitz.languages.pfn import layout

        return layout.edits(document, span, self.rules, preferences.flag("format.pfn.alignEquals", False))

    def schema(self) -> dict[str, object]:
        from kibitz.languages.pfn import schema

        return schema.schema()

    def meaning(self, text: str) -> Hashable:
        from kibitz.languages.pfn import layout

        return layout.meaning(text, self.rules)

    # The round

    def summarise(self, block: Block) -> summary.Summary | None:
        return summary.summarise(self.reader, block)

    def context(self, summaries: Sequence[summary.Summary]) -> Record:
        return record.gather(summaries, self.reader)

    def start(self, context: Record) -> State:
        return State(namespace.START, check_trades.start(context.frame))

    def step(self, context: Record, state: State, chunk: Chunk) -> tuple[State, Sequence[Diagnostic]]:
        names, problems = namespace.step(
            state.names, chunk, self.reader.section(chunk.text), self.rules, context.contested
        )
        path = state.names.path
        round_, found = check_trades.step(self.reader, context.frame, state.round, chunk, path)
        return State(names, round_), (*problems, *found) if problems or found else ()

    def leap(self, context: Record, state: State, block: Block) -> Leap | None:
        names, round_ = state
        trades = columns(block.chunks) if names.path == TRADES else None
        if trades is None:
            return None
        # Here, where the trades are at hand: to read them again would take longer than the leap.
        block.tally = block.tally or tally.summed(trades)
        last = block.chunks[-1]
        defined = namespace.after_trades(names, last, self.reader.section(last.text))
        after = check_trades.leap(self.reader, context.frame, round_, trades)
        return None if defined is None or after is None else Leap(State(defined, after))

    def tally(self, block: Block) -> tally.Tally:
        return tally.counted(self.reader, block.chunks)

    def finish(self, document: Document, context: Record, state: State) -> Sequence[Diagnostic]:
        return list(check.finish(self.reader, document, context, state.round))

    # Features

    def hover(self, analysis: Analysis, offset: int) -> Hover | None:
        from kibitz.languages.pfn import hover

        return hover.hover(self.reader, analysis, offset)

    def complete(self, analysis: Analysis, offset: int) -> Sequence[Completion]:
        from kibitz.languages.pfn import complete

        return complete.complete(self.reader, analysis, offset)

    def predict(self, analysis: Analysis, offset: int) -> Sequence[Ghost]:
        from kibitz.languages.pfn import predict

        return list(predict.predict(self.reader, analysis, offset))

    def customs(self, analysis: Analysis) -> object:
        from kibitz.languages.pfn import customs

        return customs.customs(self.reader, analysis)

    def signature(self, analysis: Analysis, offset: int) -> Signature | None:
        from kibitz.languages.pfn import signature

        return signature.signature(self.reader, analysis, offset)

    def typed(
        self, analysis: Analysis, offset: int, character: str, preferences: Preferences
    ) -> Sequence[Edit]:
        return list(typed.typed(self.reader, analysis, offset)) if character == typed.TRIGGERS else ()

    def named(self, analysis: Analysis, offset: int) -> Named | None:
        from kibitz.languages.pfn import naming

        return naming.named(self.reader, analysis, offset)

    def rename(self, analysis: Analysis, offset: int, name: str) -> Sequence[Edit]:
        from kibitz.languages.pfn import naming

        return naming.rename(self.reader, analysis, offset, name)

    def selections(self, analysis: Analysis, offset: int) -> Sequence[Span]:
        from kibitz.languages.pfn import selections

        return selections.selections(self.reader, analysis, offset)

    def symbols(self, analysis: Analysis) -> Sequence[Symbol]:
        from kibitz.languages.pfn import outline

        return outline.symbols(self.reader, analysis)

    def folds(self, analysis: Analysis) -> Iterable[Fold]:
        from kibitz.languages.pfn import outline

        return outline.folds(self.reader, analysis)

    def tokens(self, analysis: Analysis, span: Span) -> Iterable[SemanticToken]:
        from kibitz.languages.pfn import colours

        return colours.tokens(self.reader, analysis, span)

    def preview(self, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
        from kibitz.languages.pfn import preview

        return preview.preview(self.reader, analysis, offset, preferences)

    def actions(self, analysis: Analysis, span: Span) -> Sequence[Action]:
        from kibitz.languages.pfn import actions

        return actions.actions(self.reader, analysis, span)

    def hints(self, analysis: Analysis, span: Span, preferences: Preferences) -> Sequence[Hint]:
        return list(hints.hints(self.reader, analysis, span, preferences))

    def lenses(self, analysis: Analysis) -> Sequence[Lens]:
        return list(hints.lenses(self.reader, analysis))
