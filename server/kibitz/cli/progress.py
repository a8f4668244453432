"""A progress bar, on a terminal, for what takes long."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Any

PATIENCE = 1.0
"""Seconds without a bar."""
LEAST = 100_000
"""Bytes of files that are worth a bar."""


class Progress:
    """Counts bytes of files. The bar stands on standard error, beneath whatever the command prints."""

    def __init__(self, total: int) -> None:
        self.wanted = total >= LEAST and sys.stderr.isatty()
        """Whether somebody looks on."""
        self._total = total
        self._done = 0
        self._start = perf_counter()
        self._bar: Any = None

    def within(self, size: int, share: float) -> None:
        """Some share of the file at hand is done."""
        if not self.wanted or (self._bar is None and perf_counter() - self._start < PATIENCE):
            return
        if self._bar is None:
            from tqdm import tqdm

            self._bar = tqdm(total=self._total, unit="B", unit_scale=True, leave=False)
        self._bar.update(self._done + int(size * share) - self._bar.n)

    def next(self, size: int) -> None:
        """The file at hand is done."""
        self.within(size, 1.0)
        self._done += size

    def clear(self) -> None:
        """Takes the bar away so that something can be printed; it comes back with the next step."""
        if self._bar is not None:
            self._bar.clear()

    def close(self) -> None:
        """Takes the bar away for good."""
        if self._bar is not None:
            self._bar.close()
