"""The garbage collector, which would look again and again at what stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG = 10_000
"""So many new things are looked through at a time while the program is loaded."""


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
