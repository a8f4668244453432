"""The meaning of a text, which formatting must not change."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import pairwise

from kibitz.languages.bjn.language import Blackjack
from kibitz.languages.bjn.text.cut import split_points
from kibitz.languages.bjn.text.write import written


def meaning(language: Blackjack, text: str) -> Hashable:
    """Return the entries and comments in order, and the borders of hands."""
    starts = [0, *(split_point.offset for split_point in split_points(text) if split_point.offset), len(text)]
    hands = [text[start:end] for start, end in pairwise(starts)]
    said = (
        tuple([(item.kind, written(item)) for item in language.parsed(hand).value.contents]) for hand in hands
    )
    return tuple(hand for hand in said if hand)
