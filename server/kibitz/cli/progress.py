"""A progress bar on a terminal for work that takes long."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Any

BAR_DELAY = 1.0
"""Seconds without a bar."""
BAR_BYTES = 100_000
"""Bytes of files that are worth a bar."""


class Progress:
    """A bar on standard error that counts bytes of files. It stays below the output of the command."""

    def __init__(self, total: int) -> None:
        self.wanted = total >= BAR_BYTES and sys.stderr.isatty()
        """Whether there is a terminal."""
        self._total = total
        self._done = 0
        self._start = perf_counter()
        self._bar: Any = None

    def within(self, size: int, share: float) -> None:
        """Report the share of the current file that is done."""
        if not self.wanted or (self._bar is None and perf_counter() - self._start < BAR_DELAY):
            return
        if self._bar is None:
            from tqdm import tqdm

            self._bar = tqdm(total=self._total, unit="B", unit_scale=True, leave=False)
        self._bar.update(self._done + int(size * share) - self._bar.n)

    def next(self, size: int) -> None:
        """Report that the current file is done."""
        self.within(size, 1.0)
        self._done += size

    def clear(self) -> None:
        """Hide the bar until the next step, so that a message can be printed."""
        if self._bar is not None:
            self._bar.clear()

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()
