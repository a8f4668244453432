"""What functions of texts have said, remembered as far as all of that together is not too much."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import lru_cache, wraps
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, ref

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

LEAST = 800
"""What an answer weighs besides its texts, in bytes."""
LETTER = 20
"""What it weighs for each code point of them: a chunk as a text has a byte or two, what it says ten times as much."""
FINDING = 1000
"""What it weighs for each thing that is wrong: a message, where it is said and how it is mended."""


def remembered(function: F) -> F:
    """Remembers the latest answers of a function, as long as there is room, see :class:`Memory`. Positional arguments only."""
    asked: Any = function
    if asked.__code__.co_argcount == 1:
        answers: Any = Memory(asked).__getitem__
        return answers  # type: ignore[no-any-return]
    memory = Memory(lambda arguments: asked(*arguments))

    @wraps(function)
    def ask(*arguments: Any) -> Any:
        return memory[arguments]

    return ask  # type: ignore[return-value]


def latest(most: int) -> Callable[[F], F]:
    """Remembers so many of the latest answers of a function: of what is much, and asked for again with the next key."""

    def decorate(function: F) -> F:
        answers: Any = lru_cache(most)(function)
        ROOM.forgotten.append(answers.cache_clear)
        return answers  # type: ignore[no-any-return]

    return decorate


def kept_with(function: Callable[..., T]) -> Callable[..., T]:
    """Remembers the answers of a function about its first argument, a block or an analysis, for as long as there is that."""
    memory: WeakKeyDictionary[Any, dict[tuple[Any, ...], T]] = WeakKeyDictionary()

    @wraps(function)
    def ask(about: Any, *others: Any) -> T:
        answers = memory.setdefault(about, {})
        if others not in answers:
            answers[others] = function(about, *others)
        return answers[others]

    return ask


class Memory(dict[Any, Any]):
    """Answers by what was asked: `memory[text]`, as quick as any dictionary where the answer is known.

    They come in two generations, and what is asked for again is young again. All memories share one room: each time that
    they have learnt enough together, it is the turn of the next one of them to forget its older generation.
    """

    def __init__(self, answer: Callable[[Any], Any] | None = None, room: Room | None = None) -> None:
        """Without `answer`, who asks says each time how it is made: :meth:`made`."""
        super().__init__()
        self._answer = answer
        self._older: dict[Any, Any] = {}
        self._room = ROOM if room is None else room
        self._room.enter(self)

    def __missing__(self, asked: Any) -> Any:
        if self._answer is None:
            raise KeyError(asked)
        return self.made(asked, self._answer)

    def made(self, asked: Any, answer: Callable[[Any], Any]) -> Any:
        """What is no longer young: the old answer, or one that is made now."""
        older = self._older
        found = older[asked] if asked in older else answer(asked)
        self[asked] = found
        self._room.learn(weight(asked, found))
        return found

    def age(self) -> None:
        """Forgets what has not been asked for in this turn and the one before."""
        self._older = dict(self)
        super().clear()

    def clear(self) -> None:
        """Forgets everything."""
        super().clear()
        self._older = {}


class Room:
    """What some memories may hold together.

    In a round, in which each has its turn, they learn half of what there is room for; nothing is older than two rounds.
    That holds whichever of them learns how much, and nobody counts what each of them holds.
    """

    def __init__(self, most: int) -> None:
        """`most`: in bytes, as :func:`weight` tells them."""
        self.most = most
        self._learnt = 0
        self._memories: deque[ref[Memory]] = deque()
        self._turning = Lock()
        self.forgotten: list[Callable[[], None]] = []
        """What else forgets when all memories do."""

    def enter(self, memory: Memory) -> None:
        """Has a memory take part, as long as there is anybody who asks it."""
        self._memories.append(ref(memory))

    def forget(self) -> None:
        """Has all memories forget everything: nothing is open any more."""
        # A thread may learn meanwhile.
        for one in self._memories.copy():
            if (memory := one()) is not None:
                memory.clear()
        for forget in self.forgotten:
            forget()

    def learn(self, weight: int) -> None:
        """An answer has come in that weighs so much."""
        self._learnt += weight
        if self._learnt > self._share():
            self._turn()

    def _share(self) -> int:
        """How much is learnt from one turn to the next."""
        return self.most // (2 * len(self._memories))

    def _turn(self) -> None:
        """Who is next forgets. Of two threads that come at once, one sees to it."""
        if not self._turning.acquire(blocking=False):
            return
        try:
            turns = min(self._learnt // max(self._share(), 1), 2 * len(self._memories))
            self._learnt = 0
            for _ in range(turns):
                memory = self._memories[0]()
                if memory is None:
                    self._memories.popleft()
                else:
                    memory.age()
                    self._memories.rotate(-1)
        finally:
            self._turning.release()


MOST = 64_000_000
ROOM = Room(MOST)
"""The room of this process, which a server makes smaller where little is open."""


def weight(asked: Any, answer: Any) -> int:
    """About how many bytes an answer takes, with what was asked."""
    return LEAST + LETTER * _length(asked) + FINDING * len(getattr(answer, "problems", ()))


def _length(asked: Any) -> int:
    """The code points of a text, of what has one, or of all of these among some arguments."""
    if isinstance(asked, str):
        return len(asked)
    return sum(map(_length, asked)) if isinstance(asked, tuple) else len(getattr(asked, "text", ""))
