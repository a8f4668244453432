"""Caches of what functions of texts return. All of them can be emptied at once."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache, wraps
from threading import Lock, local
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, WeakSet

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

WORDS = 4096
"""The answers about short texts that a function keeps: entries repeat all over an archive."""
CHUNKS = 512
"""The answers about longer texts that a function keeps: each key makes a new one."""
SHORT = 100
"""The code points of a short text."""

_caches: WeakSet[Any] = WeakSet()
_adding = Lock()


def latest(most: int) -> Callable[[F], F]:
    """Return a decorator that caches as many of the latest answers of a function. See :func:`forget`."""

    def decorate(function: F) -> F:
        cached: Any = lru_cache(most)(function)
        with _adding:
            _caches.add(cached)
        return cached  # type: ignore[no-any-return]

    return decorate


def remembered(function: F) -> F:
    """Cache the latest answers of a function whose first argument is a text, or something with a `text`."""
    short: Any = latest(WORDS)(function)
    long: Any = latest(CHUNKS)(function)
    odd: dict[str, None] = {}

    @wraps(function)
    def ask(*arguments: Any) -> Any:
        text = arguments[0] if type(arguments[0]) is str else getattr(arguments[0], "text", "")
        if text in odd:
            unreadable(text)
        answer = (short if len(text) <= SHORT else long)(*arguments)
        if _noted.text == text:
            # A cached answer would hide that this entry cannot be read.
            _noted.text = None
            if len(odd) >= 2 * WORDS:
                odd.clear()
            odd[text] = None
        return answer

    return ask  # type: ignore[return-value]


class _UnreadableError(BaseException):
    """An entry cannot be read, and only readable ones are wanted. No guard against internal errors may catch it."""


_allowed: ContextVar[str | None] = ContextVar("allowed", default=None)
"""The text whose entries may be unreadable, if no others may be."""


class _Noted(local):
    """The latest entry that could not be read, in each thread."""

    text: str | None = None


_noted = _Noted()


def unreadable(text: str) -> None:
    """Note that an entry cannot be read, and end :func:`where_readable` if it is not in the allowed text."""
    if (allowed := _allowed.get()) is not None and text not in allowed:
        raise _UnreadableError
    _noted.text = text


def where_readable(read: Callable[[], T], allowed: str) -> T | None:
    """Return what `read` returns, or None as soon as it meets an unreadable entry that is not part of `allowed`."""
    token = _allowed.set(allowed)
    try:
        return read()
    except _UnreadableError:
        return None
    finally:
        _allowed.reset(token)


def forget() -> None:
    """Empty all caches. The server does that when nothing is open."""
    with _adding:
        caches = list(_caches)
    for one in caches:
        one.cache_clear()


def kept_with(function: Callable[..., T]) -> Callable[..., T]:
    """Cache the answers of a function about its first argument, such as a block, as long as that exists."""
    memory: WeakKeyDictionary[Any, dict[tuple[Any, ...], T]] = WeakKeyDictionary()

    @wraps(function)
    def ask(about: Any, *others: Any) -> T:
        answers = memory.setdefault(about, {})
        if others not in answers:
            answers[others] = function(about, *others)
        return answers[others]

    return ask
