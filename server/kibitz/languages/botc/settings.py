"""The settings of grimoires, by their full names."""

from __future__ import annotations

from kibitz.core.setting import CIRCLE, HIDDEN, HIDING, LAYOUT, SHAPE, SIDES, VIEW, WIDTH, Setting

LAYOUTS = ("balanced", "compact", "horizontal", "tower", "auto")
WRAP = "format.botc.wrap"
TEAM_HINTS = "inlayHints.teamLetter"

SETTINGS = (
    Setting(
        LAYOUT,
        "balanced",
        "the seats of a drawing; `5,1,5,1` is top, right, bottom, left",
        LAYOUTS,
        (
            "the same number on each side",
            "the smallest area",
            "two long rows",
            "short rows and long sides",
            "the best layout for the width",
        ),
    ),
    Setting(
        WIDTH,
        80,
        "the columns that the layout `auto` may use; `auto` is the default if only this is set",
    ),
    Setting(
        VIEW,
        "picture",
        "the contents of the preview: the seats, the players who wake in the next night, or the changes since the previous grimoire",
        ("picture", "night", "diff"),
        ("the seats", "who wakes in the next night", "the changes since the previous grimoire"),
    ),
    Setting(
        SHAPE,
        CIRCLE,
        "the seats of the preview as an image: in a circle, or as in the layout",
        (CIRCLE, SIDES),
        ("around a table", "as in the text preview"),
    ),
    Setting(HIDDEN, False, HIDING),
    Setting(WRAP, 0, "width above which formatting writes one player per line; 0 keeps the lines"),
    Setting(TEAM_HINTS, False, "show the letter of the team after each role"),
)
