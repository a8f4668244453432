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
from kibitz.core.notation import Parsed
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic
from kibitz.languages.botc.check.grimoire import check, check_marks, findings
from kibitz.languages.botc.check.log import LOST, Before, changes, check_jots, seen
from kibitz.languages.botc.check.titles import check_titles
from kibitz.languages.botc.check.words import check_script
from kibitz.languages.botc.game.log import begins_anew, one_game, titles
from kibitz.languages.botc.game.roles import Script
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

    def __init__(
        self, included_files: Mapping[str, IncludedFile] = MappingProxyType({}), explains: bool = True
    ) -> None:
        """Set up the notation. `companions` are the referenced files, which may include the script.

        Without `explains`, findings about a drawing have no fix that redraws it.
        """
        super().__init__()
        self._checked = remembered(self._check)
        self._included_files = included_files
        self._explains = explains

    @property
    def rules(self) -> Rules:
        return rules()

    @property
    def errors_only(self) -> Language[Sheet]:
        return self.variant("hasty", lambda: Botc(self._included_files, explains=False))

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
        return parse(text, self._explains)

    def summarise(self, block: Block) -> object:
        return _lines(block) or None

    def context(self, summaries: Sequence[Any]) -> Script:
        return script_of([line for lines in summaries for line in lines], self._included_files)

    def step(self, context: Any, state: Any, chunk: Chunk) -> tuple[object, Sequence[Diagnostic]]:
        sheet = self.parsed(chunk.text).value
        record, titled = sheet.record, bool(titles(chunk.text))
        anew = begins_anew(chunk.text)
        named = (*check_script(chunk.text, context), *self._shorthand(sheet, chunk, state, context))
        if record is None:
            if titled and state and state is not LOST:
                state = state._replace(titled=True)
            return None if anew else state, named
        found, moved = self._checked((chunk.text, context)), frozenset[str]()
        if record.form == "bag":
            return None if anew else state, (*found, *named)
        if state:
            changed, moved = self._changes(state, record, context)
            found = (*changed, *self._new(found, state, record, context))[:PROBLEMS]
        return None if anew else Before(record.grimoire, chunk, seen(state), titled, moved), (*found, *named)

    def unknown_after(self, context: Any, state: Any) -> object:
        return LOST

    def finalize(
        self, document: Document, context: Any, state: Any, aggregates: Sequence[Any]
    ) -> Iterator[Diagnostic]:
        yield from check_marks(document)
        yield from check_titles(document)

    def _shorthand(
        self, sheet: Sheet, chunk: Chunk, before: Before | None, script: Script
    ) -> Iterator[Diagnostic]:
        record = sheet.record or (before and self.parsed(before.chunk.text).value.record)
        players = record.players if record else ()
        return check_jots(sheet, chunk.text, None if before is LOST else players, script)

    def _changes(
        self, before: Before, record: Record, script: Script
    ) -> tuple[Sequence[Diagnostic], frozenset[str]]:
        old = self.parsed(before.chunk.text).value.record
        return changes(old, before, record, script) if old else ((), frozenset())

    def _new(
        self, found: Sequence[Diagnostic], before: Before, record: Record, script: Script
    ) -> Iterator[Diagnostic]:
        """Yield the findings about a grimoire after another one.

        Findings about the setup appear once in a game, because a log shows when a character changes.
        """
        same = one_game(before.grimoire, record.grimoire, before.titled)
        told = {one.message for one in self._checked((before.chunk.text, script))} if same else set()
        for one in found:
            again = same and one.rule.slug in {"composition", "missing-character"}
            if not again or (one.message not in told and not before.titled):
                yield one

    def _check(self, asked: tuple[str, Script]) -> tuple[Diagnostic, ...]:
        text, script = asked
        record = self.parsed(text).value.record
        if record is None:
            return ()
        found = check(record, text, script) if self._explains else findings(record, script)
        return tuple(islice(found, PROBLEMS))


@kept_with
def _lines(block: Block) -> tuple[tuple[str, str], ...]:
    """Return the lines of a block that name a script."""
    return tuple([line for chunk in block.chunks for line in lines_in(chunk.text)])


LANGUAGE = Botc()
