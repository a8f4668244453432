"""The grammar, the rules for the reader, and the borders of chunks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from kibitz.core.cut import SplitPoint
from kibitz.core.grammar import Grammar
from kibitz.core.items import CONFLICT, alternatives, at_line_start
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Fix, Severity, Span
from kibitz.core.words import shortened

GRAMMAR = Grammar("botc", ("file", "entry", "part"))

LOOSE = r"[^\S\r\n]*(?:>[^\S\r\n]*)*(?:[│└|║┃╚┗]|\+-)"
"""The start of a line of a drawing; such lines outside of a drawing are reported together."""


@cache
def terminal(name: str) -> str:
    """Return the regular expression of a terminal."""
    return GRAMMAR.pattern(name).pattern


@cache
def pattern(name: str) -> re.Pattern[str]:
    """Return the compiled pattern of a terminal."""
    return re.compile(terminal(name))


def is_identifier(word: str) -> bool:
    """Return whether a word is an identifier, or two with a colon between them."""
    return all(pattern("IDENTIFIER").fullmatch(part) for part in word.split(":", 1))


@cache
def rules() -> Rules:
    """Return all rows of `rules.toml`."""
    return Rules("kibitz.languages.botc")


def report(
    slug: str, span: Span, *fixes: Fix, severity: Severity | None = None, mild: bool = False, **fields: Any
) -> Diagnostic:
    """Return the finding of a rule at a span. A `mild` one has a possible explanation, and is an information."""
    severity = Severity.INFORMATION if mild else severity
    return rules()[slug].at(*span, severity=severity, fixes=fixes, **fields)


LONGEST_TITLE = 60
"""The maximum length of a text in the title of a fix."""


def change(span: Span, old: str, new: str, safe: bool = False) -> Fix:
    """Return the fix that replaces a text at a span, with both texts in its title."""
    shown = [shortened(" ".join(text.split()), LONGEST_TITLE) for text in (old, new)]
    return Fix.of(f"Change `{shown[0]}` to `{shown[1]}`", *span, new, safe)


CHUNK_SIZE = 2048
"""See :attr:`kibitz.core.notation.Notation.chunk_size`."""
_OPENING = frozenset({"whole", "run", "open"})
_LOOSE = re.compile(LOOSE)
_QUOTES = r"[ \t]*(?:>[ \t]*)+"
_FENCE = r"[ \t]*`{3,}[ \t]*[\w+-]*[ \t]*(?![^\r\n])"
_COMMENT = at_line_start(rf"{_QUOTES}#[^\r\n]*")
"""The marks of a chat before a line, of its code fences, and of quoted comments."""
_TOLD = at_line_start(r"[ \t]*(?i:learns)[ \t]+[^\W\d]\w*[ \t][^\r\n]*")
"""A line with information for a player, in shorthand, which may contain brackets."""
_ENDED = at_line_start(r"[ \t]*\w+[ \t]*(?:[ \t]|-?>|[+-])[^\r\n#\[\]{}]*[ \t]#[^\r\n]*")
"""A line of shorthand with a comment at its end."""
_DRAWN = re.compile(rf"(?:\r\n|\r|\n){LOOSE}")
_WITHIN = re.compile(r"[\w:*~(,]")
"""The text of a player without its end."""


def split(text: str) -> Iterator[SplitPoint]:
    """See :meth:`kibitz.core.language.Language.split`."""
    splitter = _Splitter(text)
    for found in _borders().finditer(text):
        if (split_point := splitter.split_point(found)) is not None:
            yield split_point


class _Splitter:
    """The state of splitting since the last hard border."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.line = 0
        """The start of the line."""
        self.opened = self.fenced = self.drawn = False
        """Whether a bracket, a code fence with a damaged drawing, or the frame of a drawing without a valid title is open."""

    def split_point(self, found: re.Match[str]) -> SplitPoint | None:
        """Return the border at a match, or None."""
        kind, start = found.lastgroup, found.start()
        if kind == "drawn":
            self.drawn, self.line = True, found.end()
            return None
        if kind == "line":
            self._look_at_line(start)
            self.line = end = found.end()
            inside = self.opened or self.fenced or self.drawn or _LOOSE.match(self.text, end)
            return None if inside else SplitPoint(end, hard=False)
        if found[0][-1] in "\r\n":
            self.line = found.end()
        if kind in _OPENING and self.opened and _WITHIN.match(self.text, start - 1):
            # A grimoire cannot begin inside a player, as in `[Ali{ce:imp]`.
            self.opened = kind != "whole"
        elif kind in _OPENING or kind == "drawing":
            self.opened, self.fenced = kind in {"open", "run"}, False
            return SplitPoint(start, hard=True)
        elif kind == "close":
            self.opened = False
        elif kind == "fence" and not self.opened:
            before, self.fenced = self.fenced, not self.fenced and bool(_DRAWN.match(self.text, found.end()))
            return None if before else SplitPoint(start, hard=True)
        return None

    def _look_at_line(self, end: int) -> None:
        """Look for the end of a damaged drawing in a line. An empty line does not end it."""
        found = _LOOSE.match(self.text, self.line, end)
        if found or self.text[self.line : end].strip():
            self.drawn = found is not None and found[0][-1] not in "└-"


