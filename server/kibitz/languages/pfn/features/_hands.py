"""Completion of the cards of a hand: undealt cards first, in order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from kibitz.languages.pfn.features._values import Choice, Field, all_cards, card_in_words
from kibitz.languages.pfn.game.figgie import facts, in_order, number_of, read_card, suit_names, suit_of


class Hand:
    """A hand that is being written at a cursor in it."""

    def __init__(self, field: Field) -> None:
        self.field = field
        source, (start, end) = field.here.source, field.slot.span
        self.behind = bool(source[field.piece.end : end].strip())
        """Whether cards follow the cursor."""
        before = source[start : field.piece.start].split(",")
        self.cards = [card for piece in before if (card := read_card(piece.strip())) is not None]
        self.hands = [hand for hand in field.record.hands if hand.player != field.name]

    @cached_property
    def left(self) -> list[str]:
        """The undealt cards."""
        dealt = {card for hand in self.hands for _, card in hand.cards if card is not None} | set(self.cards)
        return [card for card in self.field.record.deal.deck or self._possible() if card not in dealt]

    def _possible(self) -> list[str]:
        """Return the cards that may be in the deck if only the goal suit is known."""
        most = {
            name: max(counts[name] for counts in ways)
            for name in suit_names()
            if (ways := self.field.form.sizes(name))
        }
        return [
            card for card in all_cards() if number_of(card) <= most.get(suit_of(card).name, facts().highest)
        ]

    @cached_property
    def size(self) -> int:
        """The number of cards of a hand; 0 if it is unknown."""
        written = [len(hand.cards) for hand in self.hands if hand.cards]
        if len(written) > 1 and len({*written[-2:]}) == 1:
            return written[-1]
        players = len(self.field.record.players)
        cards = len(self.field.record.deal.deck) or facts().cards
        return cards // players if players in facts().players else 0

    @cached_property
    def sorted(self) -> bool:
        """Whether hands are written in order here."""
        written = [[card for _, card in hand.cards if card] for hand in self.hands]
        return all(hand == in_order(hand) for hand in [*written, self.cards])

    @cached_property
    def comma(self) -> str:
        """The separator of cards in this deal."""
        texts = [str(hand.leaf.node.value) for hand in self.hands if hand.leaf.node is not None]
        if not texts and "," not in self.field.typed:
            return next((one.parted for one in self.field.form.siblings), ",")
        return ", " if any(", " in text for text in [*texts, self.field.typed]) else ","

    @cached_property
    def ahead(self) -> list[str]:
        """The cards that may come next, the likeliest first."""
        if not self.sorted or not self.cards:
            return self.left
        place = in_order([*self.left, self.cards[-1]]).index(self.cards[-1])
        left = in_order(self.left)
        return left[place:] + left[:place]

    def choices(self) -> Iterator[Choice]:
        """Yield the rest of the deck if it completes the hand, then single cards."""
        wanted = self.size - len(self.cards)
        written = self.field.written
        if self.field.record.deal.deck and len(self.left) == wanted > 1 and not self.behind:
            rest = self.comma.join(map(written, in_order(self.left)))
            yield Choice(rest, "card", "all cards that are left", self._end(), rest)
        for card in self.ahead:
            then = "" if self.behind or not self.size else self.comma if wanted > 1 else self._end()
            yield Choice(written(card), "card", card_in_words(self.field.record, card), then)

    def ghost(self) -> str:
        """Return the text after a typed card: a comma and the next suit, or the next hand. Return nothing if it is unclear."""
        card = read_card(self.field.typed.rpartition(",")[2].strip())
        if card is None or card not in self.left or not self.size or self.behind:
            return ""
        if self.size - len(self.cards) == 1:
            return self._end()
        self.cards, self.left = [*self.cards, card], [one for one in self.left if one != card]
        if not self.sorted or not self.ahead:
            return self.comma
        return self.comma + self.field.written(self.ahead[0])[0]

    def _end(self) -> str:
        return '"' + self.field.then() if self.field.last else ""
