"""PFN as a :class:`Language`: the wiring of its rooms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import MappingProxyType
from typing import NamedTuple

from kibitz.core.chunks import Block, Chunk
from kibitz.core.cut import Border
from kibitz.core.document import Document
from kibitz.core.language import Language, Setting
from kibitz.core.notation import Leap, Parsed
from kibitz.core.values import Diagnostic
from kibitz.languages.pfn.check import finish, trades
from kibitz.languages.pfn.check.tally import Tally, counted, joined, summed
from kibitz.languages.pfn.fast.columns import columns
from kibitz.languages.pfn.text import record, summary
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import TRADES
from kibitz.languages.pfn.toml import cut, defined, read
from kibitz.languages.pfn.toml.section import Section

ALIGN = "format.pfn.alignEquals"
TRADE_HINTS = "inlayHints.pfn.trade"
PAYOUT_HINTS = "inlayHints.pfn.payout"


class State(NamedTuple):
    """What the fold carries from chunk to chunk: what is defined, and how the round stands."""

    names: defined.Names
    round: trades.Round


class Pfn(Language[Section]):
    """Portable Figgie Notation."""

    id = "pfn"
    name = "Portable Figgie Notation"
    closers = cut.CLOSERS
    chunk_size = 500
    triggers = "[\"'=, "
    typing_triggers = "\n"
    settings = (
        Setting(ALIGN, False, "Align the `=` of the keys of a table."),
        Setting(TRADE_HINTS, True, "Cash and cards of seller and buyer behind the price of a trade."),
        Setting(PAYOUT_HINTS, True, "The computed banks behind the winners."),
    )
    kinds = MappingProxyType({"card": "value", "key": "property", "player": "variable", "suit": "enumMember"})
    modifiers = ("spades", "clubs", "hearts", "diamonds")

    def __init__(self) -> None:
        super().__init__()
        self.reader = Reader(self.parsed, lambda: self.rules)

    def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[Border]:
        return cut.borders(text, rest)

    def parse(self, text: str) -> Parsed[Section]:
        return read.section(text, self.rules)

    def summarise(self, block: Block) -> summary.Summary | None:
        return summary.summarise(self.reader, block)

    def context(self, summaries: Sequence[summary.Summary]) -> Record:
        return record.gather(summaries, self.reader)

    def start(self, context: Record) -> State:
        return State(defined.START, trades.start(context.frame))

    def step(self, context: Record, state: State, chunk: Chunk) -> tuple[State, Sequence[Diagnostic]]:
        names, problems = defined.step(
            state.names, chunk, self.reader.section(chunk.text), self.rules, context.contested
        )
        path = state.names.path
        round_, found = trades.step(self.reader, context.frame, state.round, chunk, path)
        return State(names, round_), (*problems, *found) if problems or found else ()

    def leap(self, context: Record, state: State, chunks: tuple[Chunk, ...]) -> Leap:
        names, round_ = state
        if names.path != TRADES:
            return Leap(state, 0)
        found = columns(chunks)
        if found is None:
            usual = [columns((chunk,)) is not None for chunk in chunks]
            chunks = chunks[: usual.index(False)] if False in usual else ()
            found = columns(chunks) if chunks else None
        if found is None:
            return Leap(state, 0)
        last = chunks[-1]
        after = trades.leap(self.reader, context.frame, round_, found)
        names_after = defined.after_trades(names, last, self.reader.section(last.text))
        if names_after is None or after is None:
            return Leap(state, 0)
        return Leap(State(names_after, after), len(chunks), summed(found))

    def tally(self, chunks: Sequence[Chunk]) -> Tally:
        return counted(self.reader, chunks)

    def added(self, tallies: Sequence[Tally]) -> Tally:
        return joined(tallies)

    def finish(
        self, document: Document, context: Record, state: State, tallies: Sequence[Tally]
    ) -> Sequence[Diagnostic]:
        return list(finish.finish(self.reader, document, context, state.round, tallies))
