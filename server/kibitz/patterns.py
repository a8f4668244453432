"""Patterns of paths, as a `.gitignore` has them (https://git-scm.com/docs/gitignore)."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

WILD = 4
"""Patterns with more runs of `*` are not used: one with eight, which somebody else may have written, takes hours for a long name."""


class Patterns(NamedTuple):
    """Some patterns and the folder, by its whole path, from which they look at paths. The last one that fits counts."""

    root: str
    lines: tuple[str, ...]

    def says(self, path: str) -> bool | None:
        """Whether a path is meant, False where a `!` excepts it, None where nothing is said; that of a folder ends with `/`."""
        root = os.path.join(self.root, "")
        inside = path.startswith(root) and len(path) > len(root)
        return _spec(self.lines).check_file(path[len(root) :]).include if inside else None


def problem(line: str) -> str | None:
    """Why something is no pattern, None where it is one."""
    # Imported where there are patterns at all: it takes as long as all the rest of a short command.
    from pathspec import GitIgnoreSpec

    if len(re.findall(r"\*+", line)) > WILD:
        return f"it has more than {WILD} `*`"
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return "a .gitignore has no such patterns"
    return None


@cache
def _spec(lines: Sequence[str]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines([line for line in lines if problem(line) is None])
