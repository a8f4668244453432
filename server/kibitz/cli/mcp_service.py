"""The tools for agents: questions about a text, or about a file in one of the allowed folders.

Every answer has a limit, and tools write files only if that is allowed. They raise UserError and RefusedError with messages for
agents. The docstrings of the methods are their descriptions for agents.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz.cli import files
from kibitz.cli.checked import checked, too_many
from kibitz.cli.console import UserError
from kibitz.cli.convert import converted
from kibitz.cli.formats import row as finding_row
from kibitz.cli.preview import chosen_in, offset_of, png
from kibitz.cli.replacing import replace
from kibitz.cli.rules import named
from kibitz.cli.rules import row as rule_row
from kibitz.core.analysis import Analysis
from kibitz.core.bounds import SHOWN
from kibitz.core.completing import completions
from kibitz.core.fixing import fix_all, offered
from kibitz.core.formatting import apply
from kibitz.core.preview import pictured
from kibitz.core.rows import Kind
from kibitz.core.setting import HIDDEN, Preferences
from kibitz.core.svg import svg
from kibitz.core.tidying import tidied
from kibitz.languages import IDS, load
from kibitz.project.findings import findings
from kibitz.project.rulebook import every
from kibitz.project.settings import Settings, select
from kibitz.project.tables import dictionaries, rows_of

LONGEST_RECORD = 200_000
"""Greatest number of characters of a record: every question about one is answered within seconds."""
MOST_CONTINUATIONS = 40
"""Greatest number of continuations in an answer."""

Answer = dict[str, Any]


class Record(NamedTuple):
    """A record that was read and checked."""

    source: files.Source
    settings: Settings
    analysis: Analysis

    def found(self, analysis: Analysis | None = None) -> Answer:
        """Return the findings of the record, or of its new text."""
        analysis = analysis or self.analysis
        every = select(analysis.diagnostics(), self.settings)
        found = offered(analysis, every[:SHOWN])
        rows = [finding_row(self.source.target.path, one) for one in findings(analysis.document, found)]
        return {"findings": rows, "left_out": max(len(every) - SHOWN, 0)}


@dataclass(frozen=True)
class McpService:
    """The tools."""

    roots: Sequence[str] = ()
    """The folders in which files may be read."""
    writes: bool = False
    """Whether files in these folders may be written as well."""

    def check(self, text: str = "", language: str = "", path: str = "") -> Answer:
        """Find the mistakes in a record. Give `text` and `language` (pfn, bjn, botc, qgn), or the `path` of a file.

        Lines and columns count from 1, in characters. Each finding has `fixes` with their edits: a `preferred` one is the clear
        repair, a `safe` one keeps the meaning of the record. Without findings, no mistake is known.
        """
        return self._record(text, language, path).found()

    def fix(
        self, text: str = "", language: str = "", path: str = "", unsafe: bool = False, write: bool = False
    ) -> Answer:
        """Apply all safe fixes to a record, with `unsafe` the clear repairs too, and list the remaining findings.

        `write` writes the result into the file, if kibitz was started with --write.
        """
        record = self._record(text, language, path)
        after, count = fix_all(record.analysis, lambda found: select(found, record.settings), unsafe)
        fixed = after.document.text()
        return {"text": fixed, "fixed": count, **self._written(record, fixed, write), **record.found(after)}

    def format(self, text: str = "", language: str = "", path: str = "", write: bool = False) -> Answer:
        """Format a record and write out its shorthand. The meaning stays the same, which is proven. `write` as for `fix`."""
        record = self._record(text, language, path)
        edits = tidied(record.analysis.document, record.settings.preferences, None, record.analysis).edits
        laid_out = apply(record.source.text, edits)
        return {
            "text": laid_out, "changed": laid_out != record.source.text, **self._written(record, laid_out, write)
        }  # fmt: skip

    def legal_next(
        self,
        text: str = "",
        language: str = "",
        path: str = "",
        line: int | None = None,
        column: int | None = None,
    ) -> Answer:
        """List the likely continuations at the end of a record (or at a line and column), the likeliest first, with their meanings.

        Each has a `text` that replaces the last `replaces` characters before that place.
        """
        record = self._record(text, language, path)
        offset = self._offset(record, line, column)
        found = completions(record.analysis, offset)
        items = [
            {
                "label": one.label,
                "text": (one.plain or one.label) if one.snippet else one.text,
                "replaces": offset - one.span.start,
                "detail": one.detail,
                "meaning": one.documentation,
            }
            for one in found[:MOST_CONTINUATIONS]
        ]
        return {"items": items, "left_out": max(len(found) - MOST_CONTINUATIONS, 0)}

    def state_at(
        self,
        text: str = "",
        language: str = "",
        path: str = "",
        line: int | None = None,
        column: int | None = None,
    ) -> Answer:
        """Describe the game at a line and column, or at the end: the text there in words, and the last event with the state
        after it.
        """
        record = self._record(text, language, path)
        offset = self._offset(record, line, column)
        analysis = record.analysis
        at = analysis.document.position_at(offset, "utf-32")
        hover = analysis.language.hover(analysis, offset)
        events = self._rows(record, "events")
        until = [one for one in events if (one["line"], one["column"]) <= (at.line + 1, at.column + 1)]
        return {"here": hover.markdown if hover else "", "event": until[-1] if until else None}

    def picture(
        self,
        text: str,
        language: str,
        path: str,
        line: int | None,
        column: int | None,
        layout: str,
        hidden: bool,
    ) -> tuple[str, bytes | None]:
        """Return the preview of a record as text, and as PNG if possible."""
        record = self._record(text, language, path)
        offset = None if line is None else self._offset(record, line, column)
        chosen = chosen_in(record.settings.preferences, layout or None)
        if hidden:
            chosen = Preferences({**chosen.values, HIDDEN: True})
        analysis = record.analysis
        words = analysis.language.preview(analysis, offset, chosen).text
        scene = pictured(
            analysis, offset, chosen, lambda span: select(analysis.diagnostics_in(*span), record.settings)
        )
        try:
            return words, png(svg(scene, "light"))
        except UserError:
            return words, None

    def convert(self, to: str, text: str = "", language: str = "", path: str = "") -> Answer:
        """Convert a record: blackjack to `compact` or `annotated`, grimoires to `line`, `drawing` or `townsquare`."""
        record = self._record(text, language, path)
        return {"text": converted(record.analysis, to, record.settings.preferences)}

    def rows(self, kind: Kind = "events", text: str = "", language: str = "", path: str = "") -> Answer:
        """List the `events` of a record with the state after each, or its `records`, as objects."""
        found = self._rows(self._record(text, language, path), kind)
        return {"rows": found[:SHOWN], "left_out": max(len(found) - SHOWN, 0)}

    def rules(self, code: str = "") -> Answer:
        """Explain a rule by its code (BJN210) or name, with its reason and an example. Without one, list all codes and names."""
        known = [*every()]
        if code:
            return {"rules": [rule_row(one) for one in named(code, known)]}
        return {"rules": [{"code": one.code, "name": one.slug} for one in known]}

    def _record(self, text: str, language: str, path: str) -> Record:
        source = self._source(text, language, path)
        if len(source.text) > LONGEST_RECORD:
            raise UserError(f"{source.target.path}: longer than {LONGEST_RECORD} characters; split it")
        settings = files.settings(source.target) if path else Settings()
        checking = checked(source, settings, lambda _: None)
        if not checking.done:
            raise UserError(f"{source.target.path}: {too_many()}")
        return Record(source, settings, checking.analysis)

    def _source(self, text: str, language: str, path: str) -> files.Source:
        if bool(path) == bool(text or language):
            raise UserError("give either `text` and `language`, or `path`")
        if path:
            return files.read(files.target(self._allowed(path), None))
        if language not in IDS:
            raise UserError(f"unknown notation {language!r}; use one of {', '.join(IDS)}")
        return files.Source(files.Target(files.STDIN, language), text.removeprefix("\ufeff"), False)

    def _allowed(self, path: str) -> str:
        """Return the path of a file in one of the roots, after following links. Raises UserError for other files."""
        for root in map(os.path.realpath, self.roots):
            try:
                full = os.path.realpath(os.path.join(root, path))
            except ValueError:
                # No path has a NUL or half a character.
                break
            if full.startswith(os.path.join(root, "")) and (os.path.isabs(path) or os.path.exists(full)):
                if os.path.exists(full) and os.path.getsize(full) > 4 * LONGEST_RECORD:
                    raise UserError(f"{path}: longer than {LONGEST_RECORD} characters; split it")
                return full
        allowed = ", ".join(self.roots) or "none (start `kibitz mcp FOLDER`)"
        raise UserError(f"{path}: not a file in the allowed folders: {allowed}")

    def _written(self, record: Record, text: str, write: bool) -> Answer:
        if not write:
            return {}
        name = record.source.target.name
        if not self.writes or name == files.STDIN:
            raise UserError(
                "cannot write: " + ("give a `path`" if self.writes else "start `kibitz mcp --write FOLDER`")
            )
        if text != record.source.text:
            replace(name, record.source.data, record.source.encoded(text))
        return {"written": text != record.source.text}

    @staticmethod
    def _offset(record: Record, line: int | None, column: int | None) -> int:
        document = record.analysis.document
        if line is None:
            return len(document)
        if line < 1 or (column is not None and column < 1):
            raise UserError("lines and columns start at 1")
        return offset_of(document, line, column)

    @staticmethod
    def _rows(record: Record, kind: Kind) -> list[dict[str, Any]]:
        analysis = record.analysis
        return [*dictionaries(analysis, kind, rows_of(analysis.language, kind), record.settings)]


def transcribe(language_id: str) -> str:
    """Return instructions for writing a record from a photo, a video or a chat."""
    name = load(language_id).name
    return (
        f"Transcribe what I give you into {name} (language {language_id!r}). Read kibitz://notation/{language_id} first.\n"
        "Write a few events at a time. After each few, call `check`, and `state_at` to compare the state of the game with the source; "
        "`legal_next` lists the legal next entries with their meanings; `preview` draws the record.\n"
        "Correct a finding from the source, not by guessing: the rest of the record confirms a preferred fix. Leave out what cannot be "
        "seen, and say so in a comment. Keep illegal moves that were really played, with a comment that says so.\n"
        "When `check` has no more findings, call `format` and give me its text."
    )
