"""Grimoires of what public apps keep of a game."""

from __future__ import annotations

from kibitz.languages.botc.text.apps import of_app, read


def imported(language: object, text: str) -> str | None:
    """The game state of the town square, or what Pocket Grimoire keeps, as a grimoire in one line."""
    return read(text) if of_app(text) else None
