"""References and highlights of players and cards."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Mention, Named
from kibitz.languages.pfn.features._mentions import everywhere, mention_at
from kibitz.languages.pfn.language import Pfn


def named(language: Pfn, analysis: Analysis, offset: int) -> Named | None:
    """The player or the card at an offset, with all places that name it, in whatever spelling."""
    mention = mention_at(analysis, offset)
    if mention is None:
        return None
    places = [Mention(one.span, one.declaration) for one in everywhere(analysis, mention.kind, mention.name)]
    return Named(mention.name, mention.span, tuple(sorted(places)), renames=mention.kind == "player")
