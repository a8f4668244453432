"""What can be set, and the forms that a record can be converted to."""

from __future__ import annotations

from kibitz.core.language import Setting

CONVERSIONS = ("line", "drawing")
LAYOUT = "preview.layout"
WIDTH = "preview.width"
WRAP = "format.botc.wrap"
TEAM_HINTS = "inlayHints.teamLetter"
LAYOUTS = ("balanced", "compact", "horizontal", "tower", "auto")

SETTINGS = (
    Setting(
        LAYOUT,
        "balanced",
        "how the players sit in the picture; `5,1,5,1` is top, right, bottom, left",
        LAYOUTS,
    ),
    Setting(
        WIDTH, 80, "how many columns the layout `auto` may use, which is the layout where only this is set"
    ),
    Setting(WRAP, 0, "grimoires wider than this are written one player a line; 0 is never"),
    Setting(TEAM_HINTS, False, "the letter of the team behind each role"),
)
