"""The shoe over several hands: which cards of earlier hands have gone from it.

Each hand is alone with its shoe, as the notation has it, but where the setting `bjn.shoe` says that hands share one, or
where a comment `// shuffle` has begun one. Each such comment begins another.
"""

from __future__ import annotations

import re
from typing import Any

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Block, Place
from kibitz.core.language import Language
from kibitz.core.memory import kept_with, remembered
from kibitz.languages.bjn.game.counting import shown
from kibitz.languages.bjn.text.sheet import Sheet

MOST_BEFORE = 400
"""No shoe lasts for more hands."""
_SHUFFLE = re.compile(r"(?mi)^[ \t]*//[ \t]*shuffle\b")


def gone_before(analysis: Analysis, place: Place) -> tuple[str, ...] | None:
    """The cards of the earlier hands of the shoe; None where the hand at a place is alone with its shoe."""
    if not shares(analysis):
        return None
    found: list[str] = []
    before = analysis.document.before(place)
    for _ in range(MOST_BEFORE):
        # What stands behind a hand, up to the next setup, is in its chunk: a shuffle there ends its shoe.
        if before is None or _shuffles(before.chunk.text):
            break
        found[:0] = _shown(analysis.language, before.chunk.text)
        before = analysis.document.before(before)
    return tuple(found)


def shares(analysis: Analysis) -> bool:
    """Whether hands of a record share shoes: the setting says so, or a comment on shuffling does."""
    shared: bool = getattr(analysis.language, "shared", False)
    return shared or any(_some_shuffle(block) for block in analysis.document.blocks)


@kept_with
def _some_shuffle(block: Block) -> bool:
    return any(_shuffles(chunk.text) for chunk in block.chunks)


def _shuffles(text: str) -> bool:
    return "//" in text and _SHUFFLE.search(text) is not None


@remembered
def _shown(language: Language[Any], text: str) -> tuple[str, ...]:
    sheet: Sheet = language.parsed(text).value
    return tuple(shown(sheet.values))
