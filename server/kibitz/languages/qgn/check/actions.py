"""Actions by themselves: of teams that are not there, and what is unusual in those of a game that kibitz knows."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.chunks import Chunk
from kibitz.core.memory import remembered
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Related, Span
from kibitz.core.words import listed
from kibitz.languages.qgn.game.games import Kind, Known
from kibitz.languages.qgn.text.items import read_action
from kibitz.languages.qgn.text.model import Part


@remembered
def about(known: Known, text: str, rules: Rules) -> tuple[Diagnostic, ...]:
    """What is wrong with the details of an action of a known game, relative to the action."""
    action = read_action(text, rules)
    kind = known.kinds.get(action.sign)
    if kind is None or not all(detail.text for detail in action.details):
        return ()
    if not kind.takes(len(action.details)):
        given, wanted = len(action.details) or "none", wanted_details(kind)
        game, letter = f"`{known.key}`", action.sign
        found = rules["detail-count"].at(
            0, len(action.text), letter=letter, name=kind.name, game=game, wanted=wanted, count=given
        )
        return (found,)
    return tuple(
        rules["detail-value"].at(*detail.at, detail=detail.text, field=field.name, described=field.described)
        for number, detail in enumerate(action.details)
        if (field := kind.field(number)) is not None and not field.admits(detail.text)
    )


def wanted_details(kind: Kind) -> str:
    """How many details an action has: "2 details (row, column)"."""
    if not kind.fields:
        return "no details"
    counts = listed(map(str, kind.counts), "or") + (" or more" if kind.more else "")
    word = "detail" if counts == "1" else "details"
    return f"{counts} {word} ({', '.join(field.name for field in kind.fields)})"


def team_indices(
    teams: tuple[str, ...], glued: bool, teams_at: tuple[Chunk, Span] | None, part: Part, rules: Rules
) -> Iterator[Diagnostic]:
    related = [Related(teams_at[1], "the teams", teams_at[0])] if teams_at else []
    last = len(teams) - 1
    listed = f"there are {len(teams)}, 0 to {last}" if last else "there is one, team 0"
    if glued:
        listed += "; the names in `teams` lack the blank behind the comma"
    for start, action in part.actions:
        if action.index > last:
            index = action.text[: action.index_at.end]
            at = action.index_at.shifted(start)
            yield rules["team-index"].at(*at, index=index, teams=listed, related=related)
            if glued:
                return


def misused(known: Known, part: Part, rules: Rules) -> Iterator[Diagnostic]:
    """What is wrong with the details of the actions of a known game."""
    for start, action in part.actions:
        for problem in about(known, action.text, rules):
            yield problem.shifted(start)


def unknown_letters(
    known: Known, part: Part, signs: frozenset[str], told: frozenset[str], rules: Rules
) -> Iterator[Diagnostic]:
    """The actions that a game does not have, each letter once; `signs` are the letters of a chunk, `told` those that it has been
    said of."""
    unknown = signs - known.kinds.keys() - told
    for start, action in part.actions if unknown else ():
        if action.sign in unknown:
            unknown -= {action.sign}
            listed = ", ".join(f"`{one.letter}` ({one.name})" for one in known.kinds.values())
            at = action.sign_at.shifted(start)
            yield rules["unknown-action"].at(*at, game=f"`{known.key}`", letter=action.sign, known=listed)
