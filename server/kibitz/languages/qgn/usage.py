"""What is unusual in the actions of a game that kibitz knows. Knows no places in the record."""

from __future__ import annotations

from functools import lru_cache

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic
from kibitz.languages.qgn.games import Kind, Known
from kibitz.languages.qgn.items import read_action


@lru_cache(maxsize=16384)
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
    counts = [str(count) for count in kind.counts]
    listed = " or ".join(filter(None, [", ".join(counts[:-1]), counts[-1]]))
    listed += " or more" if kind.more else ""
    word = "detail" if listed == "1" else "details"
    return f"{listed} {word} ({', '.join(field.name for field in kind.fields)})"
