"""Cancellation: long work checks now and then whether its result is still wanted."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


class Cancelled(BaseException):
    """The work was cancelled. Only the caller of :func:`watched` sees it, because it is not an error."""


def watched(work: Callable[[], T], pointless: Callable[[], bool]) -> T:
    """Return the result of some work. Raises Pointless if it was cancelled meanwhile."""
    token = _interest.set(pointless)
    try:
        return work()
    finally:
        _interest.reset(token)


def check_cancelled() -> None:
    """Raise Pointless if the work was cancelled. Long walks call this between two chunks or blocks."""
    pointless = _interest.get()
    if pointless is not None and pointless():
        raise Cancelled


_interest: ContextVar[Callable[[], bool] | None] = ContextVar("interest", default=None)
