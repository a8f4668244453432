"""Teams: all places where they are named."""

from __future__ import annotations

from kibitz.core import answers
from kibitz.core.analysis import Analysis, checked
from kibitz.core.answers import Named
from kibitz.core.edit import edit
from kibitz.core.internal_errors import RefusedError
from kibitz.core.values import Edit
from kibitz.languages.qgn.features._cursor import actions, told_by
from kibitz.languages.qgn.features._team import team_at
from kibitz.languages.qgn.text.items import FAR


def named(language: object, analysis: Analysis, offset: int) -> Named | None:
    """Return the team at `offset`, in the tag `teams` or in an action, with all its actions, or None."""
    team = team_at(analysis, offset)
    if team is None or team.index == FAR:
        return None
    places = [answers.Mention(team.at, True)] if team.at is not None else []
    mine = (one for one in actions(analysis, team.game.actions) if one[1].index == team.index)
    places += [answers.Mention(action.index_at.shifted(span.start)) for span, action in mine]
    return Named(team.name, team.span, tuple(places), renames=team.at is not None)


NOTHING_HERE = (
    "only teams can be renamed: put the cursor on a name in the tag `teams`, or on the index of an action"
)


def rename(language: object, analysis: Analysis, offset: int, name: str) -> list[Edit]:
    """Return the edit that renames the team at `offset`. Raise RefusedError if the name is not possible."""
    team = team_at(analysis, offset)
    if team is None:
        raise RefusedError(NOTHING_HERE)
    if team.at is None or team.game.head is None:
        raise RefusedError(f"team {team.index} has no name: write it into the tag `teams`")
    if why := _unfit(name):
        raise RefusedError(why)
    others = told_by(analysis, team.game.head).teams
    if name == team.name:
        return []
    if name in others:
        raise RefusedError(f"`{name}` is team {others.index(name)} already")
    # A renamed team must be able to get its old name back.
    if (why := _unfit(team.name)) or others.count(team.name) > 1:
        why = why or f"another team is called `{team.name}`, too"
        raise RefusedError(f"{why}: fix the tag `teams` first")
    after = edit(analysis.document, *team.at, name)
    told = team_at(checked(after, analysis), team.at.start)
    if told is None or told.name != name:
        raise RefusedError(f"`{name}` needs double quotes around the tag's value: write them first")
    return [Edit(*team.at, name)]


def _unfit(name: str) -> str:
    """Return the fault of a new name, or nothing if it is valid."""
    if not name.strip():
        return "a team needs a name"
    if name != name.strip():
        return "a name can't begin or end with a space"
    odd = next((one for one in ('"', "'", ",", "\n", "\r") if one in name), None)
    return f"the name of a team can't hold {_shown(odd)}" if odd else ""


def _shown(character: str) -> str:
    names = {"\n": "a line break", "\r": "a line break", ",": "a comma, which parts teams"}
    return names.get(character, f"`{character}`")
