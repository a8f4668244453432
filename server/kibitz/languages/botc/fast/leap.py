"""Going over grimoires of which nothing can be said: of most of them, a look at the text proves that."""

from __future__ import annotations

from kibitz.core.chunks import Chunk
from kibitz.core.notation import Leap
from kibitz.languages.botc.check.log import Before, seen
from kibitz.languages.botc.fast.drawing import look_at_drawing
from kibitz.languages.botc.fast.line import Overview, look_at_line
from kibitz.languages.botc.game.log import silent
from kibitz.languages.botc.game.phase import begins_anew


def look_at(text: str) -> Overview | None:
    """A chunk that is nothing but a grimoire in one of the two forms that most are in; None for others."""
    if text[:1] == "[":
        return look_at_line(text)
    return look_at_drawing(text) if text[:1] == "┌" else None


def leap(chunks: tuple[Chunk, ...], state: Before | None) -> Leap | None:
    """See :meth:`kibitz.core.notation.Notation.leap`."""
    for number, chunk in enumerate(chunks):
        found = look_at(chunk.text)
        if not (found and found.clean) or (state and not silent(state.circle, found.circle, state.titled)):
            return Leap(state, number)
        state = None if begins_anew(chunk.text) else Before(found.circle, chunk, seen(state))
    return Leap(state, len(chunks))
