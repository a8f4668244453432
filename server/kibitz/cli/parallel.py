"""Work on many files in several processes, with the results in the order of the files."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from kibitz.cli.console import UserError
from kibitz.cli.files import STDIN, Target
from kibitz.core.faults import Fault, heard, note, pass_on

ENOUGH = 600_000
"""Bytes from which on several processes are worth 0.1 s to start them."""
SMALL = 100_000
"""Bytes of a first file that is done before the others, so that each process has what that loads."""
RUN = 16
"""The files that a process takes at a time."""

T = TypeVar("T")
Work = Callable[[Target, Callable[[float], None]], T]
"""Does something with a file; tells the function that it is given how much of it is done, from 0 to 1."""


def processes(targets: Sequence[Target]) -> int:
    """Return how many processes the work on some files is worth."""
    if len(targets) < 2 or any(target.name == STDIN for target in targets):
        return 1
    return min(_cores(), len(targets)) if sum(target.size for target in targets) >= ENOUGH else 1


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def results(
    work: Work[Any], targets: Sequence[Target], singly: Iterator[Tried], count: int
) -> Generator[Tried, None, None]:
    """Yield what became of all files, in their order. `singly` does them one by one.

    Close it to give up the rest. Raises UserError if a process was killed.
    """
    done = int(targets[0].size <= SMALL)
    yield from islice(singly, done)
    from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    # A fork costs a hundredth of a fresh start, and kibitz has no threads here.
    context = get_context("fork" if sys.platform == "linux" else None)
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=_ignore_interrupts)
    finished = False
    try:
        run = max(1, min(RUN, len(targets) // (8 * count)))
        with _uninterrupted():
            starts = range(done, len(targets), run)
            coming = deque([pool.submit(_alone, work, targets[at : at + run]) for at in starts])
        while coming:
            for one in coming.popleft().result():
                pass_on(one.faults)
                yield one
        finished = True
    except BrokenProcessPool as error:
        raise UserError(
            "a worker process was killed, perhaps for lack of memory; check fewer files at a time"
        ) from error
    finally:
        if not finished:
            # The pool raises if something is cancelled when its processes end.
            for process in active_children():
                process.terminate()
        pool.shutdown()


def _alone(work: Work[Any], targets: Sequence[Target]) -> list[Tried]:
    """Do work in a process that shows no progress, and whose faults the first process reports."""
    with heard() as faults:
        done = [tried(work, target, lambda _: None) for target in targets]
        faults.clear()
    return done


class Tried(NamedTuple):
    """What became of a file."""

    outcome: Any
    """None where kibitz failed at all of it."""
    faults: list[Fault]


def tried(work: Work[Any], target: Target, within: Callable[[float], None]) -> Tried:
    """Does some work. What fails in it costs the outcome of this file and of no other one."""
    with heard() as faults:
        try:
            return Tried(work(target, within), faults)
        except (UserError, OSError):
            # The reader has gone, or the disk is full.
            raise
        except Exception as error:
            note(error)
            return Tried(None, faults)


# Ctrl-C reaches every process of a terminal; the first one ends the others.


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Makes an interrupt wait while processes are started, which is no moment for one in any of them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
