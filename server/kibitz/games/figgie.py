"""Figgie: the deck, trading, and the payout (https://www.figgie.com).

>>> from kibitz.games import figgie
>>> game = figgie.deal(seed=7)
>>> card = game.hands["P2"][0]
>>> game = game.trade("P1", "P2", card, 12)
>>> card in game.hands["P1"], game.banks["P1"], game.banks["P2"]
(True, 288, 312)
>>> game.trade("P1", "P2", card, 12)
Traceback (most recent call last):
kibitz.games.IllegalError: P2 does not have S1
>>> sum(game.result().banks.values())
1400
>>> {suit: round(chance, 2) for suit, chance in figgie.beliefs(["S1", "S2", "S3", "S4", "S5", "C1"]).items()}
{'Spades': 0.17, 'Clubs': 0.57, 'Hearts': 0.13, 'Diamonds': 0.13}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import comb, prod
from random import Random

from kibitz.games import IllegalError, Pictured
from kibitz.languages.pfn.game.beliefs import Beliefs, counted, decks
from kibitz.languages.pfn.game.figgie import (
    Number,
    Outcome,
    PayoutRule,
    chips,
    deck,
    facts,
    in_order,
    partner,
    read_card,
    sizes,
    suit_names,
    suit_of,
)
from kibitz.languages.pfn.game.play import Move
from kibitz.languages.pfn.game.round import Deal
from kibitz.languages.pfn.game.round import Round as Played

__all__ = [
    "PAYOUTS",
    "Beliefs",
    "Move",
    "Outcome",
    "PayoutRule",
    "Round",
    "begin",
    "beliefs",
    "deal",
    "value",
]

PAYOUTS: Mapping[str, PayoutRule] = {rule.name: rule for rule in facts().payouts}
"""The payout rules for goal cards, the standard one first."""


@dataclass(frozen=True)
class Round(Played, Pictured):
    """A round as it stands. Unknown parts of a recorded round are None, or left out."""

    notation = "pfn"

    @property
    def sizes(self) -> Mapping[str, int]:
        """The number of cards of each suit, by its name."""
        return self.deal.sizes

    @property
    def goal(self) -> str | None:
        """The name of the goal suit."""
        return self.deal.goal

    @property
    def players(self) -> tuple[str, ...]:
        """`P1`, `P2`, …"""
        return self.deal.players

    @property
    def dealt(self) -> Mapping[str, tuple[str, ...]]:
        """The dealt cards of each player."""
        cards = self.deal.cards
        return {
            player: tuple([card for card in cards.get(player, ()) if card is not None])
            for player in self.players
        }

    @property
    def hands(self) -> Mapping[str, list[str]]:
        """The cards of each player, in order: `S12`, `H1`."""
        return self.standing.hands

    @property
    def banks(self) -> Mapping[str, Number | None]:
        """The chips of each player."""
        return self.standing.banks

    def held(self, suit: str) -> Mapping[str, int] | None:
        """Return the number of cards of a suit, given by its name, of each player, or None if it is unknown."""
        return self.standing.cards.held(self.players, suit)

    @property
    def legal(self) -> Iterator[Move]:
        """Yield the possible trades: buyer, seller and card, for any price that the buyer can pay."""
        for seller, hand in self.hands.items():
            for card in hand:
                yield from (Move(one, seller, card[0], card, None) for one in self.players if one != seller)

    def trade(self, buyer: str, seller: str, card: str, price: Number) -> Round:
        """Return the round after a trade. Raises IllegalError."""
        for player in (buyer, seller):
            if player not in self.players:
                raise IllegalError(f"{player} does not play; there are {', '.join(self.players)}")
        if buyer == seller:
            raise IllegalError(f"{buyer} can't trade with itself")
        if card not in self.hands[seller]:
            raise IllegalError(f"{seller} does not have {card}")
        bank = self.banks[buyer] or 0
        if not 0 < price <= bank:
            raise IllegalError(f"{buyer} has {chips(bank)} chips, and a price is above 0")
        return self.play(Move(buyer, seller, card[0], card, price))

    def play(self, move: Move) -> Round:
        """Return the round after one of :attr:`legal` with its price, which is not checked again."""
        return self.after(move)

    @property
    def rule(self) -> PayoutRule:
        """The payout rule of the table, which decides the chips before the first trade."""
        stake, count = self.standing.stake, len(self.players)
        return next((one for one in facts().payouts if one.stake(count) == stake), facts().standard)

    def result(self, rule: PayoutRule | str | None = None) -> Outcome | None:
        """Return payouts, final banks and winners if the round ends now, by a rule or by that of the table.

        Return None if the holders of the goal cards or the chips are unknown. Raise IllegalError for other names of rules.
        """
        return self.deal.outcome(self.standing, {}, self.rule.name if rule is None else _rule(rule).name)

    @property
    def record(self) -> str:
        """The text of the round, without unknown parts."""
        # A game needs no text until it is written.
        from kibitz.languages.pfn.text.write import table

        return "\n".join(f"{table(head, values)}\n" for head, values in self._tables())

    def _tables(self) -> Iterator[tuple[str, Mapping[str, object]]]:
        # Without a deal, only their number tells who plays.
        count = len(self.players) if self.deal.hands is None else self.deal.count
        game = {"Title": "A round", "GameID": "1", "Players": count or None, "Date": "2000-01-01"}
        seconds = float(max(facts().seconds, len(self.trades) + 1))
        yield "[FiggieGame]", {**game, "GameDuration": seconds, "GameVariant": self.deal.variant}
        goal = self.deal.said
        color = suit_names()[goal].color if goal else None
        yield "[DeckSetup]", {"GoalSuitColor": color, "GoalSuit": goal}
        yield "[DeckSetup.Distribution]", self.deal.distribution
        if self.deal.hands is not None:
            yield "[Deal]", {player: self._dealt_to(player) for player in self.deal.hands}
        letters = {suit.letter: name for name, suit in suit_names().items()}
        for number, (buyer, seller, suit, card, price) in enumerate(self.trades, start=1):
            who = {"TradeIndex": number, "T": float(number), "Buyer": buyer, "Seller": seller}
            yield "[[Trades]]", {**who, "Suit": letters.get(suit or ""), "Card": card, "Price": price}
        end, twelve = self.result(), max(self.sizes, key=lambda suit: self.sizes[suit], default=None)
        banks = {f"{player}_FinalBank": bank for player, bank in end.banks.items()} if end else {}
        said = {"Revealed12CardSuit": twelve, "GoalSuit": self.goal, **banks}
        yield "[Result]", {**said, "Winners": end and end.winners, "TradeCount": len(self.trades)}

    def _dealt_to(self, player: str) -> str:
        """Return a hand as a record writes it: in counts, or as cards with `?` for the unknown ones."""
        counts = self.deal.numbers.get(player, {})
        return " ".join(f"{count}{letter.lower()}" for letter, count in counts.items()) or ",".join(
            card or "?" for card in self.deal.cards[player]
        )


def _rule(rule: PayoutRule | str) -> PayoutRule:
    """Return a payout rule by its name. Raise IllegalError if there is none."""
    name = rule if isinstance(rule, str) else rule.name
    if name not in PAYOUTS:
        raise IllegalError(f"the payout is {' or '.join(map(repr, PAYOUTS))}, not {name!r}")
    return PAYOUTS[name]


def begin(*hands: Iterable[str], rule: PayoutRule | str = "standard") -> Round:
    """Return a round before its first trade, with the hands of `P1`, `P2`, …, which are a whole deck.

    Raise IllegalError for other hands, and for names of payout rules that do not exist.
    """
    dealt = {f"P{number}": tuple(in_order(hand)) for number, hand in enumerate(map(_known, hands), start=1)}
    cards = [card for hand in dealt.values() for card in hand]
    if len(dealt) not in facts().players or len({*map(len, dealt.values())}) > 1:
        raise IllegalError(f"{' or '.join(map(str, facts().players))} players have equal hands")
    if twice := [card for card, count in Counter(cards).items() if count > 1]:
        raise IllegalError(f"{twice[0]} is dealt twice")
    counts = Deal(dealt).counts
    twelve = max(counts, key=lambda suit: counts[suit])
    goal = partner(twelve) or twelve
    if counts not in [*sizes(goal, twelve)] or {*cards} != {*deck(tuple(counts.items()))}:
        raise IllegalError(
            f"these cards do not make a deck: suits of {', '.join(map(str, facts().counts))} cards, from 1 on"
        )
    return Round.begun(Deal(dealt, len(dealt), counts, goal), _rule(rule).stake(len(dealt)))


def _known(hand: Iterable[str]) -> list[str]:
    cards = [*hand]
    if wrong := [card for card in cards if read_card(card) != card]:
        raise IllegalError(f"`{wrong[0]}` is not a card: `S10` is the ten of spades")
    return cards


def deal(seed: int | None = None, players: int = 4, rule: PayoutRule | str = "standard") -> Round:
    """Return a round with a shuffled deck, dealt to `P1`, `P2`, …; the same for the same seed."""
    random = Random(seed)  # noqa: S311 - a game.
    twelve = random.choice([*suit_names()])
    goal = partner(twelve) or twelve
    counts = random.choice([*sizes(goal, twelve)])
    cards = [*deck(tuple(counts.items()))]
    random.shuffle(cards)
    return begin(*[cards[number::players] for number in range(players)], rule=rule)


def beliefs(cards: Iterable[str]) -> Mapping[str, float]:
    """Return the probability of each goal suit for a player who knows some cards. All decks are equally likely at first."""
    held = counted(cards)
    found = Beliefs(tuple(prod(map(comb, deck.counts, held)) for deck in decks()))
    return {suit: float(chance) for suit, chance in found.goals.items()} if any(found.deals) else {}


def value(hand: Iterable[str]) -> float:
    """Return the average chips for the goal cards of a hand, by that hand alone, without the rest of the pot."""
    cards = [*hand]
    chances = beliefs(cards)
    return facts().per_goal_card * sum(chances[suit_of(card).name] for card in cards)
