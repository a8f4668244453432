"""Records that are not open. Results about a file are kept until it changes; its text is not kept."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, TypeVar

from kibitz.lsp.transport.converter import Json
from kibitz.project.files import UnreadableError, read

T = TypeVar("T")
KEPT_RECORDS = 20_000
"""Number of records whose results are kept."""
Stamp = tuple[int, int]
"""The time of the last change in nanoseconds, and the size in bytes."""


class Report(NamedTuple):
    """The diagnostics of a record."""

    items: list[Json]

    @property
    def result_id(self) -> str:
        """The hash of the diagnostics: equal diagnostics need not be sent again."""
        return hashlib.blake2b(json.dumps(self.items).encode(), digest_size=16).hexdigest()


class Closed(Generic[T]):
    """A value for each record, by path."""

    def __init__(self, longest: float = float("inf")) -> None:
        """Files with `longest` bytes or more are not read."""
        self._longest = longest
        self._known: dict[str, tuple[Hashable, Stamp, T]] = {}
        """The result for each path with its key and stamp, the latest last."""

    def of(self, path: str, key: Hashable, work: Callable[[str], T]) -> T | None:
        """Return the result for a record, or None if it is unreadable or too long. See :meth:`get`."""
        try:
            return self.get(path, key, work)
        except UnreadableError:
            return None

    def get(self, path: str, key: Hashable, work: Callable[[str], T]) -> T:
        """Return the result of `work` for the text of a record. Raises UnreadableError. `key` names other inputs."""
        known = self._known.pop(path, None)
        try:
            state = os.stat(path)
        except (OSError, ValueError) as error:
            raise UnreadableError(str(error)) from error
        if state.st_size >= self._longest:
            raise UnreadableError("too long")
        stamp = (state.st_mtime_ns, state.st_size)
        if known is None or known[:2] != (key, stamp):
            known = key, stamp, work(read(path))
        self._known[path] = known
        while len(self._known) > KEPT_RECORDS:
            # Another thread may take the same entry.
            self._known.pop(next(iter(self._known)), None)
        return known[2]

    def forget(self) -> None:
        """Forget all results."""
        self._known.clear()
