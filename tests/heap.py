"""What Python's garbage collector looks after while tests run.

Seven thousand tests and what they import are some million objects, and none of them ever goes: a collection that goes
over all of them takes half a second, and many tests ask for one. What is new is looked through as seldom as in the server: values
without cycles are nearly all that there is.
"""

from __future__ import annotations

import gc

from kibitz.lsp.garbage import seldom

_freeze = gc.freeze


def settle() -> None:
    """Whatever is there now is not looked at again; called when all tests are collected.

    Commands and servers freeze what they have loaded, as their process is theirs alone. In this one that would keep what tests
    have left, so from now on they do it in vain.
    """
    gc.collect()
    _freeze()
    gc.freeze = lambda: None
    seldom()


def objects() -> list[object]:
    """All that there is, what was there before the first test included."""
    gc.unfreeze()
    found = gc.get_objects()
    _freeze()
    return found
