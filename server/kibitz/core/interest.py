"""Whether anybody still wants to know: who works for long looks here now and then."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


class Pointless(BaseException):
    """The work has become pointless. Only who asked by :func:`watched` gets to see it: it is no error."""


def watched(work: Callable[[], T], pointless: Callable[[], bool]) -> T:
    """The result of some work. Raises Pointless when it has become pointless meanwhile."""
    token = _interest.set(pointless)
    try:
        return work()
    finally:
        _interest.reset(token)


def look() -> None:
    """To be called between two chunks or blocks of a long walk, where nothing is left half done."""
    pointless = _interest.get()
    if pointless is not None and pointless():
        raise Pointless


_interest: ContextVar[Callable[[], bool] | None] = ContextVar("interest", default=None)
