"""Mistakes of kibitz itself: each is contained where core asks a notation, said in the record, and passed on once.

What is cancelled is no fault: `Pointless`, `asyncio.CancelledError` and `KeyboardInterrupt` are no `Exception`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, NamedTuple, TypeVar

from kibitz.core.rules import general
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import REPOSITORY, Diagnostic, Rule

T = TypeVar("T")

LOG = "kibitz.faults"
"""The name of the log that has them."""
SLUG = "fault"
"""The rule of no notation that says it."""
REST = "the rest is checked, as far as it does not depend on this"
NOT_THE_WHOLE = "all is checked but what is said of the record as a whole"
ONLY_SYNTAX = "of this record only the syntax is checked"
"""What a fault costs, besides the place where it is told."""


class Fault(NamedTuple):
    """A mistake of kibitz."""

    summary: str
    """What it is and where: nothing of the record, and the same for the same mistake."""
    trace: str
    """For whoever mends it; empty where this process has seen the fault before."""


class RefusedError(ValueError):
    """A feature can't do what somebody wants; the message says why, for people. No fault."""


class Unknown:
    """What a fault has made unknown. Whoever draws on it has no answer, either: that is no fault of its own."""

    def __getattr__(self, name: str) -> Any:
        raise UnknownError

    def __iter__(self) -> Iterator[Any]:
        raise UnknownError


class UnknownError(AttributeError):
    """See :class:`Unknown`."""


UNKNOWN: Any = Unknown()


def note(error: Exception) -> Fault:
    """Notes a fault for who listens: :func:`heard`, or else the log, which has each only once."""
    # Imported here, because hardly anybody needs it.
    import traceback

    summary = _summary(error)
    fault = Fault(summary, "" if summary in _seen else "".join(traceback.format_exception(error)))
    _seen.add(summary)
    if not isinstance(error, UnknownError):
        pass_on([fault])
    return fault


@contextmanager
def heard() -> Iterator[list[Fault]]:
    """Lists the faults meanwhile. They are passed on in the end."""
    within: list[Fault] = []
    token = _heard.set(within)
    try:
        yield within
    finally:
        _heard.reset(token)
        pass_on(within)


def pass_on(faults: Iterable[Fault]) -> None:
    """Has whoever listens hear of faults."""
    outer = _heard.get()
    if outer is not None:
        outer += faults
        return
    for fault in faults:
        if fault.trace:
            from logging import getLogger

            getLogger(LOG).error("kibitz failed: %s\n%s", *fault)


def contained(own: Any, usual: Any) -> Any:
    """A method, or a property, in the place of which the `usual` one answers where it fails."""
    if isinstance(own, property):
        return property(contained(own.fget, usual.fget))

    @wraps(own)
    def ask(*arguments: Any) -> Any:
        try:
            return own(*arguments)
        except Exception as error:
            note(error)
            return usual(*arguments)

    return ask


def as_far_as(coming: Iterator[T]) -> Iterator[T]:
    """What comes, up to a fault."""
    try:
        yield from coming
    except Exception as error:
        note(error)


def attempt(work: Callable[[], T], otherwise: T) -> T:
    """The result of some work, or something else where it fails."""
    try:
        return work()
    except Exception as error:
        note(error)
        return otherwise


def failing(work: Callable[..., object], *arguments: Any) -> Exception | None:
    """What some work fails with; None where it does not."""
    try:
        work(*arguments)
    except Exception as error:
        return error
    return None


# What the record shows


def rule() -> Rule:
    """The rule of which a fault is told in a record."""
    return general()[SLUG]


def finding(text: str, summary: str, rest: str = REST) -> Diagnostic:
    """The information that kibitz has failed at a chunk, on the first line of it that says anything."""
    start = len(text) - len(text.lstrip())
    start = start if start < len(text) else 0
    line_end = LINE_BREAK.search(text, start)
    end = line_end.start() if line_end else len(text)
    return rule().at(start, end, fault=summary, rest=rest, url=f"{REPOSITORY}/issues")


def with_finding(found: Sequence[Diagnostic], text: str, error: Exception) -> Sequence[Diagnostic]:
    """What was found in a chunk, with the one information that kibitz has failed there."""
    summary = note(error).summary
    return found if any(map(is_fault, found)) else (*found, finding(text, summary))


def is_fault(one: Diagnostic) -> bool:
    """Whether a finding is that kibitz has failed."""
    return one.rule.slug == SLUG


def _summary(error: Exception) -> str:
    """What failed and where in kibitz. How deep calls may be depends on who calls, and so does where that is noticed."""
    name = type(error).__name__
    if isinstance(error, (MemoryError, RecursionError)):
        return name
    place, at = "", error.__traceback__
    while at is not None:
        path = at.tb_frame.f_code.co_filename
        if path.startswith(_PACKAGE):
            place = f" in {path[len(_PACKAGE) :].replace(os.sep, '/')}, line {at.tb_lineno}"
        at = at.tb_next
    return name + place


_PACKAGE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "")
_heard: ContextVar[list[Fault] | None] = ContextVar("heard", default=None)
_seen: set[str] = set()
