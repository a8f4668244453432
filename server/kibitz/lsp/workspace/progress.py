"""Work-done progress: a bar in the editor for work that takes long."""

from __future__ import annotations

from concurrent.futures import Future
from itertools import count
from time import perf_counter
from types import TracebackType
from typing import Any

from lsprotocol import types

from kibitz.lsp.server import KibitzServer

BAR_DELAY = 0.3
"""Seconds before the bar appears."""

_numbers = count(1)


class Progress:
    """A bar that appears late, moves in whole per cent, and disappears at the end of the block.

    The work never waits for it. A client that does not answer sees no bar.
    """

    def __init__(self, ls: KibitzServer, title: str, *, cancellable: bool = False) -> None:
        self.ls = ls
        self.title = title
        self._cancellable = cancellable
        self._begun = perf_counter()
        self._token = ""
        self._made: Future[Any] | None = None
        self._percent: int | None = None
        """The percentage on the bar, or None before it appears."""

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self._percent is not None:
            self.ls.work_done_progress.end(self._token, types.WorkDoneProgressEnd())

    @property
    def cancelled(self) -> bool:
        """Whether the user has cancelled the work."""
        told = self.ls.work_done_progress.tokens.get(self._token)
        return told is not None and told.cancelled()

    def report(self, share: float) -> None:
        """Report the share that is done, from 0 to 1."""
        if not self.ls.client.progress or perf_counter() - self._begun < BAR_DELAY:
            return
        percent = int(100 * share)
        bar = self.ls.work_done_progress
        if self._made is None:
            self._token = f"kibitz-{next(_numbers)}"
            self._made = bar.create(self._token)
        elif not self._made.done():
            return
        elif self._percent is None:
            self._percent = percent
            begun = types.WorkDoneProgressBegin(self.title, percentage=percent, cancellable=self._cancellable)
            bar.begin(self._token, begun)
        elif percent > self._percent:
            self._percent = percent
            bar.report(self._token, types.WorkDoneProgressReport(percentage=percent))
