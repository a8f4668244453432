"""What is known of games when they have come to their ends."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.document import Document
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic
from kibitz.languages.qgn.check.step import State
from kibitz.languages.qgn.check.values import write


def ending(document: Document, state: State, rules: Rules) -> Iterator[Diagnostic]:
    """What tags `completed` say against the replay of their games, and what came out of actions behind their chunks; `state`
    is the one at the end."""
    games, late = state.ended, state.settled(rules)
    starts = document.find({one.chunk for one in games} | {one.chunk for one in late})
    yield from (found.shifted(starts[chunk]) for chunk, found in late if chunk in starts)
    for game in games:
        if (start := starts.get(game.chunk)) is not None:
            span, words = game.span.shifted(start), str(not game.said).lower()
            yield rules["completed-otherwise"].at(
                *span, said=str(game.said).lower(), result=game.result, fixes=[write(span, words)]
            )
