"""The table at a place of a record, or at the end of every hand, to be looked at."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.scene import Item, Scene, Text, stacked
from kibitz.core.setting import Preferences
from kibitz.languages.bjn.features._shown import tables_shown
from kibitz.languages.bjn.features._table import WIDTH, table


def scene(language: object, analysis: Analysis, offset: int | None, preferences: Preferences) -> Scene:
    """The table after the entry at `offset`; without one, the end of every hand."""
    shown, more = tables_shown(analysis, offset)
    scenes = [table(replayed, number) for replayed, number in shown]
    if more:
        scenes.append(Scene("", WIDTH, 40, (Item(more, (Text(20, 25, more, 14, "start", "dim"),)),)))
    return stacked("Blackjack", scenes)
