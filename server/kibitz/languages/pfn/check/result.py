"""Result: against the deck, the players and, where the deal is complete, what the round really came to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related
from kibitz.core.words import plural
from kibitz.languages.pfn.check.deck import setting, unknown_suit
from kibitz.languages.pfn.check.names import listed, unknown_player
from kibitz.languages.pfn.game.figgie import Number, Payout, chips, most_goal_cards, payout
from kibitz.languages.pfn.game.play import Standing
from kibitz.languages.pfn.text.keys import BANK, KeySpec, bank_key, tables
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import Leaf, Part, number


class Outcome(NamedTuple):
    """What the round came to: the payout and the final bank of each player."""

    paid: Mapping[str, Payout]
    banks: Mapping[str, Number]


def outcome(record: Record, standing: Standing) -> Outcome | None:
    """The end of a round whose deal, goal suit and trades are known; None for others."""
    goal = record.goal
    if goal is None or not record.complete:
        return None
    held = standing.cards.held(standing.nets, goal)
    banks = {player: bank for player, bank in standing.banks.items() if bank is not None}
    if held is None or len(banks) < len(standing.nets):
        return None
    paid = payout(held)
    return Outcome(paid, {player: bank + paid[player].total for player, bank in banks.items()})


def banks_missing(record: Record) -> list[KeySpec]:
    """The final banks that a record lacks."""
    return [
        bank_key()._replace(name=player + BANK) for player in record.players if player not in record.banks
    ]


def check(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Everything about Result but its banks against the trades; nothing if there is none."""
    result = next(record.at("Result"), None)
    if result is None:
        return
    yield from _suits(rules, record)
    missing = banks_missing(record)
    others = [
        key
        for key in tables()[result.path].keys
        if key.required and record.leaf(*result.path, key.name) is None
    ]
    if missing and all(key.name.endswith(BANK) for key in others):
        yield rules["missing-bank"].at(*result.head, keys=listed(key.name for key in missing))
    for player, leaf in record.banks.items():
        if not record.terms.plays(player):
            part = Part(player, leaf.key)
            yield unknown_player(rules, "bank-of-nobody", part, record.players)
        elif leaf.node is not None and leaf.node.kind == "float" and number(leaf.node) is not None:
            yield rules["bank-fraction"].at(*leaf.span, key=leaf.name, found=leaf.node.value)
    yield from _winners(rules, record)


def against_trades(rules: Rules, record: Record, standing: Standing) -> Iterator[Diagnostic]:
    """Banks and winners against what the round came to. `standing` is after the last trade."""
    if next(record.at("Result"), None) is not None and (end := outcome(record, standing)) is not None:
        yield from _against_outcome(rules, record, end)


def _suits(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """What is wrong with the suits by itself comes first; a goal suit that DeckSetup has wrong is reported there."""
    revealed, goal = record.leaf("Result", "Revealed12CardSuit"), record.leaf("Result", "GoalSuit")
    twelve = record.twelve
    if revealed is not None:
        yield from unknown_suit(rules, revealed)
        written = record.suit("Result", "Revealed12CardSuit")
        if twelve is not None and written not in {None, twelve}:
            place = record.leaf("DeckSetup", "Distribution", twelve)
            related = [Related(place.span, f"{twelve} has 12 cards")] if place else []
            yield rules["revealed-suit"].at(
                *revealed.span,
                twelve=twelve,
                written=written,
                related=related,
                fixes=[setting(revealed, twelve)],
            )
    if goal is not None:
        yield from unknown_suit(rules, goal)
        written, deck_goal = record.suit("Result", "GoalSuit"), record.leaf("DeckSetup", "GoalSuit")
        in_deck = record.suit("DeckSetup", "GoalSuit")
        if deck_goal is not None and in_deck is not None and written not in {None, in_deck, record.goal}:
            yield rules["result-goal-suit"].at(
                *goal.span, goal=in_deck, written=written,
                related=[Related(deck_goal.span, "the goal suit is here")], fixes=[setting(goal, in_deck)],
            )  # fmt: skip


def _winners(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    leaf = record.leaf("Result", "Winners")
    if leaf is None or leaf.node is None or leaf.node.kind != "array":
        return
    if not leaf.node.items:
        yield rules["no-winner"].at(*leaf.span)
        return
    named: set[str] = set()
    sound = len(leaf.parts) == len(leaf.node.items)
    for part in leaf.parts:
        if not record.terms.plays(part.text):
            sound = False
            yield unknown_player(rules, "unknown-winner", _unquoted(part), record.players)
        elif part.text in named:
            sound = False
            yield rules["winner-twice"].at(*part.span, player=part.text)
        named.add(part.text)
    if sound:
        yield from _highest(rules, record, leaf, named)


def _unquoted(part: Part) -> Part:
    """The name without its quotes, so that a fix can put another one there."""
    start, end = part.span
    return Part(part.text, part.span._replace(start=start + 1, end=end - 1)) if end - start == len(part.text) + 2 else part  # fmt: skip


def _highest(rules: Rules, record: Record, leaf: Leaf, named: set[str]) -> Iterator[Diagnostic]:
    """The winners against the banks as written, if all are there."""
    winners = [player for player in record.players if player in richest(record)]
    if winners and set(winners) != named:
        top = number(record.banks[winners[0]].node) or 0
        array = "[" + ", ".join(f'"{player}"' for player in winners) + "]"
        yield rules["winner-bank"].at(
            *leaf.span, bank=chips(top), players=listed(winners),
            fixes=[Fix(f"Change to `{array}`", (Edit(*leaf.span, array),))],
        )  # fmt: skip


def richest(record: Record) -> set[str]:
    """The players with the highest bank as written; nobody if one is missing."""
    banks = record.banks
    values = {player: number(banks[player].node) for player in record.players if player in banks}
    known = {player: value for player, value in values.items() if value is not None}
    if not known or len(known) < len(record.players):
        return set()
    return {player for player, value in known.items() if value == max(known.values())}


def _against_outcome(rules: Rules, record: Record, end: Outcome) -> Iterator[Diagnostic]:
    banks = record.banks
    values = {player: number(leaf.node) for player, leaf in banks.items() if player in end.banks}
    wrong = [
        player
        for player, value in values.items()
        if value is not None and abs(value - end.banks[player]) >= 1
    ]
    if wrong:
        words = ", ".join(f"`{player}` {chips(bank)}" for player, bank in end.banks.items())
        edits = tuple(Edit(*banks[player].span, chips(end.banks[player])) for player in wrong)
        fix = Fix("Write the computed banks", edits)
        yield rules["bank-differs"].at(*banks[wrong[0]].span, banks=words, fixes=[fix])
    winners = record.leaf("Result", "Winners")
    holders = most_goal_cards(end.paid)
    named = {part.text for part in winners.parts} if winners is not None else set()
    top = richest(record)
    if winners is not None and holders and named == top and not named & set(holders):
        count = plural(end.paid[holders[0]].goal_cards, "card")
        verb = "is" if len(holders) == 1 else "are"
        yield rules["most-goal-cards"].at(*winners.span, holders=listed(holders), count=count, verb=verb)
