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
from kibitz.languages.qgn.text.model import Action, Part


@remembered
def about(known: Known, text: str, rules: Rules) -> tuple[Diagnostic, ...]:
    """What is unusual in an action of a known game, relative to the action."""
    action = read_action(text, rules)
    kind, game = known.kinds.get(action.sign), f"`{known.key}`"
    if kind is None:
        listed = ", ".join(f"`{one.letter}` ({one.name})" for one in known.kinds.values())
        return (rules["unknown-action"].at(*action.sign_at, game=game, letter=action.sign, known=listed),)
    if not all(detail.text for detail in action.details):
        return ()
    if not kind.takes(len(action.details)):
        given, wanted = len(action.details) or "none", wanted_details(kind)
        return (
            rules["detail-count"].at(
                0, len(action.text), letter=action.sign, name=kind.name, game=game, wanted=wanted, count=given
            ),
        )
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
    for placed in part.items:
        item = placed.item
        if isinstance(item, Action) and item.index > last and item.sign:
            at = item.index_at.shifted(placed.start)
            index = item.text[: item.index_at.end]
            yield rules["team-index"].at(*at, index=index, teams=listed, related=related)
            if glued:
                return


def known_actions(known: Known, part: Part, told: frozenset[str], rules: Rules) -> Iterator[Diagnostic]:
    """What is unusual in the actions of a known game; each unknown letter once."""
    unknown = set(told)
    for start, action in part.actions:
        if action.sign not in known.kinds:
            if action.sign in unknown:
                continue
            unknown.add(action.sign)
        for problem in about(known, action.text, rules):
            yield problem.shifted(start)
