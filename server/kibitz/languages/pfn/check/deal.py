"""Rules of the deck and the deal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from unicodedata import normalize

from kibitz.core.bounds import NAMED
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Severity, Span
from kibitz.core.words import did_you_mean, listed, quoted
from kibitz.languages.pfn.check.tables import changed, suggested, unknown_player
from kibitz.languages.pfn.game.figgie import (
    by_mark,
    facts,
    in_order,
    is_deck,
    number_of,
    partner,
    read_card,
    suit_names,
)
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.record import Hand, Record
from kibitz.languages.pfn.text.tables import BANK, Leaf, Part, text
from kibitz.languages.pfn.toml.errors import UNSEEN, unseen


def check_goal(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Yield the findings for the goal suit and its colour."""
    color, goal = record.leaf("DeckSetup", "GoalSuitColor"), record.leaf("DeckSetup", "GoalSuit")
    written = text(color)
    colors = {suit.color for suit in facts().suits}
    if color is not None and written and written not in colors:
        hint, fixes = suggested(written, colors, color.plain.span)
        yield rules["unknown-color"].at(*color.span, text=written, hint=hint, fixes=fixes)
    if goal is None:
        return
    yield from unknown_suit(rules, goal)
    suit = suit_names().get(record.suit("DeckSetup", "GoalSuit") or "")
    wrong_suit = _wrong_goal(rules, record, goal) if suit is not None else None
    if color is not None and suit is not None and written in colors and written != suit.color:
        twelve = record.deal.twelve
        # A wrong suit with its right colour is one mistake.
        if wrong_suit is None or twelve is None or suit_names()[twelve].color != written:
            yield rules["goal-color"].at(
                *color.span, suit=suit.name, color=suit.color.lower(), written=written,
                fixes=[changed(color.plain.span, suit.color, written)],
            )  # fmt: skip
    if wrong_suit is not None:
        yield wrong_suit


def _wrong_goal(rules: Rules, record: Record, goal: Leaf) -> Diagnostic | None:
    """Return the finding for a goal suit that contradicts the suit with 12 cards."""
    right = partner(record.deal.twelve) if record.deal.twelve is not None else None
    written = record.suit("DeckSetup", "GoalSuit")
    if right is None or written == right:
        return None
    severity = Severity.WARNING if record.deal.variant else None
    return rules["goal-suit"].at(
        *goal.span, twelve=record.deal.twelve, goal=right, written=written, severity=severity,
        fixes=[changed(goal.plain.span, right, written)],
    )  # fmt: skip


