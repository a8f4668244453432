"""Checking one block: by leaps as far as they come, chunk by chunk where they don't."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from kibitz.core.chunks import BLOCK, Block, Chunk
from kibitz.core.language import Language
from kibitz.core.results import Piece, Result
from kibitz.core.values import Diagnostic

LEAST = 8
"""How many chunks a leap behind a mistake is asked for at the least: the next mistake is mostly near."""


class Steps:
    """Checks blocks within one context. What is known of the blocks that an edit touched is not found out again."""

    def __init__(self, language: Language[Any], context: Any) -> None:
        self._language = language
        self._context = context
        self._known: dict[Chunk, Piece | None] = {}
        """All chunks of the blocks that an edit touched, with the pieces that begin there."""

    def remember(self, block: Block, result: Result) -> None:
        """Keeps what was found in a block that an edit touched, the chunks of which may be in another block now."""
        self._known.update(dict.fromkeys(block.chunks))
        self._known.update((piece.chunks[0], piece) for piece in result.pieces)

    def over(self, block: Block, state: Any) -> Result:
        """What is found in a block, found in the quickest way."""
        touched = not self._known.keys().isdisjoint(block.chunks)
        pieces = tuple((self._patched if touched else self._pieces)(block.chunks, state))
        found = pieces[0].found if len(pieces) == 1 else tuple(chain(*[piece.found for piece in pieces]))
        tallies = [piece.tally for piece in pieces]
        return Result(
            state,
            pieces[-1].exit,
            found,
            sum(map(len, found)),
            tallies[0] if len(tallies) == 1 else self._language.added(tallies),
            pieces if touched else (),
        )

    def _patched(self, chunks: tuple[Chunk, ...], state: Any) -> Iterator[Piece]:
        """The pieces of a block that an edit touched: those that are known and still stand, and others between them."""
        at = 0
        while at < len(chunks):
            known = self._known.get(chunks[at])
            if known is not None and _stands(known, chunks, at, state):
                pieces = [known]
            else:
                pieces = list(self._pieces(chunks[at : self._end(chunks, at)], state))
            yield from pieces
            at += sum([len(piece.chunks) for piece in pieces])
            state = pieces[-1].exit

    def _end(self, chunks: tuple[Chunk, ...], start: int) -> int:
        """Where that ends of which nothing is known and which is to be gone over from `start` on.

        What an edit made, and what is behind it, stands alone: the next edit is probably here again, and behind it the
        state is mostly the old one.
        """
        if not {*chunks[max(start - 1, 0) : start + 1]} <= self._known.keys():
            return start + 1
        end = start + 1
        while end < len(chunks) and chunks[end] in self._known and self._known[chunks[end]] is None:
            end += 1
        return end

    def _pieces(self, chunks: tuple[Chunk, ...], state: Any) -> Iterator[Piece]:
        """Leaps as far as that comes, steps over one chunk, and leaps on."""
        at, window = 0, len(chunks)
        while at < len(chunks):
            ahead, count = chunks[at : at + window], 0
            if len(ahead) > 1:
                leap = self._language.leap(self._context, state, ahead)
                if count := leap.count:
                    yield Piece(ahead[:count], state, leap.state, _clean(count), leap.tally)
                    at, state = at + count, leap.state
            if count < len(ahead):
                piece = self._step(chunks[at], state)
                yield piece
                at, state = at + 1, piece.exit
            window = max(LEAST, 2 * count)

    def _step(self, chunk: Chunk, state: Any) -> Piece:
        """A chunk by itself, and all that is wrong in it."""
        problems = self._language.parsed(chunk.text).problems
        after, diagnostics = self._language.step(self._context, state, chunk)
        found = (*problems, *diagnostics) if problems or diagnostics else ()
        return Piece((chunk,), state, after, (found,), self._language.tally((chunk,)))


def _stands(piece: Piece, chunks: tuple[Chunk, ...], at: int, state: Any) -> bool:
    """Whether all of a piece is still there and reached in the same state, which is mostly the very same object."""
    if piece.entry is not state and piece.entry != state:
        return False
    return chunks[at : at + len(piece.chunks)] == piece.chunks


@lru_cache(maxsize=2 * BLOCK)
def _clean(count: int) -> tuple[Sequence[Diagnostic], ...]:
    """What is found in so many chunks in which nothing is wrong, the same object for all of them."""
    return ((),) * count
