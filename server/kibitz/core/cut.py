"""The cutting of text into chunks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

from kibitz.core.chunks import Chunk
from kibitz.core.faults import note


class Border(NamedTuple):
    """A place between two characters where the notation is at its top level, whatever follows.

    A chunk always ends at a hard border; at a soft one when it is large enough, so how a chunk is read must not
    depend on which soft borders became ends of chunks.

    In `{1.52}|1.1..as.{1.52}|…` a hand begins at 15, whatever the hand before it says and the next one will say:
    `Border(15, hard=True)`. In `0a 1b 0c` actions begin at 3 and at 6; a chunk may end there when there are some hundred
    characters of them: `Border(3, hard=False)`. Between `"` and `"` of a string there is none, as what is there may
    still become part of something else.
    """

    offset: int
    hard: bool


class Splitter(Protocol):
    """What the cutting of a text has to know of a notation."""

    @property
    def closers(self) -> tuple[str, ...]:
        """The closing strings that :meth:`split` asks `rest` for. None of them holds a line end."""

    @property
    def chunk_size(self) -> int:
        """From how many code points on a chunk ends at the next soft border."""

    def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[Border]:
        """The borders of a text that begins at one, in ascending order; its start and end need not be named.

        Whether a border stands may depend on what is before it and on what follows up to the next border, not on more.
        Something that may span lines and whose closer does not stand in `text` must ask `rest(closer)`: if that is
        true, return at once (more text will be given); if not, what is unclosed ends with its own line.
        """


class Cut:
    """A region of text that is being cut into chunks, from a place where the notation is at its top level."""

    def __init__(
        self,
        splitter: Splitter,
        text: str,
        stop: frozenset[int] = frozenset(),
        soon: bool = False,
        rest: Callable[[str], bool] | None = None,
    ) -> None:
        """Prepare to cut. The region ends at the first old end of a chunk in `stop` at which a chunk ends again.

        If `soon`, a chunk ends at each of these that is a border, however short the chunk is.
        `rest` tells whether the text after the region holds a closer. None means that it does not.
        """
        self.splitter = splitter
        self.text = text
        self.stop = stop
        self.soon = soon
        self.rest = rest
        self.waits: set[str] = set()
        self.fault = ""
        """What the splitter has failed with; what it had not cut by then is one chunk."""
        self.done = False
        self.reached = len(text)

    def chunks(self) -> Iterator[Chunk]:
        """The chunks up to `reached`. Not `done`: the region must grow."""
        text, size = self.text, self.splitter.chunk_size
        stop, length = self.stop, len(self.text)
        last = 0
        for offset, hard in self._borders():
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

    def borders(self) -> tuple[int, ...]:
        """All places where the text may be cut, large enough or not, and its end."""
        return (*(one.offset for one in self._borders()), len(self.text))

    def _borders(self) -> Iterator[Border]:
        """The borders, as far as the notation comes: a mistake of ours must not lose what somebody has typed."""
        try:
            yield from self.splitter.split(self.text, self._asked)
        except Exception as error:
            self.fault = note(error).summary

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
