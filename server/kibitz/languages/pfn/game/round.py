"""A round as values: its deal, its trades, and its end.

Unknown facts are None or left out, and nothing follows from them.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeVar

from kibitz.core.words import nearest
from kibitz.languages.pfn.game.beliefs import Beliefs, Counts, Seen, counted
from kibitz.languages.pfn.game.figgie import (
    Number,
    Outcome,
    PayoutRule,
    deck,
    facts,
    is_deck,
    is_seat,
    likely,
    partner,
    rule_by_total,
    suit_names,
)
from kibitz.languages.pfn.game.play import Cards, Holder, Move, Owners, RoundState, Untold

LONG = 5
"""The minimum length of a name that is not just a mistyped number of a player, in characters."""
MOST_PLAYERS = 99
"""The maximum number of players. A larger number is a mistake."""
Told = Literal["none", "short", "full", "unclear"]
R = TypeVar("R", bound="Round")


@dataclass(frozen=True)
class Deal:
    """The facts of a round before its first trade. Cards are in their standard form, suits are names."""

    hands: Mapping[str, Sequence[str | None]] | None = None
    """The cards of each player, None for an unreadable card; None if there is no deal."""
    count: int | None = None
    """The written number of players."""
    distribution: Mapping[str, int] = field(default_factory=dict)
    """The written sizes of suits."""
    said: str | None = None
    """The written goal suit."""
    variant: str | None = None
    """The variant, or None for the standard game."""
    numbers: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """The counts of each suit, by its letter, of the hands that are written in counts."""
    banks: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The names that have final banks, in the order of the record."""

    @cached_property
    def cards(self) -> Mapping[str, Sequence[str | None]]:
        """The readable hands."""
        return self.hands or {}

    @cached_property
    def dealt(self) -> Mapping[str, str]:
        """The first player that each card is dealt to."""
        dealt: dict[str, str] = {}
        for player, hand in self.cards.items():
            for card in hand:
                if card is not None:
                    dealt.setdefault(card, player)
        return dealt

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players: by number, or else in the order of their final banks and hands.

        Equal hands of a whole deck prove their number. Otherwise the written number decides, if it is 4 or 5.
        """
        # The deal may contain keys of another table. These have no cards.
        hands = [one for one, hand in self.cards.items() if is_seat(one) or any(hand) or one in self.numbers]
        names = [*dict.fromkeys([*self.banks, *hands])]
        whole = self._is_dealt_to(hands)
        if all(map(is_seat, names)):
            seats = hands or names
            if (
                not (whole and {*hands} == {*_seats(len(hands))})
                and self._told
                and (self._told in facts().players or not hands)
            ):
                return _seats(self._told)
            return tuple(sorted(seats, key=_seat_number))
        both = [name for name in names if name in hands and name in self.banks]
        count = len(hands) if whole else self._told or max(len(hands), len(self.banks))
        count = len(both) if len(both) in facts().players and len(both) > count else count
        return self._chosen(names, both, count)

    def _chosen(self, names: list[str], both: list[str], count: int) -> tuple[str, ...]:
        """Return the players among too many names: first those with a hand and a bank, then `P1` to the last."""
        seats = [name for name in names if is_seat(name)]
        free = [seat for seat in _seats(count) if seat not in seats]
        meant = {name: _meant_seat(name, free) for name in names if name not in both and len(seats) > 1}
        names = [meant.get(name) or name for name in names]
        by_number = [*_seats(count)] if 2 * len(seats) >= len(names) else []
        ranked = sorted(dict.fromkeys(names), key=lambda name: (name not in both, name not in by_number))
        chosen = {*ranked[:count]} if count in facts().players else {*names}
        return tuple(sorted(chosen, key=lambda name: (_seat_number(name), names.index(name))))

    @property
    def _told(self) -> int:
        """The written number of players, or 0 if it is missing or impossible."""
        return self.count if self.count is not None and 1 <= self.count <= MOST_PLAYERS else 0

    def _is_dealt_to(self, players: Sequence[str]) -> bool:
        """Return whether the whole deck is dealt in parts that are equal for some players."""
        if len(players) not in facts().players or len(self.dealt) != facts().cards:
            return False
        return all(len(hand) * len(players) == facts().cards for hand in self.cards.values())

    @cached_property
    def open(self) -> bool:
        """Whether some players have names that no hand and no bank declares."""
        if all(map(is_seat, self.players)) or self._is_dealt_to(self.players):
            return False
        return len(self.players) < self._told in facts().players

    @property
    def seats(self) -> int:
        """The number of players."""
        return self._told if self.open else len(self.players)

    @property
    def size(self) -> int:
        """The number of cards of a hand."""
        return facts().cards // max(self.seats, 1)

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """The number of dealt cards of each suit."""
        letters = Counter([card[0] for card in self.dealt])
        return {name: letters[suit.letter] for name, suit in suit_names().items()}

    @cached_property
    def proven(self) -> Mapping[str, int]:
        """The sizes of the suits that the deal proves, if the written sizes are the same in another order, or nothing."""
        told, dealt = self.distribution, self.counts
        proven = not self.variant and is_deck(told.values()) and is_deck(dealt.values()) and dealt != told
        return dealt if proven else {}

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """The sizes of all four suits; nothing if one is unknown or if they are impossible."""
        if self.proven:
            return self.proven
        sizes = self.distribution
        known = len(sizes) == len(facts().suits)
        return sizes if known and (self.variant or is_deck(sizes.values())) else {}

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """All cards; none if the sizes of the suits are not known."""
        return deck(tuple(self.sizes.items()))

    @cached_property
    def twelve(self) -> str | None:
        """The one suit with 12 cards."""
        most = [name for name, size in self.sizes.items() if size == max(facts().counts)]
        return most[0] if len(most) == 1 else None

    @cached_property
    def goal(self) -> str | None:
        """The goal suit: in the standard game, the partner of the suit with 12 cards."""
        return self.said if self.variant or self.twelve is None else partner(self.twelve)

    @cached_property
    def told(self) -> Told:
        """The state of the deal; "full" if all cards of the deck are dealt, "unclear" if a hand is missing or broken."""
        if self.hands is None:
            return "none"
        broken = any(None in hand for hand in self.hands.values())
        if broken or self._twice or self.open or not self.hands.keys() >= set(self.players):
            return "unclear"
        if len(self.dealt) < (len(self.deck) or facts().cards):
            return "short"
        return "full" if self.dealt.keys() >= set(self.deck) else "unclear"

    @cached_property
    def untold(self) -> Untold:
        """The players whose hands are unknown or incomplete."""
        if self.told == "full":
            return Untold()
        known = {player for player, hand in self.cards.items() if len(hand) >= self.size and None not in hand}
        sizes = {suit.letter: self.sizes[name] for name, suit in suit_names().items() if self.sizes}
        letters = [suit.letter for suit in facts().suits]
        numbers = {
            player: dict(zip(letters, hand, strict=True))
            for player in self.players
            if (hand := self.dealt_to(player)) is not None
        }
        return Untold(frozenset(self.players) - known, sizes, numbers)

    @cached_property
    def whole(self) -> frozenset[str]:
        """The players whose complete hands are known as cards."""
        hands = () if self._twice or self.seats not in facts().players else self.cards.items()
        return frozenset([player for player, hand in hands if len(hand) == self.size and None not in hand])

    def dealt_to(self, player: str) -> Counts | None:
        """Return the number of dealt cards of each suit, or None if the hand is incomplete."""
        if (numbers := self.numbers.get(player)) is not None:
            hand = tuple(numbers.get(suit.letter, 0) for suit in facts().suits)
        else:
            hand = counted(card for card in self.cards.get(player, ()) if card)
        return None if self._twice or sum(hand) * self.seats != facts().cards else hand

    @cached_property
    def _twice(self) -> bool:
        """Whether a card is dealt twice."""
        cards = [card for hand in self.cards.values() for card in hand if card is not None]
        return len(self.dealt) < len(cards)

    @cached_property
    def complete(self) -> bool:
        """Whether the deal is complete: each card once, in equal hands of players, or equivalent counts of each suit."""
        if not self.deck or not self.cards.keys() <= set(self.players):
            return False
        if not self.numbers:
            return self.told == "full" and (bool(self.variant) or self._is_dealt_to([*self.cards]))
        dealt = [hand for player in self.players if (hand := self.dealt_to(player)) is not None]
        return len(dealt) == len(self.players) and tuple(map(sum, zip(*dealt, strict=True))) == counted(
            self.deck
        )

    def outcome(
        self, end: RoundState, written: Mapping[str, Number], payout: str = "detect"
    ) -> Outcome | None:
        """Return the end of the round, or None if deal, goal suit or trades are unknown.

        `written` are the final banks, `payout` is the setting for the payout rule.
        """
        held = end.cards.held(end.nets, self.goal) if self.goal is not None and self.complete else None
        nets = {player: net for player, net in end.nets.items() if net is not None}
        unknown = held is None or len(held) < len(end.nets) or len(nets) < len(end.nets)
        return None if held is None or unknown else likely(held, nets, written, payout)

    def beliefs(self, seen: Seen | None, player: str | None) -> Beliefs | None:
        """See :meth:`Round.beliefs`."""
        standard = not self.variant and not self.open and self.seats in facts().players
        if seen is None or not standard or (player is not None and player not in self.players):
            return None
        hand = None if player is None else self.dealt_to(player)
        return None if hand is None and player is not None else seen.beliefs(player, hand)

    def payout_rule(self, end: Outcome | None, written: Mapping[str, Number], payout: str) -> PayoutRule:
        """Return the known payout rule, given the end of the round."""
        if end is not None:
            return end.rule
        return rule_by_total(written, self.seats, payout) or facts().standard


@dataclass(frozen=True)
class Round:
    """A round after some trades."""

    deal: Deal
    standing: RoundState
    trades: tuple[Move, ...] = ()
    seen: Seen | None = None
    """The public facts; None after a trade with unknown players or suit."""

    @classmethod
    def begun(cls: type[R], deal: Deal, stake: Number | None = None, owners: Owners | None = None) -> R:
        """Return a round before its first trade. By the standard rule, each player has 350 chips minus the ante."""
        players = deal.players
        owners = {card: Holder(one) for card, one in deal.dealt.items()} if owners is None else owners
        cards = Cards(owners, untold=deal.untold)
        stake = facts().standard.stake(deal.seats) if stake is None else stake
        return cls(deal, RoundState(cards, dict.fromkeys(players, 0), stake), (), Seen.nothing(players))

    def after(self: R, move: Move) -> R:
        """Return the round after one more trade, legal or not."""
        return replace(
            self,
            standing=self.standing.after(move, len(self.trades)),
            trades=(*self.trades, move),
            seen=self.seen and self.seen.after(move),
        )

    def beliefs(self, player: str | None = None) -> Beliefs | None:
        """Return the beliefs of a player, from the own hand and the public trades, or of a spectator.

        `.goals` is the exact probability of each goal suit, as a fraction. Return None if it is unknown.
        """
        return self.deal.beliefs(self.seen, player)


class Terms(NamedTuple):
    """The facts that every trade is checked against: players, dealt cards, the end of the round, its pauses."""

    players: tuple[str, ...]
    """The players, or nothing if their number is unknown."""
    duration: Number | None
    deal: Told
    dealt: Owners
    """The cards with the players that they are dealt to, and their places."""
    pauses: tuple[Pause, ...]
    untold: Untold = Untold()
    open: bool = False
    """See :attr:`Deal.open`."""
    whole: frozenset[str] = frozenset()
    """See :attr:`Deal.whole`."""
    odd: frozenset[str] = frozenset()
    """The names of superfluous hands or banks. Another rule reports them."""

    def plays(self, player: str) -> bool:
        """Return whether a name may be a player's."""
        return player in self.players if self.players and not self.open else bool(player)


def _seats(count: int) -> tuple[str, ...]:
    """Return `P1`, `P2` and so on."""
    return tuple(f"P{number}" for number in range(1, count + 1))


def _seat_number(name: str) -> int:
    """Return the number of a player, or a large one for other names."""
    return int(name[1:]) if is_seat(name) else sys.maxsize


def _meant_seat(name: str, free: Sequence[str]) -> str | None:
    """Return the seat without a hand that a name is a typo of, or None."""
    number = f"P{re.sub(r'[^0-9]', '', name)}"
    return None if is_seat(name) else number if number in free and len(name) < LONG else nearest(name, free)


class Pause(NamedTuple):
    """A period without trading. Without an end, everything after its start is unknown."""

    start: Number
    end: Number | None

    def holds(self, time: Number) -> bool:
        return self.end is not None and self.start < time < self.end


def pauses_among(moments: Iterable[tuple[Number, str]]) -> Iterator[Pause]:
    """Yield the pauses of a round by time, from each `Pause` to the next `Resume`."""
    start: Number | None = None
    for time, kind in sorted(moments):
        if kind == "Pause" and start is None:
            start = time
        elif kind == "Resume" and start is not None:
            yield Pause(start, time)
            start = None
    if start is not None:
        yield Pause(start, None)
