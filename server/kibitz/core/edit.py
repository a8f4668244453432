"""Editing a document: the edited part is cut again, until a chunk ends where one ended before.

Ends of chunks follow from the text since the last hard split point, so the chunks are those of a document opened with the same text.
The exception is a run of more than :data:`FAR` chunks of one length: there, the next old split point ends the search.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, islice

from kibitz.core.cancellation import check_cancelled
from kibitz.core.chunks import Chunk, Place, blocks_of
from kibitz.core.cut import cut
from kibitz.core.document import Document

FAR = 16
"""Number of chunks that are cut again at most, unless nothing else is a split point. Entries of different lengths need two or three."""


def edit(document: Document, start: int, end: int, text: str) -> Document:
    """Return the document with `text` instead of the text between two offsets, which are clamped.

    The touched chunks are cut again, and so is the one before them, because its end may depend on the next chunk. Cutting goes
    on up to the next old split point.
    """
    length = len(document)
    start = min(max(start, 0), length)
    end = min(max(end, start), length)
    first, last = _touched(document, start, end)
    before = first.text if last is first else document.text(first.start, last.end)
    after = before[: start - first.start] + text + before[end - first.start :]
    first = _cut_from(document, first, before, after)
    coming = document.since(first)
    gone = list(islice(coming, 1))
    while gone[-1].start < last.start:
        gone.append(next(coming))
    old = "".join([place.text for place in gone])
    region = old[: start - first.start] + text + old[end - first.start :]
    shift = len(text) - end + start - first.start
    tail: list[Place] = []
    while True:
        check_cancelled()
        more = list(islice(coming, max(len(tail), 1)))
        tail += more
        region += "".join([place.text for place in more])
        stop = frozenset([place.start + shift for place in tail])
        edge = tail[-1] if tail else last
        rest = None if edge.end >= length else _holding(document, edge)
        chunks, reached = cut(document.language, region, stop, len(tail) >= FAR, rest)
        if reached is not None:
            kept = next((place for place in tail if place.start + shift == reached), None)
            return _spliced(document, first, kept, chunks)


def _touched(document: Document, start: int, end: int) -> tuple[Place, Place]:
    """Return the first and last chunk that an edit touches. An edit at a split point touches both sides."""
    first = document.place_at(start)
    if first.start == start and (before := document.before(first)) is not None:
        first = before
    return first, first if start <= end < first.end else document.place_at(end)


def _cut_from(document: Document, first: Place, before: str, after: str) -> Place:
    """Return the first chunk that has to be cut again if `after` replaces `before`.

    `first` is the first touched chunk. An earlier one may wait for a closer that comes or goes with the edit.
    """
    closers = {closer for closer in document.language.closers if closer in before or closer in after}
    found = _waiting_for(document, closers, first) if closers else first
    return document.before(found) or found


def _waiting_for(document: Document, closers: set[str], first: Place) -> Place:
    """Return the first chunk that waits for one of some closers, but none after `first`."""
    start = 0
    for block in document.blocks[: first.block + 1]:
        if closers & block.unterminated:
            for place in document.places(start, min(start + block.size(), first.start)):
                if closers & place.chunk.unterminated:
                    return place
        start += block.size()
    return first


def _holding(document: Document, last: Place) -> Callable[[str], bool]:
    """Return a function that finds closers in the text after a chunk."""
    return lambda closer: any(closer in place.text for place in islice(document.since(last), 1, None))


def _spliced(document: Document, first: Place, kept: Place | None, chunks: list[Chunk]) -> Document:
    """Return the document with `chunks` instead of the text from `first` up to `kept`, or to the end if that is None."""
    blocks = document.blocks
    behind = len(blocks) if kept is None else kept.block
    tail: tuple[Chunk, ...] = ()
    if kept is not None and kept.number > 0:
        tail = blocks[behind].chunks[kept.number :]
        behind += 1
    old = [*chain.from_iterable(block.chunks for block in blocks[first.block : behind])]
    removed = old[first.number : len(old) - len(tail)]
    # An unchanged chunk stays the same object, so that references to it are still right. Each is used once: two places of a document never
    # share a chunk.
    known = {(chunk.text, chunk.unterminated, chunk.fault): chunk for chunk in removed}
    fresh = [known.pop((chunk.text, chunk.unterminated, chunk.fault), chunk) for chunk in chunks]
    made = (chunk for chunk, mine in zip(chunks, fresh, strict=True) if chunk is mine)
    for chunk, former in zip(made, known.values(), strict=False):
        chunk.former = former.anchor
    merged = [*old[: first.number], *fresh, *tail]
    return Document(document.language, (*blocks[: first.block], *blocks_of(merged), *blocks[behind:]))
