"""Reader for a record and the text around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from typing import Any, NamedTuple

from kibitz.core.bounds import ENTRIES, PROBLEMS
from kibitz.core.notation import Parsed
from kibitz.core.slips import one_slip_away
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Diagnostic, Edit, Fix, Span
from kibitz.core.words import did_you_mean, shortened
from kibitz.languages.botc.game.roles import meant
from kibitz.languages.botc.game.shorthand import LACKING, VERBS
from kibitz.languages.botc.text.grammar import (
    CHUNK_SIZE,
    LOOSE,
    change,
    parts,
    pattern,
    report,
    split,
    terminal,
)
from kibitz.languages.botc.text.mend import (
    UNOPENED,
    Torn,
    around,
    read_entry,
    star_moved,
    torn_by_blank,
    torn_dead,
    torn_tokens,
)
from kibitz.languages.botc.text.nodes import Record, Seat, Word

_PASTED = frozenset("┌│|>+` \t─═━╔┏╭-")
"""The start of a damaged drawing."""
_DRAWN = frozenset("─│┌┐└┘")
"""The signs of the frame of a drawing."""


BRACKETS_SHOWN = 8
"""The maximum number of empty brackets in a message."""


def _players(text: str) -> bool:
    """Return whether a stray text begins with a player."""
    return read_entry(text.split()[0])[1] is None


_QUOTES = re.compile(r"(?:^|(?<=[\r\n]))[ \t]*(?:>[ \t]?)+")
"""A chat's marks before quoted lines."""


@cache
def _jot() -> re.Pattern[str]:
    """Return the pattern of shorthand up to the end of a line, with any brackets in it."""
    return re.compile(rf"(?:{terminal('JOT')})(?=[ \t]*(?:[ \t]#|[\r\n]|\Z))")


_COMMENT_BEHIND = re.compile(r"[ \t]+#[^\r\n]*")
"""A comment at the end of a line of shorthand."""


_REST_OF_LINE = re.compile(rf"{LOOSE}[^\r\n]*((\r\n|\r|\n){LOOSE}[^\r\n]*)*|[^\r\n\]}}]+")
"""The stray text of a line, or several loose lines of a drawing."""


_TITLES = re.compile(r"(?:(?:\r\n|\n|\r)[ \t]*┌[^\r\n]*)+\s*\Z")
"""Titles of drawings up to the end of a text."""


MOST_LINES, MOST_DRAWN = 2000, 20_000
"""Maximum size of a drawing, in lines and code points. A longer text is not read."""
_CLOSING = frozenset(")]}>")
_BRACKET = re.compile(r"[\]}]")
_CHAT = re.compile(r"^[ \t]*#[^\r\n]*|(?P<escape>\\)(?=[_*~])|(?P<blank>\xa0+)", re.MULTILINE)
"""Escapes of a chat and non-breaking spaces of a web page; comments may have both."""
_SEVERAL = re.compile(r"(.)\1*")
_UP_TO_BRACKET = re.compile(r"[\]}]*(?P<text>[^\r\n\[\]{}]*)(?P<closer>[\]}])")
_PLAYERS = re.compile(r"[\w:]")
_BRACKETED = re.compile(r"(?P<name>[^\s()\[\]{}]+:\w+)(?P<open>\[)(?P<tokens>[\w:,]+)\](?P<star>\*?)")
"""A player with tokens in the wrong brackets."""


def parse(text: str) -> Parsed[Sheet]:
    """See :meth:`kibitz.core.language.Language.parse`."""
    return _Chunk(text).read()


