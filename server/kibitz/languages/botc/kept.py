"""What features say of a block, kept with it: questions about a whole file are asked anew after every change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from kibitz.core.chunks import Block

T = TypeVar("T")
A = TypeVar("A")


def kept(block: Block, answer: Callable[[Block, A], T], about: A) -> T:
    """`answer(block, about)`, where the last answer is remembered: an edit leaves nearly all blocks as they were."""
    if block.tally is None:
        block.tally = {}
    memory = cast("dict[object, tuple[Any, Any]]", block.tally)
    known = memory.get(answer)
    if known is None or known[0] != about:
        known = memory[answer] = (about, answer(block, about))
    return cast(T, known[1])
