"""QGN as a :class:`Language`: the wiring of its modules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import islice
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
from kibitz.languages.qgn import assist, check, cutting, finish, head, leap, rows, syntax
from kibitz.languages.qgn.check import State
from kibitz.languages.qgn.games import Games, known_games
from kibitz.languages.qgn.model import Part

TAILORED = 8
"""So many lists of users' games are remembered: an editor may have several folders open."""


class Qgn(Language[Part]):
    """Quibbble Game Notation."""

    id = "qgn"
    name = "Quibbble Game Notation"
    closers = cutting.CLOSERS
    chunk_size = 384
    triggers = '[".& '
    signature_triggers = "&."
    settings = (
        Setting(
            "format.qgn.wrap",
            "columns",
            "where lines of actions end: at 70 columns, or with each round, too",
            ("columns", "rounds"),
        ),
        Setting("inlayHints.team", False, "the name of the team at each action"),
        Setting("qgn.games", (), "games that kibitz shall know, too", mistakes=rows.mistakes),
    )

    def __init__(self, games: Games | None = None) -> None:
        """`games` are those that are known, if they are others than usual."""
        super().__init__()
        self._games = games
        self._tailored: dict[str, Qgn] = {}
        self._leapt: tuple[Block, assist.BlockTally] | None = None
        """The block that was leapt over last, and its tally, which comes along with that."""

    @property
    def games(self) -> Games:
        """The games that are known."""
        if self._games is None:
            self._games = known_games()
        return self._games

    def tailored(self, preferences: Preferences) -> Qgn:
        added = preferences.values.get("qgn.games")
        if not added:
            return self
        name = repr(added)
        if name not in self._tailored:
            if len(self._tailored) >= TAILORED:
                self._tailored.clear()
            self._tailored[name] = Qgn(self.games.with_rows(added))
        return self._tailored[name]

    def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[Border]:
        return cutting.borders(text, rest)

    def parse(self, text: str) -> Parsed[Part]:
        part, problems = syntax.part(text, self.rules)
        if part.head:
            problems += islice(head.check(part, self.rules, self.games), syntax.MOST_PROBLEMS)
        return Parsed(part, tuple(problems))

    def start(self, context: Any) -> State:
        return State()

    def step(self, context: Any, state: State, chunk: Chunk) -> tuple[State, Sequence[Diagnostic]]:
        return check.step(state, chunk, self.parsed(chunk.text).value, self.rules, self.games)

    def leap(self, context: Any, state: State, block: Block) -> Leap | None:
        found = leap.leap(self, state, block)
        if found is None:
            return None
        after, tally = found
        self._leapt = block, tally
        return Leap(after)

    def tally(self, block: Block) -> assist.BlockTally:
        leapt = self._leapt
        if leapt is not None and leapt[0] is block:
            return leapt[1]
        return assist.block_tally(self, block.chunks)

    def finish(self, document: Document, context: Any, state: State) -> Sequence[Diagnostic]:
        return tuple(finish.finish(document, state, self.rules))

    def hover(self, analysis: Analysis, offset: int) -> Hover | None:
        from kibitz.languages.qgn import hover

        return hover.hover(analysis, offset)

    def complete(self, analysis: Analysis, offset: int) -> Sequence[Completion]:
        from kibitz.languages.qgn import complete

        return complete.complete(analysis, offset)

    def signature(self, analysis: Analysis, offset: int) -> Signature | None:
        from kibitz.languages.qgn import signature

        return signature.signature(analysis, offset)

    def predict(self, analysis: Analysis, offset: int) -> Sequence[Ghost]:
        from kibitz.languages.qgn import predict

        return predict.predict(analysis, offset)

    def customs(self, analysis: Analysis) -> object:
        from kibitz.languages.qgn import customs

        return customs.customs(analysis)

    def named(self, analysis: Analysis, offset: int) -> Named | None:
        from kibitz.languages.qgn import names

        return names.named(analysis, offset)

    def rename(self, analysis: Analysis, offset: int, name: str) -> Sequence[Edit]:
        from kibitz.languages.qgn import names

        return names.rename(analysis, offset, name)

    def selections(self, analysis: Analysis, offset: int) -> Sequence[Span]:
        from kibitz.languages.qgn import names

        return names.selections(analysis, offset)

    def symbols(self, analysis: Analysis) -> Sequence[Symbol]:
        from kibitz.languages.qgn import outline

        return list(outline.symbols(analysis))

    def folds(self, analysis: Analysis) -> Iterable[Fold]:
        from kibitz.languages.qgn import folding

        return folding.folds(analysis)

    def tokens(self, analysis: Analysis, span: Span) -> Iterable[SemanticToken]:
        from kibitz.languages.qgn import outline

        return outline.tokens(analysis, span)

    def preview(self, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
        from kibitz.languages.qgn import picture

        return picture.preview(analysis, offset)

    def actions(self, analysis: Analysis, span: Span) -> Sequence[Action]:
        from kibitz.languages.qgn import refactor

        return refactor.actions(analysis, span)

    def hints(self, analysis: Analysis, span: Span, preferences: Preferences) -> Sequence[Hint]:
        from kibitz.languages.qgn import outline

        return outline.hints(analysis, span) if preferences.flag("inlayHints.team", False) else ()

    def lenses(self, analysis: Analysis) -> Sequence[Lens]:
        from kibitz.languages.qgn import outline

        return outline.lenses(analysis)

    def layout(self, document: Document, preferences: Preferences, span: Span) -> Iterable[Edit]:
        from kibitz.languages.qgn import layout

        return layout.edits(document, span, preferences.text("format.qgn.wrap", "columns") == "rounds")

    def meaning(self, text: str) -> Hashable:
        from kibitz.languages.qgn import layout

        return layout.meaning(text, self.rules)
