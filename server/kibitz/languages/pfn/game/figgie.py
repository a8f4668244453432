"""Figgie itself, without text and positions: the deck, and who is paid what.

The facts come from `figgie.toml`. Chips are floats only where the record has fractions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import tomli

from kibitz.core.data import read_data

Number = int | float


class Suit(NamedTuple):
    letter: str
    sign: str
    name: str
    color: str


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
    suits: tuple[Suit, ...]

    def ante(self, players: int) -> Number:
        """What each of some players pays into the pot: 50 chips with four, 40 with five."""
        share, left = divmod(self.pot, max(players, 1))
        return share if not left else self.pot / max(players, 1)

    def start(self, players: int) -> Number:
        """What each of some players has when trading begins."""
        return self.chips - self.ante(players)


@cache
def facts() -> Facts:
    """The contents of `figgie.toml`."""
    data: dict[str, Any] = tomli.loads(read_data("kibitz.languages.pfn", "data/figgie.toml"))
    return Facts(
        data["chips"], data["pot"], data["chips_per_goal_card"], data["cards"], tuple(data["counts"]),
        tuple(data["players"]), data["seconds"], data["highest"], tuple(Suit(**row) for row in data["suit"]),
    )  # fmt: skip


@cache
def suit_names() -> Mapping[str, Suit]:
    """The suits by their English names."""
    return {suit.name: suit for suit in facts().suits}


@cache
def _by_mark() -> Mapping[str, Suit]:
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
    return _by_text().get(text)


@cache
def _by_text() -> Mapping[str, str]:
    numbers = range(1, facts().highest + 1)
    return {
        f"{mark}{number}": f"{suit.letter}{number}" for mark, suit in _by_mark().items() for number in numbers
    }


def suit_of(card: str) -> Suit:
    """The suit of a card in its one form."""
    return _by_mark()[card[0]]


def number_of(card: str) -> int:
    return int(card[1:])


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards sorted by suit, as the specification names the suits, and by number."""
    letters = "".join(suit.letter for suit in facts().suits)
    return sorted(cards, key=lambda card: (letters.index(card[0]), number_of(card)))


class Payout(NamedTuple):
    """What a player gets from the pot."""

    goal_cards: int
    for_cards: int
    bonus: Number

    @property
    def total(self) -> Number:
        return self.for_cards + self.bonus


def payout(held: Mapping[str, int]) -> dict[str, Payout]:
    """What the pot pays to those who hold so many goal cards.

    10 chips for each goal card, the rest to the holders of most of them, split on a tie.
    """
    most = max(held.values(), default=0)
    winners = [player for player, count in held.items() if count == most and most]
    rest = max(facts().pot - facts().per_goal_card * sum(held.values()), 0)
    share = _share(rest, len(winners)) if winners else 0
    return {
        player: Payout(count, facts().per_goal_card * count, share if player in winners else 0)
        for player, count in held.items()
    }


def _share(chips: int, among: int) -> Number:
    return chips // among if chips % among == 0 else chips / among


def most_goal_cards(paid: Mapping[str, Payout]) -> list[str]:
    """Who holds most cards of the goal suit; nobody if there is none."""
    most = max((one.goal_cards for one in paid.values()), default=0)
    return [player for player, one in paid.items() if one.goal_cards == most and most]


def chips(amount: Number) -> str:
    """An amount as people write it: no fraction where there is none, two digits of it otherwise."""
    return f"{amount:.0f}" if amount == int(amount) else f"{amount:.2f}".rstrip("0").rstrip(".")


def signed(amount: int | float) -> str:
    """`+15`, `-3`, `0`, with a real minus sign."""
    return f"+{chips(amount)}" if amount > 0 else f"−{chips(-amount)}" if amount < 0 else "0"
