"""Patterns of paths, as a `.gitignore` has them (https://git-scm.com/docs/gitignore).

A path is matched folder by folder, and no regular expression tries a place twice: the patterns may be hostile.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from fnmatch import translate
from functools import cache
from typing import NamedTuple

from kibitz.project.files import upwards

ANY = None
"""Any number of folders, written `**`."""


class Patterns(NamedTuple):
    """Some patterns and the whole path of the folder to which they are relative. The last one that fits counts."""

    root: str
    lines: tuple[str, ...]

    def says(self, path: str) -> bool | None:
        """Return whether the patterns match a path: False if a `!` excepts it, None if none fits. The path of a folder ends with `/`."""
        root = os.path.join(self.root, "")
        if not path.startswith(root) or path == root:
            return None
        within = path[len(root) :].replace(os.sep, "/")
        names, is_folder = within.rstrip("/").split("/"), within.endswith("/")
        for meant, only_folders, pattern in _compiled(self.lines):
            if (is_folder or not only_folders) and _fits(pattern, names):
                return meant
        return None

    def mean(self, path: str) -> bool:
        """Return whether the patterns match a file or a folder around it."""
        return bool(self.says(path)) or any(
            self.says(os.path.join(one, "")) for one in upwards(os.path.dirname(path))
        )


def problem(line: str) -> str | None:
    """Return why a text is not a pattern, or None if it is one."""
    wrong = line.strip() in {"!", "!/"} or re.search(r"(?<!\\)(?:\\\\)*\\$", line)
    return "a .gitignore has no such patterns" if wrong else None


_Pattern = Sequence[Callable[[str], object] | None]


@cache
def _compiled(lines: Sequence[str]) -> Sequence[tuple[bool, bool, _Pattern]]:
    """Return each pattern, the last one first, with two facts: whether it matches or excepts, and whether it matches only folders."""
    stripped = (re.sub(r"(?<!\\) +$", "", line) for line in reversed(lines))
    used = [line for line in stripped if line.strip("/") and line[0] != "#" and problem(line) is None]
    return [(line[0] != "!", line.endswith("/"), _segments(line.removeprefix("!"))) for line in used]


def _segments(line: str) -> _Pattern:
    names = line.rstrip("/").split("/")
    pattern = [ANY if one == "**" else _segment(one) for one in names if one]
    # A `**` at the end matches the contents of a folder, not the folder.
    return [*([] if len(names) > 1 else [ANY]), *pattern, *([lambda _: True] if pattern[-1] is ANY else [])]


def _segment(text: str) -> Callable[[str], object]:
    plain = re.sub(r"\\(.)", lambda found: f"[{found[1]}]" if found[1] in "*?[" else found[1], text)
    # The regular expressions of `fnmatch` do not go back to an earlier `*`.
    match = re.compile(translate(plain.replace("[^", "[!"))).match
    return lambda name: name and match(name)


def _fits(pattern: _Pattern, names: Sequence[str]) -> bool:
    """Return whether a pattern fits all names of a path."""
    at = named = 0
    again: tuple[int, int] | None = None
    while named < len(names):
        fits = pattern[at] if at < len(pattern) else lambda _: False
        if fits is ANY:
            at += 1
            again = at, named
        elif fits(names[named]):
            at, named = at + 1, named + 1
        elif again is None:
            return False
        else:
            at, named = again = again[0], again[1] + 1
    return all(one is ANY for one in pattern[at:])
