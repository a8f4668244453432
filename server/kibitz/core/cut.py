"""The cutting of text into chunks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

from kibitz.core.chunks import Chunk
from kibitz.core.internal_errors import record_error


class SplitPoint(NamedTuple):
    """A split point: a place between two characters where the notation is at its top level, whatever follows.

    A chunk always ends at a hard split point. It ends at a soft one if it is large enough, so the reading of a chunk must not
    depend on the soft split points that became ends of chunks.

    In `{1.52}|1.1..as.{1.52}|…` a hand begins at 15, whatever the hands before and after it say: `Border(15, hard=True)`.
    In `0a 1b 0c` actions begin at 3 and at 6. A chunk of some hundred characters may end there: `Border(3, hard=False)`.
    There is none between the quotes of a string, because the text there may still become part of something else.
    """

    offset: int
    hard: bool


class Splitter(Protocol):
    """The methods of a notation that cut a text."""

    @property
    def closers(self) -> tuple[str, ...]:
        """The closing strings that :meth:`split` asks `rest` for. None of them holds a line end."""

    @property
    def chunk_size(self) -> int:
        """The number of code points after which a chunk ends at the next soft split point."""

    def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[SplitPoint]:
        """Yield the split points of a text that begins at one, in ascending order. Its start and end are optional.

        A split point may depend on the text before it and on the text up to the next one, but not on more. If something that
        may span lines has no closer in `text`, the method must ask `rest(closer)`. If that is true, it returns at once, and gets
        more text. If not, the unclosed part ends with its own line.
        """


class Cut:
    """A region of text that is cut into chunks, from a place where the notation is at its top level."""

    def __init__(
        self,
        splitter: Splitter,
        text: str,
        stop: frozenset[int] = frozenset(),
        soon: bool = False,
        rest: Callable[[str], bool] | None = None,
    ) -> None:
        """Prepare to cut. The region ends at the first old end of a chunk in `stop` at which a chunk ends again.

        If `soon`, a chunk ends at each of these that is a split point, however short the chunk is.
        `rest` returns whether the text after the region contains a closer. None means that it does not.
        """
        self.splitter = splitter
        self.text = text
        self.stop = stop
        self.soon = soon
        self.rest = rest
        self.waits: set[str] = set()
        self.fault = ""
        """The internal error of the splitter, if any. The rest of the region is one chunk then."""
        self.done = False
        self.reached = len(text)

    def chunks(self) -> Iterator[Chunk]:
        """Yield the chunks up to `reached`. If `done` is false afterwards, the region must grow."""
        text, size = self.text, self.splitter.chunk_size
        stop, length = self.stop, len(self.text)
        last = 0
        for offset, hard in self._split_points():
            if not (hard or offset - last >= size or (self.soon and offset in stop)):
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

    def split_points(self) -> tuple[int, ...]:
        """Return all places where the text may be cut, and its end. The size of chunks does not matter."""
        return (*(one.offset for one in self._split_points()), len(self.text))

    def _split_points(self) -> Iterator[SplitPoint]:
        """Yield the split points up to an internal error of the notation, which must not lose the text."""
        try:
            yield from self.splitter.split(self.text, self._asked)
        except Exception as error:
            self.fault = record_error(error).summary

    def _asked(self, closer: str) -> bool:
        if self.rest is not None and self.rest(closer):
            return True
        self.waits.add(closer)
        return False

    def _chunk(self, start: int, end: int) -> Chunk:
        if not self.waits:
            return Chunk(self.text[start:end], fault=self.fault)
        waits, self.waits = frozenset(self.waits), set()
        return Chunk(self.text[start:end], waits, self.fault)
