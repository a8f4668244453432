"""Opening a long document: what has been cut so far can be looked at while the rest is still being cut."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

from kibitz.core.chunks import BLOCK, Block, Chunk
from kibitz.core.cutter import Cutter
from kibitz.core.document import Document

if TYPE_CHECKING:
    from kibitz.core.language import Language


class Opening:
    """Cuts a text bit by bit. In the end :attr:`document` is that of the whole text."""

    def __init__(self, language: Language[Any], text: str) -> None:
        self.text = text
        self._language = language
        self._coming = Cutter(language, text).chunks()
        self._blocks: list[Block] = []
        self._chunks: list[Chunk] = []
        """Those that make no block yet."""
        self._reached = 0

    def advance(self, milliseconds: float | None = None) -> bool:
        """Goes on for some time, or to the end; tells whether everything is cut. At least one chunk is cut."""
        deadline = None if milliseconds is None else perf_counter() + milliseconds / 1000
        for chunk in self._coming:
            self._chunks.append(chunk)
            self._reached += len(chunk.text)
            if len(self._chunks) == BLOCK:
                self._close()
            if deadline is not None and perf_counter() > deadline:
                return False
        self._close()
        return True

    @property
    def share(self) -> float:
        """How much of the text is cut, from 0 to 1."""
        return self._reached / max(len(self.text), 1)

    @property
    def document(self) -> Document:
        """The document of what is cut so far. Later ones begin with the same blocks."""
        self._close()
        return Document.of(self._language, self._blocks)

    def _close(self) -> None:
        if self._chunks:
            self._blocks.append(Block(tuple(self._chunks), self._language.closers))
            self._chunks = []
