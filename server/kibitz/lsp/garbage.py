"""The garbage collector, which would look again and again at what stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def lasting() -> Iterator[None]:
    """What is made inside stays for good, so there is nothing to collect: the types of the protocol above all."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def seldom() -> None:
    """Values without cycles are nearly all that we make, and reading a long record makes millions."""
    gc.set_threshold(20_000, 20, 50)
