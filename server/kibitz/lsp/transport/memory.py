"""The garbage collector and the free memory of the C library."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache

ARENAS = -8
"""glibc's name for the number of memory arenas of threads (`M_ARENA_MAX`)."""


def seldom() -> None:
    """Run the collector rarely: kibitz makes few cycles, and a long record makes millions of values."""
    gc.set_threshold(20_000, 20, 50)


def one_arena() -> None:
    """Let all threads share one place of memory, so that the free memory of one serves the next.

    Call this before the first thread starts. It works with glibc only.
    """
    if (option := _of_glibc("mallopt")) is not None:
        option(ARENAS, 1)


def give_back() -> None:
    """Give free memory back to the system, which the C library keeps otherwise.

    This works with glibc only.
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
