"""Whether anybody still wants to know: who works for long looks here now and then."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Pointless(BaseException):
    """The work has become pointless. Only who asked by :func:`watched` gets to see it: it is no error."""


class _Interest(NamedTuple):
    """Of whoever waits."""

    is_lost: Callable[[], bool]
    patient: bool


def watched(work: Callable[[], T], pointless: Callable[[], bool], patient: bool = True) -> T:
    """The result of some work.

    Raises Pointless when it has become pointless meanwhile, and for who is not `patient` before anything that takes long
    at a stretch.
    """
    token = _interest.set(_Interest(pointless, patient))
    try:
        return work()
    finally:
        _interest.reset(token)


STRETCH = 2_000
"""Code points that take long at a stretch: up to some 5 µs are spent on each."""


def look(ahead: int = 0) -> None:
    """To be called between two chunks or blocks of a long walk, where nothing is left half done.

    `ahead`: so many code points are gone over at a stretch next.
    """
    interest = _interest.get()
    if interest is not None and (interest.is_lost() or (ahead > STRETCH and not interest.patient)):
        raise Pointless


def pause() -> None:
    """To be called before what takes long at a stretch, such as loading a library or working out a table."""
    interest = _interest.get()
    if interest is not None and not interest.patient:
        raise Pointless


_interest: ContextVar[_Interest | None] = ContextVar("interest", default=None)
