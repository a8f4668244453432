"""Errors of kibitz itself: core catches each where it calls a notation, reports it in the record, and passes it on once.

A cancellation is not a fault: `Pointless`, `asyncio.CancelledError` and `KeyboardInterrupt` are no `Exception`.
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
"""The name of the log for faults."""
SLUG = "fault"
"""The rule that reports a fault, in every notation."""
REST = "the rest is checked, as far as it does not depend on this"
NOT_THE_WHOLE = "all is checked but what is said of the record as a whole"
ONLY_SYNTAX = "of this record only the syntax is checked"
"""The messages about the parts that a fault leaves unchecked."""


class Fault(NamedTuple):
    """An error of kibitz itself."""

    summary: str
    """Its kind and place, without any text of the record."""
    trace: str
    """The traceback, or nothing if this process has seen the fault before."""


class RefusedError(ValueError):
    """A feature refuses a request; the message gives the reason. This is not a fault."""


class Unknown:
    """A fact that a fault has made unknown. Work that needs it fails too, which is not another fault."""

    def __getattr__(self, name: str) -> Any:
        raise UnknownError

    def __iter__(self) -> Iterator[Any]:
        raise UnknownError


class UnknownError(AttributeError):
    """See :class:`Unknown`."""


UNKNOWN: Any = Unknown()


def note(error: Exception) -> Fault:
    """Return an error as a fault, and pass it on to :func:`heard`, or else to the log, which has each fault once."""
    # This import is slow and rarely needed.
    import traceback

    summary = _summary(error)
    fault = Fault(summary, "" if summary in _seen else "".join(traceback.format_exception(error)))
    _seen.add(summary)
    if not isinstance(error, UnknownError):
        pass_on([fault])
    return fault


@contextmanager
def heard() -> Iterator[list[Fault]]:
    """Collect the faults of the block, and pass them on at its end."""
    within: list[Fault] = []
    token = _heard.set(within)
    try:
        yield within
    finally:
        _heard.reset(token)
        pass_on(within)


def pass_on(faults: Iterable[Fault]) -> None:
    """Pass faults on to the outer :func:`heard`, or else to the log."""
    outer = _heard.get()
    if outer is not None:
        outer += faults
        return
    for fault in faults:
        if fault.trace:
            from logging import getLogger

            getLogger(LOG).error("kibitz failed: %s\n%s", *fault)


def contained(own: Any, usual: Any) -> Any:
    """Return a method or a property that is replaced by the `usual` one if it fails."""
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
    """Yield the items up to a fault."""
    try:
        yield from coming
    except Exception as error:
        note(error)


def attempt(work: Callable[[], T], otherwise: T) -> T:
    """Return the result of some work, or `otherwise` if it fails."""
    try:
        return work()
    except Exception as error:
        note(error)
        return otherwise


def failing(work: Callable[..., object], *arguments: Any) -> Exception | None:
    """Return the exception of some work, or None if it succeeds."""
    try:
        work(*arguments)
    except Exception as error:
        return error
    return None


# Findings about faults


def rule() -> Rule:
    """Return the rule that reports a fault in a record."""
    return general()[SLUG]


def finding(text: str, summary: str, rest: str = REST) -> Diagnostic:
    """Return the finding that kibitz failed at a chunk, on its first line that is not empty."""
    start = len(text) - len(text.lstrip())
    start = start if start < len(text) else 0
    line_end = LINE_BREAK.search(text, start)
    end = line_end.start() if line_end else len(text)
    return rule().at(start, end, fault=summary, rest=rest, url=f"{REPOSITORY}/issues")


def with_finding(found: Sequence[Diagnostic], text: str, error: Exception) -> Sequence[Diagnostic]:
    """Return the findings of a chunk, with one that kibitz failed there."""
    summary = note(error).summary
    return found if any(map(is_fault, found)) else (*found, finding(text, summary))


def is_fault(one: Diagnostic) -> bool:
    """Return whether a finding reports a fault."""
    return one.rule.slug == SLUG


def _summary(error: Exception) -> str:
    """Return the kind of an error and its place in kibitz. The place of a RecursionError depends on the caller, so it has none."""
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
