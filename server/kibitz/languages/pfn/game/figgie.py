"""The facts of Figgie, and its payouts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import ceil, floor
from typing import Any, NamedTuple

import tomli

from kibitz.core.data import read_data

Number = int | float
_SEAT = re.compile(r"P[0-9]{1,9}")


class Suit(NamedTuple):
    letter: str
    sign: str
    name: str
    color: str


class PayoutRule(NamedTuple):
    """The payout rule of a table."""

    name: str
    ante: bool
    """Whether the players pay for the pot, each the same."""
    pot: int
    per_goal_card: int

    def stake(self, players: int) -> Number:
        """Return the chips of each player before the first trade: 300 of 350 if four players pay an ante."""
        return facts().chips - (shared(self.pot, max(players, 1)) if self.ante else 0)

    def total(self, players: int) -> int:
        """Return the sum of the final banks."""
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
        """Return the possible payout rules for a setting: the name of one, or `detect`."""
        return tuple([rule for rule in self.payouts if payout in {"detect", rule.name}])


def shared(chips: int, among: int) -> Number:
    """Return an equal part of some chips, a whole number if possible."""
    return chips / among if chips % among else chips // among


@cache
def facts() -> Facts:
    """Return the contents of `figgie.toml`."""
    data: dict[str, Any] = tomli.loads(read_data("kibitz.languages.pfn", "data/figgie.toml"))
    return Facts(
        data["chips"], data["pot"], data["chips_per_goal_card"], data["cards"], tuple(data["counts"]),
        tuple(data["players"]), data["seconds"], data["highest"], data["dear"], tuple(Suit(**row) for row in data["suit"]), tuple(PayoutRule(**row) for row in data["payout"]),
    )  # fmt: skip


@cache
def suit_names() -> Mapping[str, Suit]:
    """Return the suits by their English names."""
    return {suit.name: suit for suit in facts().suits}


@cache
def by_mark() -> Mapping[str, Suit]:
    """Return the suits by their letters and their signs."""
    return {mark: suit for suit in facts().suits for mark in (suit.letter, suit.sign)}


def partner(name: str) -> str | None:
    """Return the other suit of the same colour, or None for other names. It is the goal suit if `name` has 12 cards."""
    suit = suit_names().get(name)
    others = [] if suit is None else [one.name for one in facts().suits if one.color == suit.color]
    return next((other for other in others if other != name), None)


def sizes(goal: str, twelve: str) -> Iterator[dict[str, int]]:
    """Yield the possible sizes of the suits for a goal suit and a suit of 12 cards."""
    most, many, _, few = facts().counts
    others = [suit.name for suit in facts().suits if suit.name not in {goal, twelve}]
    for small in (goal, *others):
        yield {
            suit.name: most if suit.name == twelve else few if suit.name == small else many
            for suit in facts().suits
        }


def is_deck(sizes: Iterable[int]) -> bool:
    """Return whether these are the sizes of the suits of a deck of Figgie."""
    return sorted(sizes) == sorted(facts().counts)


@cache
def deck(counts: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    """Return the cards of a deck from the names and sizes of its suits. Sizes are limited to the highest number."""
    named = dict(counts)
    return tuple(
        f"{suit.letter}{number}"
        for suit in facts().suits
        for number in range(1, min(named.get(suit.name, 0), facts().highest) + 1)
    )


def read_card(text: str) -> str | None:
    """Return a card in its standard form, `S10`, from a suit letter or sign and a number from 1 to 12, or None."""
    return spellings().get(text)


@cache
def spellings() -> Mapping[str, str]:
    """Return the cards by their spellings."""
    numbers = range(1, facts().highest + 1)
    return {
        f"{mark}{number}": f"{suit.letter}{number}" for mark, suit in by_mark().items() for number in numbers
    }


def suit_of(card: str) -> Suit:
    """Return the suit of a card in its standard form."""
    return by_mark()[card[0]]


def with_sign(card: str) -> str:
    """Return a card with the sign of its suit: `♠10`."""
    return suit_of(card).sign + card[1:]


def number_of(card: str) -> int:
    return int(card[1:])


def is_seat(name: str) -> bool:
    """Return whether a player is named by number: `P1`, `P2` and so on."""
    return _SEAT.fullmatch(name) is not None


def in_order(cards: Iterable[str]) -> list[str]:
    """Return cards sorted by suit in the order of the specification, and by number."""
    letters = "".join(suit.letter for suit in facts().suits)
    return sorted(cards, key=lambda card: (letters.index(card[0]), number_of(card)))


def chips(amount: Number) -> str:
    """Return an amount with at most two decimals, and none for a whole number."""
    return f"{amount:.0f}" if amount == int(amount) else f"{amount:.2f}".rstrip("0").rstrip(".")


def signed(amount: int | float) -> str:
    """Return an amount with its sign, a real minus: `+15`, `−3`, `0`."""
    return f"+{chips(amount)}" if amount > 0 else f"−{chips(-amount)}" if amount < 0 else "0"


EXACT = 0.001
"""The difference below which amounts are equal, in chips: sums of fractions are not more exact."""


class Payout(NamedTuple):
    """The chips of a player from the pot."""

    goal_cards: int
    for_cards: int
    bonus: Number

    @property
    def total(self) -> Number:
        return self.for_cards + self.bonus


def payout(held: Mapping[str, int], rule: PayoutRule | None = None) -> dict[str, Payout]:
    """Return the payout for each player's number of goal cards, by the standard rule if none is given.

    Each goal card pays a fixed number of chips. The holders of the majority share the rest.
    """
    rule = rule or facts().standard
    most = max(held.values(), default=0)
    winners = [player for player, count in held.items() if count == most and most]
    rest = max(rule.pot - rule.per_goal_card * sum(held.values()), 0)
    share = shared(rest, len(winners)) if winners else 0
    return {
        player: Payout(count, rule.per_goal_card * count, share if player in winners else 0)
        for player, count in held.items()
    }


def most_goal_cards(paid: Mapping[str, Payout]) -> list[str]:
    """Return the players with the most goal cards."""
    most = max((one.goal_cards for one in paid.values()), default=0)
    return [player for player, one in paid.items() if one.goal_cards == most and most]


class Outcome(NamedTuple):
    """The end of a round: the payout and the final bank of each player."""

    paid: Mapping[str, Payout]
    banks: Mapping[str, Number]
    rule: PayoutRule
    """The payout rule of the table."""
    followed: bool
    """Whether the record must follow this rule, because of the settings or because all written banks, or all but one, fit it."""

    @property
    def winners(self) -> list[str]:
        """The players with the most chips, or with the most goal cards if only these are paid."""
        if not self.rule.ante:
            return most_goal_cards(self.paid)
        return [player for player, bank in self.banks.items() if bank == max(self.banks.values())]


def likely(
    held: Mapping[str, int], nets: Mapping[str, Number], written: Mapping[str, Number], wanted: str = "detect"
) -> Outcome:
    """Return the end of a round by the payout rule that fits the written banks.

    `held` are the goal cards of each player, `nets` the chips that each has gained; `wanted` is the name of a rule, or
    `detect`.

    >>> end = likely({"P1": 5, "P2": 3, "P3": 2, "P4": 0}, {"P1": -20, "P2": 20, "P3": 0, "P4": 0}, {})
    >>> end.rule.name, dict(end.banks), end.winners
    ('standard', {'P1': 430, 'P2': 350, 'P3': 320, 'P4': 300}, ['P1'])
    """
    ends, wrong = list[Outcome](), list[list[str]]()
    for way in facts().paying(wanted):
        ends.append(end_of(way, held, nets))
        wrong.append(wrong_banks(written, ends[-1].banks))
        if not wrong[-1] and len(written) == len(nets):
            # If all banks fit a rule, the other rules do not matter.
            return ends[-1]._replace(followed=True)
    counts = [*map(len, wrong)]
    at = counts.index(min(counts))
    best = ends[at]
    sure = (
        len(ends) == 1
        or _tells(len(written), counts)
        or (len(written) == len(nets) and _is_followed(written, best, wrong[at]))
    )
    if not sure:
        # The banks are unknown, so the total decides.
        rule = rule_by_total(written, len(nets), wanted)
        best = next(end for end in ends if end.rule == (rule or facts().standard))
        # Trades only move chips, so the sum of all banks is separate evidence.
        sure = rule is not None
    return best._replace(followed=sure)


def _tells(written: int, wrong: Sequence[int]) -> bool:
    """Return whether some banks decide the rule, given the number of wrong banks for each rule.

    By one rule all of them are right, or all except one of several. No other rule has as few wrong banks.
    """
    least, second = sorted(wrong)[:2]
    return least < second and (least == 0 or (least == 1 and written > 2))


def _is_followed(written: Mapping[str, Number], end: Outcome, wrong: Sequence[str]) -> bool:
    """Return whether all banks are right, or all but one, or a wrong price went from one player to another."""
    if len(wrong) < 2:
        return True
    difference = sum(written[player] - end.banks[player] for player in wrong)
    return len(wrong) == 2 and len(written) > 3 and abs(difference) < 0.01


def end_of(rule: PayoutRule, held: Mapping[str, int], nets: Mapping[str, Number]) -> Outcome:
    """Return the end by a payout rule, given each player's goal cards and gains."""
    paid, stake = payout(held, rule), rule.stake(len(nets))
    return Outcome(
        paid, {player: stake + net + paid[player].total for player, net in nets.items()}, rule, False
    )


