"""What Python's garbage collector looks after while tests run.

Seven thousand tests and what they import are some million objects, and none of them ever goes: a collection that goes
over all of them takes half a second, and many tests ask for one; so does what tests remember, some hundred thousand more. What is new is
looked through as seldom as in the server: values without cycles are nearly all that there is.
"""

from __future__ import annotations

import gc
from functools import _lru_cache_wrapper, cache

from kibitz.lsp.transport.memory import seldom

_freeze = gc.freeze
seldom()


def settle() -> None:
    """Whatever is there now is not looked at again; called when all tests are collected, and behind those of each file.

    Commands and servers freeze what they have loaded, as their process is theirs alone. In this one that would keep what tests
    have left, so from now on they do it in vain.
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
    """Those that were there before the first test of a file: they stay, and to go over all that was takes half a second."""
    gc.unfreeze()
    found = _among(gc.get_objects())
    _freeze()
    return found


def _among(objects: list[object]) -> list[_lru_cache_wrapper[object]]:
    return [one for one in objects if isinstance(one, _lru_cache_wrapper)]
