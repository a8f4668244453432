"""What the round of a record came to, as far as that is known."""

from __future__ import annotations

from kibitz.languages.pfn.game.figgie import PayoutRule, facts
from kibitz.languages.pfn.game.outcome import Outcome, likely, rule_by_total
from kibitz.languages.pfn.game.outcome import richest as richest_of
from kibitz.languages.pfn.game.play import Standing
from kibitz.languages.pfn.text.keys import BANK, KeySpec, bank_key
from kibitz.languages.pfn.text.record import Record


def outcome(record: Record, standing: Standing) -> Outcome | None:
    """The end of a round whose deal, goal suit and trades are known; None for others."""
    goal = record.goal
    if goal is None or not record.complete:
        return None
    held = standing.cards.held(standing.nets, goal)
    nets = {player: net for player, net in standing.nets.items() if net is not None}
    if held is None or len(nets) < len(standing.nets):
        return None
    return likely(held, nets, record.written_banks, record.payout)


def payout_rule(record: Record, end: Outcome | None) -> PayoutRule:
    """How the table pays, as far as the record tells, given what the round came to."""
    if end is not None:
        return end.rule
    return rule_by_total(record.written_banks, len(record.players), record.payout) or facts().standard


def banks_missing(record: Record) -> list[KeySpec]:
    """The final banks that a record lacks."""
    return [
        bank_key()._replace(name=player + BANK) for player in record.players if player not in record.banks
    ]


def richest(record: Record) -> set[str]:
    """The players with the highest bank as written; nobody if one is missing."""
    return richest_of(record.written_banks, len(record.players))
