"""What stays for good, and what is let go: the garbage collector, and the memory that the C library has to spare."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache

YOUNG = 10_000
"""So many new things are looked through at a time while the program is loaded."""
ARENAS = -8
"""glibc's name for how many places threads take memory from (`M_ARENA_MAX`)."""


@contextmanager
def lasting() -> Iterator[None]:
    """What is left at the end stays for good and is never looked at again: the types of the protocol above all.

    Making a type leaves its maker behind, and all of them would be 10 MB; so what is new is looked through, once.
    """
    usual = gc.get_threshold()
    gc.set_threshold(YOUNG, 1000, 1000)
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*usual)


def seldom() -> None:
    """Values without cycles are nearly all that we make, and reading a long record makes millions."""
    gc.set_threshold(20_000, 20, 50)


def one_arena() -> None:
    """Has all threads take their memory from one place: what a thread that has ended leaves free serves the next one.

    To be called before there are any. Only glibc can be asked to; elsewhere nothing happens.
    """
    if (option := _of_glibc("mallopt")) is not None:
        option(ARENAS, 1)


def give_back() -> None:
    """Gives the system back the memory that is free, but that the C library keeps: all that lies below something in use.

    Only glibc can be asked to; elsewhere nothing happens.
    """
    if (trim := _of_glibc("malloc_trim")) is not None:
        trim(0)


@cache
def _of_glibc(name: str) -> Callable[..., object] | None:
    if sys.platform != "linux":
        return None
    with suppress(ImportError, AttributeError):
        from ctypes import CDLL

        found: Callable[..., object] = getattr(CDLL(None), name)
        return found
    return None