class Sheet(NamedTuple):
    """A chunk: at most one record, and the comments and conflict markers in and after it.

    `marks` come from a chat, such as `> ` before a line. They have no meaning; `check/grimoire.py` reports them.
    """

    record: Record | None
    comments: tuple[Span, ...] = ()
    marks: tuple[Span, ...] = ()
    veiled: bool = False
    """Whether some marks are before the lines of a drawing, which is not read because of them."""
    events: tuple[Span, ...] = ()
    """The lines of shorthand for the next events (`game/shorthand.py`)."""

    @property
    def inside(self) -> list[Span]:
        """The comments within the record."""
        return [one for one in self.comments if self.record and one.end < self.record.span.end]

    def below(self, text: str) -> str:
        """Return the text after the line on which the record ends."""
        end = self.record.span.end if self.record else 0
        found = LINE_BREAK.search(text, end) if self.record else None
        return text[found.start() :] if found else "" if self.record else text

    @property
    def notes(self) -> list[Span]:
        """The comments and lines of shorthand, in order."""
        return sorted([*self.comments, *self.events])


class _Chunk:
    """A chunk in reading: the offset, the findings so far, and the text after its record."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.problems: list[Diagnostic] = []
        self.most = PROBLEMS
        """The maximum number of problems so far."""
        self.comments: list[Span] = []
        self.events: list[Span] = []
        self.marks: list[Span] = []
        self.veiled = False
        self.loose = False
        """Whether there are lines of a drawing outside of any drawing."""
        self.torn: dict[int, Seat] = {}
        """The split players, by their offsets."""

    def _report(self, slug: str, span: Span, *fixes: Fix, **fields: Any) -> None:
        self._add(report(slug, span, *fixes, **fields))

    def _add(self, problem: Diagnostic) -> None:
        if len(self.problems) < self.most:
            self.problems.append(problem)

    def _pieces(self) -> Iterator[tuple[str, Span]]:
        """Yield the next parts without spaces. Comments, conflict markers and marks of chats are handled.

        Stop early after too many problems.
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
        """Report a bracket without a partner, or a run of them. `fixes` replace the usual fix for a split entry."""
        start, end = sign
        glued = self.text[start - 1 : start].strip() and self.text[end : end + 1].isalnum()
        shown = shortened(self.text[start:end], BRACKETS_SHOWN + 1)
        title = f"Replace `{shown}` with a space" if glued else f"Remove `{shown}`"
        usual = Fix.of(title, start, end, " " if glued else "")
        self._report("stray-bracket", sign, *(fixes or (usual,)), bracket=shown)

    def _pasted(self, start: int) -> bool:
        """Skip and report a damaged drawing at an offset. Return whether there is one."""
        if self.text[start : start + 1] not in _PASTED:
            return False
        from kibitz.languages.botc.drawing.record import QUOTED, pasted_at, problem_of, quotes

        if found := pasted_at(self.text, start):
            self.at = start + found.length
            if found.damage == QUOTED:
                # Its only damage is a chat's marks, which the file reports once.
                self.marks += [one.shifted(start) for one in quotes(self.text[start : self.at])]
            else:
                self._add(problem_of(found, self.text, start))
        return found is not None

    def _rest(self) -> None:
        """Allow more problems for the text between two borders, because they do not concern the borders of chunks.

        A text that is never one chunk has no more problems than the text between two borders.
        """
        if self.text[self.at :].strip():
            # A chunk has no border after that many characters.
            head = self.text[: 2 * CHUNK_SIZE]
            borders = [border for border in split(head) if 0 < border.offset < len(head)]
            chunk = not any(border.hard or border.offset >= CHUNK_SIZE for border in borders)
            for border in borders if chunk else ():
                if border.offset > self.at:
                    self._rest_up_to(border.offset)
                if not self.text[border.offset : self.at].strip(" \t"):
                    # Spaces before a damaged drawing belong to it, as at the start of a chunk.
                    self._pasted(border.offset)
                self.most = len(self.problems) + PROBLEMS
            self._rest_up_to(len(self.text))

    def _rest_up_to(self, end: int) -> None:
        """Read the text up to a border."""
        for kind, (start, _) in self._pieces():
            if start >= end:
                self.at = start
                return
            if self._pasted(start):
                continue
            if kind == "close":
                self._stray_bracket(Span(start, start + 1))
                continue
            found = _jot().match(self.text, start) or _REST_OF_LINE.match(self.text, start)
            self.at = found.end() if found else self.at
            if found and found.re is _jot() and (comment := _COMMENT_BEHIND.match(self.text, self.at)):
                self.comments.append(Span(comment.start() + comment[0].index("#"), comment.end()))
                self.events.append(Span(start, self.at))
                self.at = comment.end()
                continue
            stray = self.text[start : self.at].rstrip()
            if self.text[self.at : self.at + 1] == "]" and _players(stray):
                # Only the bracket at the start is missing.
                self.at += 1
                fix = Fix.of("Add `[`", start, start, "[")
                self._report("stray-text", Span(start, self.at), fix)
            else:
                self._stray(stray, Span(start, start + len(stray)))
        self.at = max(self.at, end)

    def _stray(self, text: str, span: Span) -> None:
        start, end = span
        if text[0] == ">" and not _DRAWN.isdisjoint(text):
            # A chat's marks on a drawing hide its other faults.
            self.veiled = True
            self.marks += [Span(*found.span()).shifted(start) for found in _QUOTES.finditer(text)]
        elif text[0] in "│└|║┃╚┗":
            if not self.loose:
                # An empty line may have cut this rest off from its drawing.
                self.problems = [
                    one
                    for one in self.problems
                    if one.rule.slug != "not-closed" or not self.text.startswith("┌", one.span.start)
                ]
                self.loose = True
            self._report("loose-drawing-line", span)
        elif pattern("JOT").fullmatch(text) and not self.text[:start].rpartition("\n")[2].strip():
            self.events.append(span)
        else:
            inner = text[1:-1] if text[0] == "(" and text[-1] == ")" else ""
            if inner and _players(inner):
                edits = (Edit(start, start + 1, "["), Edit(end - 1, end, "]"))
                fixes = [Fix("Change `( )` to `[ ]`", edits)]
            elif _players(text):
                edits = (Edit(start, start, "["), Edit(end, end, "]"))
                fixes = [Fix("Add `[` and `]`", edits)]
            else:
                word, space, _ = text.partition(" ")
                near = [verb for verb in (*VERBS, *LACKING) if space and one_slip_away(word.casefold(), verb)]
                fixes = [change(Span(start, start + len(word)), word, verb) for verb in near]
            self._report("stray-text", span, *fixes)

    def read(self) -> Parsed[Sheet]:
        record = None
        chat = [found for found in _CHAT.finditer(self.text) if found.lastgroup]
        self.marks += [Span(*found.span()) for found in chat]
        if any(found["escape"] for found in chat):
            # A chat's marks in the words of a record hide its other faults.
            return Parsed(Sheet(None, (), tuple(self.marks), veiled=True))
        if len(self.text) > 1 and not self.text.strip("[{"):
            self.at = len(self.text)
            whole = Span(0, self.at)
            self._stray_bracket(whole, Fix.of("Remove the brackets", *whole, ""))
        elif self.text[:1] == "[":
            record = self._grimoire()
        elif self.text[:1] == "{":
            record = self._bag()
        elif not self._pasted(0) and (drawing := pattern("DRAWING").match(self.text)):
            if _TITLES.match(self.text, drawing.end()):
                self.at = len(self.text)
                self._report("not-closed", Span(0, 1), expected="└")
            else:
                record = self._drawing(drawing[0])
        self._rest()
        return Parsed(
            Sheet(record, tuple(self.comments), tuple(self.marks), self.veiled, tuple(self.events)),
            tuple(self.problems),
        )

    # Grimoires and bags

    def _list(self, what: str, holds: str, closer: str) -> tuple[Span, list[Span]]:
        """Read to the closing bracket or the last part. Return the whole span, and those of the parts.

        Parts above the maximum number are skipped. Split players are joined again, see `self.torn`.
        """
        end, found = 1, list[Span]()
        self.at = 1
        for kind, sign in self._pieces():
            start, stop = sign
            closes = kind == "close" and self.text[start] == closer
            if closes and not self._too_early(start, closer):
                return Span(0, stop), found
            if kind == "part":
                found.append(self._whole(sign) if closer == "]" else sign)
                end = found[-1].end
                if len(found) > ENTRIES:
                    surplus = found.pop()
                    bracket = _BRACKET.search(self.text, surplus.end)
                    self.at = len(self.text.rstrip()) if bracket is None else bracket.end()
                    many = f"a {what} of more than {ENTRIES} {holds}"
                    rest = Span(surplus.start, self.at)
                    self._report("syntax", rest, found=many, expected=f"`{closer}`")
                    return Span(0, self.at), found
                continue
            if kind == "quote":
                self.marks.append(sign)
                continue
            if kind == "close" and (several := _SEVERAL.match(self.text, start)):
                sign = Span(*several.span())
                self.at = stop = sign.end
            if closer == "]" and (torn := around(self.text, sign)):
                span, self.torn[torn.span.start] = torn.span, torn.entry
                found = [*(part for part in found if part.end <= span.start), span]
                self.at = end = span.end
                fix = change(span, self.text[slice(*span)], str(torn.entry.player))
                if kind == "comma":
                    self._report("comma", sign, fix)
                else:
                    self._stray_bracket(sign, fix)
            elif kind == "comma":
                blank = " " if self.text[stop : stop + 1].strip(" \t\r\n]}") else ""
                title = "Replace `,` with a space" if blank else "Remove `,`"
                self._report("comma", sign, Fix.of(title, *sign, blank, safe=True))
            elif self.text[start] in _CLOSING and not self.text[stop:].strip():
                # The last bracket has the wrong kind.
                self._report(
                    "unclosed", sign, change(sign, self.text[slice(*sign)], closer), what=what, bracket=closer
                )
                return Span(0, end), found
            else:
                self._stray_bracket(sign)
        add = Fix.of(f"Add `{closer}`", end, end, closer)
        self._report("unclosed", Span(end, end), add, what=what, bracket=closer)
        return Span(0, end), found

    def _whole(self, part: Span) -> Span:
        """Return the span of a player, joined again if a space splits a token or the first bracket is missing or wrong."""
        if unopened := UNOPENED.match(self.text, part.start):
            self.at = unopened.end()
            return Span(*unopened.span())
        if (bracketed := _BRACKETED.match(self.text, part.start)) and bracketed.end("name") == part.end:
            entry, problem = read_entry(f"{bracketed['name']}({bracketed['tokens']}){bracketed['star']}")
            if problem is None:
                span = Span(*bracketed.span())
                fix = Fix.of("Change `[ ]` to `( )`", *span, str(entry.written))
                sign = Span(*bracketed.span("open"))
                self._report("syntax", sign, fix, found="`[` begins a grimoire", expected="`(` for tokens")
                self.torn[part.start] = entry
                self.at = span.end
                return span
        if torn := torn_tokens(self.text, part):
            part = self._torn_by_blank(torn)
            self.at = part.end
        return part

    def _torn_by_blank(self, torn: Torn) -> Span:
        mended = str(torn.entry.player)
        self._report(
            "blank-in-entry", torn.gap, change(torn.span, self.text[slice(*torn.span)], mended), mended=mended
        )
        self.torn[torn.span.start] = torn.entry
        return torn.span

    def _too_early(self, start: int, closer: str) -> bool:
        """Return whether a closing bracket is too early in a one-line grimoire: players and another bracket follow."""
        behind = _UP_TO_BRACKET.match(self.text, start + 1)
        return behind is not None and behind["closer"] == closer and bool(_PLAYERS.search(behind["text"]))

    def _grimoire(self) -> Record:
        span, parts = self._list("grimoire", "players", "]")
        closed = self.text[span.end - 1] == "]"
        if any(self._entry(part)[1] for part in parts):
            parts = self._without_gaps(parts)
        sound = not self.problems
        seats: list[Seat] = []
        for part, after in zip_longest(parts, parts[1:]):
            entry, problem = self._entry(part)
            seats.append(entry.shifted(part.start))
            if problem:
                sound = False
                self._add(self._with_follower(problem.shifted(part.start), entry, part, after))
                if len(self.problems) == self.most:
                    break
        return Record("line", span, tuple(seats), sound=sound, closed=closed)

    def _entry(self, part: Span) -> tuple[Seat, Diagnostic | None]:
        if part.start in self.torn:
            return self.torn[part.start], None
        return read_entry(self.text[part.start : part.end])

    def _without_gaps(self, parts: list[Span]) -> list[Span]:
        """Return the players, with those joined again that a space splits."""
        found: list[Span] = []
        for part in parts:
            if found and (moved := star_moved(self.text, found[-1], part)):
                self.torn.update({found[-1].start: moved[0], part.start: moved[1]})
                end, (start, stop) = found[-1].end, part
                fix = Fix.of("Move `*` to the next player", end - 1, start, " *")
                mended = f"{self.text[found[-1].start : end - 1]} *{self.text[start:stop]}"
                name = moved[0].name.text
                self._report("dead-marks", Span(end - 1, end), fix, name=name, mended=mended)
                found.append(part)
            elif found and (torn := self._halves(found[-1], part)):
                found[-1] = self._torn_by_blank(torn)
            else:
                found.append(part)
        return found

    def _halves(self, one: Span, other: Span) -> Torn | None:
        """Return the player whose halves are two parts, or None."""
        if one.start in self.torn:
            return None
        return torn_by_blank(self.text, one, other, self._entry(one)) or torn_dead(self.text, one, other)

    def _with_follower(self, problem: Diagnostic, entry: Seat, part: Span, after: Span | None) -> Diagnostic:
        """Return the finding with a fix for `Mary Ann:imp`, which joins a name without a role to the next name."""
        text = self.text[part.start : part.end]
        if problem.rule.slug != "no-role" or problem.fixes or after is None or text != entry.name.text:
            return problem
        follower = self._entry(after)[0]
        between = self.text[part.end : after.start]
        if not follower.name.text or follower.dead or between.strip() or not follower.role.text:
            return problem
        joined = f"{text}_{follower.name.text}"
        fix = Fix.of(f"Change `{text} {follower.name.text}` to `{joined}`", part.end, after.start, "_")
        return problem._replace(fixes=(fix, *problem.fixes))

    def _bag(self) -> Record:
        span, found = self._list("bag", "characters", "}")
        sound = not self.problems
        words = []
        for part in found:
            if pattern("IDENTIFIER").fullmatch(text := self.text[slice(*part)]):
                words.append(Word(text, *part))
            else:
                sound = False
                role = meant(text)
                fixes = [change(part, text, role.id)] if role else []
                self._report(
                    "not-a-role", part, *fixes, text=text, meant=did_you_mean(role.id if role else "")
                )
        closed = self.text[span.end - 1] == "}"
        return Record("bag", span, roles=tuple(words), sound=sound, closed=closed)

    # Drawings

    def _drawing(self, text: str) -> Record:
        from kibitz.languages.botc.drawing.record import read_drawing

        self.at = len(text)
        if len(text) > MOST_DRAWN or text.count("\n") + text.count("\r") > MOST_LINES:
            found = f"a drawing of more than {MOST_LINES:,} lines or {MOST_DRAWN:,} characters"
            self._report("syntax", Span(0, 1), found=found, expected="its last line, which begins with `└`")
            return Record("drawing", Span(0, len(text)), sound=False)
        record, problems = read_drawing(text)
        for problem in problems:
            self._add(problem)
        return record
