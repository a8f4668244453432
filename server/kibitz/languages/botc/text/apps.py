"""What public apps keep of a game, and what of theirs is a record of ours in disguise."""

from __future__ import annotations

from kibitz.languages.botc.text.pocket import from_storage, is_storage, looks_like_storage, to_storage
from kibitz.languages.botc.text.townsquare import from_state, is_note, looks_like_state, to_state

WRITERS = {"townsquare": to_state, "pocketgrimoire": to_storage}
"""What writes a grimoire for an app, by the name of the form."""


def of_app(text: str) -> bool:
    """Whether a text is what an app keeps, and no record."""
    return looks_like_storage(text) or looks_like_state(text)


def read(text: str) -> str:
    """Such a text as a grimoire in one line, with comments above it. Raises RefusedError for JSON of anything else."""
    return from_storage(text) if looks_like_storage(text) else from_state(text)


def holds(comment: str) -> bool:
    """Whether a comment says something of a game that an app has a place for."""
    return is_note(comment) or is_storage(comment)
