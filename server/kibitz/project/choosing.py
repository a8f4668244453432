"""The records below a folder, without those that ignore files and `exclude` leave out. The command line and the server share this.

A path that the user names is left out only with `--force-exclude`: patterns that would leave out a named folder do not count.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from kibitz.project.files import UnreadableError, below, contents, upwards
from kibitz.project.patterns import Patterns
from kibitz.project.settings import filed

IGNORE_FILES = (".ignore", ".gitignore")
"""The ignore files of a folder. An earlier one wins."""
LARGEST = 500_000
"""Greatest number of bytes of an ignore file."""

Failed = Callable[[OSError], object]


class Choice(NamedTuple):
    """The options that say which files count."""

    exclude: tuple[str, ...] = ()
    """Patterns of the files to leave out, relative to the current folder."""
    ignoring: bool = True
    """Whether ignore files and the `exclude` of settings count."""
    forced: bool = False
    """Whether all of that counts for named paths."""


EVERY = Choice()


def records(folder: str, failed: Failed, choice: Choice = EVERY) -> Iterator[tuple[str, str]]:
    """Yield the records below a folder that count, see :func:`kibitz.project.files.below`."""
    return below(folder, failed, Chosen(folder, failed, choice).kept)


def is_left_out(path: str, choice: Choice) -> bool:
    """Return whether patterns leave out a named path, or a folder above it in the same repository."""
    every = Chosen(os.path.abspath(os.sep), choice=choice)
    for one in upwards(os.path.abspath(path)):
        folder, name = os.path.split(one)
        if name and not every.kept(folder, [name], "/" if os.path.isdir(one) else ""):
            return True
        if _is_repository(folder):
            break
    return False


class Chosen:
    """The files and folders that count below a folder."""

    def __init__(self, folder: str, failed: Failed = lambda _: None, choice: Choice = EVERY) -> None:
        """Prepare to choose. `failed` is called for unreadable ignore files."""
        self._top, self._failed, self._choice = os.path.abspath(folder), failed, choice
        self._repository = next(filter(_is_repository, upwards(self._top)), self._top)
        self._of, self._own = cache(self._patterns), cache(self._ignore_files)
        self._waived: list[Patterns] = []
        above = os.path.dirname(self._top)
        if above != self._top:
            self._waived = [one for one in self._of(above) if one.says(os.path.join(self._top, ""))]

    def kept(self, folder: str, names: Iterable[str], suffix: str = "") -> list[str]:
        """Return the names in a folder that count. `suffix` is `/` for folders."""
        folder = os.path.abspath(folder)
        patterns = [one for one in self._of(folder) if one not in self._waived]
        if not patterns:
            return list(names)
        return [one for one in names if not _is_meant(patterns, os.path.join(folder, one) + suffix)]

    def counts(self, path: str) -> bool:
        """Return whether a file below the folder counts."""
        *folders, name = os.path.relpath(path, self._top).split(os.sep)
        at = self._top
        for one in folders:
            if one.startswith(".") or not self.kept(at, [one], "/"):
                return False
            at = os.path.join(at, one)
        return bool(self.kept(at, [name]))

    def _patterns(self, folder: str) -> list[Patterns]:
        """Return the patterns for the contents of a folder, the strongest first."""
        found = [Patterns(os.getcwd(), self._choice.exclude)]
        if self._choice.ignoring:
            path, _, parsed = filed(os.path.join(folder, "record"))
            found.append(Patterns(os.path.dirname(path or ""), parsed.settings.exclude))
            for one in upwards(folder):
                if len(one) < len(self._repository):
                    break
                found += self._own(one)
                if _is_repository(one):
                    break
        return [one for one in found if one.lines]

    def _ignore_files(self, folder: str) -> list[Patterns]:
        """Return the patterns of the ignore files of a folder."""
        return [Patterns(folder, self._lines(os.path.join(folder, name))) for name in IGNORE_FILES]

    def _lines(self, path: str) -> tuple[str, ...]:
        if not os.path.isfile(path):
            return ()
        try:
            return tuple(os.fsdecode(contents(path, LARGEST)).splitlines())
        except UnreadableError as error:
            self._failed(OSError(0, str(error), path))
            return ()


def _is_meant(patterns: Iterable[Patterns], path: str) -> bool:
    return next((said for one in patterns if (said := one.says(path)) is not None), False)


def _is_repository(folder: str) -> bool:
    return os.path.lexists(os.path.join(folder, ".git"))
