"""Figgie itself, without text and positions: the deck, and how goal cards are paid.

The facts come from `figgie.toml`. Chips are floats only where the record has fractions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import tomli

from kibitz.core.data import read_data

Number = int | float
PLAYER_NAME = re.compile(r"P[1-9][0-9]{0,3}")


class Suit(NamedTuple):
    letter: str
    sign: str
    name: str
    color: str


class PayoutRule(NamedTuple):
    """How a table pays for goal cards."""

    name: str
    ante: bool
    """Whether the players pay for the pot, each the same."""
    pot: int
    per_goal_card: int

    def stake(self, players: int) -> Number:
        """What each of some players has when trading begins: 300 chips of 350 with four of them who pay an ante."""
        return facts().chips - (shared(self.pot, max(players, 1)) if self.ante else 0)

    def total(self, players: int) -> int:
        """What the final banks of some players come to together."""
        return facts().chips * players + (0 if self.ante else self.pot)


class Facts(NamedTuple):
    """The numbers of the game."""

    chips: int
    pot: int
    per_goal_card: int
    cards: int
    counts: tuple[int, ...]
    players: tuple[int, ...]
    seconds: int
    highest: int
    dear: int
    """A price from which on there is a message."""
    suits: tuple[Suit, ...]
    payouts: tuple[PayoutRule, ...]
    """The standard one first."""

    @property
    def standard(self) -> PayoutRule:
        return self.payouts[0]

    def paying(self, payout: str) -> tuple[PayoutRule, ...]:
        """The rules by which the pot may be paid, given what the settings say: the name of one, or `detect`."""
        return tuple([rule for rule in self.payouts if payout in {"detect", rule.name}])

    def start(self, players: int) -> Number:
        """What each of some players has when trading begins, by the standard rule."""
        return self.standard.stake(players)


def shared(chips: int, among: int) -> Number:
    """A part of some chips, a whole number where it is one."""
    return chips / among if chips % among else chips // among


@cache
def facts() -> Facts:
    """The contents of `figgie.toml`."""
    data: dict[str, Any] = tomli.loads(read_data("kibitz.languages.pfn", "data/figgie.toml"))
    return Facts(
        data["chips"], data["pot"], data["chips_per_goal_card"], data["cards"], tuple(data["counts"]),
        tuple(data["players"]), data["seconds"], data["highest"], data["dear"], tuple(Suit(**row) for row in data["suit"]), tuple(PayoutRule(**row) for row in data["payout"]),
    )  # fmt: skip


@cache
def suit_names() -> Mapping[str, Suit]:
    """The suits by their English names."""
    return {suit.name: suit for suit in facts().suits}


@cache
def by_mark() -> Mapping[str, Suit]:
    """The suits by their letters and their signs."""
    return {mark: suit for suit in facts().suits for mark in (suit.letter, suit.sign)}


def partner(name: str) -> str | None:
    """The other suit of the same colour: the goal suit if `name` has 12 cards."""
    suit = suit_names().get(name)
    others = [] if suit is None else [one.name for one in facts().suits if one.color == suit.color]
    return next((other for other in others if other != name), None)


def sizes(goal: str, twelve: str) -> Iterator[dict[str, int]]:
    """How many cards the suits can have if these two are the goal suit and the one with most cards."""
    most, many, _, few = facts().counts
    others = [suit.name for suit in facts().suits if suit.name not in {goal, twelve}]
    for small in (goal, *others):
        yield {
            suit.name: most if suit.name == twelve else few if suit.name == small else many
            for suit in facts().suits
        }


@cache
def deck(counts: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    """The cards of a deck, from the names of the suits and their sizes (those above the highest are cut off)."""
    named = dict(counts)
    return tuple(
        f"{suit.letter}{number}"
        for suit in facts().suits
        for number in range(1, min(named.get(suit.name, 0), facts().highest) + 1)
    )


def read_card(text: str) -> str | None:
    """The card in its one form, `S10`, from a letter or sign of a suit and a number from 1 to 12; None for others."""
    return spellings().get(text)


@cache
def spellings() -> Mapping[str, str]:
    """The cards in their one form by all the texts that stand for them."""
    numbers = range(1, facts().highest + 1)
    return {
        f"{mark}{number}": f"{suit.letter}{number}" for mark, suit in by_mark().items() for number in numbers
    }


def suit_of(card: str) -> Suit:
    """The suit of a card in its one form."""
    return by_mark()[card[0]]


def with_sign(card: str) -> str:
    """A card in its one form with the sign of its suit: `♠10`."""
    return suit_of(card).sign + card[1:]


def number_of(card: str) -> int:
    return int(card[1:])


def is_player(text: str) -> bool:
    """Whether a name is one that players have: `P1`, `P2` and so on."""
    return PLAYER_NAME.fullmatch(text) is not None


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards sorted by suit, as the specification names the suits, and by number."""
    letters = "".join(suit.letter for suit in facts().suits)
    return sorted(cards, key=lambda card: (letters.index(card[0]), number_of(card)))


def chips(amount: Number) -> str:
    """An amount as people write it: no fraction where there is none, two digits of it otherwise."""
    return f"{amount:.0f}" if amount == int(amount) else f"{amount:.2f}".rstrip("0").rstrip(".")


def signed(amount: int | float) -> str:
    """`+15`, `-3`, `0`, with a real minus sign."""
    return f"+{chips(amount)}" if amount > 0 else f"−{chips(-amount)}" if amount < 0 else "0"
