"""The slot at a cursor in a statement that may be half typed: a header, a key or a value."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from kibitz.core.values import Span
from kibitz.languages.pfn.toml.cut import CLOSES, Open, followed

QUOTES = "\"'"


@dataclass(frozen=True, slots=True)
class Slot:
    """The slot for typing at a cursor. Spans count from the start of the searched text."""

    kind: Literal["header", "key", "value"]
    span: Span
    """The span that completion replaces: the half-typed word around the cursor, without quotes."""
    keys: tuple[str, ...] = ()
    """The keys that lead to the value, or to the inline table of the key: several with inline tables."""
    quote: str = ""
    """The quote that the value is in; empty outside of strings."""
    closed: bool = True
    """Whether a closing quote is there."""
    array: bool = False
    """Whether the value is an element of an array."""
    assigned: bool = False
    """Whether an `=` follows the key."""
    start: int = 0
    """The start of the statement."""


@dataclass(slots=True)
class _Reach:
    """The state of reading a statement: the key of each open bracket, and that of the pair."""

    keys: list[str] = field(default_factory=list)
    key: str = ""
    value: bool = False

    def take(self, symbol: str, inside: str) -> None:
        """Read a symbol; `inside` is the innermost bracket that is open before it."""
        if symbol in CLOSES:
            self.keys.append(self.key)
            self.key, self.value = "", symbol == "["
        elif symbol in CLOSES.values():
            self.key = self.keys.pop() if self.keys else self.key
            self.value = True
        elif symbol == "=":
            self.value = True
        elif symbol == ",":
            self.value = inside == "["
            self.key = "" if not self.value else self.key
        elif not self.value:
            self.key = symbol.strip().strip(QUOTES)


def slot_at(text: str, start: int, cursor: int) -> Slot | None:
    """Return the slot at a cursor in the statement that begins at `start`, or None in comments and at impossible places."""
    end = _line_end(text, cursor)
    first = start + len(text[start:end]) - len(text[start:end].lstrip(" \t"))
    if text.startswith("[", first) and first <= cursor:
        header = _header(text, first, end)
        return Slot("header", header, start=first) if header.holds(cursor) else None
    reach = _Reach()
    here: re.Match[str] | None = None
    opened = Open()
    for found, opened in followed(text, start, end):
        if found.start() >= cursor and not (found.start() == cursor and _is_word(found[0])):
            break
        if found[0].startswith("#") or (found.start() == cursor and found[0][0] in QUOTES):
            return None
        if found.end() > cursor or (found.end() == cursor and _unfinished(found)):
            here = found
            break
        reach.take(found[0], opened.last)
    return _slot(text, reach, opened.last == "[", here, cursor, end, first)


def _slot(
    text: str, reach: _Reach, array: bool, here: re.Match[str] | None, cursor: int, end: int, first: int
) -> Slot:
    span = Span(cursor, cursor) if here is None else Span(*here.span())
    quote, closed = "", True
    if here is not None and here[0][0] in QUOTES:
        quote = here[0][0]
        closed = len(here[0]) > 1 and here[0].endswith(quote)
        span = Span(span.start + 1, span.end - closed)
    if reach.value:
        return Slot("value", span, _parts(*reach.keys, reach.key), quote, closed, array, start=first)
    behind = text[span.end + bool(quote and closed) : end].lstrip(" \t")
    # The parts before the last dot of a dotted key are tables.
    before, dot, _ = ("", "", "") if quote else text[span.start : cursor].rpartition(".")
    span = Span(span.start + len(before + dot), span.end)
    keys = _parts(*reach.keys, before)
    return Slot("key", span, keys, quote, closed, assigned=behind.startswith("="), start=first)


def _parts(*keys: str) -> tuple[str, ...]:
    """Return the parts of several keys, which may be dotted."""
    return tuple(part.strip(" \t" + QUOTES) for key in keys if key for part in key.split("."))


def _is_word(token: str) -> bool:
    return token[0] not in "[]{},=#\n"


def _unfinished(found: re.Match[str]) -> bool:
    """Return whether a cursor at the end of a token is still in it: after a word, or in an open string."""
    token = found[0]
    if token[0] in QUOTES:
        return len(token) == 1 or not token.endswith(token[0])
    return _is_word(token)


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    return end - 1 if text[at:end].endswith("\r") else end


def _header(text: str, first: int, end: int) -> Span:
    """Return the span of the header from its first bracket, without a comment."""
    line = text[first:end].partition("#")[0]
    return Span(first, first + len(line.rstrip()))


def piece_at(text: str, span: Span, cursor: int) -> Span:
    """Return the piece of a string between commas around a cursor, without the spaces around it."""
    left = text.rfind(",", span.start, cursor) + 1 or span.start
    right = text.find(",", cursor, span.end)
    right = span.end if right < 0 else right
    piece = text[left:right]
    start = min(left + len(piece) - len(piece.lstrip()), cursor)
    return Span(start, max(start + len(text[start:right].rstrip()), cursor))
