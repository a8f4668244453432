"""The speed of this machine, so that limits of time hold on any machine."""

from __future__ import annotations

from functools import lru_cache
from time import monotonic, process_time

NOMINAL = 0.015
"""CPU seconds of the measured work on the machine of the limits."""
FRESH = 10
"""Seconds for which a measurement counts, because the load changes."""


def pace() -> float:
    """Return how many times slower this machine is at the moment than the one of the limits, at least 1."""
    return _pace(int(monotonic() / FRESH))


@lru_cache(maxsize=1)
def _pace(_: int) -> float:
    def once() -> float:
        started = process_time()
        sum(len(str(number)) for number in range(200_000))
        return process_time() - started

    return max(min(once() for _ in range(5)) / NOMINAL, 1.0)
