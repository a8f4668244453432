"""The cutting of text into chunks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from kibitz.core.chunks import Chunk

if TYPE_CHECKING:
    from kibitz.core.language import Language


class Cutter:
    """Cuts a region of text into chunks, from a place where the notation is at its top level."""

    def __init__(
        self,
        language: Language[Any],
        text: str,
        keep: frozenset[int] = frozenset(),
        stop: frozenset[int] = frozenset(),
        rest: Callable[[str], bool] | None = None,
    ) -> None:
        """`keep` and `stop` are old borders: the former are kept where they stand, the first of the latter that
        stands ends the region. `rest` tells whether the text behind the region holds a closer; None: there is none."""
        self.language = language
        self.text = text
        self.keep = keep
        self.stop = stop
        self.rest = rest
        self.waits: set[str] = set()
        self.done = False
        self.reached = len(text)

    def chunks(self) -> Iterator[Chunk]:
        """The chunks up to `reached`. Not `done`: the region must grow."""
        text, size = self.text, self.language.chunk_size
        keep, stop, length = self.keep, self.stop, len(self.text)
        last = 0
        for offset, hard in self.language.split(text, self._asked):
            if not (hard or offset - last >= size or offset in keep or offset in stop):
                continue
            if not last < offset < length or (text[offset] == "\n" and text[offset - 1] == "\r"):
                continue
            yield self._chunk(last, offset)
            last = offset
            if offset in stop:
                self.done, self.reached = True, offset
                return
        if self.rest is None:
            self.done = True
            if last < length or not last:
                yield self._chunk(last, length)

    def _asked(self, closer: str) -> bool:
        if self.rest is not None and self.rest(closer):
            return True
        self.waits.add(closer)
        return False

    def _chunk(self, start: int, end: int) -> Chunk:
        if not self.waits:
            return Chunk(self.text[start:end])
        waits, self.waits = frozenset(self.waits), set()
        return Chunk(self.text[start:end], waits)
