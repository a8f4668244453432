"""Records that are not open: what is worked out from one is kept until its file changes, its text never."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, TypeVar

from kibitz.lsp.converter import Json
from kibitz.project.files import UnreadableError, read

T = TypeVar("T")
Stamp = tuple[int, int]
"""When a file was changed, in nanoseconds, and its size in bytes."""


class Report(NamedTuple):
    """What is wrong in a record, and the name of that."""

    result_id: str
    items: list[Json]


class Closed(Generic[T]):
    """Something about each record, by its path."""

    def __init__(self, longest: float = float("inf")) -> None:
        """Files with `longest` bytes or more are not read."""
        self._longest = longest
        self._known: dict[tuple[str, Hashable], tuple[Stamp, T]] = {}

    def of(self, path: str, key: Hashable, work: Callable[[str], T]) -> T | None:
        """What is known of a record; None where it can't be read or is too long. See :meth:`get`."""
        try:
            return self.get(path, key, work)
        except UnreadableError:
            return None

    def get(self, path: str, key: Hashable, work: Callable[[str], T]) -> T:
        """What `work` makes of the text of a record. Raises UnreadableError. `key` is what else the result depends on."""
        try:
            state = os.stat(path)
        except (OSError, ValueError) as error:
            raise UnreadableError(str(error)) from error
        if state.st_size >= self._longest:
            raise UnreadableError("too long")
        stamp = (state.st_mtime_ns, state.st_size)
        known = self._known.get((path, key))
        if known is None or known[0] != stamp:
            known = self._known[path, key] = stamp, work(read(path))
        return known[1]

    def forget(self) -> None:
        """Has everything worked out anew."""
        self._known.clear()
