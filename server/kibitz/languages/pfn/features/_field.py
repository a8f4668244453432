"""A value that is asked for: its key, its place, and what would be written behind it."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.languages.pfn.features._form import Form
from kibitz.languages.pfn.features._standing import standing, trades_before
from kibitz.languages.pfn.game.figgie import Number, facts, suit_of
from kibitz.languages.pfn.game.play import Standing
from kibitz.languages.pfn.text.keys import KeySpec
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import TRADES, Path, Table, number
from kibitz.languages.pfn.text.trades import Trade


class Choice(NamedTuple):
    """A value: its text without quotes."""

    text: str
    kind: str
    detail: str = ""
    then: str = ""
    """What follows behind the value and its quote, because it is certain."""
    label: str = ""
    """What people see, if not the value."""


class Field:
    """The key whose value is asked for, and where."""

    def __init__(
        self, reader: Reader, analysis: Analysis, place: Place, path: Path, key: KeySpec, name: str,
        table: Table | None, trade: tuple[int, Trade] | None, typed: str, last: bool,
    ) -> None:  # fmt: skip
        """`name` is the key as it is written (`P1_FinalBank`), `trade` the one that it is in with its number in the
        chunk, `typed` what stands of the value before the cursor; `last` says that nothing follows in the table."""
        self.reader, self.analysis, self.place = reader, analysis, place
        self.path, self.key, self.name, self.table, self.trade = path, key, name, table, trade
        self.typed, self.last = typed, last
        self.record: Record = analysis.context
        self.form = Form(reader, analysis, place, trade[0] if trade else 0)

    @cached_property
    def standing(self) -> Standing:
        """How things stand before the trade."""
        return standing(self.reader, self.analysis, self.place, self.form.number)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players; as many as there can be where their number is not known yet."""
        return self.record.players or tuple(f"P{number}" for number in range(1, max(facts().players) + 1))

    @cached_property
    def hands(self) -> dict[str, list[str]]:
        """The hands before the trade."""
        return self.standing.hands

    @cached_property
    def banks(self) -> dict[str, Number]:
        """The final banks that are written."""
        found = {player: number(leaf.node) for player, leaf in self.record.banks.items()}
        return {player: bank for player, bank in found.items() if bank is not None}

    def written(self, card: str) -> str:
        """A card as this record writes them."""
        return suit_of(card).sign + card[1:] if self.form.signs or not self.typed.isascii() else card

    @cached_property
    def done(self) -> set[str]:
        """The keys that are there, this one included."""
        there = self.table.leaves if self.table is not None else ()
        return {self.name, *(leaf.name for leaf in there)}

    def lacks(self, name: str) -> bool:
        """Whether another key of the table is the next to be written."""
        missing = [one for one in self.form.names(self.path) if one not in self.done]
        return self.last and missing[:1] == [name]

    def then(self, *more: tuple[str, str]) -> str:
        """What follows behind the value; `more` are strings that are written with it, by key.

        Whether a trade is followed by another one only the writer knows, so nothing follows behind its last key.
        """
        if not self.last:
            return ""
        said = dict(more)
        written = "".join(
            f'{self.form.line_end}{name} = "{value}"' for name, value in more if name != self.name
        )
        done = {*self.done, *said}
        if self.path == TRADES and done >= set(self.form.names(TRADES)):
            return written
        return written + next(self.form.after(self.path, done, said), "")

    def trades(self, most: int) -> list[Trade]:
        """The trades before, the latest first."""
        return trades_before(self.reader, self.analysis, self.place, self.form.number, most)
