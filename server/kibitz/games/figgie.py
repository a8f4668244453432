"""Figgie: the deck, trading, and what the goal suit pays (https://www.figgie.com).

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
from dataclasses import dataclass, replace
from math import comb, prod
from random import Random

from kibitz.games import IllegalError, Pictured
from kibitz.languages.pfn.game.figgie import (
    Number,
    PayoutRule,
    chips,
    deck,
    facts,
    in_order,
    partner,
    sizes,
    suit_names,
    suit_of,
)
from kibitz.languages.pfn.game.outcome import Outcome, end_of
from kibitz.languages.pfn.game.play import Cards, Holder, Move, Standing

__all__ = ["PAYOUTS", "Move", "Outcome", "PayoutRule", "Round", "beliefs", "deal", "value"]

PAYOUTS: Mapping[str, PayoutRule] = {rule.name: rule for rule in facts().payouts}
"""How tables pay for goal cards, the standard one first."""


@dataclass(frozen=True)
class Round(Pictured):
    """A round as it stands: nothing in it is unknown."""

    sizes: Mapping[str, int]
    """How many cards each suit has, by its name."""
    goal: str
    dealt: Mapping[str, tuple[str, ...]]
    standing: Standing
    trades: tuple[Move, ...] = ()
    notation = "pfn"

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.dealt)

    @property
    def hands(self) -> Mapping[str, list[str]]:
        """The cards of each player, in order: `S12`, `H1`."""
        return self.standing.hands

    @property
    def banks(self) -> Mapping[str, Number | None]:
        """The chips of each player."""
        return self.standing.banks

    @property
    def legal(self) -> Iterator[Move]:
        """Who may buy which card from whom, for whatever price the buyer can pay."""
        for seller, hand in self.hands.items():
            for card in hand:
                yield from (Move(one, seller, card[0], card, None) for one in self.players if one != seller)

    def trade(self, buyer: str, seller: str, card: str, price: Number) -> Round:
        """The round behind a trade. Raises IllegalError."""
        for player in (buyer, seller):
            if player not in self.dealt:
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
        """The round behind one of :attr:`legal` with its price, which is not looked at again."""
        return replace(
            self, standing=self.standing.after(move, len(self.trades)), trades=(*self.trades, move)
        )

    def result(self, rule: PayoutRule | None = None) -> Outcome:
        """What the round comes to if it ends now: payouts, final banks, winners; by the standard rule if none is given."""
        held = Counter(
            {
                player: sum(suit_of(card).name == self.goal for card in hand)
                for player, hand in self.hands.items()
            }
        )
        nets = {player: net or 0 for player, net in self.standing.nets.items()}
        return end_of(rule or facts().standard, held, nets)

    @property
    def record(self) -> str:
        end, twelve = self.result(), max(self.sizes, key=lambda suit: self.sizes[suit])
        trades = "".join(
            f'[[Trades]]\nTradeIndex = {number}\nT = {number}.0\nBuyer = "{one.buyer}"\nSeller = "{one.seller}"\n'
            f'Suit = "{suit_of(one.card or "").name}"\nCard = "{one.card}"\nPrice = {one.price}\n\n'
            for number, one in enumerate(self.trades, start=1)
        )
        duration = max(facts().seconds, len(self.trades) + 1)
        banks = "".join(f"{player}_FinalBank = {bank}\n" for player, bank in end.banks.items())
        winners = ", ".join(f'"{player}"' for player in end.winners)
        return (
            f'[FiggieGame]\nTitle = "A round"\nGameID = "1"\nPlayers = {len(self.players)}\nDate = "2000-01-01"\n'
            f'GameDuration = {duration}.0\n\n[DeckSetup]\nGoalSuitColor = "{suit_names()[self.goal].color}"\n'
            f'GoalSuit = "{self.goal}"\n\n[DeckSetup.Distribution]\n'
            + "".join(f"{suit} = {size}\n" for suit, size in self.sizes.items())
            + "\n[Deal]\n"
            + "".join(f'{player} = "{",".join(hand)}"\n' for player, hand in self.dealt.items())
            + f'\n{trades}[Result]\nRevealed12CardSuit = "{twelve}"\nGoalSuit = "{self.goal}"\n{banks}'
            f"Winners = [{winners}]\nTradeCount = {len(self.trades)}\n"
        )


def deal(seed: int | None = None, players: int = 4) -> Round:
    """A shuffled deck, dealt to `P1`, `P2`, …; the same for the same seed."""
    random = Random(seed)  # noqa: S311 - a game.
    twelve = random.choice([*suit_names()])
    goal = partner(twelve) or twelve
    counts = random.choice([*sizes(goal, twelve)])
    cards = [*deck(tuple(counts.items()))]
    random.shuffle(cards)
    names = [f"P{number + 1}" for number in range(players)]
    dealt = {name: tuple(in_order(cards[number::players])) for number, name in enumerate(names)}
    owners = {card: Holder(name) for name, hand in dealt.items() for card in hand}
    standing = Standing(Cards(owners), dict.fromkeys(names, 0), facts().start(players))
    return Round(counts, goal, dealt, standing)


def beliefs(cards: Iterable[str]) -> Mapping[str, float]:
    """How likely each suit is the goal to somebody who knows so many cards of a round: all decks are equally likely before."""
    held = Counter(suit_of(card).name for card in cards)
    weights = dict.fromkeys(suit_names(), 0)
    for twelve in suit_names():
        goal = partner(twelve) or twelve
        weights[goal] += sum(
            prod(comb(size, held[suit]) for suit, size in counts.items()) for counts in sizes(goal, twelve)
        )
    total = sum(weights.values())
    return {suit: weight / total if total else 0.0 for suit, weight in weights.items()}


def value(hand: Iterable[str]) -> float:
    """The chips that the goal cards of a hand bring on average, by what the hand itself tells; without the rest of the pot."""
    cards = [*hand]
    chances = beliefs(cards)
    return facts().per_goal_card * sum(chances[suit_of(card).name] for card in cards)
