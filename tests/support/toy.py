"""A toy notation, small enough to see through, with everything that makes incremental documents hard.

- A line that begins with `#` starts a section (a hard split point). Every other line begins at a soft split point.
- `(` opens a comment up to `)`, perhaps lines later. An unclosed comment ends with its line.
- A `+` at the end of a line continues it on the next line, unless that one contains a `#`.
- The rule: a word must not be the last word of the previous line (the state).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from kibitz.core.chunks import Chunk
from kibitz.core.cut import SplitPoint
from kibitz.core.language import Language
from kibitz.core.notation import Parsed
from kibitz.core.values import Diagnostic, Related, Rule, Severity, Span

REPEATED = Rule("TOY100", "repeated", Severity.WARNING, "`{word}` again", "", "", "now")
UNCLOSED = Rule("TOY001", "unclosed", Severity.ERROR, "nothing closes this", "", "", "now")

Lines = tuple[tuple[int, str], ...]


class Toy(Language[Lines]):
    """See the module."""

    id = "toy"
    name = "Toy"
    closers = (")",)
    chunk_size = 12

    def split(self, text: str, rest: Callable[[str], bool]) -> Iterator[SplitPoint]:
        at = 0
        while at < len(text):
            end = _line_end(text, at, rest)
            if end is None:
                return
            while text[at:end].rstrip("\r\n").endswith("+") and _goes_on(text, end):
                more = _line_end(text, end, rest)
                if more is None:
                    return
                end = more
            at = end
            yield SplitPoint(at, text[at : at + 1] == "#")

    def parse(self, text: str) -> Parsed[Lines]:
        lines, problems, at = [], [], 0
        for border in [*self.split(text, lambda _: False), SplitPoint(len(text), True)]:
            line = text[at : border.offset]
            if line:
                lines.append((at, line))
                opened = re.sub(r"\([^)]*\)", lambda found: "." * len(found[0]), line).find("(")
                if opened >= 0:
                    problems.append(UNCLOSED.at(at + opened, at + opened + 1))
            at = border.offset
        return Parsed(tuple(lines), tuple(problems))

    def start(self, context: object) -> tuple[str, Chunk | None, Span]:
        return ("", None, Span(0, 0))

    def step(
        self, context: object, state: tuple[str, Chunk | None, Span], chunk: Chunk
    ) -> tuple[object, Sequence[Diagnostic]]:
        found = []
        for at, line in self.parsed(chunk.text).value:
            for word in re.finditer(r"\w+", line):
                span = Span(at + word.start(), at + word.end())
                if word[0] == state[0]:
                    related = [Related(state[2], "here", state[1])]
                    found.append(REPEATED.at(*span, word=word[0], related=related))
                state = (word[0], chunk, span)
        return state, found


def _goes_on(text: str, at: int) -> bool:
    """Return whether the line at `at` may belong to the line before. That depends on the whole line."""
    line = re.compile(r"[^\r\n]*").match(text, at)
    return at < len(text) and line is not None and "#" not in line[0]


def _line_end(text: str, at: int, rest: Callable[[str], bool]) -> int | None:
    """Return the offset after the line at `at` and its continued comments, or None if more text is needed."""
    while True:
        found = re.compile(r"[(\r\n]").search(text, at)
        if found is None:
            return len(text)
        if found[0] != "(":
            return found.end() + (text[found.start() : found.start() + 2] == "\r\n")
        closed = text.find(")", found.end())
        if closed < 0:
            if rest(")"):
                return None
            line = re.compile(r"\r\n|\r|\n").search(text, found.end())
            return line.end() if line else len(text)
        at = closed + 1


TOY = Toy()
