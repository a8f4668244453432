"""Rounds as rows: one for each hand, each trade and each player's result, or one for each round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from kibitz.core.analysis import Analysis
from kibitz.core.rows import Kind, Part, Record, Row, Rows, Said, Value, declared, plain
from kibitz.core.values import Span
from kibitz.languages.pfn.check.sums import amount, total
from kibitz.languages.pfn.features._cursor import record_of
from kibitz.languages.pfn.features._round import (
    UNKNOWN,
    ReadTrade,
    beginning,
    came_to,
    final,
    hidden,
    played,
    trades,
)
from kibitz.languages.pfn.game.figgie import Number, facts, in_order, is_seat, most_goal_cards, suit_names
from kibitz.languages.pfn.game.play import RoundState
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.record import Record as Tables
from kibitz.languages.pfn.text.tables import day, text

EVENTS = declared("kibitz.languages.pfn", "events")
MOST_PLAYERS = max(facts().players)
PLAYERS = tuple(f"P{number}" for number in range(1, MOST_PLAYERS + 1))
"""The players with numbers. Each has its own columns."""
RECORDS = declared("kibitz.languages.pfn", "records")


def rows(language: Pfn, kind: Kind) -> Rows:
    """See :meth:`kibitz.core.language.Language.rows`."""
    if kind == "events":
        return Rows(EVENTS, partial(_round, _Round.events))
    return Rows(RECORDS, partial(_round, _Round.record))


def _round(rows: Callable[[_Round], Iterator[Row]], analysis: Analysis) -> Iterator[Record]:
    """Yield the round of a file, or nothing for an empty file."""
    if analysis.document.text().strip():
        yield Record(0, rows(_Round(analysis)))


class _Round:
    """A round and how it ended."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._tables: Tables = record_of(analysis)
        self._end = final(analysis)
        self._outcome = came_to(analysis)
        self._order: list[str] = []

    def events(self) -> Iterator[Row]:
        """Yield the hands, the trades, the results."""
        yield from self._deal()
        yield from self._trades()
        yield from self._results()

    def _deal(self) -> Iterator[Row]:
        for hand in self._tables.hands:
            cards = [card or part.text for part, card in hand.cards]
            cash = self._end.stake if hand.player in self._tables.players else None
            yield *hand.leaf.whole, (_DEAL, None, None, _holding(hand.player, " ".join(cards), cash))

    def _trades(self) -> Iterator[Row]:
        now = beginning(self._analysis)
        for trade in trades(self._analysis):
            now = now.after(trade.move)
            yield *trade.span, self._trade(trade, now)

    def _trade(self, trade: ReadTrade, now: RoundState) -> tuple[Part, ...]:
        goal = None if trade.suit is None or self._tables.goal is None else trade.suit == self._tables.goal
        cash, owners = now.banks, now.cards.owners
        if len(self._order) != len(owners):
            self._order = in_order(owners)
        held = [
            None
            if one is None or one not in cash
            else self._cards([card for card in self._order if owners[card].player == one], one, now)
            for one in (trade.buyer, trade.seller)
        ]
        said = Said(
            "trade", trade.number, trade.time, trade.buyer, trade.seller, trade.suit, trade.card, trade.price, goal,
            plain(cash.get(trade.buyer or "")), plain(cash.get(trade.seller or "")),
        )  # fmt: skip
        return said, *held, _NOBODY

    def _results(self) -> Iterator[Row]:
        at = next(
            (table.head for table in self._tables.at("Result")), Span(*[len(self._analysis.document)] * 2)
        )
        banks, hands, written = self._end.banks, self._end.hands, self._tables.written_banks
        for player in self._tables.players:
            leaf, paid = self._tables.banks.get(player), self._outcome and self._outcome.paid[player]
            come_to = (
                plain(self._end.nets.get(player)),
                *((paid.goal_cards, paid.for_cards, paid.bonus) if paid else [None] * 3),
                plain(self._outcome.banks[player]) if self._outcome else None,
                plain(written.get(player)),
            )
            cards = self._cards(hands.get(player, ()), player, self._end)
            said = _holding(player, cards, plain(banks.get(player)), *come_to)
            yield *(leaf.whole if leaf else at), (_RESULT, None, None, said)

    def _cards(self, known: Sequence[str], player: str, now: RoundState) -> str:
        """Return cards with spaces between them.

        A question mark follows a card that another player may have. A lone question mark is an unknown card.
        """
        cards, suits = now.cards, facts().suits
        told = [card if cards.owners[card].sure else card + UNKNOWN for card in known]
        if cards.untold.of_hand(player) is not None:
            told += (one.letter + UNKNOWN for one in suits for _ in range(hidden(now, player, one)))
        elif (cards.unseen or cards.untold.players) and any(
            hidden(now, player, suit) for suit in (*suits, None)
        ):
            told.append(UNKNOWN)
        return " ".join(told)

    def record(self) -> Iterator[Row]:
        """Yield the round as one row."""
        tables, end = self._tables, self._outcome
        sums = total(self._analysis.aggregates)
        duration = tables.terms.duration
        winners = tables.leaf("Result", "Winners")
        said = Said(
            text(tables.leaf("FiggieGame", "Title")),
            text(tables.leaf("FiggieGame", "GameID")),
            day(tables.leaf("FiggieGame", "Date")),
            tables.deal.seats or None,
            ", ".join(tables.players) or None,
            plain(duration),
            *(tables.deal.sizes.get(name) for name in suit_names()),
            tables.deal.twelve,
            tables.goal,
            sums.count,
            plain(amount(sums.volume)),
            tables.payout_rule(end).name,
            " ".join(part.text for part in winners.parts) if winners else None,
            " ".join(most_goal_cards(end.paid)) if end else None,
            *_by_seat(tables.players, end and end.banks),
            *_by_seat(tables.players, end and {player: paid.goal_cards for player, paid in end.paid.items()}),
            played(self._analysis).chance(),
            *_by_seat(tables.players, {one: played(self._analysis).chance(one) for one in tables.players}),
        )
        yield 0, len(self._analysis.document), (said,)


def _by_seat(players: Sequence[str], values: Mapping[str, Number | None] | None) -> Iterator[Value]:
    """Yield the value of each seat: by number, or in the order of the players if they have names."""
    seats = PLAYERS if all(map(is_seat, players)) else [*players, *[""] * MOST_PLAYERS][:MOST_PLAYERS]
    return (plain((values or {}).get(player)) for player in seats)


_DEAL, _RESULT = (Said(event, *[None] * 10) for event in ("deal", "result"))
_NOBODY = Said(*[None] * 9)


def _holding(player: str, cards: str, cash: Number | None, *come_to: Number | None) -> Said:
    """Return a player's cards and cash, and at the end the payout."""
    return Said(player, cards, cash, *(come_to or [None] * 6))
