"""The form of an action: the name, kind and range of its details, with the current one marked."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Parameter, Signature
from kibitz.core.shown import code, escape
from kibitz.languages.qgn.features._cursor import cursor_at, state_at
from kibitz.languages.qgn.game.games import Field, Kind
from kibitz.languages.qgn.text.items import read_action
from kibitz.languages.qgn.text.model import Action


def signature(language: object, analysis: Analysis, offset: int) -> Signature | None:
    """Return the form of the action at the cursor in a known game, or None outside of details."""
    here = cursor_at(analysis, offset)
    if not here.placed or not isinstance(here.placed.item, Action):
        return None
    writing = read_action(analysis.document.text(here.placed.start, offset), analysis.language.rules)
    state = state_at(analysis, here.place, here.placed.start)
    kind = state.kind(writing.sign)
    if not writing.ampersand or kind is None or not kind.fields:
        return None
    number = len(writing.details) - 1
    last = len(kind.fields) - 1
    if number > last and not kind.more:
        return None
    who = state.teams[writing.index] if writing.index < len(state.teams) else ""
    label = f"{writing.index}{writing.sign}&" + ".".join(_labels(kind))
    parameters = tuple(
        Parameter(name, _about(field)) for name, field in zip(_labels(kind), kind.fields, strict=True)
    )
    about = " · ".join(escape(one) for one in (who, kind.name) if one)
    return Signature(label, parameters, min(number, last), about)


def _labels(kind: Kind) -> list[str]:
    """Return the names of the details.

    Editors search the label from the left, so no name may be part of an earlier one.
    """
    names: list[str] = []
    for field in kind.fields:
        name = f"{{{field.name}}}"
        names.append(name if name not in names else f"{{{field.name} {len(names) + 1}}}")
    if kind.more:
        names[-1] += "…"
    return names


def _about(field: Field) -> str:
    """Return the possible values of a detail, with the meanings of its words."""
    if field.words:
        return ", ".join(
            f"{code(choice)} {escape(word)}" for choice, word in zip(field.choices, field.words, strict=True)
        )
    return field.described
