"""What a round came to, in words."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.words import plural
from kibitz.languages.pfn.game.figgie import chips, facts
from kibitz.languages.pfn.game.outcome import Outcome


def payout_words(end: Outcome) -> str:
    """`P1 420 (5 goal cards), P2 …`."""
    return ", ".join(
        f"{player} {chips(bank)} ({plural(end.paid[player].goal_cards, 'goal card')})"
        for player, bank in end.banks.items()
    )


def computed(end: Outcome) -> str:
    """How the result was found, which is only said where it is not the standard way."""
    rule = end.rule
    if rule == facts().standard:
        return "Computed"
    ante = "" if rule.ante else "no ante, "
    return f"Computed by the {rule.name} payout ({ante}{rule.pot} chips for the most goal cards)"


def payout_lines(end: Outcome, goal: str | None) -> Iterator[str]:
    """The payout, a line for each player."""
    yield f"Payout ({goal})"
    for player, words in payout_words_of(end).items():
        yield f"{player}  {words}"


def payout_words_of(end: Outcome) -> dict[str, str]:
    """What each player gets for goal cards, and what their banks are then: `70 + 100 → 452`."""
    return {
        player: f"{one.for_cards}{f' + {chips(one.bonus)}' if one.bonus else ''} → {chips(end.banks[player])}"
        for player, one in end.paid.items()
    }
