"""Everything but the trades: what the small tables of a record say together, wherever they stand in it.

What trades have to be checked against is the :class:`Terms`; it holds nothing that an edit in another table changes, so
that such an edit keeps what was found.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from kibitz.core.bounds import FEW
from kibitz.core.chunks import Chunk
from kibitz.core.document import Document
from kibitz.core.memory import latest
from kibitz.core.values import Diagnostic, Span
from kibitz.languages.pfn.game.figgie import Number, PayoutRule, facts, read_card, suit_names
from kibitz.languages.pfn.game.outcome import Outcome
from kibitz.languages.pfn.game.play import Holder, Owners, Standing
from kibitz.languages.pfn.game.round import Deal, Pause, Terms, pauses_among
from kibitz.languages.pfn.text.jots import counts
from kibitz.languages.pfn.text.keys import BANK, KeySpec, bank_key
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.summary import Reading, Summary, TablesOf
from kibitz.languages.pfn.text.tables import (
    EVENTS,
    GAME,
    TRADES,
    Leaf,
    Part,
    Path,
    Source,
    Table,
    integer,
    number,
    text,
)
from kibitz.languages.pfn.toml.defined import contested


class Hand(NamedTuple):
    """The hand of a player as it is written."""

    player: str
    leaf: Leaf
    cards: tuple[tuple[Part, str | None], ...]
    """What is written, and the card that it is."""

    @property
    def read(self) -> tuple[str | None, ...] | None:
        """The cards; None where the hand as a whole can't be read."""
        node = self.leaf.node
        if node is None or (not self.cards and node.value not in ("", [])):
            return None
        return tuple([card for _, card in self.cards])

    @property
    def numbers(self) -> dict[str, int]:
        """How many cards of each suit, by its letter, a hand in counts has; nothing for others."""
        node = self.leaf.node
        return counts(str(node.value)) if node is not None and node.kind == "string" else {}


