"""What is said of an action that is refused, and how a game ended."""

from __future__ import annotations

from typing import Any

from kibitz.languages.qgn.game.course import Act
from kibitz.languages.qgn.game.kinds.standing import is_known
from kibitz.languages.qgn.game.position import Position, Refusal

Teams = tuple[str, ...]
"""Their names."""


def told(position: Position, act: Act, refusal: Refusal, teams: Teams) -> dict[str, Any]:
    """The fields of the message about a refusal."""
    fields = dict(refusal.fields)
    if refusal.slug == "turn-order" and position.turn is not None:
        return {"turn": position.turn, "name": teams[position.turn], "team": act.team}
    if refusal.slug == "cell-taken":
        fields["name"] = teams[int(str(fields["team"]))]
    if refusal.slug == "after-the-end":
        fields["result"] = result(position, teams)
    return fields


def result(position: Position, teams: Teams) -> str:
    """How a game stands or ended: "`a` has won"."""
    names = [f"`{teams[team]}`" for team in position.winners]
    if len(names) == 1:
        return f"{names[0]} has won"
    if names and len(names) < len(teams):
        return f"{', '.join(names[:-1])} and {names[-1]} have won together"
    if position.over:
        return "it is a draw"
    if position.turn is None:
        return ""
    if is_known(position) and not any(position.moves()):
        return "nobody can move"
    return f"it is the turn of `{teams[position.turn]}`"
