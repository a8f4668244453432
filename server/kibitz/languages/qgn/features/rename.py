"""Gives a team another name."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.faults import RefusedError
from kibitz.core.values import Edit
from kibitz.languages.qgn.features._cursor import games_of, read
from kibitz.languages.qgn.features._team import team_at
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text.head import read_head

NOTHING_HERE = (
    "only teams can be renamed: put the cursor on a name in the tag `teams`, or on the index of an action"
)


def rename(language: Qgn, analysis: Analysis, offset: int, name: str) -> list[Edit]:
    """The edit that gives the team at `offset` another name. Raises RefusedError where that won't do."""
    team = team_at(analysis, offset)
    if team is None:
        raise RefusedError(NOTHING_HERE)
    if team.at is None or team.game.head is None:
        raise RefusedError(f"team {team.index} has no name: write it into the tag `teams`")
    if not name.strip():
        raise RefusedError("a team needs a name")
    if name != name.strip():
        raise RefusedError("a name neither begins nor ends with a blank")
    if (odd := next((one for one in ('"', "'", ",", "\n", "\r") if one in name), None)) is not None:
        raise RefusedError(f"the name of a team can't hold {_shown(odd)}")
    others = read_head(read(analysis, team.game.head), games_of(analysis)).teams or ()
    if name in others and name != team.name:
        raise RefusedError(f"`{name}` is team {others.index(name)} already")
    return [Edit(*team.at, name)] if name != team.name else []


def _shown(character: str) -> str:
    return {"\n": "a line break", "\r": "a line break", ",": "a comma, which parts teams"}.get(
        character, f"`{character}`"
    )
