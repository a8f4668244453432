"""Reading one chunk: a grimoire, a bag or a drawing, and what stands behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from typing import Any, NamedTuple

from kibitz.core.items import MOST_PROBLEMS
from kibitz.core.notation import Parsed
from kibitz.core.values import Diagnostic, Edit, Fix, Span
from kibitz.languages.botc.game.roles import meant
from kibitz.languages.botc.rulebook import rules
from kibitz.languages.botc.text.cut import parts
from kibitz.languages.botc.text.entry import read_entry
from kibitz.languages.botc.text.grammar import LOOSE, pattern
from kibitz.languages.botc.text.nodes import Entry, Record, Word

BRACKETS_SHOWN = 8
"""How many brackets without anything in them a message shows."""


def parse(text: str) -> Parsed[Sheet]:
    """See :meth:`kibitz.core.language.Language.parse`."""
    return _Chunk(text).read()


class Sheet(NamedTuple):
    """A chunk: at most one record, and the comments and conflict markers in and behind it."""

    record: Record | None
    comments: tuple[Span, ...] = ()


class _Chunk:
    """One chunk while it is read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.problems: list[Diagnostic] = []
        self.comments: list[Span] = []

    def read(self) -> Parsed[Sheet]:
        record = None
        if len(self.text) > 1 and not self.text.strip("[{"):
            self._empty_brackets()
        elif self.text[:1] == "[":
            record = self._grimoire()
        elif self.text[:1] == "{":
            record = self._bag()
        elif drawing := pattern("DRAWING").match(self.text):
            record = self._drawing(drawing[0])
        self._rest()
        return Parsed(Sheet(record, tuple(self.comments)), tuple(self.problems))

    def _report(self, slug: str, start: int, end: int, *fixes: Fix, **fields: Any) -> None:
        self._add(rules()[slug].at(start, end, fixes=fixes, **fields))

    def _add(self, problem: Diagnostic) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(problem)

    def _pieces(self) -> Iterator[tuple[str, int, int]]:
        """The parts from here on, but for blanks; comments and conflict markers are seen to.

        Ends early where the problems are so many that nobody would read more of them.
        """
        while self.at < len(self.text) and len(self.problems) < MOST_PROBLEMS:
            found = parts().match(self.text, self.at)
            kind = (found.lastgroup if found else None) or "junk"
            start, self.at = self.at, max(self.at + 1, found.end() if found else 0)
            if kind == "comment":
                self.comments.append(Span(self.text.index("#", start), self.at))
            elif kind == "conflict":
                self._report("conflict-marker", start, self.at)
            elif kind != "blank":
                yield kind, start, self.at

    # Grimoires and bags

    def _list(self, what: str, closer: str) -> tuple[Span, list[Span]]:
        """Reads to the closing bracket, or as far as there are parts: the whole span, and those of the parts."""
        end, found = 1, list[Span]()
        self.at = 1
        for kind, start, stop in self._pieces():
            if kind == "close" and self.text[start] == closer:
                return Span(0, stop), found
            if kind == "part":
                found.append(Span(start, stop))
                end = stop
            elif kind == "comma":
                self._comma(start)
            else:
                self._stray_bracket(start)
        self._report(
            "unclosed", end, end, Fix(f"Add `{closer}`", (Edit(end, end, closer),)), what=what, bracket=closer
        )
        return Span(0, end), found

    def _comma(self, start: int) -> None:
        behind = self.text[start + 1 : start + 2]
        blank = " " if behind.strip(" \t\r\n]}") else ""
        fix = Fix(
            "Write a blank instead" if blank else "Remove it", (Edit(start, start + 1, blank),), safe=True
        )
        self._report("comma", start, start + 1, fix)

    def _stray_bracket(self, start: int) -> None:
        fix = Fix("Remove it", (Edit(start, start + 1, ""),))
        self._report("stray-bracket", start, start + 1, fix, bracket=self.text[start])

    def _empty_brackets(self) -> None:
        """A chunk of opening brackets with nothing in them is one mistake, however many they are."""
        self.at = len(self.text)
        shown = self.text if self.at <= BRACKETS_SHOWN else f"{self.text[:BRACKETS_SHOWN]}…"
        fix = Fix("Remove them", (Edit(0, self.at, ""),))
        self._report("stray-bracket", 0, self.at, fix, bracket=shown)

    def _grimoire(self) -> Record:
        span, found = self._list("grimoire", "]")
        sound = not self.problems
        entries: list[Entry] = []
        for part, after in zip_longest(found, found[1:]):
            entry, problem = read_entry(self.text[part.start : part.end])
            entries.append(entry)
            if problem:
                sound = False
                self._add(self._with_follower(problem.shifted(part.start), entry, part, after))
                if len(self.problems) == MOST_PROBLEMS:
                    break
        starts = tuple([part.start for part in found[: len(entries)]])
        return Record("line", span, tuple(entries), starts, sound=sound)

    def _with_follower(self, problem: Diagnostic, entry: Entry, part: Span, after: Span | None) -> Diagnostic:
        """`Mary Ann:imp` reads as a player without a role and another one: offers to make it one name."""
        text = self.text[part.start : part.end]
        if problem.rule.slug != "no-role" or after is None or text != entry.name.text:
            return problem
        follower = read_entry(self.text[after.start : after.end])[0]
        between = self.text[part.end : after.start]
        if not follower.name.text or follower.dead or between.strip() or not follower.role.text:
            return problem
        joined = f"{text}_{follower.name.text}"
        fix = Fix(f"Make it one name, `{joined}`", (Edit(part.end, after.start, "_"),))
        return problem._replace(fixes=(fix, *problem.fixes))

    def _bag(self) -> Record:
        span, found = self._list("bag", "}")
        sound = not self.problems
        words = []
        for start, end in found:
            if pattern("IDENTIFIER").fullmatch(text := self.text[start:end]):
                words.append(Word(text, start, end))
            else:
                sound = False
                role = meant(text)
                fixes = [Fix(f"Write `{role.id}`", (Edit(start, end, role.id),))] if role else []
                self._report("not-a-role", start, end, *fixes, text=text)
        return Record("bag", span, roles=tuple(words), sound=sound)

    # Drawings

    def _drawing(self, text: str) -> Record:
        from kibitz.languages.botc.drawing.record import read_drawing

        self.at = len(text)
        record, problems = read_drawing(text)
        for problem in problems:
            self._add(problem)
        return record

    # Behind the record

    def _rest(self) -> None:
        for kind, start, _ in self._pieces():
            if kind == "close":
                self._stray_bracket(start)
                continue
            found = _rest_of_line().match(self.text, start)
            self.at = found.end() if found else self.at
            stray = self.text[start : self.at].rstrip()
            self._stray(stray, start, start + len(stray))

    def _stray(self, text: str, start: int, end: int) -> None:
        if text[0] in "│└|":
            self._report("loose-drawing-line", start, end)
        elif read_entry(text.split()[0])[1] is None:
            fix = Fix("Put `[` and `]` around it", (Edit(start, start, "["), Edit(end, end, "]")))
            self._report("stray-text", start, end, fix)
        else:
            self._report("stray-text", start, end)


@cache
def _rest_of_line() -> re.Pattern[str]:
    """The stray text of a line, or of several lines of a drawing that no drawing holds."""
    return re.compile(rf"{LOOSE}[^\r\n]*((\r\n|\r|\n){LOOSE}[^\r\n]*)*|[^\r\n\]}}]+")
