"""Whether games have come to their ends, as their tags `completed` say."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.document import Document
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix
from kibitz.languages.qgn.check.step import State


def ending(document: Document, state: State, rules: Rules) -> Iterator[Diagnostic]:
    """What tags `completed` say against the replay of their games; `state` is the one at the end."""
    games = state.ended
    starts = document.find({game.chunk for game in games})
    for game in games:
        if (start := starts.get(game.chunk)) is not None:
            span, words = game.span.shifted(start), str(not game.said).lower()
            fixes = [Fix(f"write `{words}`", (Edit(*span, words),))]
            yield rules["completed-otherwise"].at(
                *span, said=str(game.said).lower(), result=game.result, fixes=fixes
            )
