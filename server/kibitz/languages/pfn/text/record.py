"""The facts of a whole record that rules need everywhere, gathered from its blocks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, islice
from typing import NamedTuple

from kibitz.core.bounds import CACHED_RECORDS, CACHED_VALUES
from kibitz.core.chunks import Block, Chunk
from kibitz.core.document import Document
from kibitz.core.memory import latest, remembered
from kibitz.core.notation import Parsed
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Span
from kibitz.languages.pfn.game.figgie import (
    Number,
    Outcome,
    PayoutRule,
    is_seat,
    read_card,
    suit_names,
)
from kibitz.languages.pfn.game.play import Holder, Owners, RoundState
from kibitz.languages.pfn.game.round import MOST_PLAYERS, Deal, Pause, Terms, pauses_among
from kibitz.languages.pfn.text.shorthand import counts
from kibitz.languages.pfn.text.tables import (
    BANK,
    EVENTS,
    GAME,
    PLAYER,
    TRADES,
    KeySpec,
    Leaf,
    Part,
    Path,
    Source,
    Table,
    bank_key,
    integer,
    number,
    path_after,
    read,
    tables,
    text,
)
from kibitz.languages.pfn.text.trades import Trade, Usual, is_trade, trades_of
from kibitz.languages.pfn.toml.model import Header, Key, KeyValue
from kibitz.languages.pfn.toml.names import Naming, Section, namings


class Reader:
    """A reader of chunks. `path` is always the table that a chunk without a header continues."""

    def __init__(
        self,
        parsed: Callable[[str], Parsed[Section]],
        rules: Callable[[], Rules],
        usual: Callable[[str], Usual | None] = lambda _: None,
        payout: str = "detect",
    ) -> None:
        """`usual` is a quick way to read some trades; `payout` is the setting for the payout rule."""
        self.rules, self.usual, self.payout = rules, usual, payout
        self._parsed = parsed
        self._tables: Callable[[str, Path | None], tuple[Table, ...]] = remembered(
            lambda text, path: read(self.section(text), path)
        )
        self._trades: Callable[[str, Path | None], tuple[Trade, ...]] = remembered(
            lambda text, path: trades_of(self._tables(text, path))
        )

    def section(self, text: str) -> Section:
        """Return the TOML of a chunk."""
        return self._parsed(text).value

    def problems(self, text: str) -> Sequence[Diagnostic]:
        """Return the unreadable parts of a chunk."""
        return self._parsed(text).problems

    def path_after(self, text: str, path: Path | None) -> Path | None:
        """Return the table that the next chunk continues."""
        return path_after(self.section(text), path)

    def tables(self, text: str, path: Path | None) -> tuple[Table, ...]:
        """Return the tables of a chunk."""
        return self._tables(text, self._needed(text, path))

    def trades(self, text: str, path: Path | None) -> tuple[Trade, ...]:
        """Return the trades of a chunk."""
        return self._trades(text, self._needed(text, path))

    def _needed(self, text: str, path: Path | None) -> Path | None:
        """Return the path for a chunk, or an empty one if it has a header: then its place does not matter."""
        return path if self.section(text).header is None else ()


TRADES_HEADER = "[[Trades]]"


class Quiet(NamedTuple):
    """A step over a chunk that does nothing to the trades: it need not be read again."""

    path: Path | None
    """The table that the next chunk continues."""
    problems: Sequence[Diagnostic]


TablesOf = tuple[Chunk, tuple[Table, ...], tuple[Naming, ...], Quiet | None]
"""A chunk with its tables, without the trades, with its names, and with its step if that is quiet."""


class Reading(NamedTuple):
    """The tables of a block. `path` is the table that the next block continues."""

    parts: tuple[TablesOf, ...]
    path: Path | None


class Summary:
    """The chunks of a block that contain more than trades, with their offsets in the block.

    Summaries of the same chunks are equal at any offsets, so an edit in a trade keeps the record.
    """

    def __init__(self, chunks: Sequence[tuple[int, Chunk]], runs: Sequence[int]) -> None:
        """`runs` are the numbers of the chunks after trades; the number after the last one is trades at the end."""
        self.chunks, self.runs = chunks, tuple(runs)
        self._same = tuple(chunk for _, chunk in chunks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Summary) and (self._same, self.runs) == (other._same, other.runs)

    def __hash__(self) -> int:
        return hash(self._same)

    def reading(self, reader: Reader, path: Path | None) -> Reading:
        """Return the summaries if the first chunk continues a table."""
        first = self.chunks[0][1].text
        return _read(reader, self._same, path if reader.section(first).header is None else ())


@latest(CACHED_VALUES)
def _read(reader: Reader, chunks: tuple[Chunk, ...], path: Path | None) -> Reading:
    """Return the reading of chunks. It is cached because each edit reads its block."""
    parts = []
    for chunk in chunks:
        text = chunk.text
        section, tables = reader.section(text), reader.tables(text, path)
        path = path_after(section, path)
        quiet = None
        if section.header is not None and not (spare(section, path) or any(map(is_trade, tables))):
            quiet = Quiet(path, reader.problems(text))
        tables = tuple([one for one in tables if one.path != TRADES or not (one.started or one.array)])
        parts.append((chunk, tables, (*namings(section, text),), quiet))
    return Reading(tuple(parts), path)


def spare(section: Section, path: Path | None) -> str:
    """Return the last key of a chunk if its table has it already or cannot have it, and a trade can."""
    last = section.items[-1].statement if section.items else None
    if not isinstance(last, KeyValue) or path is None or last.key.name not in tables()[TRADES].needed:
        return ""
    key = tables()[path].key(last.key.name) if path in tables() else None
    again = sum(pair.key.name == last.key.name for _, pair in section.pairs) > 1
    return last.key.name if again or key is None or PLAYER in key.name else ""


def begins_trade(text: str) -> bool:
    """Return whether a chunk begins as a trade with a header."""
    return text.lstrip(" \t").startswith(TRADES_HEADER)


def summarise(reader: Reader, block: Block) -> Summary | None:
    """Return the summary of a block, or None if it has only trades. This runs first, so it only looks at the starts of chunks."""
    found, runs, at = list[tuple[int, Chunk]](), dict[int, None](), 0
    for chunk in block.chunks:
        text = chunk.text
        # The header of the result may be missing after the last trade.
        if BANK in text or not begins_trade(text):
            found.append((at, chunk))
        else:
            runs[len(found)] = None
        at += len(text)
    if not found:
        return None
    summary = Summary(found, [*runs])
    # Read now, because the analysis may stop between blocks; later all readings are needed at once.
    summary.reading(reader, ())
    return summary


class Hand(NamedTuple):
    """The hand of a player as it is written."""

    player: str
    leaf: Leaf
    cards: tuple[tuple[Part, str | None], ...]
    """The written texts and their cards."""

    @property
    def read(self) -> tuple[str | None, ...]:
        """The cards; one unknown card if the hand as a whole is unreadable."""
        node = self.leaf.node
        if node is None or (not self.cards and node.value not in ("", [])):
            return (None,)
        return tuple([card for _, card in self.cards])

    @property
    def begun(self) -> bool:
        """Whether anything is written for it: an empty string is a placeholder."""
        return self.leaf.node is None or self.leaf.node.value != ""

    @property
    def size(self) -> int:
        """The number of cards, as cards or in counts."""
        return sum(self.numbers.values()) or len(self.cards)

    @property
    def numbers(self) -> dict[str, int]:
        """The counts of each suit, by its letter, of a hand in counts."""
        node = self.leaf.node
        return counts(str(node.value)) if node is not None and node.kind == "string" else {}


class Record:
    """The small tables, in order. The spans are as if only their chunks were there, until :meth:`placed` moves them."""

    def __init__(
        self,
        parts: Sequence[TablesOf],
        starts: Sequence[int],
        runs: Sequence[int] = (),
        payout: str = "detect",
    ) -> None:
        """`starts` is the start of each chunk; `runs` are the numbers of the chunks after trades."""
        self.parts = parts
        self.starts = starts
        self.found: Sequence[Diagnostic] | None = None
        """The findings for the tables, kept by their check."""
        self.payout = payout
        """The name of the payout rule of this table, or `detect`."""
        self.runs = runs
        self.tables: list[Table] = []
        """The tables, without those that are opened again. Another rule reports these."""
        opened: set[Path] = set()
        for (_, found, *_), start in zip(parts, starts, strict=True):
            for table in found:
                single = table.header is not None and not table.array
                if not single or table.path not in opened:
                    self.tables.append(table.shifted(start) if start else table)
                if single and table.leaves:
                    opened.add(table.path)

    def __eq__(self, other: object) -> bool:
        """Return whether two records are equal for trades."""
        if self is other:
            return True
        return isinstance(other, Record) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(self.players)

    def placed(self, document: Document) -> Record:
        """Return the record with offsets of the document."""
        return Record(self.parts, self.places(document), self.runs, self.payout)

    def places(self, document: Document) -> list[int]:
        """Return the starts of the chunks in a document."""
        starts = [0, *document.ends()]
        found = {
            chunk: start + at
            for start, block in zip(starts, document.blocks, strict=False)
            if isinstance(block.summary, Summary)
            for at, chunk in block.summary.chunks
        }
        return [found[chunk] for chunk, *_ in self.parts]

    @cached_property
    def quiet(self) -> dict[Chunk, Quiet]:
        """The chunks with quiet steps."""
        return {chunk: quiet for chunk, *_, quiet in self.parts if quiet is not None}

    def namings(self) -> Iterator[Naming]:
        """Yield the headers and pairs of all chunks, and a header for each run of trades between them."""
        for at, ((_, _, own, _), start) in enumerate(zip(self.parts, self.starts, strict=True)):
            yield from [_RUN] * (at in self.runs)
            yield from (Naming(statement, start, offset, text) for statement, _, offset, text in own)
        yield from [_RUN] * (len(self.parts) in self.runs)

    @cached_property
    def _by_path(self) -> dict[Path, list[Table]]:
        found: dict[Path, list[Table]] = {}
        for table in self.tables:
            found.setdefault(table.path, []).append(table)
        return found

    def at(self, *path: str) -> Iterator[Table]:
        """Yield the tables of a path, or the parts of one, in order."""
        return iter(self._by_path.get(path, ()))

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """The paths of all tables."""
        return tuple(self._by_path)

    def leaf(self, *path: str) -> Leaf | None:
        """Return the first value of a key, given with the path of its table, or None."""
        return self._leaves.get(path)

    @cached_property
    def _leaves(self) -> dict[Path, Leaf]:
        """The first value of each key."""
        return {(*table.path, leaf.name): leaf for table in self.tables[::-1] for leaf in table.leaves[::-1]}

    def leaves(self, *path: str) -> Iterator[Leaf]:
        """Yield all keys of a table, even if it has several parts."""
        return (leaf for table in self.at(*path) for leaf in table.leaves)

    def integer(self, *path: str) -> int | None:
        return integer(self.leaf(*path))

    def suit(self, *path: str) -> str | None:
        """Return the name of a suit from a key, or None for other values."""
        name = text(self.leaf(*path))
        return name if name in suit_names() else None

    @property
    def title(self) -> str:
        """The title of the round on one line."""
        return " ".join((text(self.leaf("FiggieGame", "Title")) or "").split())

    @cached_property
    def has_deal(self) -> bool:
        return any(self.at("Deal"))

    @cached_property
    def deal(self) -> Deal:
        """The deck and the hands as values."""
        variant = text(self.leaf("FiggieGame", "GameVariant"))
        standard = variant is None or variant.strip().casefold() in {"", "standard"}
        sizes = ((name, self.integer("DeckSetup", "Distribution", name)) for name in suit_names())
        return Deal(
            {hand.player: hand.read for hand in self.hands if hand.begun} if self.has_deal else None,
            self.integer("FiggieGame", "Players"),
            {name: size for name, size in sizes if size is not None},
            self.suit("DeckSetup", "GoalSuit"),
            None if standard else variant,
            {hand.player: numbers for hand in self.hands if (numbers := hand.numbers)},
            tuple(player for player, leaf in self.banks.items() if leaf.node is not None),
        )

    @property
    def players(self) -> tuple[str, ...]:
        return self.deal.players

    @property
    def goal(self) -> str | None:
        return self.deal.goal

    @cached_property
    def dealt_at(self) -> dict[str, Span]:
        """The place of each card in the deal."""
        return {card: part.span for hand in self.hands for part, card in hand.cards if card is not None}

    @cached_property
    def banks(self) -> dict[str, Leaf]:
        """The final banks as they are written, by player."""
        named = ((bank_key().player_of(leaf.name), leaf) for leaf in self.leaves("Result"))
        return dict(islice(((player, leaf) for player, leaf in named if player is not None), MOST_PLAYERS))

    @cached_property
    def written_banks(self) -> dict[str, Number]:
        """The final banks of players, if they are written as numbers."""
        found = {player: number(leaf) for player, leaf in self.banks.items() if player in self.players}
        return {player: bank for player, bank in found.items() if bank is not None}

    @cached_property
    def hands(self) -> tuple[Hand, ...]:
        """The hands. A second hand of a player is left out, because another rule reports it."""
        first: dict[str, Leaf] = {}
        for leaf in self.leaves("Deal"):
            first.setdefault(leaf.name, leaf)
            if len(first) > MOST_PLAYERS:
                break
        return tuple(
            [
                Hand(name, leaf, tuple([(part, read_card(part.text)) for part in leaf.parts]))
                for name, leaf in first.items()
            ]
        )

    def outcome(self, end: RoundState) -> Outcome | None:
        """Return the end of the round from its last state, or None if it is unknown."""
        return self.deal.outcome(end, self.written_banks, self.payout)

    def payout_rule(self, end: Outcome | None) -> PayoutRule:
        """Return the known payout rule, given the end of the round."""
        return self.deal.payout_rule(end, self.written_banks, self.payout)

    def result(self, end: Outcome) -> dict[str, object]:
        """Return the values of Result for the end of a round."""
        banks = {player + BANK: round(bank) for player, bank in end.banks.items()}
        suits = {"Revealed12CardSuit": self.deal.twelve, "GoalSuit": self.goal}
        return {**suits, **banks, "Winners": end.winners}

    @cached_property
    def winners(self) -> list[str]:
        """The winners as written."""
        leaf = self.leaf("Result", "Winners")
        return [part.text for part in leaf.parts] if leaf is not None else []

    @cached_property
    def richest(self) -> set[str]:
        """The players with the highest written bank; empty if a bank is missing."""
        banks = self.written_banks
        known = bool(banks) and len(banks) == len(self.players)
        return {player for player, bank in banks.items() if known and bank == max(banks.values())}

    @property
    def banks_missing(self) -> list[KeySpec]:
        """The final banks that the result lacks."""
        return [
            bank_key()._replace(name=player + BANK) for player in self.players if player not in self.banks
        ]

    @cached_property
    def terms(self) -> Terms:
        limit = number(self.leaf(*GAME, "GameDuration"))
        names = {hand.player for hand in self.hands if any(hand.read)} | {*self.deal.banks}
        odd = frozenset(name for name in names - {*self.players} if not is_seat(name))
        return Terms(
            self.players, limit if limit is not None and limit > 0 else None, self.deal.told,
            self._dealt_with_places(), tuple(pauses(self.at(*EVENTS))),
            self.deal.untold, self.deal.open, self.deal.whole, odd,
        )  # fmt: skip

    def _dealt_with_places(self) -> Owners:
        """Return the cards with the first players that they are dealt to, or None for names that are not players'."""
        dealt: dict[str, Holder] = {}
        for hand in self.hands:
            number = bisect_right(self.starts, hand.leaf.at) - 1
            chunk, start = self.parts[number][0].anchor, self.starts[number]
            player = hand.player if hand.player in self.players else None
            for part, card in hand.cards:
                if card is not None and card not in dealt:
                    dealt[card] = Holder(player, Source(chunk, part.span.shifted(-start)))
                elif card is not None and player is not None and player != dealt[card].player:
                    # A card that is dealt twice may be either player's.
                    dealt[card] = dealt[card]._replace(others=dealt[card].others | {player})
        return dealt


