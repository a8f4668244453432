"""What can be set of a notation, and what somebody has set.

From settings come the checks of settings files, the forms of editors and the pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

LAYOUT, WIDTH, VIEW = "preview.layout", "preview.width", "preview.view"
SHAPE, HIDDEN = "preview.shape", "preview.hidden"
"""The settings of pictures, whichever notations have them: the command line and the server give them for a single picture."""
CIRCLE, SIDES = "circle", "sides"
"""The shapes of a picture to be looked at: how players sit around a table, or as the layout says."""
HIDING = "show only what everybody at the table may see: of a grimoire no roles and reminders, of units only whose they are"
"""What :data:`HIDDEN` does, which several notations have."""


HIGHEST = 10_000
"""No setting is a greater number, unless it says so."""


class Setting(NamedTuple):
    """A setting of a notation: its full name (`format.bjn.style`), its default, what it does."""

    name: str
    default: str | int | bool | tuple[()]
    help: str
    choices: tuple[str, ...] = ()
    meanings: tuple[str, ...] = ()
    """What each of the choices means, in as few words as say it."""
    most: int = HIGHEST
    """The greatest number that it may be."""
    mistakes: Callable[[object], Iterable[str]] | None = None
    """What is wrong with a value, in a person's words: for settings that are lists of tables, whose default is ()."""


class Preferences(NamedTuple):
    """What the caller wants: flattened settings (`format.bjn.style`), as configuration files and clients give them."""

    values: Mapping[str, object] = MappingProxyType({})

    def text(self, key: str, default: str) -> str:
        value = self.values.get(key, default)
        return value if isinstance(value, str) else default

    def number(self, key: str, default: int, most: int = HIGHEST) -> int:
        value = self.values.get(key, default)
        sound = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most
        return value if sound and isinstance(value, int) else default

    def flag(self, key: str, default: bool) -> bool:
        value = self.values.get(key, default)
        return value if isinstance(value, bool) else default
