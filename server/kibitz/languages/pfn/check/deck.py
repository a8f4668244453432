"""DeckSetup: the suits of the deck and the goal suit."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Severity
from kibitz.core.words import did_you_mean, listed, quoted
from kibitz.languages.pfn.check.names import changed, suggested
from kibitz.languages.pfn.game.figgie import by_mark, facts, partner, suit_names
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import Leaf, integer, text


def check(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Everything about the deck."""
    yield from _goal(rules, record)
    yield from _distribution(rules, record)


def _goal(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    color, goal = record.leaf("DeckSetup", "GoalSuitColor"), record.leaf("DeckSetup", "GoalSuit")
    written = text(color)
    colors = {suit.color for suit in facts().suits}
    if color is not None and written is not None and written not in colors:
        hint, fixes = suggested(written, colors, color.plain.span)
        yield rules["unknown-color"].at(*color.span, text=written, hint=hint, fixes=fixes)
    if goal is None:
        return
    yield from unknown_suit(rules, goal)
    suit = suit_names().get(record.suit("DeckSetup", "GoalSuit") or "")
    wrong_suit = _wrong_goal(rules, record, goal) if suit is not None else None
    if color is not None and suit is not None and written in colors and written != suit.color:
        twelve = record.deal.twelve
        # A wrong suit of a right colour is one mistake.
        if wrong_suit is None or twelve is None or suit_names()[twelve].color != written:
            yield rules["goal-color"].at(
                *color.span, suit=suit.name, color=suit.color.lower(), written=written,
                fixes=[changed(color.plain.span, suit.color)],
            )  # fmt: skip
    if wrong_suit is not None:
        yield wrong_suit


def _wrong_goal(rules: Rules, record: Record, goal: Leaf) -> Diagnostic | None:
    """The goal suit against the suit with 12 cards."""
    right = partner(record.deal.twelve) if record.deal.twelve is not None else None
    written = record.suit("DeckSetup", "GoalSuit")
    if right is None or written == right:
        return None
    severity = Severity.WARNING if record.deal.variant else None
    return rules["goal-suit"].at(
        *goal.span, twelve=record.deal.twelve, goal=right, written=written, severity=severity,
        fixes=[changed(goal.plain.span, right)],
    )  # fmt: skip


def _distribution(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    leaves = list(record.leaves("DeckSetup", "Distribution"))
    place = next((table.head for table in record.at("DeckSetup", "Distribution")), None)
    if place is None:
        return
    for leaf in leaves:
        size = integer(leaf)
        if size is not None and leaf.name in suit_names() and not 0 <= size <= facts().cards:
            problem = f"`{leaf.name}` can't have {size} cards: the deck has {facts().cards}"
            fixes = _left_over(record, [leaf])
            yield rules["distribution-suits"].at(*leaf.span, problem=problem, fixes=fixes)
    names = {leaf.name for leaf in leaves}
    missing = [name for name in suit_names() if name not in names]
    unknown = [leaf for leaf in leaves if leaf.name not in suit_names()]
    for leaf in unknown:
        yield _no_suit(rules, leaf, missing)
    if len(unknown) < len(missing):
        problem = f"`Distribution` lacks {quoted(missing)}: it gives the size of each of the four suits"
        yield rules["distribution-suits"]._replace(certain="record").at(*place, problem=problem)
    if missing or len(record.deal.distribution) < len(facts().suits):
        return
    if record.deal.proven:
        yield _swapped(rules, record)
    sizes = list(record.deal.distribution.values())
    if sorted(sizes) != sorted(facts().counts):
        counts = listed(map(str, sizes))
        severity = Severity.WARNING if record.deal.variant else None
        fixes = [] if record.deal.variant else _left_over(record, leaves)
        yield rules["distribution-counts"].at(*place, counts=counts, severity=severity, fixes=fixes)


def _swapped(rules: Rules, record: Record) -> Diagnostic:
    """Sizes that the deal proves to stand at the wrong suits."""
    wrong = [name for name, size in record.deal.proven.items() if record.deal.distribution[name] != size]
    leaves = [leaf for name in wrong if (leaf := record.leaf("DeckSetup", "Distribution", name)) is not None]
    edits = [Edit(*leaf.span, str(record.deal.proven[leaf.name])) for leaf in leaves]
    words = listed(f"{record.deal.proven[name]} {name}" for name in wrong)
    fix = Fix("Change the sizes to those of the deal", tuple(sorted(edits, key=lambda edit: edit.start)))
    return rules["distribution-deal"].at(*leaves[0].span, dealt=words, fixes=[fix])


def _left_over(record: Record, leaves: list[Leaf]) -> list[Fix]:
    """Fixes that give a suit the cards which the three others leave of the deck, where these are the sizes of Figgie."""
    fixes = []
    for leaf in leaves:
        others = [size for name, size in record.deal.distribution.items() if name != leaf.name]
        left = facts().cards - sum(others)
        if sorted([*others, left]) == sorted(facts().counts):
            fixes.append(Fix.of(f"Change `{leaf.name}` to `{left}`", *leaf.span, str(left)))
    return fixes


def _no_suit(rules: Rules, leaf: Leaf, missing: list[str]) -> Diagnostic:
    """A key of Distribution that is no suit, which is probably one that is missing."""
    hint, fixes = suggested(leaf.name, missing, leaf.key)
    if not hint and len(missing) == 1:
        hint = f"; {quoted(missing)} is missing"
    problem = f"`{leaf.name}` is no suit: `Distribution` gives the size of each of the four{hint}"
    return rules["distribution-suits"].at(*leaf.key, problem=problem, fixes=fixes)


def unknown_suit(rules: Rules, leaf: Leaf) -> Iterator[Diagnostic]:
    """A string that should name a suit and does not."""
    written = text(leaf)
    if written is None or written in suit_names():
        return
    span = leaf.plain.span
    hint, fixes = suggested(written, suit_names(), span)
    if (suit := by_mark().get(written.upper())) is not None:
        hint, fixes = did_you_mean(suit.name), [changed(span, suit.name)]
    yield rules["unknown-suit"].at(*leaf.span, text=written, hint=hint, fixes=fixes)
