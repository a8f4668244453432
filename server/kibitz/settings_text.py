"""The text of a settings file: read within bounds, with the places of what it says.

A file that somebody else wrote may be anything. What could make reading it take long, or fail, is looked for before it
is read as TOML: nothing in it is deeper, longer or larger than what is said here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import tomli

from kibitz.core.values import Span

LARGEST = 500_000
"""The characters of a settings file."""
DEEPEST = 32
"""How many brackets may be open at once, and how many names a dotted key may have."""
LONGEST = 1000
"""The characters of a name or a number."""
LONGEST_TEXT = 10_000
"""The characters of a string."""

Key = tuple[str, ...]


class Problem(NamedTuple):
    """What is wrong with a settings file, in a person's words, and where; offsets are those of its text."""

    message: str
    span: Span


class Read(NamedTuple):
    """What could be read."""

    values: Mapping[str, object]
    keys: tuple[tuple[Key, Span], ...] = ()
    """The tables and keys in their order, with the names of the tables they are in."""
    problem: Problem | None = None
    """Why nothing could be read."""

    def place(self, name: Key) -> Span:
        """Where a setting stands; the beginning of the file where that can't be told."""
        best: Span | None = None
        most = 0
        for key, span in self.keys:
            common = min(len(key), len(name))
            if key[:common] == name[:common] and common > most:
                best, most = span, common
        return best or Span(0, 0)


def read(text: str) -> Read:
    """Reads a settings file. Never fails, and takes time that grows with the length of the text."""
    try:
        keys = tuple(_keys(text))
    except _BeyondError as error:
        return Read({}, problem=error.problem)
    try:
        return Read(tomli.loads(text), keys)
    except (ValueError, RecursionError) as error:
        return Read({}, keys, Problem(str(error) or "this can't be read", _place_of(str(error), text)))


def _place_of(message: str, text: str) -> Span:
    """The place that an error names by line and column, or the end of the text."""
    found = re.search(r"at line ([0-9]+), column ([0-9]+)", message)
    if found is None:
        return Span(len(text), len(text))
    start = 0
    for _ in range(int(found[1]) - 1):
        start = text.find("\n", start) + 1
    at = min(start + int(found[2]) - 1, len(text))
    return Span(at, min(at + 1, len(text)))


class _BeyondError(Exception):
    """Something is deeper, longer or larger than it may be."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.problem = Problem(message, span)


_TOKEN = re.compile(
    r'''
    (?P<blank>[ \t\r]+|\#[^\n]*)
    | (?P<end>\n)
    | (?P<string>"""(?:\\.|[^\\])*?(?:"""|\Z)|\'\'\'.*?(?:\'\'\'|\Z)|"(?:\\[^\n]|[^"\\\n])*"?|'[^'\n]*'?)
    | (?P<word>[^\s"'\[\]{}=,.\#]+)
    | (?P<mark>.)
    ''',
    re.VERBOSE | re.DOTALL,
)


def _keys(text: str) -> Iterator[tuple[Key, Span]]:
    """The tables and keys of a text, as far as brackets and ends of lines tell. Raises _BeyondError."""
    if len(text) > LARGEST:
        raise _BeyondError(f"more than the {LARGEST} characters that a settings file may have", Span(0, 0))
    table: Key = ()
    for start, tokens in _statements(text):
        header = tokens[0][0] == "["
        names = [one for one in tokens if one[0] not in ("[", "]", ".", " ")]
        if not names:
            continue
        key = tuple(_name(word) for word, _ in names)
        span = Span(start if header else names[0][1].start, names[-1][1].end)
        table, full = (key, key) if header else (table, table + key)
        yield full, span


def _statements(text: str) -> Iterator[tuple[int, list[tuple[str, Span]]]]:
    """The beginnings of statements, up to the sign `=` or the end of their lines, each with its start."""
    depth = 0
    begun: list[tuple[str, Span]] = []
    in_value = False
    for kind, written, span in _tokens(text):
        if in_value and kind == "mark":
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(written, 0)
            if depth > DEEPEST:
                raise _BeyondError(f"more than {DEEPEST} brackets within each other", span)
        if (kind == "end" and depth <= 0) or (written == "=" and not in_value):
            if begun:
                yield begun[0][1].start, begun
            begun, in_value, depth = [], written == "=", 0
        elif not in_value and kind != "end":
            begun.append((written, span))
            if len(begun) > 4 * DEEPEST:
                raise _BeyondError("this is neither a table nor a key", begun[0][1])
    if begun:
        yield begun[0][1].start, begun


def _tokens(text: str) -> Iterator[tuple[str, str, Span]]:
    """Everything but blanks and comments, with its kind. Raises _BeyondError."""
    names = 0
    for found in _TOKEN.finditer(text):
        kind, written, span = found.lastgroup or "", found[0], Span(found.start(), found.end())
        if kind == "blank":
            continue
        if kind in ("word", "string"):
            _measure(written, kind, span)
            names += 1
            if names > DEEPEST:
                raise _BeyondError(f"a key of more than {DEEPEST} names", span)
        elif written != ".":
            names = 0
        yield kind, written, span


def _measure(written: str, kind: str, span: Span) -> None:
    longest = LONGEST if kind == "word" else LONGEST_TEXT
    if len(written) > longest:
        what = "a name or a number" if kind == "word" else "a text"
        raise _BeyondError(f"{what} of more than {longest} characters", span)


def _name(word: str) -> str:
    """A part of a key without its quotation marks."""
    return word[1:-1] if len(word) > 1 and word[0] in "\"'" else word