def paid_by(end: Outcome, rule: PayoutRule) -> Outcome:
    """Return the same end of a round by another payout rule."""
    stake = end.rule.stake(len(end.banks))
    nets = {player: bank - stake - end.paid[player].total for player, bank in end.banks.items()}
    return end_of(rule, {player: paid.goal_cards for player, paid in end.paid.items()}, nets)


def rule_by_total(written: Mapping[str, Number], players: int, wanted: str = "detect") -> PayoutRule | None:
    """Return the payout rule whose total the written banks add up to, apart from rounding, or None."""
    if wanted != "detect":
        return facts().paying(wanted)[0]
    if not written or len(written) < players:
        return None
    total, count = sum(written.values()), len(written)
    return next((rule for rule in facts().payouts if abs(rule.total(count) - total) <= count / 2), None)


def wrong_banks(written: Mapping[str, Number], banks: Mapping[str, Number]) -> list[str]:
    """Return the players with wrong banks, by the rounding that explains most banks."""
    if not any(bank % 1 for bank in banks.values()):
        return _unlike(written, banks)
    rounded = ({player: way(bank * grain) / grain for player, bank in banks.items()} for grain in (1, 10, 100) for way in (floor, ceil, round))  # fmt: skip
    return min((_unlike(written, one) for one in (banks, *rounded, _in_turn(banks))), key=len)


def _in_turn(banks: Mapping[str, Number]) -> dict[str, Number]:
    """Return the banks in whole chips. The remaining chips go one each to the first players whose banks were rounded down."""
    left = round(sum(bank % 1 for bank in banks.values()))
    first = [player for player, bank in banks.items() if bank % 1 >= EXACT][:left]
    return {player: floor(bank) + (player in first) for player, bank in banks.items()}


def _unlike(written: Mapping[str, Number], banks: Mapping[str, Number]) -> list[str]:
    return [player for player, bank in written.items() if abs(bank - banks[player]) >= EXACT]
