"""The effect of a trade on hands and banks, even if parts of the trade are unknown.

A trade with an unreadable card may have moved any card of its seller, of its suit if that is known. The cards keep
their holders, and the possible ones are added. A later sale of a card shows its holder.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import NamedTuple

from kibitz.languages.pfn.game.figgie import Number, deck, facts, in_order, suit_names

NOBODY_KNOWS = frozenset({"?"})
"""A name for any player, if the holder of a card is unknown."""


class Move(NamedTuple):
    """A trade. Unknown parts and names that are not players' are None. The suit is its letter."""

    buyer: str | None
    seller: str | None
    suit: str | None
    card: str | None
    price: Number | None

    @property
    def letter(self) -> str | None:
        """The letter of the sold suit; None if suit and card are missing or disagree."""
        letters = {self.suit, self.card and self.card[0]} - {None}
        return letters.pop() if len(letters) == 1 else None


class Holder(NamedTuple):
    """The known holder of a card."""

    player: str | None
    """None after a sale to an unknown player."""
    source: Hashable = None
    """The place of the evidence."""
    dealt: bool = True
    """Whether it was dealt to the player, not bought."""
    others: frozenset[str] = frozenset()
    """The other possible holders."""

    @property
    def sure(self) -> bool:
        """Whether the holder is certain."""
        return self.player is not None and not self.others

    def or_of(self, who: frozenset[str]) -> Holder:
        """Return the same holder with more possible ones."""
        return self._replace(others=NOBODY_KNOWS if NOBODY_KNOWS in (who, self.others) else self.others | who)

    def may_be(self, player: str) -> bool:
        """Return whether it may be a player's."""
        return self.player in {None, player} or player in self.others or self.others == NOBODY_KNOWS


def _one(player: str | None) -> frozenset[str]:
    """Return a player as a possible holder, or any player if unknown."""
    return NOBODY_KNOWS if player is None else frozenset({player})


class Unseen(NamedTuple):
    """A move of an unknown card; an unknown player or suit is None."""

    seller: str | None
    buyer: str | None
    suit: str | None


Owners = Mapping[str, Holder]
"""The cards in their standard form, with their holders. Never changed."""


class Untold(NamedTuple):
    """The unknown part of a deal: of these hands, only cards bought and not sold are known."""

    players: frozenset[str] = frozenset()
    """The players with missing cards."""
    sizes: Mapping[str, int] = {}
    """The size of each suit, by its letter; empty if unknown."""
    numbers: Mapping[str, Mapping[str, int]] = {}
    """The number of cards of each suit, by its letter, for the players with known counts."""

    def of_hand(self, player: str) -> Mapping[str, int] | None:
        """Return the counts of a hand that is known in counts only."""
        return self.numbers.get(player) if player in self.players else None

    def after(self, move: Move) -> Untold:
        """Return the counts after a trade. If the suit or a player is unknown, the affected counts become unknown."""
        if None in move[:2]:
            return self._replace(numbers={})
        numbers, suit = dict(self.numbers), move.letter
        for player, change in ((move.seller or "", -1), (move.buyer or "", 1)):
            has = numbers.pop(player, None)
            if has is not None and suit is not None and (left := has.get(suit, 0) + change) >= 0:
                numbers[player] = {**has, suit: left}
        return self._replace(numbers=numbers)


