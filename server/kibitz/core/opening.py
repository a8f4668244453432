"""Opening a long document: what has been cut so far can be looked at and edited while the rest is still being cut."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

from kibitz.core.chunks import BLOCK, Block, Chunk
from kibitz.core.cutter import Cutter
from kibitz.core.document import Document
from kibitz.core.edit import cut_from, touched
from kibitz.core.text import Encoding, Position, offset_in

if TYPE_CHECKING:
    from kibitz.core.language import Language


class Opening:
    """Cuts a text bit by bit. In the end :attr:`document` is that of the whole text."""

    def __init__(
        self,
        language: Language[Any],
        text: str,
        blocks: Sequence[Block] = (),
        chunks: Sequence[Chunk] = (),
    ) -> None:
        """`blocks`, and `chunks` that make no block yet, are what the text begins with, if that is known."""
        self.text = text
        self._language = language
        self._blocks = list(blocks)
        self._chunks = list(chunks)
        self._reached = sum([block.chars for block in blocks]) + sum([len(chunk.text) for chunk in chunks])
        self._coming = Cutter(language, text[self._reached :]).chunks()

    def advance(self, milliseconds: float | None = None) -> bool:
        """Goes on for some time, or to the end; tells whether everything is cut. At least one chunk is cut."""
        deadline = None if milliseconds is None else perf_counter() + milliseconds / 1000
        for chunk in self._coming:
            self._chunks.append(chunk)
            self._reached += len(chunk.text)
            if len(self._chunks) >= BLOCK:
                self._close()
            if deadline is not None and perf_counter() > deadline:
                return False
        self._close()
        return True

    def edit(self, start: int, end: int, text: str) -> Opening:
        """The opening of the text in which `text` stands in the place of what was between two offsets (clamped).

        What was cut before the edit stays.
        """
        start = min(max(start, 0), len(self.text))
        end = min(max(end, start), len(self.text))
        changed = self.text[:start] + text + self.text[end:]
        if not self._reached:
            return Opening(self._language, changed)
        document = self.document
        first, last = touched(document, start, end)
        # Behind what is cut, only closers that the edit itself makes or breaks can be of interest to what is cut.
        near = max(map(len, self._language.closers), default=0)
        begin = first.start if start < self._reached else max(start - near, 0)
        before = self.text[begin : max(last.end, end + near)]
        first = cut_from(document, first, before, before[: start - begin] + text + before[end - begin :])
        chunks = document.block(first.block).chunks[: first.number]
        return Opening(self._language, changed, document.blocks[: first.block], chunks)

    def offset_at(self, position: Position, encoding: Encoding) -> int:
        """The offset of a line and column; places past the end of a line or of the text are clamped."""
        return offset_in(self.text, position, encoding)

    @property
    def share(self) -> float:
        """How much of the text is cut, from 0 to 1."""
        return self._reached / max(len(self.text), 1)

    @property
    def document(self) -> Document:
        """The document of what is cut so far, at least one chunk. Later ones begin with the same blocks."""
        self._close()
        return Document.of(self._language, self._blocks)

    def _close(self) -> None:
        if self._chunks:
            self._blocks.append(Block(tuple(self._chunks), self._language.closers))
            self._chunks = []
