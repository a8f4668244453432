"""Completion of the cards of a hand: undealt cards first, in order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial

from kibitz.core.next import Option
from kibitz.languages.pfn.features._values import Field, all_cards, card_in_words
from kibitz.languages.pfn.game.figgie import facts, in_order, number_of, read_card, suit_names, suit_of

SORTED = 0.6
"""The probability that the next card of a sorted hand is of the next suit."""


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

    def ahead(self, cards: list[str]) -> list[str]:
        """Return the cards that may come after those of the hand, the likeliest first."""
        left = [card for card in self.left if card not in cards]
        if not self.sorted or not cards:
            return left
        left = in_order(left)
        place = in_order([*left, cards[-1]]).index(cards[-1])
        return left[place:] + left[:place]

    @property
    def wanted(self) -> int:
        """The number of cards that the hand lacks."""
        return self.size - len(self.cards)

    @property
    def ends(self) -> bool:
        """Whether the next card is the last one."""
        return self.wanted == 1 and not self.behind and self.field.last

    def options(self) -> Iterator[Option]:
        """Yield the rest of the deck if it completes the hand, then single cards."""
        field, wanted = self.field, self.wanted
        written, end = field.written, field.slot.quote + field.rest if field.last else ""
        if field.record.deal.deck and len(self.left) == wanted > 1 and not self.behind:
            rest = self.comma.join(map(written, in_order(self.left)))
            text = rest if field.slot.closed else rest + end
            yield Option(text, "all cards that are left", kind="card", label=rest)
        then = "" if self.behind or not self.size else end if wanted == 1 else self.comma
        typed = read_card(field.here.source[field.piece.start : field.here.offset].strip())
        for card in self.ahead(self.cards):
            one = Option(
                written(card) + then, card_in_words(field.record, card), kind="card", label=written(card)
            )
            if card == typed:
                one = one._replace(
                    chance=1.0, then=partial(self._following, card) if then == self.comma else None
                )
            yield one

    def _following(self, card: str) -> Iterator[Option]:
        """Yield the suit of the next card in a sorted hand."""
        if self.sorted and (ahead := self.ahead([*self.cards, card])):
            yield Option(self.field.written(ahead[0])[0], f"then {suit_of(ahead[0]).name}", SORTED)
