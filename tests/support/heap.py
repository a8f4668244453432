"""The garbage collection of Python during tests.

Seven thousand tests and their imports are a million objects that never go away. A full collection takes half a second, and many tests
ask for one. New objects are collected as seldom as in the server, because nearly all of them are values without cycles.
"""

from __future__ import annotations

import gc
from functools import _lru_cache_wrapper, cache

from kibitz.lsp.transport.memory import seldom

_freeze = gc.freeze
seldom()


def settle() -> None:
    """Exclude all present objects from collections. This runs when the tests are collected, and after those of each file.

    Commands and servers freeze their objects in their own processes. In this process, later calls of theirs have no effect.
    """
    gc.collect()
    _freeze()
    gc.freeze = lambda: None
    _settled.cache_clear()


def caches() -> list[_lru_cache_wrapper[object]]:
    """Return all caches of functions."""
    return [*_settled(), *_among(gc.get_objects())]


@cache
def _settled() -> list[_lru_cache_wrapper[object]]:
    """Return the caches from before the first test of a file. They are looked up once, because that takes half a second."""
    gc.unfreeze()
    found = _among(gc.get_objects())
    _freeze()
    return found


def _among(objects: list[object]) -> list[_lru_cache_wrapper[object]]:
    return [one for one in objects if isinstance(one, _lru_cache_wrapper)]
