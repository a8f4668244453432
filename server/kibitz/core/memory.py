"""What functions of texts have said, remembered as far as the texts are not too long together."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from kibitz.core.chunks import Block

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

LEAST = 50
"""What an answer weighs besides its texts, in code points."""


def remembered(most: int) -> Callable[[F], F]:
    """Remembers the latest answers of a function: those about texts with at least `most` code points, at most twice that.

    A number of answers would bound nothing: a chunk may have ten characters or ten thousand, and what it says weighs
    fifty times as much. Positional arguments only.
    """

    def decorate(function: Any) -> Any:
        if function.__code__.co_argcount == 1:
            return Memory(function, most).__getitem__
        memory = Memory(lambda arguments: function(*arguments), most)

        @wraps(function)
        def ask(*arguments: Any) -> Any:
            return memory[arguments]

        return ask

    return decorate


def with_block(function: Callable[..., T]) -> Callable[..., T]:
    """Remembers the answers of a function about a block, its first argument, for as long as there is that block."""
    memory: WeakKeyDictionary[Block, dict[tuple[Any, ...], T]] = WeakKeyDictionary()

    @wraps(function)
    def ask(block: Block, *others: Any) -> T:
        answers = memory.setdefault(block, {})
        if others not in answers:
            answers[others] = function(block, *others)
        return answers[others]

    return ask


class Memory(dict[Any, Any]):
    """Answers by what was asked: `memory[text]`, as quick as any dictionary where the answer is known.

    They come in two generations. When the younger one is full, the older one is forgotten.
    """

    def __init__(self, answer: Callable[[Any], Any], most: int) -> None:
        super().__init__()
        self._answer = answer
        self._most = most
        self._weight = 0
        self._older: dict[Any, Any] = {}

    def __missing__(self, asked: Any) -> Any:
        older = self._older
        found = older[asked] if asked in older else self._answer(asked)
        if self._weight > self._most:
            self._older, self._weight = dict(self), 0
            super().clear()
        self._weight += LEAST + _length(asked)
        self[asked] = found
        return found

    def clear(self) -> None:
        """Forgets everything."""
        super().clear()
        self._older, self._weight = {}, 0


def _length(asked: Any) -> int:
    """The code points of a text, or of those among some arguments."""
    if isinstance(asked, str):
        return len(asked)
    return sum([len(one) for one in asked if isinstance(one, str)]) if isinstance(asked, tuple) else 0