def pauses(events: Iterable[Table]) -> Iterator[Pause]:
    """Yield the pauses of a round from its events."""
    return pauses_among(
        (time, kind)
        for event in events
        if (kind := text(event.get("Type"))) in {"Pause", "Resume"}
        and (time := number(event.get("T"))) is not None
    )


@latest(CACHED_RECORDS)
def gather(summaries: tuple[Summary, ...], reader: Reader) -> Record:
    """Return the record of a document, from the summaries of its blocks. It is cached because most edits are in trades."""
    readings: list[Reading] = []
    path: Path | None = ()
    for summary in summaries:
        readings.append(summary.reading(reader, path))
        path = readings[-1].path
    parts = [part for reading in readings for part in reading.parts]
    befores = accumulate((len(reading.parts) for reading in readings), initial=0)
    runs = [before + run for before, summary in zip(befores, summaries, strict=False) for run in summary.runs]
    # One more each, so that the end of a chunk is not the start of the next one.
    starts = accumulate((len(chunk.text) + 1 for chunk, *_ in parts), initial=0)
    return Record(parts, list(starts)[:-1], runs, reader.payout)


_RUN = Naming(Header(Key(TRADES, (Span(0, 0),), Span(0, 0)), True, Span(0, 0)), -1)
"""A run of trades, which is not in the record."""
