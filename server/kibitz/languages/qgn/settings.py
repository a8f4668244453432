"""The settings of QGN, by their full names."""

from __future__ import annotations

from kibitz.core.setting import HIDDEN, HIDING, Setting
from kibitz.languages.qgn.game import games

SETTINGS = (
    Setting(
        "format.qgn.wrap",
        "columns",
        "The ends of lines of actions",
        ("columns", "rounds"),
        ("at 70 columns", "at 70 columns and after each round"),
    ),
    Setting("inlayHints.team", False, "The name of the team at each action"),
    Setting("inlayHints.names", True, "The names of cards and tiles of Quill, at their ids"),
    Setting(HIDDEN, False, HIDING),
    Setting("qgn.games", (), "Further games, with their actions", mistakes=games.mistakes),
)
