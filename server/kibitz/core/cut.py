"""The cutting of text into chunks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.internal_errors import record_error


class SplitPoint(NamedTuple):
    """A split point: a place between two characters where the notation is at its top level, whatever follows.

    A chunk always ends at a hard split point. It ends at a soft one if it is large enough, so the reading of a chunk must not
    depend on the soft split points that became ends of chunks.

    In `{1.52}|1.1..as.{1.52}|…` a hand begins at 15, whatever the hands before and after it say: `SplitPoint(15, hard=True)`.
    In `0a 1b 0c` actions begin at 3 and at 6. A chunk of some hundred characters may end there: `SplitPoint(3, hard=False)`.
    There is none between the quotes of a string, because the text there may still become part of something else.
    """

    offset: int
    hard: bool


def cut(
    notation: Any,
    text: str,
    stop: frozenset[int] = frozenset(),
    soon: bool = False,
    rest: Callable[[str], bool] | None = None,
) -> tuple[list[Chunk], int | None]:
    """Return the chunks of a region, and where they end, or None if the region must grow.

    The region begins at a place where the notation is at its top level. It ends at the first old end of a chunk in `stop` at which a
    chunk ends again. If `soon`, a chunk ends at each of these that is a split point, however short the chunk is. `rest` returns
    whether the text after the region contains a closer. None means that there is no more text.
    """
    chunks, size, last, fault = list[Chunk](), notation.chunk_size, 0, ""
    waits = set[str]()

    def asked(closer: str) -> bool:
        if rest is not None and rest(closer):
            return True
        waits.add(closer)
        return False

    def add(end: int) -> None:
        chunks.append(Chunk(text[last:end], frozenset(waits), fault))
        waits.clear()

    try:
        for offset, hard in notation.split(text, asked):
            if not (hard or offset - last >= size or (soon and offset in stop)):
                continue
            if last < offset < len(text) and text[offset - 1 : offset + 1] != "\r\n":
                add(offset)
                last = offset
                if offset in stop:
                    return chunks, offset
    except Exception as error:
        # An internal error must not lose the text. The rest is one chunk then.
        fault = record_error(error).summary
    if rest is not None:
        return chunks, None
    if last < len(text) or not last:
        add(len(text))
    return chunks, len(text)
