"""Deal: who was dealt what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from unicodedata import normalize

from kibitz.core.bounds import NAMED
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Fix, Related, Span
from kibitz.core.words import did_you_mean, quoted
from kibitz.languages.pfn.check.jotted import hands
from kibitz.languages.pfn.check.names import changed, unknown_player
from kibitz.languages.pfn.game.figgie import facts, in_order, number_of, read_card
from kibitz.languages.pfn.text.record import Hand, Record
from kibitz.languages.pfn.text.tables import Part, text
from kibitz.languages.pfn.toml.faults import unseen, without_unseen

SIGNS = {ord(outline): sign for outline, sign in zip("♤♧♡♢", "♠♣♥♦", strict=True)} | {
    0xFE0E: None,
    0xFE0F: None,
}
"""Suits drawn as outlines, and the marks that make signs text or pictures."""


def check(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Everything about the deal."""
    first: dict[str, tuple[Hand, Part]] = {}
    for hand in record.hands:
        if not record.terms.plays(hand.player):
            yield unknown_player(rules, "deal-to-nobody", Part(hand.player, hand.leaf.key), record.players)
        if (counted := hands(rules, hand)) is not None:
            yield counted
            continue
        for part, card in hand.cards:
            if card is None:
                yield not_a_card(rules, part)
            elif card in first:
                holder, place = first[card]
                yield rules["card-dealt-twice"].at(
                    *part.span, card=part.text, player=holder.player,
                    related=[Related(place.span, f"dealt to `{holder.player}` here")],
                )  # fmt: skip
            else:
                first[card] = hand, part
        yield from _empty_pieces(rules, hand)
    if record.has_deal:
        yield from _numbers(rules, record, first)
        yield from _players_and_sizes(rules, record)


def _empty_pieces(rules: Rules, hand: Hand) -> Iterator[Diagnostic]:
    """Two commas with no card between them."""
    written = text(hand.leaf) or ""
    start, end = hand.leaf.span
    if end - start == len(written) + 2:
        for found in re.finditer(r",(?:[ \t]*,)+", written):
            span = Span(*found.span()).shifted(start + 1)
            fixes = [changed(span, ",")]
            yield rules["not-a-card"].at(*span, text=found[0], hint="; a card is missing here", fixes=fixes)


def _numbers(rules: Rules, record: Record, places: dict[str, tuple[Hand, Part]]) -> Iterator[Diagnostic]:
    """Cards with numbers above the size of their suit. If a suit has more cards than it can, that is the error."""
    for suit in facts().suits:
        size = record.deal.sizes.get(suit.name)
        cards = [card for card in places if card[0] == suit.letter]
        if size is None:
            continue
        high = [places[card][1] for card in cards if number_of(card) > size]
        if len(cards) > size:
            yield rules["too-many-dealt"].at(*high[0].span, dealt=len(cards), suit=suit.name, size=size)
            continue
        for part in high:
            yield rules["card-number"].at(*part.span, card=part.text, size=size, suit=suit.name)


def _players_and_sizes(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    deal = next(iter(record.at("Deal")))
    without = [player for player in record.players if record.leaf("Deal", player) is None]
    misnamed = [hand for hand in record.hands if not record.terms.plays(hand.player)]
    if len(without) > len(misnamed):
        yield rules["player-without-hand"].at(*deal.head, players=quoted(without))
    sizes = {hand.player: len(hand.cards) for hand in record.hands if hand.player in record.players}
    broken = record.terms.deal == "unclear"
    # Where some are too small and the cards that are missing can be told, that is said instead.
    wanted = facts().cards // max(len(record.players), 1)
    told = record.deal.deck and max(sizes.values(), default=0) <= wanted
    if not without and not broken and not told and len(set(sizes.values())) > 1:
        said = ", ".join(f"`{player}` has {size}" for player, size in sizes.items())
        yield rules["unequal-hands"].at(*deal.head, hands=said)
    if record.deal.deck and not without and not broken:
        yield from _missing_cards(rules, record, deal.head)


def _missing_cards(rules: Rules, record: Record, head: Span) -> Iterator[Diagnostic]:
    """The cards that are dealt to nobody: at the one hand that is as much too small, or at the head of the deal."""
    dealt = set(record.deal.dealt)
    missing = [card for card in record.deal.deck if card not in dealt]
    counts = record.deal.counts
    short = [name for name, size in record.deal.sizes.items() if counts[name] < size]
    if not short or any(counts[name] > size for name, size in record.deal.sizes.items()):
        return
    named = ", ".join(in_order(missing)[:NAMED])
    if len(missing) > NAMED:
        named += f" and {len(missing) - NAMED} more"
    size = sum(record.deal.sizes.values())
    wanted = size // len(record.players) if record.players else 0
    small = [hand for hand in record.hands if len(hand.cards) < wanted]
    place, fixes = head, []
    if len(small) == 1 and small[0].cards and len(small[0].cards) + len(missing) == wanted:
        place, fixes = small[0].leaf.span, _added(small[0], in_order(missing))
    yield rules["too-few-dealt"].at(*place, dealt=len(dealt), size=size, missing=named, fixes=fixes)


def _added(hand: Hand, cards: Sequence[str]) -> list[Fix]:
    """A fix that puts cards behind those of a hand, written as these are."""
    end, at = hand.leaf.span.end, hand.cards[-1][0].span.end
    if at >= end or hand.leaf.node is None:
        return []
    gap = ", " if ", " in str(hand.leaf.node.value) else ","
    more = [f', "{card}"' if hand.leaf.node.kind == "array" else f"{gap}{card}" for card in cards]
    return [Fix.of(f"Add {quoted(cards)} to the hand of `{hand.player}`", at, at, "".join(more))]


def not_a_card(rules: Rules, part: Part) -> Diagnostic:
    """A text that should be a card and is none."""
    pieces = [piece for piece in re.split(r"[ ;/|+]+", part.text) if piece]
    plain = without_unseen(normalize("NFKC", part.text).translate(SIGNS))
    upper = plain.upper().replace(" ", "")
    guesses = (plain, upper, upper[-1:] + upper[:-1], upper[:1] + upper[1:].lstrip("0"))
    if len(pieces) > 1 and all(map(read_card, pieces)):
        meant = ",".join(pieces)
        hint = f"; did you mean `{meant}`, with commas?"
    else:
        meant, hidden = next(filter(read_card, guesses), ""), unseen(part.text)
        hint = f"; it holds {hidden}, which can't be seen" if meant and hidden else did_you_mean(meant)
    fixes = [changed(part.span, meant)] if meant else []
    return rules["not-a-card"].at(*part.span, text=part.text, hint=hint, fixes=fixes)
