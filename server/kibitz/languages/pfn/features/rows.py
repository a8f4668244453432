"""Rounds as rows: one for each hand, each trade and each player's result, or one for each round."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import ceil
from typing import Any

import tomli

from kibitz.core.analysis import Analysis
from kibitz.core.counting import Figure, Tally, times
from kibitz.core.rows import Kind, Part, Record, Row, Rows, Said, Value, declared, plain
from kibitz.core.values import Span
from kibitz.languages.pfn.check.sums import amount, total
from kibitz.languages.pfn.features._cursor import record_of
from kibitz.languages.pfn.features._round import (
    UNKNOWN,
    PlayedRound,
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
from kibitz.languages.pfn.text.tables import PLAYER, KeySpec, TableSpec, day, tables, text
from kibitz.languages.pfn.text.trades import Ended

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
        for hand in self._tables.hands:
            cards = [card or part.text for part, card in hand.cards]
            cash = self._end.stake if hand.player in self._tables.players else None
            yield *hand.leaf.whole, (_DEAL, None, None, _holding(hand.player, " ".join(cards), cash))
        now = beginning(self._analysis)
        for trade in trades(self._analysis):
            now = now.after(trade.move)
            yield *trade.span, self._trade(trade, now)
        yield from self._results()

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


MINUTE = 60
_every = partial(Tally, most=0)
"""A table that shows all groups."""
MINUTES_LISTED = 60
"""The maximum number of minutes of a round that have a row even without a trade."""


def stats(language: object) -> Sequence[Tally]:
    """See :meth:`kibitz.core.language.Language.stats`."""
    made = _rows("trades", _trades)
    prices = (Figure("trades", times), Figure("mean price", "price", fold="mean"))
    return (
        _every(
            "Players",
            _rows("results", _results),
            ("player",),
            (
                Figure("profit"),
                Figure("rounds", times),
                Figure("by trading", "traded"),
                Figure("for goal cards", "for_cards"),
                Figure("for the majority", "majority"),
                Figure("ante"),
                Figure("goal cards", "goal_cards"),
            ),
        ),
        _every("Suits", made, ("suit",), prices),
        _every(
            "Prices over time",
            made,
            ("suit", "minute"),
            prices,
        ),
        _every(
            "Trades a minute",
            _rows("minutes", _minutes),
            ("minute",),
            (
                Figure("trades"),
                Figure("chips"),
                Figure("rounds", times),
                Figure("trades a round", "trades", fold="mean"),
            ),
        ),
        _every(
            "Goal suit as the trades showed it",
            _rows(
                "told",
                lambda one: [Said(one.deal.goal, chance)] if (chance := one.chance()) is not None else [],
            ),
            ("goal",),
            (Figure("rounds", times), Figure("chance to a spectator", "chance", fold="mean")),
        ),
        _every("Goal cards bought", made, ("minute",), prices, "goal"),
        _every("Goal cards bought by", made, ("buyer",), prices, "goal"),
    )


def _rows(table: str, said: Callable[[PlayedRound], Iterable[Said]]) -> Rows:
    """Return rows for a table of sums, without their places."""

    def records(about: Analysis | Ended) -> Iterator[Record]:
        yield Record(0, ((0, 0, (one,)) for one in said(played(about))))

    return Rows(declared("kibitz.languages.pfn", table), records)


def _results(round_: PlayedRound) -> Iterator[Said]:
    """Yield a row for each player of a round with a known end."""
    if (end := round_.end) is not None:
        chips = facts().chips
        ante = round_.rule.stake(len(end.paid)) - chips
        for player, paid in end.paid.items():
            if (bank := plain(end.banks[player])) is not None:
                profit, traded = bank - chips, round_.nets[player]
                yield Said(player, profit, traded, paid.for_cards, paid.bonus, ante, paid.goal_cards)


def _trades(round_: PlayedRound) -> Iterator[Said]:
    """Yield a row for each trade."""
    goal = round_.deal.goal
    for one in round_.trades:
        yield Said(
            _minute(one.time), one.buyer, one.seller, one.suit, one.card, one.price, goal and one.suit == goal
        )


def _minutes(round_: PlayedRound) -> Iterator[Said]:
    """Return a row for each minute of a round."""
    made, chips = Counter[int | None](), defaultdict[int | None, float](float)
    for trade in round_.trades:
        minute = _minute(trade.time)
        made[minute] += 1
        chips[minute] += trade.price or 0
    known = [minute for minute in made if minute is not None]
    lasts = max(ceil((plain(round_.duration) or 0) / MINUTE), *known, 0)
    minutes = dict.fromkeys([*range(1, min(lasts, MINUTES_LISTED) + 1), *made])
    return (Said(minute, made[minute], chips[minute]) for minute in minutes)


def _minute(time: Value) -> int | None:
    """Return the minute of the round, from 1, or None if the time is unknown."""
    return int(time // MINUTE) + 1 if isinstance(time, (int, float)) else None


Schema = dict[str, Any]

_PLAYERS = ".+"
_LEAST: dict[str, Schema] = {
    "TradeIndex": {"minimum": 1}, "T": {"minimum": 0}, "Price": {"minimum": 0}, "GameDuration": {"exclusiveMinimum": 0},
}  # fmt: skip
"""The least values of numbers."""


_DAY = "^[0-9]{4}(-?[0-9]{2}-?[0-9]{2}|-?W[0-9]{2}-?[1-7]|-?[0-9]{3}$)"
"""A calendar date, one of a week, or an ordinal one, as ISO 8601 writes them."""


def schema(language: Pfn) -> Schema:
    """Return the schema of a whole record: JSON Schema, draft 7, for taplo and tombi.

    It covers tables, keys and types. Only kibitz checks how they depend on each other, and the round itself.
    """
    top = [spec for spec in tables().values() if len(spec.path) == 1]
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Portable Figgie Notation",
        "description": "A round of Figgie as TOML.",
        "type": "object",
        "properties": {spec.name: _table(spec) for spec in top},
        "required": [spec.name for spec in top if spec.required],
        "additionalProperties": False,
    }


def _table(spec: TableSpec) -> Schema:
    fixed = [key for key in spec.keys if PLAYER not in key.name]
    open_keys = [key for key in spec.keys if PLAYER in key.name]
    made: Schema = {
        "type": "object",
        "description": spec.about,
        "properties": {key.name: _key(spec, key) for key in fixed},
        "required": [key.name for key in fixed if key.required],
        "additionalProperties": False,
    }
    if open_keys:
        made["patternProperties"] = {
            f"^{key.name.replace(PLAYER, _PLAYERS)}$": _key(spec, key) for key in open_keys
        }
    return {"type": "array", "items": made, "description": spec.about} if spec.array else made


def _key(spec: TableSpec, key: KeySpec) -> Schema:
    inner = tables().get((*spec.path, key.name))
    made = _table(inner) if inner is not None else {**_value(key.type), **_LEAST.get(key.name, {})}
    return {**made, "description": key.about, "examples": [tomli.loads(f"value = {key.example}")["value"]]}


def _text(pattern: str) -> Schema:
    return {"type": "string", "pattern": pattern}


def _value(kind: str) -> Schema:
    suits = facts().suits
    marks = "".join(suit.letter + suit.sign for suit in suits)
    card = f"[{marks}]([1-9]|1[0-2])"
    player, one = {"type": "string", "minLength": 1}, _text(f"^{card}$")
    values: dict[str, Schema] = {
        "integer": {"type": "integer"},
        "number": {"type": "number"},
        "date": _text(_DAY),
        "color": {"enum": list(dict.fromkeys(suit.color for suit in suits))},
        "suit": {"enum": [suit.name for suit in suits]},
        "card": one,
        "cards": {
            "anyOf": [
                _text(f"^ *({card}( *, *{card})*)? *$"),
                {"type": "array", "items": one},
            ]
        },
        "player": player,
        "players": {"type": "array", "items": player, "minItems": 1, "uniqueItems": True},
    }
    return values.get(kind, {"type": "string"})
