"""DeckSetup and Deal: the suits of the deck, the goal suit, and who was dealt what."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Severity
from kibitz.core.words import nearest
from kibitz.languages.pfn.check.tables import did_you_mean, listed
from kibitz.languages.pfn.game.figgie import facts, in_order, number_of, partner, suit_names, suit_of
from kibitz.languages.pfn.text.record import Hand, Record
from kibitz.languages.pfn.text.tables import Leaf, Part, text
from kibitz.languages.pfn.text.trades import not_a_card, unknown_player, unknown_suit

MISSING_NAMED = 12
"""So many missing cards are named in a message."""


def check(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Everything about the deck and the deal."""
    yield from _goal(rules, record)
    yield from _distribution(rules, record)
    yield from _hands(rules, record)


def setting(leaf: Leaf, name: str) -> Fix:
    """Writes another name in the place of a string."""
    return Fix(f"Change to `{name}`", (Edit(*leaf.plain.span, name),))


def _goal(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    color, goal = record.leaf("DeckSetup", "GoalSuitColor"), record.leaf("DeckSetup", "GoalSuit")
    written = text(color)
    colors = {suit.color for suit in facts().suits}
    if color is not None and written is not None and written not in colors:
        hint, fixes = did_you_mean(written, colors, color.plain.span)
        yield rules["unknown-color"].at(*color.span, text=written, hint=hint, fixes=fixes)
    if goal is None:
        return
    yield from unknown_suit(rules, goal)
    suit = suit_names().get(record.suit("DeckSetup", "GoalSuit") or "")
    wrong_suit = _wrong_goal(rules, record, goal) if suit is not None else None
    if color is not None and suit is not None and written in colors and written != suit.color:
        twelve = record.twelve
        # A wrong suit of a right colour is one mistake.
        if wrong_suit is None or twelve is None or suit_names()[twelve].color != written:
            yield rules["goal-color"].at(
                *color.span, suit=suit.name, color=suit.color.lower(), written=written,
                fixes=[setting(color, suit.color)],
            )  # fmt: skip
    if wrong_suit is not None:
        yield wrong_suit


def _wrong_goal(rules: Rules, record: Record, goal: Leaf) -> Diagnostic | None:
    """The goal suit against the suit with 12 cards."""
    right = partner(record.twelve) if record.twelve is not None else None
    written = record.suit("DeckSetup", "GoalSuit")
    if right is None or written == right:
        return None
    severity = Severity.WARNING if record.variant else None
    return rules["goal-suit"].at(
        *goal.span, twelve=record.twelve, goal=right, written=written, severity=severity,
        fixes=[setting(goal, right)],
    )  # fmt: skip


def _distribution(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    leaves = list(record.leaves("DeckSetup", "Distribution"))
    place = next((table.head for table in record.at("DeckSetup", "Distribution")), None)
    if place is None:
        return
    names = {leaf.name for leaf in leaves}
    missing = [name for name in suit_names() if name not in names]
    unknown = [leaf for leaf in leaves if leaf.name not in suit_names()]
    for leaf in unknown:
        yield _no_suit(rules, leaf, missing)
    if len(unknown) < len(missing):
        problem = f"`Distribution` lacks {listed(missing)}: it gives the size of each of the four suits"
        yield rules["distribution-suits"].at(*place, problem=problem)
    if missing or len(record.distribution) < len(facts().suits):
        return
    sizes = list(record.distribution.values())
    if sorted(sizes) != sorted(facts().counts):
        counts = ", ".join(map(str, sizes[:-1])) + f" and {sizes[-1]}"
        severity = Severity.WARNING if record.variant else None
        span = (min(leaf.span.start for leaf in leaves), max(leaf.span.end for leaf in leaves))
        wide = len({table.head for table in record.at("DeckSetup", "Distribution")}) > 1
        yield rules["distribution-counts"].at(*(place if wide else span), counts=counts, severity=severity)


def _no_suit(rules: Rules, leaf: Leaf, missing: list[str]) -> Diagnostic:
    """A key of Distribution that is no suit, which is probably one that is missing."""
    meant = nearest(leaf.name, missing)
    hint = (
        f"; did you mean `{meant}`?"
        if meant
        else f"; {listed(missing)} is missing"
        if len(missing) == 1
        else ""
    )
    fixes = [Fix(f"Change to `{meant}`", (Edit(*leaf.key, meant),))] if meant else []
    problem = f"`{leaf.name}` is no suit: `Distribution` gives the size of each of the four{hint}"
    return rules["distribution-suits"].at(*leaf.key, problem=problem, fixes=fixes)


def _hands(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    first: dict[str, tuple[Hand, Part]] = {}
    for hand in record.hands:
        if not record.frame.plays(hand.player):
            yield unknown_player(rules, "deal-to-nobody", Part(hand.player, hand.leaf.key), record.players)
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
    if record.has_deal:
        yield from _numbers(rules, record, first)
        yield from _players_and_sizes(rules, record)


def _numbers(rules: Rules, record: Record, places: dict[str, tuple[Hand, Part]]) -> Iterator[Diagnostic]:
    """Cards with numbers above the size of their suit. If a suit has more cards than it can, that is the error."""
    for suit in facts().suits:
        size = record.sizes.get(suit.name)
        cards = [card for card in places if suit_of(card) == suit]
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
    misnamed = [hand for hand in record.hands if not record.frame.plays(hand.player)]
    if len(without) > len(misnamed):
        yield rules["player-without-hand"].at(*deal.head, players=listed(without))
    sizes = {hand.player: len(hand.cards) for hand in record.hands if hand.player in record.players}
    broken = record.frame.deal == "unclear"
    if not without and not broken and len(set(sizes.values())) > 1:
        hands = ", ".join(f"`{player}` has {size}" for player, size in sizes.items())
        yield rules["unequal-hands"].at(*deal.head, hands=hands)
    if record.deck and not without and not broken:
        yield from _missing_cards(rules, record, deal.head.start, deal.head.end)


def _missing_cards(rules: Rules, record: Record, start: int, end: int) -> Iterator[Diagnostic]:
    dealt = set(record.dealt)
    missing = [card for card in record.deck if card not in dealt]
    counts = {suit.name: sum(suit_of(card) == suit for card in dealt) for suit in facts().suits}
    short = [name for name, size in record.sizes.items() if counts[name] < size]
    if not short or any(counts[name] > size for name, size in record.sizes.items()):
        return
    named = ", ".join(in_order(missing)[:MISSING_NAMED])
    if len(missing) > MISSING_NAMED:
        named += f" and {len(missing) - MISSING_NAMED} more"
    size = sum(record.sizes.values())
    yield rules["too-few-dealt"].at(start, end, dealt=len(dealt), size=size, missing=named)