class Record:
    """The small tables, in order. The spans are as if only their chunks were there, until :meth:`placed` moves them."""

    def __init__(
        self,
        parts: Sequence[TablesOf],
        starts: Sequence[int],
        contested: frozenset[Path] = frozenset(),
        payout: str = "detect",
        strays: frozenset[Chunk] = frozenset(),
    ) -> None:
        """`starts` tells where each chunk begins."""
        self.parts = parts
        self.starts = starts
        self.found: Sequence[Diagnostic] | None = None
        """What is wrong with the tables, remembered by the one who checks them."""
        self.payout = payout
        """How goal cards are paid at this table: the name of a rule, or `detect`."""
        self.contested = contested
        """The keys that a header uses, too."""
        self.strays = strays
        """The chunks whose trades are not those of the record: they stand in another table, which an earlier chunk begins.

        By itself such a chunk reads as if it stood above the first header.
        """
        self.tables: list[Table] = []
        """Without those that are opened a second time, which is an error of its own."""
        opened: set[Path] = set()
        for (_, tables), start in zip(parts, starts, strict=True):
            for table in tables:
                single = table.header is not None and not table.array
                if not single or table.path not in opened:
                    self.tables.append(table.shifted(start) if start else table)
                if single and table.leaves:
                    opened.add(table.path)

    def __eq__(self, other: object) -> bool:
        """Records are equal if they are the same for the trades and for the names of tables."""
        if self is other:
            return True
        return (
            isinstance(other, Record)
            and self.contested == other.contested
            and self.strays == other.strays
            and self.terms == other.terms
        )

    def __hash__(self) -> int:
        return hash(self.players)

    def placed(self, document: Document) -> Record:
        """The record with offsets of the document."""
        return Record(self.parts, self.places(document), self.contested, self.payout, self.strays)

    def places(self, document: Document) -> list[int]:
        """Where the chunks begin in a document."""
        found = _places(document)
        return [found[chunk] for chunk, _ in self.parts]

    @cached_property
    def _by_path(self) -> dict[Path, list[Table]]:
        found: dict[Path, list[Table]] = {}
        for table in self.tables:
            found.setdefault(table.path, []).append(table)
        return found

    def at(self, *path: str) -> Iterator[Table]:
        """The tables of a path, and the parts of one, in order."""
        return iter(self._by_path.get(path, ()))

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """The paths of all tables."""
        return tuple(self._by_path)

    def leaf(self, *path: str) -> Leaf | None:
        """The first value of a key, given with the path of its table."""
        return self._leaves.get(path)

    @cached_property
    def _leaves(self) -> dict[Path, Leaf]:
        """The first value of each key."""
        return {(*table.path, leaf.name): leaf for table in self.tables[::-1] for leaf in table.leaves[::-1]}

    def leaves(self, *path: str) -> Iterator[Leaf]:
        """All keys of a table, however it is scattered."""
        return (leaf for table in self.at(*path) for leaf in table.leaves)

    def integer(self, *path: str) -> int | None:
        return integer(self.leaf(*path))

    def suit(self, *path: str) -> str | None:
        """The name of a suit that a key gives, if it is one."""
        name = text(self.leaf(*path))
        return name if name in suit_names() else None

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
            {hand.player: hand.read for hand in self.hands} if self.has_deal else None,
            self.integer("FiggieGame", "Players"),
            {name: size for name, size in sizes if size is not None and 0 <= size <= facts().cards},
            self.suit("DeckSetup", "GoalSuit"),
            None if standard else variant,
            {hand.player: numbers for hand in self.hands if (numbers := hand.numbers)},
        )

    @property
    def players(self) -> tuple[str, ...]:
        return self.deal.players

    @property
    def goal(self) -> str | None:
        return self.deal.goal

    @cached_property
    def dealt_at(self) -> dict[str, Span]:
        """Where each card is dealt."""
        return {card: part.span for hand in self.hands for part, card in hand.cards if card is not None}

    @cached_property
    def banks(self) -> dict[str, Leaf]:
        """The final banks as they are written, by player."""
        named = ((bank_key().player_of(leaf.name), leaf) for leaf in self.leaves("Result"))
        return {player: leaf for player, leaf in named if player is not None}

    @cached_property
    def written_banks(self) -> dict[str, Number]:
        """The final banks of players as far as they are written as numbers."""
        found = {player: number(leaf) for player, leaf in self.banks.items() if player in self.players}
        return {player: bank for player, bank in found.items() if bank is not None}

    @cached_property
    def hands(self) -> tuple[Hand, ...]:
        """The hands that are given: a second one of a player is an error of its own."""
        first: dict[str, Leaf] = {}
        for leaf in self.leaves("Deal"):
            first.setdefault(leaf.name, leaf)
        return tuple(
            [
                Hand(name, leaf, tuple([(part, read_card(part.text)) for part in leaf.parts]))
                for name, leaf in first.items()
            ]
        )

    def outcome(self, end: Standing) -> Outcome | None:
        """What the round came to, given how it stood in the end; None where that is not known."""
        return self.deal.outcome(end, self.written_banks, self.payout)

    def payout_rule(self, end: Outcome | None) -> PayoutRule:
        """How the table pays, as far as the record tells, given what the round came to."""
        return self.deal.payout_rule(end, self.written_banks, self.payout)

    def result(self, end: Outcome) -> dict[str, object]:
        """What Result says of the end of the round."""
        banks = {player + BANK: round(bank) for player, bank in end.banks.items()}
        suits = {"Revealed12CardSuit": self.deal.twelve, "GoalSuit": self.goal}
        return {**suits, **banks, "Winners": end.winners}

    @cached_property
    def winners(self) -> list[str]:
        """Who has won, as the result says."""
        leaf = self.leaf("Result", "Winners")
        return [part.text for part in leaf.parts] if leaf is not None else []

    @cached_property
    def richest(self) -> set[str]:
        """The players with the highest bank as written; nobody if one is missing."""
        banks = self.written_banks
        known = bool(banks) and len(banks) == len(self.players)
        return {player for player, bank in banks.items() if known and bank == max(banks.values())}

    @property
    def banks_missing(self) -> list[KeySpec]:
        """The final banks that it lacks."""
        return [
            bank_key()._replace(name=player + BANK) for player in self.players if player not in self.banks
        ]

    @cached_property
    def terms(self) -> Terms:
        limit = number(self.leaf(*GAME, "GameDuration"))
        return Terms(
            self.players, limit if limit is not None and limit > 0 else None, self.deal.told,
            self._dealt_with_places(), tuple(pauses(self.at(*EVENTS))), self.deal.short,
            self.deal.untold,
        )  # fmt: skip

    def _dealt_with_places(self) -> Owners:
        """The cards with the first players that they are dealt to, None for names that are no player's."""
        dealt: dict[str, Holder] = {}
        for hand in self.hands:
            number = bisect_right(self.starts, hand.leaf.at) - 1
            chunk, start = self.parts[number][0].anchor, self.starts[number]
            player = hand.player if hand.player in self.players else None
            for part, card in hand.cards:
                if card is not None and card not in dealt:
                    dealt[card] = Holder(player, Source(chunk, part.span.shifted(-start)))
                elif card is not None and player is not None and player != dealt[card].player:
                    # Dealt twice: it may be the other one's.
                    dealt[card] = dealt[card]._replace(others=dealt[card].others | {player})
        return dealt


def pauses(events: Iterable[Table]) -> Iterator[Pause]:
    """The pauses of a round, by its events."""
    return pauses_among(
        (time, kind)
        for event in events
        if (kind := text(event.get("Type"))) in {"Pause", "Resume"}
        and (time := number(event.get("T"))) is not None
    )


def gather(summaries: Iterable[Summary], reader: Reader) -> Record:
    """The record of a document, from the summaries of its blocks."""
    return _record(tuple(summaries), reader)


@latest(FEW)
def _record(summaries: tuple[Summary, ...], reader: Reader) -> Record:
    """The same blocks say the same: most edits are in trades."""
    readings: list[Reading] = []
    path: Path | None = ()
    for summary in summaries:
        readings.append(summary.reading(reader, path))
        path = readings[-1].path
    parts = [part for reading in readings for part in reading.parts]
    # One more each, so that the end of a chunk is not the start of the next one.
    starts = accumulate((len(chunk.text) + 1 for chunk, _ in parts), initial=0)
    names = contested([reading.used for reading in readings], TRADES)
    strays = frozenset([chunk for reading in readings for chunk in reading.strays])
    return Record(parts, list(starts)[:-1], names, reader.payout, strays)


def _places(document: Document) -> dict[Chunk, int]:
    """Where the chunks of a document begin that hold more than trades."""
    starts = [0, *document.ends("chars")]
    return {
        chunk: start + at
        for start, block in zip(starts, document.blocks, strict=False)
        if isinstance(block.summary, Summary)
        for at, chunk in block.summary.chunks
    }
