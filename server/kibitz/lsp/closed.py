"""Records that are not open: what is worked out from one is kept until its file changes, its text never."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from kibitz.core.analysis import Analysis
from kibitz.core.language import Language
from kibitz.files import UnreadableError, read

T = TypeVar("T")
Stamp = tuple[int, int]
"""When a file was changed, in nanoseconds, and its size in bytes."""


class Closed(Generic[T]):
    """Something about each record, by its path."""

    def __init__(self, longest: int, work: Callable[[str, Analysis], T]) -> None:
        """`work` is given a path and the finished analysis. Files with `longest` bytes or more are not read."""
        self._longest = longest
        self._work = work
        self._known: dict[tuple[str, Language[Any]], tuple[Stamp, T]] = {}

    def of(self, path: str, language: Language[Any]) -> T | None:
        """What is known of a record; None where it can't be read or is too long."""
        try:
            state = os.stat(path)
            if state.st_size >= self._longest:
                return None
            stamp = (state.st_mtime_ns, state.st_size)
            known = self._known.get((path, language))
            if known is None or known[0] != stamp:
                known = stamp, self._work(path, Analysis.of(language, read(path)))
                self._known[path, language] = known
            return known[1]
        except (OSError, UnreadableError):
            return None
