"""The form of a record: what is certain to be written next, up to the first value that only the writer knows.

Keys come in the order of the trade before, else in that of the specification. Values that follow from what is there,
such as the number of a trade or the final banks, are part of the form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import date, timedelta
from functools import cached_property
from itertools import pairwise, takewhile

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.languages.pfn.check_result import BANK, outcome, richest, written_banks
from kibitz.languages.pfn.facts import TRADES, Path, number, text
from kibitz.languages.pfn.ledger import final, trade_before, trades_before
from kibitz.languages.pfn.reader import Reader
from kibitz.languages.pfn.record import Record
from kibitz.languages.pfn.replay import suit_names
from kibitz.languages.pfn.trades import Trade
from kibitz.languages.pfn.vocabulary import QUOTED, KeySpec, tables

DEAL: Path = ("Deal",)
RESULT: Path = ("Result",)
_WRITTEN: tuple[Path, ...] = (
    ("FiggieGame",),
    ("DeckSetup",),
    ("DeckSetup", "Distribution"),
    DEAL,
    TRADES,
    RESULT,
)
"""The tables that people write, in their order; trades as often as there are any."""

LATEST = 16
"""So many trades are looked at to tell how far apart they are."""


class Form:
    """What follows at a place of a record. `number` is that of the trade there in its chunk."""

    def __init__(self, reader: Reader, analysis: Analysis, place: Place, number: int = 0) -> None:
        self.reader = reader
        self.analysis = analysis
        self.place = place
        self.number = number
        self.record: Record = analysis.context
        self._names: dict[Path, list[str]] = {}

    @cached_property
    def line_end(self) -> str:
        return "\r\n" if "\r\n" in self.place.chunk.text else "\n"

    @cached_property
    def signs(self) -> bool:
        """Whether cards are written with the signs of their suits here."""
        parts = [part for hand in self.record.hands[:1] for part, _ in hand.cards[:1]]
        return any(not part.text.isascii() for part in parts)

    @cached_property
    def before(self) -> Trade | None:
        """The trade before the one at the place."""
        return trade_before(self.reader, self.analysis, self.place, self.number)

    def after(
        self, path: Path, done: Collection[str], said: Mapping[str, str] | None = None
    ) -> Iterator[str]:
        """What may follow in a table that has some keys already, the likeliest first, beginning with a line end.

        `said` are values that are about to be written, by key.
        """
        rest, finished = self._keys(path, done, {**self._open_trade(path), **(said or {})})
        following = list(self._following(path)) if finished and self._may_grow(path) else []
        if rest and not following:
            yield rest
        for one in following:
            yield rest + 2 * self.line_end + self.table(one, further=path == TRADES)

    def _may_grow(self, path: Path) -> bool:
        """Whether another table may come: at the end of the document, and behind the last of some trades."""
        behind = self.analysis.document.after(self.place)
        while behind is not None and (not behind.chunk.text.strip() or self._half_typed(behind)):
            behind = self.analysis.document.after(behind)
        return behind is None or (path == TRADES and not behind.chunk.text.lstrip(" \t").startswith("[["))

    def _half_typed(self, place: Place) -> bool:
        header = self.reader.section(place.chunk.text).header
        return header is not None and not header.closed

    def table(self, path: Path, further: bool = False) -> str:
        """A table from its header on; `further` is a trade behind the one at the place."""
        form = Form(self.reader, self.analysis, self.place, self.number + 1) if further else self
        return tables()[path].header + form._keys(path, (), {})[0]

    def begin(self) -> str:
        """How a record begins, without the line end before it."""
        return self.table(_WRITTEN[0])

    def names(self, path: Path) -> list[str]:
        """The keys that are written in a table, in their order."""
        if path not in self._names:
            self._names[path] = self._ordered(path)
        return self._names[path]

    def _ordered(self, path: Path) -> list[str]:
        keys = [key for key in tables()[path].keys if key.required and key.type != "table"]
        names = [name for key in keys for name in key.names(self.record.players)]
        if path == TRADES and self.before is not None:
            habit = [leaf.name for leaf in self.before.table.leaves]
            if set(names) <= set(habit):
                return [name for name in habit if name in names]
        return names

    def _keys(self, path: Path, done: Collection[str], said: Mapping[str, str]) -> tuple[str, bool]:
        """The keys that are missing, and whether all of them can be filled in."""
        written = ""
        for name in self.names(path):
            if name in done:
                continue
            value = self.known(path, name)
            if value is None:
                return f"{written}{self.line_end}{name} = {self.opening(path, name, said)}", False
            written += f"{self.line_end}{name} = {value}"
        return written, True

    def _open_trade(self, path: Path) -> dict[str, str]:
        """What the trade at the place says already."""
        trades = self.reader.trades(self.place.chunk.text, path).trades if path == TRADES else ()
        if self.number >= len(trades):
            return {}
        return {leaf.name: text(leaf) or "" for leaf in trades[self.number].table.leaves}

    def _following(self, path: Path) -> Iterator[Path]:
        """The tables that may come behind a finished one."""
        if path in {TRADES, DEAL}:
            yield TRADES
            yield from () if any(self.record.at(*RESULT)) else (RESULT,)
            return
        index = _WRITTEN.index(path) + 1 if path in _WRITTEN else len(_WRITTEN)
        yield from [one for one in _WRITTEN[index:] if one == TRADES or not any(self.record.at(*one))][:1]

    # Values

    def known(self, path: Path, name: str) -> str | None:
        """The value of a key that is not there yet, as TOML, if it follows from the record."""
        if path == TRADES:
            return str(self._index) if name == "TradeIndex" else None
        return self._result(name) if path == RESULT else None

    @property
    def _index(self) -> int:
        """The number that follows from the last one that is there."""
        for back, trade in enumerate(
            trades_before(self.reader, self.analysis, self.place, self.number, LATEST), 1
        ):
            if trade.number is not None:
                return trade.number + back
        return 1

    def _result(self, name: str) -> str | None:
        record = self.record
        suit = {"Revealed12CardSuit": record.twelve, "GoalSuit": record.goal}.get(name)
        if suit is not None:
            return f'"{suit}"'
        banks = self._banks
        if name.endswith(BANK) and name.removesuffix(BANK) in banks:
            return f"{banks[name.removesuffix(BANK)]:.0f}"
        if name != "Winners":
            return None
        top = [player for player in banks if banks[player] == max(banks.values())]
        top = top or [player for player in record.players if player in richest(record, written_banks(record))]
        return "[" + ", ".join(f'"{player}"' for player in top) + "]" if top else None

    @cached_property
    def _banks(self) -> Mapping[str, float]:
        if not self.record.complete:
            return {}
        end = outcome(self.record, final(self.reader, self.analysis))
        return {} if end is None else end.banks

    def opening(self, path: Path, name: str, said: Mapping[str, str]) -> str:
        """How a value begins that only the writer knows."""
        key = tables()[path].key(name)
        if key is None:
            return ""
        if key.type == "players":
            return '["P'
        start = self._begun(key, path, said)
        return f'"{start}' if key.type in QUOTED else start

    def _begun(self, key: KeySpec, path: Path, said: Mapping[str, str]) -> str:
        if key.type == "player":
            return "P"
        if key.type == "card":
            suit = suit_names().get(said.get("Suit", ""))
            return "" if suit is None else suit.sign if self.signs else suit.letter
        if key.type == "date":
            today = date.today()
            return _common(today.isoformat(), (today - timedelta(days=366)).isoformat())
        return self._clock() if path == TRADES and key.name == "T" else ""

    def _clock(self) -> str:
        """The first digits of the next time, if it comes as soon as the last ones did."""
        trades = trades_before(self.reader, self.analysis, self.place, self.number, LATEST)
        times = [trade.time for trade in trades if trade.time is not None]
        if len(times) < 4:
            return ""
        gap = max(abs(later - earlier) for later, earlier in pairwise(times))
        soon, late = f"{times[0]:.1f}", f"{times[0] + gap:.1f}"
        return _common(soon, late) if soon.index(".") == late.index(".") else ""


def _common(one: str, other: str) -> str:
    """How two texts begin alike."""
    return "".join(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def decimals(trade: Trade | None) -> int:
    """How many digits behind the point the time of a trade is written with."""
    leaf = trade.table.get("T") if trade is not None else None
    if leaf is None or number(leaf.node) is None:
        return 1
    written = str(leaf.node.value) if leaf.node is not None else ""
    return len(written.partition(".")[2])
