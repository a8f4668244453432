"""Work on many files in several processes, with the results in the order of the files."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from kibitz.cli.console import UserError
from kibitz.cli.files import STDIN, Target
from kibitz.core.faults import Fault, heard, note, pass_on

if TYPE_CHECKING:
    from concurrent.futures import Future

ENOUGH = 0.5
"""From how many seconds of work on several processes are worth starting: that takes 0.1 s, and the second core does half of the work."""
SLOW = 400_000
"""So many bytes take a second where much is wrong in them; clean records are some ten times as quick."""
AHEAD = 4
"""So many runs of files are given out for each process, so that none waits for the one that is behind."""
RUN = 16
RUN_BYTES = 250_000
"""A run has so many files and bytes at the most: what comes of it may be many times as large, and waits for those before."""

T = TypeVar("T")
Work = Callable[[Target, Callable[[float], None]], T]
"""Does something with a file; tells the function that it is given how much of it is done, from 0 to 1."""


def processes(targets: Sequence[Target]) -> int:
    """How many processes the work on some files is worth."""
    if len(targets) < 2 or any(target.name == STDIN for target in targets):
        return 1
    return min(_cores(), len(targets)) if sum(target.size for target in targets) >= ENOUGH * SLOW else 1


def _cores() -> int:
    """The cores that we may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def results(
    work: Work[Any], targets: Sequence[Target], singly: Iterator[Tried], count: int
) -> Generator[Tried, None, None]:
    """What became of all files, each as soon as those before it are there. `singly` does them one by one.

    Close it to give up what is still being done. Raises UserError where a process has been killed.
    """
    targets = targets[(yield from _first(targets, singly)) :]
    if not targets:
        return
    from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    # A fork costs a hundredth of a fresh start, and we have no threads.
    context = get_context("fork" if sys.platform == "linux" else None)
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=_ignore_interrupts)
    finished = False
    try:
        coming: deque[Future[list[Tried]]] = deque()
        for run in _runs(targets, max(1, min(RUN, len(targets) // (8 * count)))):
            with _uninterrupted():
                coming.append(pool.submit(_alone, work, run))
            # No more than this is under way: results may be large, and wait for those before them.
            if len(coming) > AHEAD * count:
                yield from _passed_on(coming.popleft().result())
        while coming:
            yield from _passed_on(coming.popleft().result())
        finished = True
    except BrokenProcessPool as error:
        raise UserError(
            "a worker process was killed, perhaps for lack of memory; check fewer files at a time"
        ) from error
    finally:
        if not finished:
            # Nothing is cancelled: the pool trips over that when its processes end.
            for process in active_children():
                process.terminate()
        pool.shutdown()


def _first(targets: Sequence[Target], singly: Iterator[Tried]) -> Generator[Tried, None, int]:
    """Does files until they show that the others take long; gives how many. What they have loaded is there in each process."""
    took, size, left = 0.0, 0, sum(target.size for target in targets)
    for done, target in enumerate(targets):
        known = done > 1 and took >= ENOUGH / 10
        if target.size > RUN_BYTES or (known and took * left >= ENOUGH * size):
            return done
        before = process_time()
        yield next(singly)
        left -= target.size
        # The first one loads what all need.
        if done:
            took, size = took + process_time() - before, size + target.size
    return len(targets)


def _passed_on(some: Iterable[Tried]) -> Iterator[Tried]:
    for one in some:
        pass_on(one.faults)
        yield one


def _runs(targets: Sequence[Target], most: int) -> Iterator[list[Target]]:
    """The files in their order, some at a time."""
    run: list[Target] = []
    size = 0
    for target in targets:
        if run and (len(run) >= most or size + target.size > RUN_BYTES):
            yield run
            run, size = [], 0
        run.append(target)
        size += target.size
    if run:
        yield run


def _alone(work: Work[Any], targets: Sequence[Target]) -> list[Tried]:
    """Work in a process that shows no progress, and whose faults the first process tells."""
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
            # Nobody reads any more, or the disk is full.
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
