"""QGN as a :class:`Language`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any

from kibitz.core.bounds import PROBLEMS
from kibitz.core.chunks import Chunk
from kibitz.core.cut import SplitPoint
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.notation import Parsed
from kibitz.core.setting import Preferences
from kibitz.core.values import Diagnostic
from kibitz.languages.qgn.check import step, tags
from kibitz.languages.qgn.check.step import State, finalize
from kibitz.languages.qgn.game.games import Games, known_games
from kibitz.languages.qgn.settings import SETTINGS
from kibitz.languages.qgn.text import read, record
from kibitz.languages.qgn.text.items import Part


class Qgn(Language[Part]):
    """Quibbble Game Notation."""

    id = "qgn"
    name = "Quibbble Game Notation"
    stops_at_mistake = True
    closers = read.CLOSERS
    chunk_size = read.CHUNK_SIZE
    comment = ("{", "}")
    triggers = '[".& '
    signature_triggers = "&."
    kinds = MappingProxyType({"action": "function", "key": "property", "tag": "keyword"})
    settings = SETTINGS

    def __init__(self, games: Games | None = None) -> None:
        """Use `games` instead of the built-in ones, if given."""
        super().__init__()
        self._games = games

    @property
    def games(self) -> Games:
        """The known games."""
        if self._games is None:
            self._games = known_games()
        return self._games

    def tailored(self, preferences: Preferences) -> Language[Part]:
        added = preferences.values.get("qgn.games")
        return self.variant(repr(added), lambda: Qgn(self.games.with_rows(added))) if added else self

    def begins_record(self, text: str) -> bool:
        return not record.is_action(text)

    def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[SplitPoint]:
        return read.split_points(text, rest)

    def parse(self, text: str) -> Parsed[Part]:
        part, problems = read.part(text, self.rules)
        if part.head:
            problems += islice(tags.check(part, self.rules, self.games), PROBLEMS)
        return Parsed(part, tuple(problems))

    def _read(self, text: str) -> Part:
        return self.parsed(text).value

    def start(self, context: Any) -> State:
        return State()

    def step(self, context: Any, state: State, chunk: Chunk) -> tuple[State, Sequence[Diagnostic]]:
        return step.step(state, chunk, self._read, self.rules, self.games)

    def unknown_after(self, context: Any, state: State) -> State:
        # The unread text may hold a head, so the game after it is unknown.
        return State(begun=True, crlf=state.crlf, late=state.settled(self.rules))

    def aggregate(self, context: object, chunks: Sequence[Chunk]) -> record.BlockAggregate:
        return record.block_aggregate(self, chunks)

    def finalize(
        self, document: Document, context: Any, state: State, aggregates: Sequence[record.BlockAggregate]
    ) -> Iterator[Diagnostic]:
        return finalize(document, state, aggregates, self.rules)


LANGUAGE = Qgn()
