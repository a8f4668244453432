"""Hands of blackjack by house rules: turns, legal actions, their values, and results.

    >>> from kibitz.games import blackjack
    >>> hand = blackjack.begin()
    >>> for card in ("8s", "", "8d", "6c"):
    ...     hand = hand.play(card=card)
    >>> hand.turn, hand.legal, hand.advised, round(hand.values["/"], 2)
    ((1, 1), '^!/_', '/', 0.38)
    >>> hand = hand.play("_").play("%", "ts").play("^", "5h")
    >>> hand.gain
    -1.0
    >>> print(hand.record, end="")
    {1.52}|1.1..8s.|0.1...?|1.1..8d.|0.1..6c.|1.1..._|0.1.%.ts.|0.1.^.5h.|[l]

Actions are those of the notation: `^` hit, `!` double, `/` split, `_` stand, `r` surrender if the house allows it, and for the dealer `%`,
which reveals the hole card. Cards are `as`, `td`: rank and suit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from random import Random

from kibitz.games import IllegalError, Pictured
from kibitz.languages.bjn.game.decisions import advice, surrenders
from kibitz.languages.bjn.game.expectation import values
from kibitz.languages.bjn.game.model import (
    DEALER,
    DECK,
    HOUSE_RULES,
    UNKNOWN,
    Entry,
    Event,
    Hand,
    Outcome,
    Setup,
    Split,
    Table,
)
from kibitz.languages.bjn.game.play import begin as _begin
from kibitz.languages.bjn.game.play import (
    dealt,
    gain,
    left_in_shoe,
    legal_actions,
    may_surrender,
    outcome,
    turn,
)
from kibitz.languages.bjn.game.play import play as _play
from kibitz.languages.bjn.game.shoe import Count, count, shown

__all__ = [
    "DEALER",
    "DECK",
    "HOUSE_RULES",
    "Count",
    "Hand",
    "Outcome",
    "Round",
    "Setup",
    "Table",
    "begin",
    "shoe",
]


@dataclass(frozen=True)
class Round(Pictured):
    """The hands of a table as they stand, with their entries so far."""

    table: Table
    entries: tuple[Entry, ...] = ()
    said: Outcome | None = None
    """The outcome in a record, if the cards do not determine it."""
    notation = "bjn"

    @cached_property
    def turn(self) -> tuple[int, int] | None:
        """The seat (0 is the dealer) and the number of the hand that is due, or None when the round is over."""
        last = self.entries[-1] if self.entries else None
        hand = self.table.hand(*last[:2]) if isinstance(last, Event) else None
        if isinstance(last, Event) and hand and hand.full and legal_actions(self.table, last.actor, hand):
            # Split aces that get no more cards may still be split again.
            return last.actor, hand.number
        return turn(self.table)

    @cached_property
    def hand(self) -> Hand | None:
        """The hand that is due, or None."""
        return None if self.turn is None else self.table.hand(*self.turn)

    @cached_property
    def legal(self) -> str:
        """The legal actions of the hand that is due. Empty during the deal and at the end."""
        if self.turn is None or self.hand is None:
            return ""
        legal = legal_actions(self.table, self.turn[0], self.hand)
        if not legal or self.turn[0] == DEALER or self.hand.size < 2:
            return legal
        return legal + "_" + "r" * may_surrender(self.table, self.turn[0], self.hand)

    @property
    def advised(self) -> str:
        """The action by basic strategy, or by the rules for the dealer. Empty during the deal."""
        if self.hand is None or len(self.legal) < 2:
            return self.legal
        if self.turn and self.table.setup.plays("surr") and surrenders(self.table, self.turn[0], self.hand):
            return "r"
        return advice(self.table, self.hand, self.legal)

    @property
    def values(self) -> Mapping[str, float]:
        """The value of each action in bets, from the unseen cards. Empty if it is unknown."""
        return values(self.table, self.turn[0], self.hand) if self.turn and self.hand else {}

    @property
    def count(self) -> Count:
        """The running and the true count (Hi-Lo)."""
        return count([*self.table.gone, *shown(self.entries)], self.table.setup.decks)

    @property
    def unseen(self) -> Mapping[str, int]:
        """The number of each unseen card."""
        return left_in_shoe(self.table)

    @property
    def outcome(self) -> Outcome | None:
        """The result by the cards, or else by the record, or None before the end of the round."""
        return (outcome(self.table) if self.turn is None else None) or self.said

    @property
    def gain(self) -> float:
        """The wins of all players together in bets: a blackjack pays 3:2, or by the house rules. 0 before the end of the round."""
        doubled = {
            (one.actor, one.hand) for one in self.entries if isinstance(one, Event) and one.action == "!"
        }
        return sum(
            (
                gain(hand, letter, 1 + ((seat, hand.number) in doubled), self.table.setup.blackjack)
                for seat, letters in zip(
                    self.table.players, self.outcome.seats if self.outcome else (), strict=False
                )
                for hand, letter in zip(self.table.seats[seat], letters, strict=True)
            ),
            0.0,
        )

    def play(self, action: str = "", card: str | Iterator[str] = "") -> Round:
        """Return the round after an action of the hand that is due, or without an action, after a dealt card.

        `card` is the card that comes, or a shoe to draw from. The hole card of the dealer has none until it is revealed.
        Raises IllegalError.
        """
        if self.turn is None or self.hand is None:
            raise IllegalError("the round is over")
        if action not in self.legal or (not action and self.legal):
            allowed = f"one of {' '.join(self.legal)}" if self.legal else "a card is dealt"
            raise IllegalError(f"`{action}` is not allowed here: {allowed}")
        (seat, number), plays = self.turn, self.table.setup.plays
        hidden = seat == DEALER and not self.hand.size and not plays("nohole")
        if action == "_" or hidden:
            return self._then(Event(seat, number, "", "", "?" if hidden else "_"))
        if action == "r":
            # A surrender shows in the outcome of a record. Before that, the hand stands.
            given_up = self.table._replace(given_up=self.table.given_up | {seat})
            return replace(self, table=given_up)._then(Event(seat, number, "", "", "_"))
        if action == "/":
            return self._split(seat, number)
        looked = action == "%" and plays("peek")
        drawn = (
            card
            if isinstance(card, str)
            else next(one for one in card if not (looked and self._natural(one)))
        )
        if self.unseen.get(drawn, 0) < 1:
            raise IllegalError(f"`{drawn}` is not in the shoe any more")
        if looked and self._natural(drawn):
            raise IllegalError(
                f"with `{drawn}` the dealer would have shown a blackjack before anybody played: `peek`"
            )
        event = Event(seat, number, action, drawn)
        ended = "#" if dealt(self.hand, event).bust else "_" if action == "!" else ""
        return self._then(event._replace(modifier=ended))

    def _natural(self, card: str) -> bool:
        """Return whether a hole card would make a blackjack."""
        return dealt(self.table.dealer, Event(DEALER, 1, "%", card)).blackjack

    def _split(self, seat: int, number: int) -> Round:
        after = self._then(Event(seat, number, "/"))
        cards = [
            hand.cards[0]
            for hand in after.table.seats[seat]
            if hand.number in (after.table.parting or ())[1:]
        ]
        _, first, second = after.table.parting or (seat, number, number)
        return after._then(Split((first, second), (cards[0], cards[1])))

    def _then(self, entry: Entry) -> Round:
        table, entries = _play(self.table, entry), (*self.entries, entry)
        if table.given_up and table.dealer.blackjack and not table.setup.plays("esurr"):
            # The blackjack takes the whole bet of a late surrender, so the outcome is a loss.
            table = reduce(_play, entries, _begin(table.setup, table.gone))
        return replace(self, table=table, entries=entries)

    @property
    def record(self) -> str:
        """The text of the hand, below comments with the cards that had left the shoe. A surrender is written at the end of the round."""
        said = [self.table.setup, *self.entries, *([self.outcome] if self.outcome else [])]
        gone = [card for card in self.table.gone if card != UNKNOWN]
        burnt = len(self.table.gone) - len(gone)
        above = [f"// gone {' '.join(gone)}"] * bool(gone) + [f"// burn {burnt}"] * bool(burnt)
        return "\n".join([*above, "|".join(map(str, said)), ""])


def begin(players: int = 1, decks: int = 1, rules: tuple[str, ...] = (), gone: tuple[str, ...] = ()) -> Round:
    """Return a round before the deal.

    `rules` are names of :data:`HOUSE_RULES`. `gone` lists the cards that have left the shoe, with `??` for an unknown one.
    With `peek` the dealer has looked before players act, and has no blackjack.
    """
    return Round(_begin(Setup(players, decks * len(DECK), rules), tuple(sorted(gone))))


def shoe(decks: int = 1, seed: int | None = None) -> Iterator[str]:
    """Return the shuffled cards of some decks. They are the same for the same seed."""
    cards = [*DECK] * decks
    Random(seed).shuffle(cards)  # noqa: S311 - a simulation.
    return iter(cards)
