"""All that happens by the words of cards and actions: who asks for :func:`happen` here has every room's effects entered."""

from __future__ import annotations

from kibitz.languages.qgn.game.kinds.quill import fights, hands, items, traits, turns, units  # noqa: F401
from kibitz.languages.qgn.game.kinds.quill.events import happen

__all__ = ["happen"]
