"""The settings of a notation, and their values.

The checks of settings files, the forms of editors and the pages are made of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

LAYOUT, WIDTH, VIEW = "preview.layout", "preview.width", "preview.view"
SHAPE, HIDDEN = "preview.shape", "preview.hidden"
"""The settings of previews. The command line and the server override them for a single preview."""
CIRCLE, SIDES = "circle", "sides"
"""The shapes of a preview: players around a table, or as the record draws them."""
HIDING = "show only public information: no roles and reminders, no units of others, no hole card"
"""The description of :data:`HIDDEN`, which several notations have."""


HIGHEST = 10_000
"""The greatest number that a setting may have."""


class Setting(NamedTuple):
    """A setting of a notation: its full name (`format.bjn.style`), its default, and its effect."""

    name: str
    default: str | int | bool | tuple[()]
    help: str
    choices: tuple[str, ...] = ()
    meanings: tuple[str, ...] = ()
    """The meaning of each choice, in a few words."""
    mistakes: Callable[[object], Iterable[str]] | None = None
    """Returns the mistakes in a value, in words. It is for settings that are lists of tables, whose default is ()."""


class Preferences(NamedTuple):
    """The wishes of the caller: flattened settings (`format.bjn.style`) from configuration files and clients."""

    values: Mapping[str, object] = MappingProxyType({})

    def text(self, key: str, default: str) -> str:
        value = self.values.get(key, default)
        return value if isinstance(value, str) else default

    def number(self, key: str, default: int) -> int:
        value = self.values.get(key, default)
        sound = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= HIGHEST
        return value if sound and isinstance(value, int) else default

    def flag(self, key: str, default: bool) -> bool:
        value = self.values.get(key, default)
        return value if isinstance(value, bool) else default
