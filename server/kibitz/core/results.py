"""What checking found in a block, and between which states."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.values import Diagnostic, Severity

Kind = tuple[str, Severity]
"""What diagnostics are counted by: the code of the rule, and how grave it says that this one is."""
Judge = Callable[[Kind], Severity | None]
"""How grave diagnostics of a kind are to somebody; None where they do not count."""


def kind(one: Diagnostic) -> Kind:
    return one.rule.code, one.severity


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
    counts: Mapping[Kind, int]
    """How many diagnostics of each kind that are; empty where there are none."""
    tally: Any
    """See :meth:`kibitz.core.notation.Notation.tally`."""
    stretches: tuple[Stretch, ...] = ()
