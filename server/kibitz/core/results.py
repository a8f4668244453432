"""What checking found in a block, and between which states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.values import Diagnostic


class Stretch(NamedTuple):
    """What checking found in some chunks in a row, and between which states."""

    chunks: tuple[Chunk, ...]
    entry: Any
    exit: Any
    found: tuple[Sequence[Diagnostic], ...]
    """Diagnostics for each chunk, relative to it."""
    tally: Any


class Result(NamedTuple):
    """What checking found in one block: diagnostics for each of its chunks, relative to the chunk.

    `stretches` are what it is made of, in order. They are kept only for blocks that an edit touched, where the next edit will
    probably be: for all blocks they would take more memory than the text.
    """

    entry: Any
    exit: Any
    found: tuple[Sequence[Diagnostic], ...]
    total: int
    """How many diagnostics that are."""
    tally: Any
    """See :meth:`kibitz.core.notation.Notation.tally`."""
    stretches: tuple[Stretch, ...] = ()
