"""The text of a settings file, read by tomli, with the places of its keys."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import tomli

from kibitz.core.values import Span

LARGEST = 500_000
"""Greatest number of code points of a settings file."""
DEEPEST = 32
"""Greatest depth of lists, tables and dotted keys."""

Key = tuple[str, ...]


class Problem(NamedTuple):
    """A mistake in a settings file, in words, with its place in the text."""

    message: str
    span: Span


class Read(NamedTuple):
    """The contents of a settings file, or the reason why it could not be read."""

    values: Mapping[str, object]
    keys: tuple[tuple[Key, Span], ...] = ()
    """The tables and keys in order, each with the names of the tables around it."""
    problem: Problem | None = None
    """The reason if nothing could be read."""

    def place(self, name: Key) -> Span:
        """Return the place of a setting, or the start of the file if no key sets it."""
        best: Span | None = None
        most = 0
        for key, span in self.keys:
            common = min(len(key), len(name))
            if key[:common] == name[:common] and common > most:
                best, most = span, common
        return best or Span(0, 0)


def read(text: str) -> Read:
    """Read a settings file. This never raises."""
    if len(text) > LARGEST:
        return Read(
            {},
            problem=Problem(f"more than the {LARGEST} characters that a settings file may have", Span(0, 0)),
        )
    if long := _LONG_KEY.search(text):
        return Read({}, problem=Problem(f"a key of more than {DEEPEST} names", Span(*long.span())))
    keys = tuple(_keys(text))
    try:
        values = tomli.loads(text)
    except RecursionError:
        return Read({}, keys, _too_deep())
    except tomli.TOMLDecodeError as error:
        return Read({}, keys, Problem(str(error), _place_of(str(error), text)))
    except ValueError:
        return Read({}, keys, Problem("a number with too many digits", Span(0, 0)))
    return Read(values, keys) if is_shallow(values) else Read({}, keys, _too_deep())


def is_shallow(value: object, depth: int = 0) -> bool:
    """Return whether a value is no deeper than any setting."""
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return depth < DEEPEST and all(is_shallow(one, depth + 1) for one in inner)


def _too_deep() -> Problem:
    return Problem(f"more than {DEEPEST} lists and tables within each other", Span(0, 0))


def _place_of(message: str, text: str) -> Span:
    """Return the place that an error names by line and column, or the end of the text."""
    found = re.search(r"at line ([0-9]+), column ([0-9]+)", message)
    if found is None:
        return Span(len(text), len(text))
    start = 0
    for _ in range(int(found[1]) - 1):
        start = text.find("\n", start) + 1
    at = min(start + int(found[2]) - 1, len(text))
    return Span(at, min(at + 1, len(text)))


_NAME = r"""(?:"[^"\n]*"|'[^'\n]*'|[\w-]+)"""
# A name is tried only where it begins, so that one search takes time in proportion to the text.
_LONG_KEY = re.compile(rf"""(?<![\w"'-]){_NAME}(?:[ \t]*\.[ \t]*{_NAME}){{{DEEPEST}}}""")
_KEY = re.compile(rf"^[ \t]*(\[\[?[ \t]*)?({_NAME}(?:[ \t]*\.[ \t]*{_NAME})*)", re.MULTILINE)


def _keys(text: str) -> Iterator[tuple[Key, Span]]:
    """Yield the tables and keys at the start of a line, with their places."""
    table: Key = ()
    for found in _KEY.finditer(text):
        key = tuple(name.strip("\"'") for name in re.findall(_NAME, found[2]))
        if found[1]:
            table = key
            yield key, Span(found.start(1), found.end())
        else:
            yield table + key, Span(*found.span(2))
