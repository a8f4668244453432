"""Import of games from public apps."""

from __future__ import annotations

from kibitz.languages.botc.text.apps import from_state, from_storage, looks_like_state, looks_like_storage


def imported(language: object, text: str) -> str | None:
    """Return the data of the town square or of Pocket Grimoire as a grimoire in one line, or None for other texts.

    Raises RefusedError for similar JSON that is neither.
    """
    if looks_like_storage(text):
        return from_storage(text)
    return from_state(text) if looks_like_state(text) else None
