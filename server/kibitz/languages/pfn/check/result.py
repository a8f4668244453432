"""Result: against the deck, the players and, where the deal is complete, what the round really came to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kibitz.core.bounds import STRANGE
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Severity, Span
from kibitz.core.words import plural, quoted
from kibitz.languages.pfn.check.deal import unknown_suit
from kibitz.languages.pfn.check.tables import changed, unknown_player
from kibitz.languages.pfn.game.figgie import Number, Outcome, PayoutRule, chips, most_goal_cards, wrong_banks
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import BANK, Leaf, Part, number, tables


def check(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """Everything about Result but its banks against the trades; nothing if there is none."""
    result = next(record.at("Result"), None)
    if result is None:
        return
    yield from _suits(rules, record)
    spec, there = tables()[result.path], dict.fromkeys(leaf.name for leaf in record.leaves(*result.path))
    unknown = islice((name for name in there if spec.key(name) is None), STRANGE)
    misspelt = {spec.meant(name, there) for name in unknown}
    missing = [key for key in record.banks_missing if key.name not in misspelt]
    others = [key.name for key in spec.keys if key.required and key.name not in there]
    if missing and all(name.endswith(BANK) for name in others):
        yield rules["missing-bank"].at(*result.head, keys=quoted(key.name for key in missing))
    for player, leaf in record.banks.items():
        if not record.terms.plays(player):
            part = Part(player, leaf.key)
            yield unknown_player(rules, "bank-of-nobody", part, record.players)
        elif leaf.node is not None and leaf.node.kind == "float" and number(leaf) is not None:
            yield rules["bank-fraction"].at(*leaf.span, key=leaf.name, found=leaf.node.value)
    yield from _winners(rules, record)


def against_trades(
    rules: Rules, record: Record, end: Outcome | None, count: int, last: Number | None, *, sound: bool
) -> Iterator[Diagnostic]:
    """Banks and winners against what the round came to.

    Where the trades are not `sound`, because one of them is missing or impossible, that is what is wrong.
    """
    if next(record.at("Result"), None) is None:
        return
    end = end if sound else None
    missing = list(_moments(rules, record, count, last)) if sound else []
    banks = list(_banks(rules, record, end)) if end is not None else []
    # One wrong trade makes banks, goal cards and winners wrong: that is said of the banks, or of their number.
    yield from missing or banks
    yield from _goal_counts(rules, record, end if not banks else None)
    yield from _winners_by_rule(rules, record, end, record.payout_rule(end), sure=not banks)


def _moments(rules: Rules, record: Record, count: int, last: Number | None) -> Iterator[Diagnostic]:
    """How many trades the result says there are, and when the last one was, against the trades."""
    for name, right in (("TradeCount", count), ("FinalTradingTime", last)):
        leaf = record.leaf("Result", name)
        written = number(leaf)
        # Trading may end after the last trade, and not before it.
        wrong = (
            written is not None
            and right is not None
            and (written - right < -0.005 or (name == "TradeCount" and written != right))
        )
        if leaf is not None and written is not None and right is not None and wrong:
            yield _differs(rules, leaf, written, right, "trades" if name == "TradeCount" else "last trade")


def _goal_counts(rules: Rules, record: Record, end: Outcome | None) -> Iterator[Diagnostic]:
    """Who has how many goal cards by the result, against what the round came to."""
    for leaf in record.leaves("Result", "GoalCounts"):
        written = number(leaf)
        if not record.terms.plays(leaf.name):
            yield unknown_player(rules, "bank-of-nobody", Part(leaf.name, leaf.key), record.players)
        elif end is not None and written is not None and written != end.paid[leaf.name].goal_cards:
            yield _differs(rules, leaf, written, end.paid[leaf.name].goal_cards, "deal and the trades")


def _differs(rules: Rules, leaf: Leaf, written: Number, right: Number, by: str) -> Diagnostic:
    return rules["result-differs"].at(
        *leaf.span, key=leaf.name, written=chips(written), by=by, right=chips(right),
        fixes=[changed(leaf.span, str(right))],
    )  # fmt: skip


def _suits(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    """What is wrong with the suits by itself comes first; a goal suit that DeckSetup has wrong is reported there."""
    revealed, goal = record.leaf("Result", "Revealed12CardSuit"), record.leaf("Result", "GoalSuit")
    twelve = record.deal.twelve
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
                fixes=[changed(revealed.plain.span, twelve)],
            )
    if goal is not None:
        yield from unknown_suit(rules, goal)
        written, deck_goal = record.suit("Result", "GoalSuit"), record.leaf("DeckSetup", "GoalSuit")
        in_deck = record.suit("DeckSetup", "GoalSuit")
        if deck_goal is not None and in_deck is not None and written not in {None, in_deck, record.goal}:
            yield rules["result-goal-suit"].at(
                *goal.span, goal=in_deck, written=written,
                related=[Related(deck_goal.span, "the goal suit is here")], fixes=[changed(goal.plain.span, in_deck)],
            )  # fmt: skip


def _winners(rules: Rules, record: Record) -> Iterator[Diagnostic]:
    leaf = record.leaf("Result", "Winners")
    if leaf is None or leaf.node is None or leaf.node.kind != "array":
        return
    if not leaf.node.items:
        yield rules["no-winner"].at(*leaf.span)
        return
    named: set[str] = set()
    for part in leaf.parts:
        if not record.terms.plays(part.text):
            yield unknown_player(rules, "unknown-winner", part._replace(span=part.bare), record.players)
        elif part.text in named:
            yield rules["winner-twice"].at(*part.span, player=part.text, fixes=[_without_repeated(leaf)])
        named.add(part.text)


def _without_repeated(leaf: Leaf) -> Fix:
    return changed(leaf.span, write.array(dict.fromkeys(part.text for part in leaf.parts)))


def _banks(rules: Rules, record: Record, end: Outcome) -> Iterator[Diagnostic]:
    """The banks as written against those that the round came to."""
    written = record.written_banks
    wrong = wrong_banks(written, end.banks)
    if not wrong:
        return
    words = ", ".join(f"`{player}` {chips(bank)}" for player, bank in end.banks.items())
    edits = tuple(Edit(*record.banks[player].span, chips(end.banks[player])) for player in wrong)
    fix = Fix("Write the computed banks", edits)
    # Who plays another game may pay in another way.
    severity = Severity.INFORMATION if record.deal.variant else None
    differences = [f"`{player}` has {_difference(written[player] - end.banks[player])}" for player in wrong]
    what = " and ".join(differences) if end.followed else "the banks follow no payout rule that kibitz knows"
    yield rules["bank-differs"].at(
        *record.banks[wrong[0]].span,
        what=what,
        rule=end.rule.name,
        banks=words,
        fixes=[fix],
        severity=severity,
    )


def _difference(chips_more: Number) -> str:
    amount = chips(abs(chips_more))
    return f"{'a little' if amount == '0' else amount} {'more' if chips_more > 0 else 'less'}"


def _winners_by_rule(
    rules: Rules, record: Record, end: Outcome | None, rule: PayoutRule, *, sure: bool
) -> Iterator[Diagnostic]:
    """The winners: by the standard rule those with the highest bank, by the flat one the holders of most goal cards."""
    leaf = record.leaf("Result", "Winners")
    if leaf is None or leaf.node is None or leaf.node.kind != "array" or not leaf.node.items:
        return
    named = {*record.winners}
    if len(named) < len(leaf.node.items) or not all(map(record.terms.plays, named)):
        return
    holders = most_goal_cards(end.paid) if end is not None else []
    top = record.richest
    if end is not None and end.followed and top and top != named:
        # A wrong bank is said to be wrong by itself, whichever the winners go by.
        top = {*end.winners}
    if not rule.ante:
        if end is not None and sure and end.followed and holders and named != set(holders):
            count = plural(end.paid[holders[0]].goal_cards, "card")
            yield rules["winner-goal-cards"].at(
                *leaf.span, players=quoted(holders), count=count,
                fixes=[changed(leaf.span, write.array(holders))],
            )  # fmt: skip
        return
    if top and top != named:
        winners = [player for player in record.players if player in top]
        yield rules["winner-bank"].at(
            *leaf.span, bank=chips(max(record.written_banks[player] for player in winners)), players=quoted(winners),
            fixes=[changed(leaf.span, write.array(winners))],
        )  # fmt: skip
    elif end is not None and holders and not named & set(holders):
        yield most_lost(rules, leaf.span, end)


def most_lost(rules: Rules, winners: Span, end: Outcome) -> Diagnostic:
    """That the holders of most goal cards are not among the winners, whose place is given."""
    holders = most_goal_cards(end.paid)
    count = plural(end.paid[holders[0]].goal_cards, "card")
    verb = "is" if len(holders) == 1 else "are"
    return rules["most-goal-cards"].at(*winners, holders=quoted(holders), count=count, verb=verb)
