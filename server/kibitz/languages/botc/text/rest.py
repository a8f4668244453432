"""What stands behind a record, or where there is none: comments, and what belongs to no grimoire."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from kibitz.core.bounds import PROBLEMS
from kibitz.core.values import Diagnostic, Edit, Fix, Span
from kibitz.core.words import shortened
from kibitz.languages.botc.text.cut import CHUNK_SIZE, parts, split
from kibitz.languages.botc.text.grammar import LOOSE, pattern, terminal
from kibitz.languages.botc.text.mend import read_entry
from kibitz.languages.botc.text.rulebook import report

_PASTED = frozenset("┌│|>+` \t")
"""What a damaged drawing begins with."""
_DRAWN = frozenset("─│┌┐└┘")
"""The signs of the frame of a drawing."""


BRACKETS_SHOWN = 8
"""How many brackets without anything in them a message shows."""


class Rest:
    """A chunk while it is read: how far that has come, what was found by then, and what stands behind its record."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.problems: list[Diagnostic] = []
        self.most = PROBLEMS
        """How many problems there may be by now."""
        self.comments: list[Span] = []
        self.jots: list[Span] = []
        self.marks: list[Span] = []
        self.veiled = False
        self.loose = False
        """Whether there are lines of a drawing that no drawing holds."""

    def _report(self, slug: str, span: Span, *fixes: Fix, **fields: Any) -> None:
        self._add(report(slug, span, *fixes, **fields))

    def _add(self, problem: Diagnostic) -> None:
        if len(self.problems) < self.most:
            self.problems.append(problem)

    def _pieces(self) -> Iterator[tuple[str, Span]]:
        """The parts from here on, but for blanks; comments, conflict markers and marks of chats are seen to.

        Ends early where the problems are so many that nobody would read more of them.
        """
        while self.at < len(self.text) and len(self.problems) < self.most:
            found = parts().match(self.text, self.at)
            kind = (found.lastgroup if found else None) or "junk"
            start, self.at = self.at, max(self.at + 1, found.end() if found else 0)
            if kind == "comment":
                sign = self.text.index("#", start)
                self.comments.append(Span(sign, self.at))
                if self.text[start:sign].strip():
                    self.marks.append(Span(start, sign))
            elif kind == "mark":
                if "```" not in self.text[start : self.at] or not self._pasted(start):
                    self.marks.append(Span(start, self.at))
            elif kind == "conflict":
                self._report("conflict-marker", Span(start, self.at))
            elif kind != "blank":
                yield kind, Span(start, self.at)

    def _stray_bracket(self, sign: Span, *fixes: Fix) -> None:
        """Reports a bracket without a partner, or several in a row; `fixes` where they tear something apart."""
        start, end = sign
        glued = self.text[start - 1 : start].strip() and self.text[end : end + 1].isalnum()
        title = "Write a blank instead" if glued else "Remove it" if end == start + 1 else "Remove them"
        usual = Fix.of(title, start, end, " " if glued else "")
        shown = shortened(self.text[start:end], BRACKETS_SHOWN + 1)
        self._report("stray-bracket", sign, *(fixes or (usual,)), bracket=shown)

    def _pasted(self, start: int) -> bool:
        """Passes over a drawing that was damaged on its way here, if one begins at an offset, and reports it."""
        if self.text[start : start + 1] not in _PASTED:
            return False
        from kibitz.languages.botc.drawing.pasted import QUOTED, pasted_at, problem_of, quotes

        if found := pasted_at(self.text, start):
            self.at = start + found.length
            if found.damage == QUOTED:
                # Only a chat's marks are on it, of which one thing is said in the whole file.
                self.marks += [one.shifted(start) for one in quotes(self.text[start : self.at])]
            else:
                self._add(problem_of(found, self.text, start))
        return found is not None

    def _rest(self) -> None:
        """What stands between two borders may have its own problems: which of those begin a chunk says nothing.

        What no document has as one chunk has no more problems than what stands between two.
        """
        if self.text[self.at :].strip():
            # A chunk has none behind the first so many characters.
            head = self.text[: 2 * CHUNK_SIZE]
            borders = [border for border in split(head) if 0 < border.offset < len(head)]
            chunk = not any(border.hard or border.offset >= CHUNK_SIZE for border in borders)
            for border in borders if chunk else ():
                if border.offset > self.at:
                    self._rest_up_to(border.offset)
                if not self.text[border.offset : self.at].strip(" \t"):
                    # As at the start of a chunk: blanks before a damaged drawing belong to it.
                    self._pasted(border.offset)
                self.most = len(self.problems) + PROBLEMS
            self._rest_up_to(len(self.text))

    def _rest_up_to(self, end: int) -> None:
        """What stands up to a border."""
        for kind, (start, _) in self._pieces():
            if start >= end:
                self.at = start
                return
            if self._pasted(start):
                continue
            if kind == "close":
                self._stray_bracket(Span(start, start + 1))
                continue
            found = _jot().match(self.text, start) or _rest_of_line().match(self.text, start)
            self.at = found.end() if found else self.at
            stray = self.text[start : self.at].rstrip()
            if self.text[self.at : self.at + 1] == "]" and _players(stray):
                # All that is missing is the bracket at the start.
                self.at += 1
                fix = Fix.of("Put `[` before it", start, start, "[")
                self._report("stray-text", Span(start, self.at), fix)
            else:
                self._stray(stray, Span(start, start + len(stray)))
        self.at = max(self.at, end)

    def _stray(self, text: str, span: Span) -> None:
        start, end = span
        if text[0] == ">" and not _DRAWN.isdisjoint(text):
            # As long as a chat's marks are on a drawing, that is what is wrong with it.
            self.veiled = True
            self.marks += [Span(*found.span()).shifted(start) for found in _quotes().finditer(text)]
        elif text[0] in "│└|":
            if not self.loose:
                # What lacks its end because of an empty line has its rest here.
                self.problems = [one for one in self.problems if not _unfinished(one, self.text)]
                self.loose = True
            self._report("loose-drawing-line", span)
        elif pattern("JOT").fullmatch(text) and not self.text[:start].rpartition("\n")[2].strip():
            self.jots.append(span)
        else:
            around = Fix("Put `[` and `]` around it", (Edit(start, start, "["), Edit(end, end, "]")))
            self._report("stray-text", span, *([around] if _players(text) else []))


def _players(text: str) -> bool:
    """Whether a stray text begins with a player."""
    return read_entry(text.split()[0])[1] is None


def _unfinished(problem: Diagnostic, text: str) -> bool:
    """Whether it says that a drawing has no end."""
    return problem.rule.slug == "not-closed" and text.startswith("┌", problem.span.start)


@cache
def _quotes() -> re.Pattern[str]:
    """What a chat puts before the lines that it quotes."""
    return re.compile(r"(?:^|(?<=[\r\n]))[ \t]*(?:>[ \t]?)+")


@cache
def _jot() -> re.Pattern[str]:
    """What is jotted down up to the end of a line, whatever brackets are in it."""
    return re.compile(rf"(?:{terminal('JOT')})(?=[ \t]*(?:[\r\n]|\Z))")


@cache
def _rest_of_line() -> re.Pattern[str]:
    """The stray text of a line, or of several lines of a drawing that no drawing holds."""
    return re.compile(rf"{LOOSE}[^\r\n]*((\r\n|\r|\n){LOOSE}[^\r\n]*)*|[^\r\n\]}}]+")
