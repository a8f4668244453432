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
from kibitz.core.internal_errors import InternalError, collect_errors, record_error, report_errors

ENOUGH = 600_000
"""Bytes from which several processes are worth the 0.1 s to start them."""
SMALL = 100_000
"""Greatest size of a first file that this process does alone, so that each process inherits the loaded modules. In bytes."""
RUN = 16
"""The files that a process takes at a time."""

T = TypeVar("T")
Work = Callable[[Target, Callable[[float], None]], T]
"""Work on a file. The function that it gets takes the share that is done, from 0 to 1."""


def processes(targets: Sequence[Target]) -> int:
    """Return the number of processes that the work on some files is worth."""
    if len(targets) < 2 or any(target.name == STDIN for target in targets):
        return 1
    return min(_cores(), len(targets)) if sum(target.size for target in targets) >= ENOUGH else 1


def _cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def results(
    work: Work[Any], targets: Sequence[Target], singly: Iterator[Tried], count: int
) -> Generator[Tried, None, None]:
    """Yield the outcomes of all files, in order. `singly` handles the files one by one in this process.

    Close the generator to give up the rest. Raises UserError if a process was killed.
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
                report_errors(one.faults)
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
    """Do work in a process without a progress bar. The first process reports internal errors."""
    with collect_errors() as faults:
        done = [tried(work, target, lambda _: None) for target in targets]
        faults.clear()
    return done


class Tried(NamedTuple):
    """The outcome of a file."""

    outcome: Any
    """The result, or None if kibitz failed."""
    faults: list[InternalError]


def tried(work: Work[Any], target: Target, within: Callable[[float], None]) -> Tried:
    """Do some work. An internal error costs the outcome of this file only."""
    with collect_errors() as faults:
        try:
            return Tried(work(target, within), faults)
        except (UserError, OSError):
            # The reader has gone, or the disk is full.
            raise
        except Exception as error:
            record_error(error)
            return Tried(None, faults)


# Ctrl-C reaches every process of a terminal; the first one ends the others.


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Make an interrupt wait while processes start."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
