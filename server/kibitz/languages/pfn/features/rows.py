"""Rounds as rows: one for each hand that is dealt, each trade and what each player has in the end, or one a round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.rows import Column, Kind, Record, Row, Rows, Said, plain
from kibitz.core.values import Span
from kibitz.languages.pfn.check.outcome import outcome, payout_rule
from kibitz.languages.pfn.check.tally import amount, total
from kibitz.languages.pfn.features._cursor import record_of
from kibitz.languages.pfn.features._standing import final, standing
from kibitz.languages.pfn.game.figgie import Number, facts, in_order, suit_names, suit_of
from kibitz.languages.pfn.game.payout import most_goal_cards
from kibitz.languages.pfn.game.play import Move, Standing
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.record import Record as Tables
from kibitz.languages.pfn.text.tables import TRADES, Path, text
from kibitz.languages.pfn.text.trades import Trade, Usual

EVENTS = (
    Column("event", "string", "`deal` (a hand), `trade`, or `result` (what a player has in the end)"),
    Column("trade", "integer", "the number of the trade, as it is written"),
    Column("time", "number", "seconds since the round began"),
    Column("buyer", "string", "who buys"),
    Column("seller", "string", "who sells"),
    Column("suit", "string", "the suit of the card that is sold: `Spades`"),
    Column("card", "string", "the card: `S10`"),
    Column("price", "number", "chips paid for it"),
    Column("goal", "boolean", "whether it is a card of the goal suit"),
    Column("buyer_cash", "number", "chips of the buyer behind the trade"),
    Column("seller_cash", "number", "chips of the seller behind the trade"),
    Column("buyer_cards", "string", "cards of the buyer behind the trade, by suit, with blanks between them"),
    Column("seller_cards", "string", "cards of the seller behind the trade"),
    Column("player", "string", "whose hand or result it is"),
    Column("cards", "string", "the cards of the player: as dealt, or in the end"),
    Column("cash", "number", "chips of the player: behind the ante, or behind the last trade"),
    Column("traded", "number", "chips that the player gained by trading; of a result, as those that follow"),
    Column("goal_cards", "integer", "how many goal cards the player has in the end"),
    Column("for_cards", "number", "chips that the pot pays for each of these"),
    Column("majority", "number", "chips that the pot pays for having most of them"),
    Column("bank", "number", "the final bank that follows from all that"),
    Column("written", "number", "the final bank as it is written"),
)
PLAYERS = tuple(f"P{number}" for number in range(1, max(facts().players) + 1))
"""Those who have columns of their own."""
RECORDS = (
    Column("title", "string", "the title of the round"),
    Column("game", "string", "its `GameID`"),
    Column("date", "string", "its date, as it is written"),
    Column("players", "integer", "how many play"),
    Column("seconds", "number", "how long it lasts"),
    *(Column(name.lower(), "integer", f"how many {name} the deck has") for name in suit_names()),
    Column("twelve", "string", "the suit with 12 cards"),
    Column("goal", "string", "the goal suit"),
    Column("trades", "integer", "how many trades there are"),
    Column("volume", "number", "chips paid in them together"),
    Column("payout", "string", "how goal cards are paid: `standard`, or `flat` for the most of them only"),
    Column("winners", "string", "the winners as they are written, with blanks between them"),
    Column("most", "string", "who has most goal cards in the end, with blanks between them"),
    *(Column(f"bank_{one.lower()}", "number", f"the final bank of {one} that follows from the record") for one in PLAYERS),
    *(Column(f"goal_{one.lower()}", "integer", f"how many goal cards {one} has in the end") for one in PLAYERS),
)  # fmt: skip


def rows(language: Pfn, kind: Kind) -> Rows:
    """See :meth:`kibitz.core.language.Language.rows`."""
    of = _Round.events if kind == "events" else _Round.record
    return Rows(EVENTS if kind == "events" else RECORDS, lambda analysis: _records(language, analysis, of))


def _records(language: Pfn, analysis: Analysis, of: object) -> Iterator[Record]:
    """A file is one round; one in which nothing stands is none."""
    if analysis.document.text().strip():
        round_ = _Round(language, analysis)
        yield Record(0, round_.events() if of is _Round.events else round_.record())


class _Made(NamedTuple):
    """A trade as far as it can be read."""

    span: Span
    number: int | None
    time: Number | None
    buyer: str | None
    seller: str | None
    suit: str | None
    card: str | None
    price: Number | None
    move: Move

    @classmethod
    def of(cls, trade: Trade, tables: Tables) -> _Made:
        """A trade that was read."""
        number = trade.number if plain(trade.number) is not None else None
        suit, span = trade.suit and trade.suit.name, Span(trade.table.head.start, trade.table.end)
        return cls(
            span, number, plain(trade.time), trade.buyer, trade.seller, suit, trade.card, plain(trade.price),
            trade.move(tables.terms),
        )  # fmt: skip

    @classmethod
    def usual(cls, trade: Usual, span: Span) -> _Made:
        """One with which nothing is wrong by itself."""
        card, price = trade.card, amount(trade.price)
        suit = suit_of(card)
        move = Move(trade.buyer, trade.seller, suit.letter, card, price)
        return cls(span, trade.number, trade.time, trade.buyer, trade.seller, suit.name, card, price, move)


class _Round:
    """A round and how it ended."""

    def __init__(self, language: Pfn, analysis: Analysis) -> None:
        self._reader, self._analysis = language.reader, analysis
        self._tables: Tables = record_of(analysis)
        self._end = final(self._reader, analysis)
        self._outcome = outcome(self._tables, self._end)
        self._order: list[str] = []

    def events(self) -> Iterator[Row]:
        """The hands, the trades, the results."""
        yield from self._deal()
        yield from self._trades()
        yield from self._results()

    def _deal(self) -> Iterator[Row]:
        for hand in self._tables.hands:
            cards = [card or part.text for part, card in hand.cards]
            cash = self._end.stake if hand.player in self._tables.players else None
            yield *hand.leaf.whole, (_event("deal", player=hand.player, cards=" ".join(cards), cash=cash),)

    def _trades(self) -> Iterator[Row]:
        reader = self._reader
        now = standing(reader, self._analysis, self._analysis.document.place_at(0), 0)
        path: Path | None = ()
        plays = self._tables.terms.plays
        for place in self._analysis.document.places():
            text = place.chunk.text
            usual = reader.usual(text) if "#" not in text else None
            if usual is not None and all(map(plays, (usual.buyer, usual.seller))):
                path = TRADES
                made = [_Made.usual(usual, Span(len(text) - len(text.lstrip()), len(text.rstrip())))]
            else:
                made = [_Made.of(one, self._tables) for one in reader.trades(text, path) if one.table.leaves]
                path = reader.path_after(text, path)
            for trade in made:
                now = now.after(trade.move)
                yield *trade.span.shifted(place.start), (self._trade(trade, now),)

    def _trade(self, trade: _Made, now: Standing) -> Said:
        goal = None if trade.suit is None or self._tables.goal is None else trade.suit == self._tables.goal
        cash, owners = now.banks, now.cards.owners
        if len(self._order) != len(owners):
            self._order = in_order(owners)
        held = [
            None
            if one not in cash
            else " ".join([card for card in self._order if owners[card].player == one])
            for one in (trade.buyer, trade.seller)
        ]
        return Said(
            "trade", trade.number, trade.time, trade.buyer, trade.seller, trade.suit, trade.card, trade.price, goal,
            plain(cash.get(trade.buyer or "")), plain(cash.get(trade.seller or "")), *held, *_NO_RESULT,
        )  # fmt: skip

    def _results(self) -> Iterator[Row]:
        at = next(
            (table.head for table in self._tables.at("Result")), Span(*[len(self._analysis.document)] * 2)
        )
        banks, hands, written = self._end.banks, self._end.hands, self._tables.written_banks
        for player in self._tables.players:
            leaf, paid = self._tables.banks.get(player), self._outcome and self._outcome.paid[player]
            said = _event(
                "result",
                player=player,
                cards=" ".join(hands.get(player, ())),
                cash=plain(banks.get(player)),
                traded=plain(self._end.nets.get(player)),
                goal_cards=paid.goal_cards if paid else None,
                for_cards=paid.for_cards if paid else None,
                majority=paid.bonus if paid else None,
                bank=plain(self._outcome.banks[player]) if self._outcome else None,
                written=plain(written.get(player)),
            )
            yield *(leaf.whole if leaf else at), (said,)

    def record(self) -> Iterator[Row]:
        """The round as one row."""
        tables, end = self._tables, self._outcome
        sums = total(self._analysis.tallies)
        duration = tables.terms.duration
        winners = tables.leaf("Result", "Winners")
        said = Said(
            text(tables.leaf("FiggieGame", "Title")),
            text(tables.leaf("FiggieGame", "GameID")),
            text(tables.leaf("FiggieGame", "Date")),
            len(tables.players) or None,
            plain(duration),
            *(tables.sizes.get(name) for name in suit_names()),
            tables.twelve,
            tables.goal,
            sums.count,
            plain(amount(sums.volume)),
            payout_rule(tables, end).name,
            " ".join(part.text for part in winners.parts) if winners else None,
            " ".join(most_goal_cards(end.paid)) if end else None,
            *_by_player(end and end.banks),
            *_by_player(end and {player: paid.goal_cards for player, paid in end.paid.items()}),
        )
        yield 0, len(self._analysis.document), (said,)


def _by_player(values: object) -> Iterator[Number | None]:
    known = values if isinstance(values, dict) else {}
    return (plain(known.get(player)) for player in PLAYERS)


_NOTHING = dict.fromkeys([column.name for column in EVENTS])
_NO_RESULT = [None] * 9


def _event(event: str, **values: str | float | None) -> Said:
    return Said(*{**_NOTHING, "event": event, **values}.values())
