"""What must survive formatting."""

from __future__ import annotations

from collections.abc import Hashable

from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.write import written


def meaning(language: Blackjack, text: str) -> Hashable:
    """The entries and comments, in order."""
    return tuple([(item.kind, written(item)) for item in language.parsed(text).value.contents])
