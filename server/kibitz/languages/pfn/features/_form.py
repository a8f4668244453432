"""The habits of this record and of its sibling files: times, orders of keys, and templates of tables."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from itertools import count, islice, pairwise, takewhile
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import RECENT
from kibitz.core.chunks import Place
from kibitz.core.words import plural
from kibitz.languages.pfn.check.sums import total
from kibitz.languages.pfn.features._cursor import Cursor, reader_of
from kibitz.languages.pfn.features._round import came_to, final, round_state, trades_before
from kibitz.languages.pfn.features.conventions import Conventions
from kibitz.languages.pfn.game.figgie import Number, PayoutRule, Suit, facts, partner, sizes
from kibitz.languages.pfn.game.play import RoundState
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.shorthand import ShorthandTrade
from kibitz.languages.pfn.text.tables import (
    BANK,
    DEAL,
    DECK,
    GAME,
    QUOTED,
    RESULT,
    SIZES,
    TRADES,
    KeySpec,
    Path,
    number,
    tables,
    text,
)
from kibitz.languages.pfn.text.trades import Trade


def decimals(trade: Trade | None) -> int:
    """Return the number of decimals in the time of a trade."""
    leaf = trade.table.get("T") if trade is not None else None
    if leaf is None or number(leaf) is None:
        return 1
    written = str(leaf.node.value) if leaf.node is not None else ""
    return len(written.partition(".")[2])


Siblings = Sequence[Conventions]
"""Those of the nearest record first."""

VALUES_SHOWN = 3
"""The maximum number of different values."""


class Likely(NamedTuple):
    """A value of FiggieGame, as TOML writes it."""

    text: str
    words: str
    """The reason, for people."""
    certain: bool
    """Whether completion may insert it without a request."""


def likely(siblings: Siblings, name: str) -> list[Likely]:
    """Return the likely values of a key of FiggieGame, the likeliest first."""
    written = [value for one in siblings if (value := one.game.get(name)) is not None]
    if not written:
        return []
    if name == "GameID":
        # Each round has its own ID.
        return list(_numbered(written))
    if name == "Title" and (found := list(_numbered(written))):
        return found
    # Rounds of one evening have one date, and may have one title.
    alike = name not in {"Title", "Date", "GameDuration"} or (len(written) > 1 and written[0] == written[1])
    return [
        Likely(
            value,
            f"in {written.count(value)} of {plural(len(siblings), 'record')} beside this one",
            alike and value == written[0],
        )
        for value in list(dict.fromkeys(written))[:VALUES_SHOWN]
    ]


_NUMBERED = re.compile(r"(.*?)([0-9]{1,12})([^0-9]*)")


def _numbered(written: Sequence[str]) -> Iterator[Likely]:
    """Yield the number next to that of the nearest record, if the sibling files are numbered one by one."""
    nearest = _NUMBERED.fullmatch(written[0])
    if nearest is None:
        return
    head, digits, tail = nearest.groups()
    parts = [found.groups() for value in written if (found := _NUMBERED.fullmatch(value)) is not None]
    there = {int(number) for first, number, last in parts if (first, last) == (head, tail)}
    number, width = int(digits), len(digits) if digits.startswith("0") else 0
    if number + 1 not in there and {number - 1, number + 2} & there:
        yield Likely(f"{head}{number + 1:0{width}}{tail}", f"the next after {written[0]}", True)
    elif number > 0 and number - 1 not in there and number + 1 in there:
        yield Likely(f"{head}{number - 1:0{width}}{tail}", f"the one before {written[0]}", True)


GOALS: Path = (*RESULT, "GoalCounts")
_WRITTEN: tuple[Path, ...] = (GAME, DECK, SIZES, DEAL, TRADES, RESULT)
"""The tables that people write, in their order; trades as often as there are any."""
USUAL = {
    "GameDuration": (f"{facts().seconds:.1f}", "seconds, as the rules say"),
    "GameVariant": ("Standard", "by the rules of the standard game"),
}
"""The values of keys in most rounds, with the reason."""


class TradeTemplate:
    """The likely continuation at a place of a record. `number` is that of the trade there in its chunk."""

    def __init__(self, analysis: Analysis, place: Place, number: int = 0) -> None:
        self.analysis = analysis
        self.place = place
        self.number = number
        self.record: Record = analysis.context
        self.siblings: Siblings = analysis.siblings
        self._names: dict[Path, list[str]] = {}

    @cached_property
    def round_state(self) -> RoundState:
        """The state before the trade."""
        return round_state(self.analysis, self.place, self.number)

    def trades(self, most: int) -> list[Trade]:
        """Return at most `most` trades before this one, the latest first."""
        return [*islice(trades_before(self.analysis, self.place, self.number), most)]

    @cached_property
    def line_end(self) -> str:
        return "\r\n" if "\r\n" in self.place.text else "\n"

    @cached_property
    def signs(self) -> bool:
        """Whether cards are written with signs in the first hand, in the trade before, or in the nearest sibling file."""
        cards = [part.text for hand in self.record.hands[:1] for part, _ in hand.cards[:1]]
        if not cards and self.before is not None:
            cards = [text(self.before.table.get("Card")) or ""]
        return (
            any(not card.isascii() for card in cards)
            if cards
            else any(one.signs for one in self.siblings[:1])
        )

    @cached_property
    def before(self) -> Trade | None:
        """The trade before the one at the place."""
        return next(trades_before(self.analysis, self.place, self.number), None)

    def written(self, short: ShorthandTrade) -> str:
        """Return a shorthand trade as a snippet of a table."""
        told = short.completed(self.round_state.cards)
        return told.table(self.names(TRADES), self.index, self.line_end, signs=self.signs, stops=True)

    def after(self, path: Path, done: Collection[str], suit: Suit | None) -> Iterator[str]:
        """Yield the possible continuations of a table that has some keys already, each beginning with a line end.

        The likeliest comes first. A card of the suit may be the next value.
        """
        rest, finished = self._keys(path, done, suit)
        following = list(self._following(path)) if finished and self._may_grow(path) else []
        if rest and not following:
            yield rest
        for one in following:
            yield rest + 2 * self.line_end + self.table(one, further=path == TRADES)

    def _may_grow(self, path: Path) -> bool:
        """Return whether another table may follow: at the end of the document, and after the last trade."""
        for one in self.analysis.document.since(self.place):
            header = reader_of(self.analysis).section(one.text).header
            if one.start > self.place.start and one.text.strip() and (header is None or header.closed):
                return path == TRADES and not one.text.lstrip(" \t").startswith("[[")
        return True

    def table(self, path: Path, further: bool = False) -> str:
        """Return a table from its header on; `further` adds the trade after the current one."""
        form = TradeTemplate(self.analysis, self.place, self.number + 1) if further else self
        return tables()[path].header + form._keys(path, (), None)[0]

    def begin(self) -> str:
        """Return the start of a record, without a line end before it."""
        return self.table(next((one.tables[0] for one in self.siblings if one.tables), GAME))

    def names(self, path: Path) -> list[str]:
        """Return the keys to write in a table, in order."""
        if path not in self._names:
            self._names[path] = self._ordered(path)
        return self._names[path]

    def _ordered(self, path: Path) -> list[str]:
        keys = [key for key in tables()[path].keys if key.type != "table"]
        # A table without required keys gets all its keys, because an empty table is useless.
        required = [key for key in keys if key.required] or keys
        rows = next((rows for one in self.siblings if (rows := one.keys.get(path))), ())
        if set(rows) >= {key.name for key in required}:
            required = sorted((key for key in keys if key.name in rows), key=lambda key: rows.index(key.name))
        names = [name for key in required for name in key.names(self.record.players)]
        if path == TRADES and self.before is not None:
            habit = [leaf.name for leaf in self.before.table.leaves]
            if set(names) <= set(habit):
                return [name for name in habit if name in names]
        return names

    def _keys(self, path: Path, done: Collection[str], suit: Suit | None) -> tuple[str, bool]:
        """Return the missing keys up to the first unknown value, and whether every value is known."""
        written = ""
        for name in self.names(path):
            if name not in done:
                value = self.known(path, name)
                begun = self._opening(path, name, suit) if value is None else value
                written += f"{self.line_end}{write.key(name)} = {begun}"
                if value is None:
                    return written, False
        return written, True

    def snippet(self, path: Path) -> str:
        """Return a table with a tab stop for each unknown value."""
        spec, stops = tables()[path], count(1)
        lines = [spec.header]
        for name in self.names(path):
            key, known = spec.key(name), self.known(path, name)
            # The winners follow from the banks.
            if key is not None and (known or key.type != "players" or not self.record.banks_missing):
                lines.append(f"{write.key(name)} = {known or stop(key, next(stops))}")
        return self.line_end.join(lines)

    def _following(self, path: Path) -> Iterator[Path]:
        """Yield the tables that may follow a finished one."""
        order = next((one.tables for one in self.siblings if path in one.tables), _WRITTEN)
        index = order.index(path) + (path != TRADES) if path in order else len(order)
        inline = self.record.leaf(*TRADES) is not None
        free = [
            one for one in order[index:] if (not inline if one == TRADES else not any(self.record.at(*one)))
        ]
        # Only the user knows whether another trade follows.
        yield from free[: 2 if free[:1] == [TRADES] else 1]

    # Values

    def known(self, path: Path, name: str) -> str | None:
        """Return the TOML value of a missing key if it follows from the record or its sibling files, or None."""
        said: object = None
        if path == GAME:
            return next((one.text for one in likely(self.siblings, name)[:1] if one.certain), None)
        if path == TRADES:
            said = self.index if name == "TradeIndex" else None
        elif path == SIZES:
            ways = {counts[name] for counts in self.sizes(name) if name in counts}
            said = ways.pop() if len(ways) == 1 else None
        elif path in {DECK, RESULT}:
            said = self._results.get(name)
        elif path == GOALS and self.record.deal.complete and self.record.goal:
            held = final(self.analysis).cards.held(self.record.players, self.record.goal)
            said = (held or {}).get(name)
        return None if said is None else write.value(said)

    def sizes(self, name: str) -> list[dict[str, int]]:
        """Return the possible sizes of all suits, ignoring the size of one suit.

        Return nothing if the goal suit is unknown.
        """
        record = self.record
        goal, twelve = record.goal, partner(record.goal or "")
        if record.deal.variant is not None or goal is None or twelve is None:
            return []
        others = {suit: size for suit, size in record.deal.distribution.items() if suit != name}
        return [counts for counts in sizes(goal, twelve) if others.items() <= counts.items()]

    @cached_property
    def index(self) -> int:
        """The number of the trade, counted from the last numbered trade."""
        numbers = ((trade.number, back) for back, trade in enumerate(self.trades(RECENT), 1))
        return next((number + back for number, back in numbers if number is not None), 1)

    @cached_property
    def _results(self) -> Mapping[str, object]:
        """The known values of Result and DeckSetup. At most one bank follows from the written ones."""
        record, twelve = self.record, self.record.deal.twelve
        goal = record.goal or partner(twelve or "")
        twelve = twelve or (partner(goal or "") if record.deal.variant is None else None)
        said: dict[str, object] = {"Revealed12CardSuit": twelve, **(write.deck(goal) if goal else {})}
        said["TradeCount"] = total(self.analysis.aggregates).count or None
        end = came_to(self.analysis) if record.deal.complete else None
        if end is not None:
            return {**said, **record.result(end)}
        banks, rests = record.written_banks, {*self.rests.values()}
        if record.players and (len(banks) == len(record.players) or len(rests) == 1):
            banks = {player: banks.get(player, next(iter(rests), 0)) for player in record.players}
            said["Winners"] = [player for player in banks if banks[player] == max(banks.values())]
            said |= {player + BANK: round(bank) for player, bank in banks.items()}
        return said

    @property
    def rests(self) -> Mapping[PayoutRule, Number]:
        """The missing bank for each payout rule if exactly one is missing. The banks always add up to all chips."""
        record, known = self.record, self.record.written_banks.values()
        if record.deal.variant is not None or not record.players or len(known) != len(record.players) - 1:
            return {}
        rules = facts().paying(record.payout)
        rests = {rule: rule.total(len(record.players)) - sum(known) for rule in rules}
        return {rule: rest for rule, rest in rests.items() if rest >= 0}

    def _opening(self, path: Path, name: str, suit: Suit | None) -> str:
        """Return the start of a value that only the user knows."""
        key, begun = tables()[path].key(name), ""
        kind = key.type if key is not None else ""
        if kind in {"player", "players"}:
            begun = _common(*self.record.players or "P")
        elif kind == "card" and suit is not None:
            begun = suit.sign if self.signs else suit.letter
        elif kind == "date":
            begun = date.today().isoformat()[:3]
        elif path == TRADES and name == "T":
            begun = self._clock()
        quoted = f'"{begun}' if kind in QUOTED else begun
        return f"[{quoted}" if kind == "players" else quoted

    def _clock(self) -> str:
        """Return the first digits of the next time if it follows as soon as the last ones did, or nothing."""
        trades = self.trades(RECENT)
        times = [trade.time for trade in trades if trade.time is not None]
        if len(times) < 4:
            return ""
        gap = max(abs(later - earlier) for later, earlier in pairwise(times))
        soon, late = f"{times[0]:.1f}", f"{times[0] + gap:.1f}"
        return _common(soon, late) if soon.index(".") == late.index(".") else ""


def stop(key: KeySpec, number: int) -> str:
    """Return a tab stop for a value, with its usual value."""
    guess, _ = USUAL.get(key.name, ("", ""))
    place = f"${{{number}:{guess}}}" if guess else f"${number}"
    return f'["{place}"]' if key.type == "players" else f'"{place}"' if key.type in QUOTED else place


def plain(snippet: str) -> str:
    """Return a snippet without its tab stops."""
    return re.sub(r"\$(?:\{\d:([^}]*)\}|\d+)", r"\1", snippet)


def form_at(here: Cursor, *, further: bool = False) -> TradeTemplate:
    """Return the form at a place; `further` adds a trade after the current one."""
    number, trade = here.trade or (0, None)
    behind = further and trade is not None and trade.table.head.end < here.offset
    return TradeTemplate(here.analysis, here.place, number + behind)


def _common(*texts: str) -> str:
    """Return the common start of texts."""
    alike = takewhile(lambda signs: len({*signs}) == 1, zip(*texts, strict=False))
    return "".join(sign for sign, *_ in alike)
