"""Wiring of the notation: how records are split, read and checked. `features/` answers the editors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any

from kibitz.core.answers import IncludedFile
from kibitz.core.bounds import PROBLEMS
from kibitz.core.chunks import Block, Chunk
from kibitz.core.cut import SplitPoint
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.memory import kept_with, remembered
from kibitz.core.notation import Parsed, Skip
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic
from kibitz.languages.botc.check.grimoire import check, check_marks
from kibitz.languages.botc.check.log import LOST, Before, changes, check_jots, check_titles
from kibitz.languages.botc.check.words import check_script
from kibitz.languages.botc.fast.fast import skip_clean
from kibitz.languages.botc.game.log import Grimoire, begins_anew, one_game, titles
from kibitz.languages.botc.game.roles import UNSAID, Script
from kibitz.languages.botc.settings import SETTINGS
from kibitz.languages.botc.text.grammar import CHUNK_SIZE, rules, split
from kibitz.languages.botc.text.nodes import Record
from kibitz.languages.botc.text.read import Sheet, parse
from kibitz.languages.botc.text.script import file_of, lines_in, script_of


class Botc(Language[Sheet]):
    """Grimoires: a chunk is a grimoire, a bag or a drawing, with the text up to the next one.

    The state of the fold is the previous grimoire, for the rules of a log.
    """

    id = "botc"
    name = "Blood on the Clocktower grimoire"
    chunk_size = CHUNK_SIZE
    neighbours_affected = 1
    triggers = "[{():, *~"
    conversions = ("line", "drawing", "townsquare")
    settings = SETTINGS
    kinds = MappingProxyType({"player": "variable", "role": "class", "token": "enumMember"})
    modifiers = ("townsfolk", "outsider", "minion", "demon", "traveller", "fabled")

    def __init__(self, included_files: Mapping[str, IncludedFile] = MappingProxyType({})) -> None:
        """Set up the notation. `included_files` are the referenced files, which may include the script."""
        super().__init__()
        self._checked = remembered(self._check)
        self._included_files = included_files

    @property
    def rules(self) -> Rules:
        return rules()

    def included_files(self, document: Document) -> tuple[str, ...]:
        file = file_of([line for block in document.blocks for line in _lines(block)])
        return (file,) if file else ()

    def accompanied(self, included_files: Mapping[str, IncludedFile]) -> Language[Sheet]:
        return (
            self.variant(frozenset(included_files.items()), lambda: Botc(included_files))
            if included_files
            else self
        )

    def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[SplitPoint]:
        return split(text)

    def parse(self, text: str) -> Parsed[Sheet]:
        return parse(text)

    def summarise(self, block: Block) -> object:
        return _lines(block) or None

    def context(self, summaries: Sequence[Any]) -> Script:
        return script_of([line for lines in summaries for line in lines], self._included_files)

    def step(self, context: Any, state: Any, chunk: Chunk) -> tuple[object, Sequence[Diagnostic]]:
        text, sheet = chunk.text, self.parsed(chunk.text).value
        record, before = sheet.record, self._record(state.chunk.text) if state else None
        found, anew, titled = self._checked(text, context), begins_anew(text), bool(titles(text))
        table = record or before
        players = None if state is LOST else table.players if table else ()
        named = (*check_script(text, context), *check_jots(sheet, text, players, context))
        if record is None or record.form == "bag":
            if titled and state and state is not LOST:
                state = state._replace(titled=True)
            return None if anew else state, (*found, *named)
        moved = frozenset[str]()
        if state:
            changed, moved = changes(before, state, record, context) if before else ((), moved)
            found = (*changed, *self._new(found, state, record, context))[:PROBLEMS]
        earlier = None if state is LOST else state.grimoire if state else Grimoire()
        return None if anew else Before(record.grimoire, chunk, earlier, titled, moved), (*found, *named)

    def skip_clean(self, context: Any, state: Any, chunks: tuple[Chunk, ...]) -> Skip:
        # The fast path does not know the rules for scripts.
        return (skip_clean(chunks, state) if context is UNSAID else None) or Skip(state, 0)

    def unknown_after(self, context: Any, state: Any) -> object:
        return LOST

    def finalize(
        self, document: Document, context: Any, state: Any, aggregates: Sequence[Any]
    ) -> Iterator[Diagnostic]:
        yield from check_marks(document)
        yield from check_titles(document)

    def _record(self, text: str) -> Record | None:
        return self.parsed(text).value.record

    def _new(
        self, found: Sequence[Diagnostic], before: Before, record: Record, script: Script
    ) -> Sequence[Diagnostic]:
        """Return the findings about a grimoire after another one.

        Findings about the setup appear once in a game, because a log shows when a character changes.
        """
        if not one_game(before.grimoire, record.grimoire, before.titled):
            return found
        told = {one.message for one in self._checked(before.chunk.text, script)}
        return [
            one
            for one in found
            if one.rule.slug not in {"composition", "missing-character"}
            or not (before.titled or one.message in told)
        ]

    def _check(self, text: str, script: Script) -> tuple[Diagnostic, ...]:
        record = self._record(text)
        return tuple(islice(check(record, text, script), PROBLEMS)) if record else ()


@kept_with
def _lines(block: Block) -> tuple[tuple[str, str], ...]:
    """Return the lines of a block that name a script."""
    return tuple([line for chunk in block.chunks for line in lines_in(chunk.text)])


LANGUAGE = Botc()
