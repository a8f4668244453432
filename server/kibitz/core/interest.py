"""Whether anybody still wants to know: who walks over a whole document looks here now and then."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


class Pointless(Exception):  # noqa: N818 - it is no error.
    """The work has become pointless. Only who asked by :func:`watched` gets to see it."""


def watched(work: Callable[[], T], pointless: Callable[[], bool]) -> T:
    """The result of some work. Raises Pointless when it has become pointless meanwhile."""
    token = _pointless.set(pointless)
    try:
        return work()
    finally:
        _pointless.reset(token)


def look() -> None:
    """To be called between two chunks or blocks of a long walk, where nothing is left half done."""
    pointless = _pointless.get()
    if pointless is not None and pointless():
        raise Pointless


_pointless: ContextVar[Callable[[], bool] | None] = ContextVar("pointless", default=None)
