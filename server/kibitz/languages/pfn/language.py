"""PFN as a :class:`Language`: the wiring of its rooms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import MappingProxyType

from kibitz.core.cancellation import check_cancelled
from kibitz.core.chunks import Block, Chunk
from kibitz.core.cut import SplitPoint
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.memory import remembered
from kibitz.core.notation import Clean, Parsed, Skip
from kibitz.core.setting import Preferences
from kibitz.core.values import Diagnostic
from kibitz.languages.pfn.check import state, trades
from kibitz.languages.pfn.check.state import State
from kibitz.languages.pfn.check.sums import Aggregate, counted
from kibitz.languages.pfn.fast import fast
from kibitz.languages.pfn.settings import PAYOUT, SETTINGS
from kibitz.languages.pfn.text import record
from kibitz.languages.pfn.text.record import Reader, Record
from kibitz.languages.pfn.toml import cut, model, read
from kibitz.languages.pfn.toml.names import Section

_usual = remembered(fast.usual)
"""The values of a usual trade. Skipping, sums and rows all read it."""


class Pfn(Language[Section]):
    """Portable Figgie Notation."""

    id = "pfn"
    name = "Portable Figgie Notation"
    closers = model.CLOSERS
    chunk_size = 500
    triggers = "[\"'=, "
    typing_triggers = "\n"
    settings = SETTINGS
    kinds = MappingProxyType({"card": "value", "key": "property", "player": "variable", "suit": "enumMember"})
    modifiers = ("spades", "clubs", "hearts", "diamonds")

    def __init__(self, payout: str = "detect") -> None:
        super().__init__()
        self.reader = Reader(self.parsed, lambda: self.rules, _usual, payout)

    def tailored(self, preferences: Preferences) -> Language[Section]:
        payout = preferences.text(PAYOUT, "detect")
        return self.variant(payout, lambda: Pfn(payout)) if payout in {"standard", "flat"} else self

    def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[SplitPoint]:
        return cut.split_points(text, rest)

    def parse(self, text: str) -> Parsed[Section]:
        return read.section(text, self.rules)

    def clean(self, text: str) -> Clean | None:
        return fast.ended(text, self.reader)

    def summarise(self, block: Block) -> record.Summary | None:
        return record.summarise(self.reader, block)

    def context(self, summaries: Sequence[record.Summary]) -> Record:
        return record.gather(tuple(summaries), self.reader)

    def start(self, context: Record) -> State:
        return state.start(context)

    def stepped(self, context: Record, state_: State, chunk: Chunk) -> tuple[object, Sequence[Diagnostic]]:
        quiet = None if chunk.fault else context.quiet.get(chunk)
        if quiet is None:
            return super().stepped(context, state_, chunk)
        check_cancelled()
        return State(quiet.path, state.with_spare(state_.round, "")), quiet.problems

    def step(self, context: Record, state_: State, chunk: Chunk) -> tuple[State, Sequence[Diagnostic]]:
        return state.step(self.reader, context, state_, chunk)

    def unknown_after(self, context: Record, state_: State) -> State:
        # Any table may be open, and any card may have moved.
        return State(None, trades.unknown_after(state_.round))

    def skip_clean(self, context: Record, state_: State, chunks: tuple[Chunk, ...]) -> Skip:
        return fast.skip_clean(self.reader, context, state_, chunks) or Skip(state_, 0)

    def aggregate(self, context: Record, chunks: Sequence[Chunk]) -> Aggregate:
        return counted(self.reader, [chunk for chunk in chunks if chunk not in context.quiet])

    def finalize(
        self, document: Document, context: Record, state_: State, aggregates: Sequence[Aggregate]
    ) -> Iterator[Diagnostic]:
        return state.finalize(self.reader, document, context, state_.round, aggregates)


LANGUAGE = Pfn()