TITLES = at_line_start(r"(?:[ \t]*┌[^\r\n]*(?:\r\n|\n|\r))+(?=[ \t]*┌)")
"""Titles of drawings without their lines. They share a chunk, because a file may have a million of them."""


@cache
def _borders() -> re.Pattern[str]:
    return alternatives(
        skipped=f"{terminal('COMMENT')}|{_COMMENT}|{_TOLD}|{_ENDED}|{at_line_start(terminal(CONFLICT))}",
        drawing=f"{TITLES}|{terminal('DRAWING')}|{terminal('DAMAGED')}",
        fence=at_line_start(_FENCE),
        # This includes the line end, because a border after it is of no use.
        whole=rf"(?:\[[^\[\]{{}}\r\n]*\]|\{{[^\[\]{{}}\r\n]*\}})(?:{terminal('LINE_BREAK')})?",
        # Empty brackets share a chunk, because a file may have a million of them.
        run=r"[\[{]+(?=[\[{])",
        open=r"[\[{]",
        close=r"[\]}]+",
        drawn=_drawn_lines(),
        line=terminal("LINE_BREAK"),
    )


def _drawn_lines() -> str:
    """Lines inside of a drawing without other contents, possibly with an empty line before each except the first.

    One match has a maximum number of lines, because matching remembers each.
    """
    line_break, quotes = rf"(?:{terminal('LINE_BREAK')})", r"[ \t]*(?:>[ \t]*){0,3}"
    line = rf"{quotes}│[^\r\n#`┌\[\]{{}}]*{line_break}"
    return rf"{line_break}{line}(?:(?:{quotes}{line_break})?{line}){{0,1000}}"


@cache
def parts() -> re.Pattern[str]:
    """Return the pattern of one part of a chunk, with a named group for each kind.

    A `mark` comes from a chat and is around a record; a `quote` is a mark only within a record.
    """
    return alternatives(
        comment=f"{terminal('COMMENT')}|{_COMMENT}|[ \\t]+#[ \\t][^\\r\\n\\[\\]{{}}]*(?![^\\r\\n])",
        conflict=at_line_start(terminal(CONFLICT)),
        mark="|".join(_marks()),
        quote=at_line_start(rf"{_QUOTES}(?![ \t>┌│└+|])"),
        blank=r"[^\S\r\n]+|[\r\n]+",
        close=r"[\]}]",
        comma=",",
        junk=r"[)\[{]",
        part=terminal("PART"),
    )


def _marks() -> Iterator[str]:
    """Yield the patterns of code fences, of quote marks before a line of a record or an empty line, and of backticks."""
    quoted = rf"(?:{_QUOTES})?"
    yield at_line_start(rf"{quoted}{_FENCE}(?:{terminal('LINE_BREAK')})?")
    yield at_line_start(rf"{_QUOTES}(?=[{{}}\[\]\r\n]|\Z)")
    yield at_line_start(rf"{quoted}[ \t]*`+(?=[ \t]*(?:[{{\[]|\Z))")
    yield r"(?<=[}\]])[ \t]*`+[ \t]*(?![^\r\n])"
