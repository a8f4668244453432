"""Reads chunks once: what their texts say, as tables and as trades, remembered by text."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.memory import remembered
from kibitz.core.notation import Parsed
from kibitz.core.rules import Rules
from kibitz.languages.pfn.text.tables import Path, Table, path_after, read
from kibitz.languages.pfn.text.trades import Trade, Usual, trades_of
from kibitz.languages.pfn.toml.section import Section


class Reader:
    """The chunks of the notation, read. `path` is always the table that a chunk goes on with if it has no header."""

    def __init__(
        self,
        parsed: Callable[[str], Parsed[Section]],
        rules: Callable[[], Rules],
        usual: Callable[[str], Usual | None] = lambda _: None,
        payout: str = "detect",
    ) -> None:
        """`usual` is a quick way to read some trades; `payout` is what the settings say of how goal cards are paid."""
        self.rules, self.usual, self.payout = rules, usual, payout
        self._parsed = parsed
        self._tables: Callable[[str, Path | None], tuple[Table, ...]] = remembered(
            lambda text, path: read(self.section(text), path)
        )
        self._trades: Callable[[str, Path | None], tuple[Trade, ...]] = remembered(
            lambda text, path: trades_of(self._tables(text, path))
        )

    def section(self, text: str) -> Section:
        """What a chunk says as TOML."""
        return self._parsed(text).value

    def path_after(self, text: str, path: Path | None) -> Path | None:
        """The table that the chunk behind this one goes on with."""
        return path_after(self.section(text), path)

    def tables(self, text: str, path: Path | None) -> tuple[Table, ...]:
        """The tables of a chunk."""
        return self._tables(text, self._needed(text, path))

    def trades(self, text: str, path: Path | None) -> tuple[Trade, ...]:
        """The trades of a chunk."""
        return self._trades(text, self._needed(text, path))

    def _needed(self, text: str, path: Path | None) -> Path | None:
        """A chunk with a header says the same wherever it stands."""
        return path if self.section(text).header is None else ()
