"""What can be set of a notation: from it come the checks of settings files, the forms of editors and the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

HIDING = "show only what everybody at the table may see: of a grimoire no roles and reminders, of units only whose they are"
"""What the setting `preview.hidden` does, which several notations have."""


class Setting(NamedTuple):
    """A setting of a notation: its full name (`format.bjn.style`), its default, what it does."""

    name: str
    default: str | int | bool | tuple[()]
    help: str
    choices: tuple[str, ...] = ()
    meanings: tuple[str, ...] = ()
    """What each of the choices means, in as few words as say it."""
    mistakes: Callable[[object], Iterable[str]] | None = None
    """What is wrong with a value, in a person's words: for settings that are lists of tables, whose default is ()."""
