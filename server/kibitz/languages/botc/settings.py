"""The settings of grimoires, by their full names."""

from __future__ import annotations

from kibitz.core.setting import CIRCLE, HIDDEN, HIDING, LAYOUT, SHAPE, SIDES, VIEW, WIDTH, Setting
from kibitz.languages.botc.drawing.layouts import NAMES

WRAP = "format.botc.wrap"
TEAM_HINTS = "inlayHints.teamLetter"

SETTINGS = (
    Setting(
        LAYOUT,
        "balanced",
        "how the players sit in the picture; `5,1,5,1` is top, right, bottom, left",
        NAMES,
        (
            "about as many at each side",
            "whatever takes the least room",
            "two long rows",
            "short rows and long sides",
            "as fits into the columns that there are",
        ),
    ),
    Setting(
        WIDTH,
        80,
        "how many columns the layout `auto` may use, which is the layout where only this is set",
    ),
    Setting(
        VIEW,
        "picture",
        "what of a grimoire is shown: its picture, who wakes in the night to come, or what has changed since the one before",
        ("picture", "night", "diff"),
        ("who sits where", "who wakes in the night to come", "what has changed since the grimoire before"),
    ),
    Setting(
        SHAPE,
        CIRCLE,
        "how the players sit in a picture that is no text: in a circle, or at the sides that the layout has",
        (CIRCLE, SIDES),
        ("as they sit around a table", "as the text picture has them"),
    ),
    Setting(HIDDEN, False, HIDING),
    Setting(
        WRAP, 0, "grimoires wider than this are written one player a line; 0 is those whose `[` ends its line"
    ),
    Setting(TEAM_HINTS, False, "the letter of the team behind each role"),
)
