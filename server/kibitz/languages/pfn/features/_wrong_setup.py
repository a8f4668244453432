"""What may have been meant in the small tables: the deck, the deal, the result."""

from __future__ import annotations

import re
from collections import Counter

from kibitz.core.values import Edit
from kibitz.languages.pfn.features._wrong import (
    LIKELY,
    SURE,
    Candidates,
    Wrong,
    change,
    like,
    nearest_first,
)
from kibitz.languages.pfn.game.figgie import facts, in_order, partner, read_card
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.record import Hand, Record
from kibitz.languages.pfn.text.tables import EVENTS, Part, integer, number, text

_CARD = re.compile(r"[^\W\d_][0-9]+|[♠♣♥♦][0-9]+")
_BETWEEN = re.compile(r"""["']?,\s*["']?""")
MOST_MISSING = 3
"""Of more cards that are dealt to nobody it can't be told which was meant."""


# The deck


def goal_suits(wrong: Wrong) -> Candidates:
    """The goal suit that follows from the deck, wherever another one is written."""
    record = wrong.record
    goal = partner(record.deal.twelve or "") or record.goal
    if goal is None or record.deal.variant:
        return
    right = write.deck(goal)
    leaves = [leaf for table in ("DeckSetup", "Result") for leaf in record.leaves(table)]
    edits = [Edit(*leaf.plain.span, right[leaf.name]) for leaf in leaves if text(leaf) != right.get(leaf.name, text(leaf))]  # fmt: skip
    if edits:
        yield change(f"Change the goal suit to `{goal}`" if len(edits) > 1 else "", SURE, *edits)


def sizes(wrong: Wrong) -> Candidates:
    """Another size of one suit, or one where none is, with which the four are those of a deck of Figgie."""
    leaves = {leaf: integer(leaf) for leaf in wrong.record.leaves("DeckSetup", "Distribution")}
    for leaf, size in leaves.items():
        others = [other or 0 for one, other in leaves.items() if one is not leaf]
        for right in dict.fromkeys(facts().counts):
            fits = sorted([right, *others]) == sorted(facts().counts)
            if fits and right != size and leaf.node is not None:
                yield change(f"Change `{leaf.name}` to `{right}`", LIKELY, Edit(*leaf.span, str(right)))


# The deal


def undealt(record: Record) -> list[str]:
    """The cards that are dealt to nobody, if they are few."""
    missing = [card for card in record.deal.deck if card not in record.deal.dealt]
    return missing if len(missing) <= MOST_MISSING else []


def dealt_twice(wrong: Wrong) -> Candidates:
    """A card that is dealt to nobody for either of two that are the same."""
    record, finding = wrong.record, wrong.finding
    spans = [finding.span, *(one.span for one in finding.related)]
    for card in undealt(record):
        for hand in record.hands:
            for at, (part, written) in enumerate(hand.cards):
                if part.span in spans and written is not None:
                    [(_, cost)] = nearest_first(written, [card])
                    cost += 0.0 if _sorted_with(hand, at, card) else LIKELY
                    yield change("", cost, Edit(*part.bare, like(card, part.text)))


def _sorted_with(hand: Hand, at: int, card: str) -> bool:
    """Whether a hand is sorted with another card in a place."""
    cards = [card if one == at else written for one, (_, written) in enumerate(hand.cards)]
    known = [one for one in cards if one is not None]
    return known == in_order(known)


def cards(wrong: Wrong) -> Candidates:
    """Several cards that are run together; the card that is dealt to nobody."""
    for hand in wrong.record.hands:
        for part, _ in hand.cards:
            if part.span == wrong.finding.span:
                yield from _apart(wrong, hand, part)
                for card, cost in nearest_first(part.text, undealt(wrong.record)):
                    yield change("", cost, Edit(*part.bare, like(card, part.text)))


def _apart(wrong: Wrong, hand: Hand, part: Part) -> Candidates:
    written = part.text
    pieces = [found[0] for found in _CARD.finditer(written)]
    if len(pieces) > 1 and all(map(read_card, pieces)) and not re.search(r"\w", _CARD.sub("", written)):
        gaps = Counter(_BETWEEN.findall(wrong.text(hand.leaf.span)))
        gap = max(gaps, key=lambda one: gaps[one], default=",")
        yield change("", SURE, Edit(*part.bare, gap.join(pieces)))


def handless(wrong: Wrong) -> Candidates:
    """A player without a hand for a name that is no player's."""
    record = wrong.record
    named = {leaf.name for leaf in record.leaves("Deal")}
    for leaf in record.leaves("Deal"):
        if leaf.key == wrong.finding.span:
            for player, cost in nearest_first(leaf.name, [one for one in record.players if one not in named]):
                yield change("", cost, Edit(*leaf.key, player))


# The result, times


def winners(wrong: Wrong) -> Candidates:
    """The winners that follow from the round, or from the banks."""
    leaf, end = wrong.record.leaf("Result", "Winners"), wrong.outcome
    if leaf is None or leaf.node is None or leaf.node.kind != "array":
        return
    top = end.winners if end is not None and end.followed else wrong.record.richest
    right = [player for player in wrong.record.players if player in top]
    written = [part for part in leaf.parts if part.text not in right]
    if len(right) == len(leaf.parts) == 1 and written:
        yield change("", SURE, Edit(*written[0].bare, right[0]))
    elif right:
        array = write.array(right)
        yield change(f"Change to `{array}`", SURE, Edit(*leaf.span, array))


def duration(wrong: Wrong) -> Candidates:
    """The time that a round lasts."""
    leaf = wrong.record.leaf("FiggieGame", "GameDuration")
    if leaf is not None and leaf.node is not None and number(leaf) != facts().seconds:
        point = ".0" if "." in wrong.text(leaf.span) else ""
        yield change("", LIKELY, Edit(*leaf.span, f"{facts().seconds}{point}"))


def event_types(wrong: Wrong) -> Candidates:
    """A `Resume` behind a `Pause`, and the other way round."""
    events = [one for one in wrong.record.at(*EVENTS) if one.get("T") is not None]
    paused = False
    for event in sorted(events, key=lambda one: number(one.get("T")) or 0):
        kind = event.get("Type")
        if kind is not None and kind.span == wrong.finding.span:
            yield change("", SURE, Edit(*kind.plain.span, "Resume" if paused else "Pause"))
        paused = text(kind) == "Pause" or (paused and text(kind) != "Resume")
