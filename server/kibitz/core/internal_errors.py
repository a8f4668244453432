"""Internal errors: each is contained at the call of a notation, reported in the record, and passed on once.

A cancellation is not an internal error: `Pointless`, `asyncio.CancelledError` and `KeyboardInterrupt` are not exceptions of this kind.
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
"""The name of their log."""
SLUG = "fault"
"""The rule without a notation that reports one."""
REST = "the rest is checked, except for facts that depend on this"
NOT_THE_WHOLE = "all rules ran except those that need the whole record"
ONLY_SYNTAX = "only the syntax of this record is checked"
"""The consequence of an error in facts about the whole record."""


class InternalError(NamedTuple):
    """An internal error."""

    summary: str
    """The error and its place in kibitz. It contains nothing of the record, and is the same for the same error."""
    trace: str
    """The trace for developers, or empty if this process has seen the error before."""


class RefusedError(ValueError):
    """A feature cannot do something. The message has the reason for people. It is not an internal error."""


class Unknown:
    """A value that an internal error has made unknown. Answers that need it are also missing, without an error of their own."""

    def __getattr__(self, name: str) -> Any:
        raise UnknownError

    def __iter__(self) -> Iterator[Any]:
        raise UnknownError


class UnknownError(AttributeError):
    """See :class:`Unknown`."""


UNKNOWN: Any = Unknown()


def record_error(error: Exception) -> InternalError:
    """Record an internal error for :func:`collect_errors`, or else for the log, which has each error once."""
    # Imported here, because internal errors are rare.
    import traceback

    summary = _summary(error)
    fault = InternalError(summary, "" if summary in _seen else "".join(traceback.format_exception(error)))
    _seen.add(summary)
    if not isinstance(error, UnknownError):
        report_errors([fault])
    return fault


@contextmanager
def collect_errors() -> Iterator[list[InternalError]]:
    """Collect the internal errors meanwhile. They are passed on in the end."""
    within: list[InternalError] = []
    token = _heard.set(within)
    try:
        yield within
    finally:
        _heard.reset(token)
        report_errors(within)


def report_errors(faults: Iterable[InternalError]) -> None:
    """Pass internal errors on to the next listener."""
    outer = _heard.get()
    if outer is not None:
        outer += faults
        return
    for fault in faults:
        if fault.trace:
            from logging import getLogger

            getLogger(LOG).error("kibitz failed: %s\n%s", *fault)


def contained(own: Any, usual: Any) -> Any:
    """Return a method or property that answers with the `usual` one if its own code raises."""
    if isinstance(own, property):
        return property(contained(own.fget, usual.fget))

    @wraps(own)
    def ask(*arguments: Any) -> Any:
        try:
            return own(*arguments)
        except Exception as error:
            record_error(error)
            return usual(*arguments)

    return ask


def as_far_as(coming: Iterator[T]) -> Iterator[T]:
    """Yield the answers up to an internal error."""
    try:
        yield from coming
    except Exception as error:
        record_error(error)


def attempt(work: Callable[[], T], otherwise: T) -> T:
    """Return the result of some work, or another value if it raises."""
    try:
        return work()
    except Exception as error:
        record_error(error)
        return otherwise


def failing(work: Callable[..., object], *arguments: Any) -> Exception | None:
    """Return the error that some work raises, or None."""
    try:
        work(*arguments)
    except Exception as error:
        return error
    return None


# Findings about internal errors


def rule() -> Rule:
    """Return the rule that reports an internal error in a record."""
    return general()[SLUG]


def finding(text: str, summary: str, rest: str = REST) -> Diagnostic:
    """Return the information about an internal error at a chunk, on its first line with text."""
    start = len(text) - len(text.lstrip())
    start = start if start < len(text) else 0
    line_end = LINE_BREAK.search(text, start)
    end = line_end.start() if line_end else len(text)
    return rule().at(start, end, fault=summary, rest=rest, url=f"{REPOSITORY}/issues")


def with_finding(found: Sequence[Diagnostic], text: str, error: Exception) -> Sequence[Diagnostic]:
    """Return the findings of a chunk, with one information about an internal error."""
    summary = record_error(error).summary
    return found if any(map(is_fault, found)) else (*found, finding(text, summary))


def is_fault(one: Diagnostic) -> bool:
    """Return whether a finding reports an internal error."""
    return one.rule.slug == SLUG


def _summary(error: Exception) -> str:
    """Return the error and its place in kibitz. The depth of calls does not matter."""
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
_heard: ContextVar[list[InternalError] | None] = ContextVar("heard", default=None)
_seen: set[str] = set()
