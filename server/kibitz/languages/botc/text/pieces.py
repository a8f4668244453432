"""A chunk while it is read: how far that has come, what was found by then, and the parts that follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz.core.items import MOST_PROBLEMS
from kibitz.core.values import Diagnostic, Edit, Fix, Span
from kibitz.core.words import shortened
from kibitz.languages.botc.text.cut import parts
from kibitz.languages.botc.text.rulebook import report

_PASTED = frozenset("┌│|>+` \t")
"""What a damaged drawing begins with."""


BRACKETS_SHOWN = 8
"""How many brackets without anything in them a message shows."""


class Pieces:
    """The parts of a chunk, and what is wrong with what stands between records."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.problems: list[Diagnostic] = []
        self.most = MOST_PROBLEMS
        """How many problems there may be by now."""
        self.comments: list[Span] = []
        self.jots: list[Span] = []
        self.marks: list[Span] = []
        self.veiled = False

    def _report(self, slug: str, span: Span, *fixes: Fix, **fields: Any) -> None:
        self._add(report(slug, span, *fixes, **fields))

    def _add(self, problem: Diagnostic) -> None:
        if len(self.problems) < self.most:
            self.problems.append(problem)

    def _pieces(self) -> Iterator[tuple[str, int, int]]:
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
                yield kind, start, self.at

    def _stray_bracket(self, sign: Span, *fixes: Fix) -> None:
        """Reports a bracket without a partner, or several in a row; `fixes` where they tear something apart."""
        start, end = sign
        glued = self.text[start - 1 : start].strip() and self.text[end : end + 1].isalnum()
        title = "Write a blank instead" if glued else "Remove it" if end == start + 1 else "Remove them"
        usual = Fix(title, (Edit(start, end, " " if glued else ""),))
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