class Cards(NamedTuple):
    """The holders of all cards."""

    owners: Owners
    unseen: Mapping[Unseen, int] = {}
    """The number of unknown cards for each way of moving."""
    untold: Untold = Untold()

    def is_untold(self, player: str, suit: str) -> bool:
        """Return whether a player may have unknown cards of a suit, given by its letter."""
        if player not in self.untold.players or player in self.untold.numbers:
            return False
        return sum(card[0] == suit for card in self.owners) < self.untold.sizes.get(
            suit, len(self.owners) + 1
        )

    def after(self, move: Move, source: Hashable = None) -> Cards:
        """Return the cards after a trade, even an illegal one: the buyer has the card."""
        if self.untold.numbers:
            return self._replace(untold=self.untold.after(move))._after(move, source)
        return self._after(move, source)

    def _after(self, move: Move, source: Hashable) -> Cards:
        card = move.card
        if card is None or self.doubtful(move):
            return self._unseen(move)
        before = self.owners.get(card)
        if before is not None and move.seller is not None and not before.may_be(move.seller):
            return self._disputed(card, before, move)
        owners = {**self.owners, card: Holder(move.buyer, source, False)}
        if move.suit not in {None, card[0]}:
            return self._either(move, card, source)
        if before is None or before.player in {None, move.seller} or move.seller is None:
            return self._replace(owners=owners)
        if before.others and before.may_be(move.seller):
            return self._replace(owners=owners)._explained(before.player, move.seller, card[0])
        return self._replace(owners=owners)

    def _moved(self, *ways: Unseen) -> Cards:
        """Return the cards after one more unknown card has moved in each of these ways."""
        return self._replace(unseen={**self.unseen, **{way: self.unseen.get(way, 0) + 1 for way in ways}})

    def _either(self, move: Move, card: str, source: Hashable) -> Cards:
        """Return the state after a sale whose card and suit disagree: either may be right."""
        owners = {
            one: holder.or_of(_one(move.buyer))
            if one[0] == move.suit and holder.player == move.seller
            else holder
            for one, holder in self.owners.items()
        }
        owners[card] = Holder(move.buyer, source, False, _one(move.seller))
        return self._replace(owners=owners)._moved(
            *(Unseen(None, None, suit) for suit in (card[0], move.suit))
        )

    def doubtful(self, move: Move) -> bool:
        """Return whether the card is probably misspelt: its suit is not the named one, and the seller does not own it."""
        if move.suit is None or move.card is None or move.card[0] == move.suit:
            return False
        owner = self.owners.get(move.card)
        return owner is None or owner.player != move.seller

    def _unseen(self, move: Move) -> Cards:
        """Return the cards after a trade with an unreadable card."""
        owners = {
            card: holder.or_of(_one(move.buyer))
            if move.suit in {None, card[0]}
            and holder.player not in {None, move.buyer}
            and (move.seller is None or holder.may_be(move.seller))
            else holder
            for card, holder in self.owners.items()
        }
        return self._replace(owners=owners)._moved(Unseen(move.seller, move.buyer, move.suit))

    def _disputed(self, card: str, before: Holder, move: Move) -> Cards:
        """Return the state after the sale of another player's card: the seller or the card is wrong.

        If the buyer has the card, buyer and seller may be swapped.
        """
        new = _one(move.seller if move.buyer == before.player else move.buyer)
        owners = self._unseen(move._replace(card=None, suit=card[0])).owners
        holder = owners[card]
        owners = {**owners, card: holder._replace(others=holder.others | new)}
        return self._replace(owners=owners)._moved(Unseen(None, move.buyer, card[0]))

    def _explained(self, giver: str | None, taker: str | None, suit: str) -> Cards:
        """Return the state after a sale that explains an unreadable trade."""
        ends = ((giver, taker), (None, taker), (giver, None))
        ways = [Unseen(seller, buyer, what) for seller, buyer in ends for what in (suit, None)]
        found = next((way for way in ways if way in self.unseen), None)
        if found is None:
            # It moved by several trades, so all counts of cards become unknown.
            return self._moved(Unseen(None, None, suit))
        unseen = {way: count - (way == found) for way, count in self.unseen.items() if count > (way == found)}
        if unseen:
            return self._replace(unseen=unseen)
        owners = {card: one._replace(others=frozenset()) for card, one in self.owners.items()}
        return self._replace(owners=owners, unseen={})

    def hands(self, players: Iterable[str]) -> dict[str, list[str]]:
        """Return the sorted hand of each player, without cards that are known to be elsewhere."""
        hands: dict[str, list[str]] = {player: [] for player in players}
        for card in in_order(self.owners):
            player = self.owners[card].player
            if player is not None:
                hands.setdefault(player, []).append(card)
        return hands

    def hidden(self, player: str, suit: str | None) -> int:
        """Return the number of unknown cards of a suit in a hand."""
        if (numbers := self.untold.of_hand(player)) is not None and suit is not None:
            named = sum(card[0] == suit and one.player == player for card, one in self.owners.items())
            return max(numbers.get(suit, 0) - named, 0)
        return sum(count for way, count in self.unseen.items() if way.buyer == player and way.suit == suit)

    def held(self, players: Iterable[str], name: str) -> dict[str, int] | None:
        """Return the number of cards of a suit for each player with a known one, or None after an unreadable trade.

        Players with unknown cards of the suit are left out.
        """
        suit, everybody = suit_names()[name].letter, tuple(players)
        cards = deck(((name, facts().highest),))
        owners = [self.owners[card].player for card in cards if card in self.owners]
        if not {*owners} <= {*everybody}:
            return None
        untold = [player for player in self.untold.players if self.is_untold(player, suit)]
        held = {player: owners.count(player) for player in everybody if player not in untold}
        for (seller, buyer, moved), count in self.unseen.items():
            if moved not in {None, suit}:
                continue
            if moved is None or seller not in everybody or buyer not in everybody:
                return None
            for player, change in ((seller, -count), (buyer, count)):
                if player in held:
                    held[player] += change
        held.update(
            {player: has.get(suit, 0) for player, has in self.untold.numbers.items() if player in held}
        )
        return held


def paid(move: Move) -> Iterator[tuple[str, Number]]:
    """Yield the change of chips of the known players of a trade."""
    if move.price is not None:
        if move.buyer is not None:
            yield move.buyer, -move.price
        if move.seller is not None:
            yield move.seller, move.price


def unknown_banks(move: Move) -> frozenset[str]:
    """Return the players with unknown banks after a trade: names; `!P1` is every player except P1, `!` every player."""
    known = [player for player in (move.buyer, move.seller) if player is not None]
    if len(known) == 2:
        return frozenset(known) if move.price is None else frozenset()
    return frozenset({"!"}) if move.price is None else frozenset({"!" + "".join(known)})


def is_known(player: str, unknown: frozenset[str]) -> bool:
    """Return whether the bank of a player is known, given the :func:`unknown_banks` of all trades."""
    return not unknown or not any(
        one == player or (one.startswith("!") and one[1:] != player) for one in unknown
    )


class RoundState(NamedTuple):
    """Hands and banks after some trades."""

    cards: Cards
    nets: Mapping[str, Number | None]
    """The gains of each player by trading, or None if unknown."""
    stake: Number
    """The chips of each player before the first trade."""

    def after(self, move: Move, source: Hashable = None) -> RoundState:
        """Return the state after one more trade."""
        nets = dict(self.nets)
        for player, change in paid(move):
            if (net := nets.get(player)) is not None:
                nets[player] = net + change
        unknown = unknown_banks(move)
        nets = {player: net if is_known(player, unknown) else None for player, net in nets.items()}
        return RoundState(self.cards.after(move, source), nets, self.stake)

    @property
    def banks(self) -> dict[str, Number | None]:
        return {player: None if net is None else net + self.stake for player, net in self.nets.items()}

    @property
    def hands(self) -> dict[str, list[str]]:
        """The sorted hand of each player."""
        return self.cards.hands(self.nets)
