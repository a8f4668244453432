"""The settings of QGN, by their full names."""

from __future__ import annotations

from kibitz.core.setting import HIDDEN, HIDING, Setting
from kibitz.languages.qgn.game import rows

SETTINGS = (
    Setting(
        "format.qgn.wrap",
        "columns",
        "where lines of actions end: at 70 columns, or with each round, too",
        ("columns", "rounds"),
        ("at 70 columns", "with each round, too"),
    ),
    Setting("inlayHints.team", False, "the name of the team at each action"),
    Setting("inlayHints.names", True, "what the cards and tiles of Quill are called, at their names"),
    Setting(HIDDEN, False, HIDING),
    Setting("qgn.games", (), "games that kibitz shall know, too", mistakes=rows.mistakes),
)
