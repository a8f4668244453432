"""What checking found in a block, and between which states."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.values import Diagnostic, Severity

Kind = tuple[str, Severity]
"""What diagnostics are counted by: the code of the rule, and how grave it says that this one is."""
NOTHING: Mapping[Kind, int] = MappingProxyType({})
Judge = Callable[[Kind], Severity | None]
"""How grave diagnostics of a kind are to somebody; None where they do not count."""


def kind(one: Diagnostic) -> Kind:
    return one.rule.code, one.severity


class Result(NamedTuple):
    """What checking found in some chunks in a row, mostly those of a block, and between which states."""

    chunks: tuple[Chunk, ...]
    entry: Any
    exit: Any
    found: tuple[Sequence[Diagnostic], ...]
    """Diagnostics for each chunk, relative to it."""
    tally: Any = None
    """Of a block, see :meth:`kibitz.core.notation.Notation.tally`."""
    counts: Mapping[Kind, int] = NOTHING
    """How many diagnostics of each kind a block has; empty where there are none."""
    parts: tuple[Result, ...] = ()
    """What the result of a block is made of, in order. Kept only for blocks that an edit touched, where the next edit will
    probably be: for all blocks they would take more memory than the text."""
