"""Work on many files in several processes, with the results in the order of the files."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from kibitz.cli.console import UserError
from kibitz.cli.files import STDIN, Target
from kibitz.core.internal_errors import InternalError, collect_errors, record_error, report_errors

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

ALONE = 0.3
"""Seconds that one process works alone. From then on, several processes are worth the 0.1 s to start them."""
LARGE = 400_000
"""Bytes of a file that ends this time, because it takes long."""
RUN = 16
"""The files that a process takes at a time."""

T = TypeVar("T")
Work = Callable[[Target, Callable[[float], None]], T]
"""Work on a file. The function that it gets takes the share that is done, from 0 to 1."""


def _cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def results(
    work: Work[Any], targets: Sequence[Target], within: Callable[[int, float], None]
) -> Generator[Tried, None, None]:
    """Yield the outcomes of all files, in order. `within` gets the size of a file and the share that is done.

    Close the generator to give up the rest. Raises UserError if a process was killed.
    """
    end = perf_counter() + ALONE
    most = 1 if any(target.name == STDIN for target in targets) else _cores()
    for done, target in enumerate(targets):
        count = min(most, len(targets) - done)
        if count > 1 and (target.size > LARGE or perf_counter() > end):
            yield from _shared(work, targets[done:], count)
            return
        yield tried(work, target, partial(within, target.size))


def _shared(work: Work[Any], targets: Sequence[Target], count: int) -> Iterator[Tried]:
    """Yield the outcomes of all files, in order, from several processes."""
    from multiprocessing import get_context
    from multiprocessing.connection import wait

    # A fork costs a hundredth of a fresh start, and kibitz has no threads here.
    context = get_context("fork" if sys.platform == "linux" else None)
    run = max(1, min(RUN, len(targets) // (8 * count)))
    starts = range(0, len(targets), run)
    coming, ready = iter(starts), dict[int, list[Tried]]()
    processes, pipes = [], list[Any]()
    pipe: Any
    try:
        with _uninterrupted():
            for _ in range(count):
                # Each process has its own pipe: half an answer of a process that ends blocks nothing.
                pipe, other = context.Pipe()
                process = context.Process(
                    target=_serve, args=(other, [*pipes, pipe], work, targets, run), daemon=True
                )
                process.start()
                other.close()
                processes.append(process)
                pipes.append(pipe)
        # A process need not wait for its next files.
        for pipe, start in zip(pipes * 2, coming, strict=False):
            pipe.send(start)
        for start in starts:
            while start not in ready:
                for pipe in wait(pipes):
                    number, ready[number] = pipe.recv()
                    if (following := next(coming, None)) is not None:
                        pipe.send(following)
            for one in ready.pop(start):
                report_errors(one.faults)
                yield one
    except (EOFError, ConnectionError) as error:
        raise UserError(
            "a worker process was killed, perhaps for lack of memory; check fewer files at a time"
        ) from error
    finally:
        for process in processes:
            process.terminate()
            process.join()


def _serve(
    pipe: Connection, ends: list[Connection], work: Work[Any], targets: Sequence[Target], run: int
) -> None:
    """Do work in a process without a progress bar. The first process reports internal errors, and ends this one.

    The first process holds the `ends` of the pipes. Open copies of them would hide that it was killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for end in ends:
        end.close()
    with collect_errors(), suppress(EOFError, ConnectionError):
        while True:
            start = pipe.recv()
            pipe.send((start, [tried(work, one, lambda _: None) for one in targets[start : start + run]]))


class Tried(NamedTuple):
    """The outcome of a file."""

    outcome: Any
    """The result, or None if there is none."""
    faults: list[InternalError]
    failure: UserError | None = None
    """The problem that the user has to fix, if that is why there is no result."""


def tried(work: Work[Any], target: Target, within: Callable[[float], None]) -> Tried:
    """Do some work. An internal error costs the outcome of this file only."""
    with collect_errors() as faults:
        try:
            return Tried(work(target, within), faults)
        except UserError as failure:
            return Tried(None, faults, failure)
        except Exception as error:
            if target.name == STDIN and isinstance(error, OSError):
                # The reader has gone, or the disk is full.
                raise
            record_error(error)
            return Tried(None, faults)


# Ctrl-C reaches every process of a terminal; the first one ends the others.


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