def check_sizes(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Yield the findings for the sizes of the suits."""
    leaves = list(record.leaves("DeckSetup", "Distribution"))
    place = next((table.head for table in record.at("DeckSetup", "Distribution")), None)
    if place is None:
        return
    names = {leaf.name for leaf in leaves}
    missing = [name for name in suit_names() if name not in names]
    unknown = [leaf for leaf in leaves if leaf.name not in suit_names()]
    for leaf in unknown:
        hint, fixes = suggested(leaf.name, missing, leaf.key)
        if not hint and len(missing) == 1:
            hint = f"; {quoted(missing)} is missing"
        problem = f"`{leaf.name}` is not a suit{hint}"
        yield rules["distribution-suits"].at(*leaf.key, problem=problem, fixes=fixes)
    if len(unknown) < len(missing):
        problem = f"`Distribution` lacks {quoted(missing)}"
        yield rules["distribution-suits"]._replace(report_when="record").at(*place, problem=problem)
    if missing or len(record.deal.distribution) < len(facts().suits):
        return
    if record.deal.proven:
        yield _swapped(rules, record)
    sizes = list(record.deal.distribution.values())
    if not is_deck(sizes):
        counts = listed(map(str, sizes))
        severity = Severity.WARNING if record.deal.variant else None
        fixes = [] if record.deal.variant else _left_over(record, leaves)
        yield rules["distribution-counts"].at(*place, counts=counts, severity=severity, fixes=fixes)


def _swapped(rules: Rules, record: Record) -> Diagnostic:
    """Return the sizes of suits that the deal proves to be swapped."""
    wrong = [name for name, size in record.deal.proven.items() if record.deal.distribution[name] != size]
    leaves = [leaf for name in wrong if (leaf := record.leaf("DeckSetup", "Distribution", name)) is not None]
    edits = [Edit(*leaf.span, str(record.deal.proven[leaf.name])) for leaf in leaves]
    words = listed(f"{record.deal.proven[name]} {name}" for name in wrong)
    fix = Fix("Change the sizes to those of the deal", tuple(sorted(edits, key=lambda edit: edit.start)))
    return rules["distribution-deal"].at(*leaves[0].span, dealt=words, fixes=[fix])


def _left_over(record: Record, leaves: list[Leaf]) -> list[Fix]:
    """Return fixes that give a suit the cards that the other suits leave, if the result is a deck of Figgie."""
    fixes = []
    for leaf in leaves:
        others = [size for name, size in record.deal.distribution.items() if name != leaf.name]
        left = facts().cards - sum(others)
        if is_deck([*others, left]):
            fixes.append(Fix.of(f"Change `{leaf.name}` to `{left}`", *leaf.span, str(left)))
    return fixes


def unknown_suit(rules: Rules, leaf: Leaf) -> Iterator[Diagnostic]:
    """Yield the finding for a string that is not a suit."""
    written = text(leaf)
    if not written or written in suit_names():
        return
    span = leaf.plain.span
    hint, fixes = suggested(written, suit_names(), span)
    if (suit := by_mark().get(written.upper())) is not None:
        hint, fixes = did_you_mean(suit.name), [changed(span, suit.name, written)]
    yield rules["unknown-suit"].at(*leaf.span, text=written, hint=hint, fixes=fixes)


SIGNS = {ord(outline): sign for outline, sign in zip("♤♧♡♢", "♠♣♥♦", strict=True)} | {
    0xFE0E: None,
    0xFE0F: None,
}
"""Replacements for outlined suit signs and for the marks that choose text or emoji style."""


def check_deal(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Yield the findings for the deal."""
    first: dict[str, tuple[Hand, Part]] = {}
    for hand in record.hands:
        if not record.terms.plays(hand.player):
            part = Part(hand.player, hand.leaf.key)
            banks = {
                player: changed(leaf.key, write.key(hand.player + BANK), leaf.name)
                for player, leaf in record.banks.items()
                if player not in record.deal.cards
            }
            yield unknown_player(rules, "deal-to-nobody", part, record.players, banks)
        if told := hand.numbers:
            words = [f"{told[suit.letter]} {suit.sign}" for suit in facts().suits if told.get(suit.letter)]
            yield rules["jotted-hand"].at(*hand.leaf.span, hand=" ".join(words))
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
        written, (start, end) = text(hand.leaf) or "", hand.leaf.span
        exact = end - start == len(written) + 2
        for found in re.finditer(r",(?:[ \t]*,)+", written) if exact else ():
            span = Span(*found.span()).shifted(start + 1)
            fixes = [changed(span, ",", found[0])]
            yield rules["not-a-card"].at(*span, text=found[0], hint="; a card is missing here", fixes=fixes)
    if record.has_deal:
        yield from _numbers(rules, record, first)
        yield from _players_and_sizes(rules, record)


def _numbers(rules: Rules, record: Record, places: dict[str, tuple[Hand, Part]]) -> Iterator[Diagnostic]:
    """Yield the findings for cards above the size of their suit. If a suit has too many cards, yield only that."""
    for suit in facts().suits:
        size = record.deal.sizes.get(suit.name)
        cards = [card for card in places if card[0] == suit.letter]
        counted = {one: numbers.get(suit.letter, 0) for one, numbers in record.deal.numbers.items()}
        dealt, most = len(cards) + sum(counted.values()), size or facts().highest
        high = [places[card][1] for card in cards if number_of(card) > most]
        if dealt > most:
            counts = [hand.leaf.span for hand in record.hands if counted.get(hand.player)]
            place = [*(part.span for part in high), *counts][0]
            yield rules["too-many-dealt"].at(*place, dealt=dealt, suit=suit.name, size=most)
            continue
        for part in high:
            yield rules["card-number"].at(*part.span, card=part.text, size=size, suit=suit.name)


def _players_and_sizes(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    deal = next(iter(record.at("Deal")))
    without = [player for player in record.players if player not in record.deal.cards]
    misnamed = [hand for hand in record.hands if not record.terms.plays(hand.player)]
    if len(without) > len(misnamed):
        yield rules["player-without-hand"].at(*deal.head, players=quoted(without))
    large = [*_wrong_sizes(rules, record)]
    yield from large
    sizes = {hand.player: hand.size for hand in record.hands if hand.player in record.players}
    broken = record.terms.deal == "unclear"
    # If some are too small and the missing cards are known, another rule reports these.
    wanted = facts().cards // max(len(record.players), 1)
    told = record.deal.deck and max(sizes.values(), default=0) <= wanted
    if not (without or broken or told or large) and len(set(sizes.values())) > 1:
        said = ", ".join(f"`{player}` has {size}" for player, size in sizes.items())
        yield rules["unequal-hands"].at(*deal.head, problem=f"The hands are not equal: {said}")
    if record.deal.deck and not without and not broken:
        yield from _missing_cards(rules, record, deal.head)


def _wrong_sizes(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Yield the findings for hands that are too large, and for hands in counts that are too small."""
    if record.deal.seats not in facts().players or record.deal.variant:
        return
    size = record.deal.size
    for hand in record.hands:
        known = hand.numbers or (None not in hand.read and len({*hand.read}) == len(hand.read))
        if known and (hand.size > size or (hand.numbers and hand.size < size)):
            problem = (
                f"`{hand.player}` has {hand.size} cards, but each of {record.deal.seats} players gets {size}"
            )
            yield rules["unequal-hands"].at(*hand.leaf.span, problem=problem)


def _missing_cards(rules: Rules, record: Record, head: Span) -> Iterator[Diagnostic]:
    """Yield the finding for undealt cards, at the one hand that lacks them or at the head of the deal."""
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
    small = small if record.deal.seats in facts().players else []
    place, fixes = head, []
    if len(small) == 1 and small[0].cards and len(small[0].cards) + len(missing) == wanted:
        place, fixes = small[0].leaf.span, _added(small[0], in_order(missing))
    # Programs and people may leave out cards of several hands. One hand with a missing card is a mistake.
    severity = None if fixes else Severity.INFORMATION
    yield rules["too-few-dealt"].at(
        *place, dealt=len(dealt), size=size, missing=named, fixes=fixes, severity=severity
    )


def _added(hand: Hand, cards: Sequence[str]) -> list[Fix]:
    """Return the fix that adds cards to a hand in its style."""
    end, at = hand.leaf.span.end, hand.cards[-1][0].span.end
    if at >= end or hand.leaf.node is None:
        return []
    gap = ", " if ", " in str(hand.leaf.node.value) else ","
    more = [f', "{card}"' if hand.leaf.node.kind == "array" else f"{gap}{card}" for card in cards]
    return [Fix.of(f"Add {quoted(cards)} to the hand of `{hand.player}`", at, at, "".join(more))]


def not_a_card(rules: Rules, part: Part) -> Diagnostic:
    """Return the finding for a text that is not a card."""
    pieces = [piece for piece in re.split(r"[ ;/|+]+", part.text) if piece]
    plain = UNSEEN.sub("", normalize("NFKC", part.text).translate(SIGNS))
    upper = plain.upper().replace(" ", "")
    guesses = (plain, upper, upper[-1:] + upper[:-1], upper[:1] + upper[1:].lstrip("0"))
    if len(pieces) > 1 and all(map(read_card, pieces)):
        meant = ",".join(pieces)
        hint = f"; did you mean `{meant}`, with commas?"
    else:
        meant, hidden = next(filter(read_card, guesses), ""), unseen(part.text)
        hint = f"; it contains {hidden}, which is invisible" if meant and hidden else did_you_mean(meant)
    fixes = [changed(part.span, meant, part.text)] if meant else []
    return rules["not-a-card"].at(*part.span, text=part.text, hint=hint, fixes=fixes)
