"""Where a log is: comments that are titles tell it, such as `# Setup`, `# Night 2`, `# Day 2`, `# Dusk`, `# Game 2`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

NUMBERS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_TITLE = re.compile(
    rf"(?P<signs>#+\s*)(?:(?P<alone>setup|dusk)|(?P<word>night|day|game|n|d)(?P<gap>\s*)(?P<number>[0-9]{{1,3}}|{'|'.join(NUMBERS)}))\b",
    re.IGNORECASE,
)


class Title(NamedTuple):
    """A comment that tells a phase, and how it is written."""

    phase: str
    """`setup`, `night`, `day`, `dusk` or `game`."""
    number: int
    signs: str
    """What stands before it: `# `."""
    word: str
    gap: str
    digits: bool

    @classmethod
    def of(cls, comment: str) -> Title | None:
        """What a comment says, which begins with its sign; None where it is no title. Text behind is free."""
        found = _TITLE.match(comment)
        if found is None:
            return None
        word, number = found["alone"] or found["word"], (found["number"] or "0").lower()
        phase = {"n": "night", "d": "day"}.get(word.lower(), word.lower())
        value = int(number) if number.isdigit() else NUMBERS.index(number)
        gap = " " if found["gap"] is None else found["gap"]
        return cls(phase, value, found["signs"], word, gap, number.isdigit())

    def written(self, phase: str, number: int) -> str:
        """The title of another phase in the manner of this one."""
        word = phase[: len(self.word)] if len(self.word) == 1 else phase
        word = word.upper() if self.word.isupper() else word.title() if self.word[0].isupper() else word
        said = str(number) if self.digits or number >= len(NUMBERS) else NUMBERS[number]
        return f"{self.signs}{word}{self.gap}{said.upper() if word.isupper() and len(word) > 1 else said}"


def phases(text: str) -> list[str]:
    """The phases that the comments of a text name."""
    lines = map(str.strip, text.splitlines()) if "#" in text else ()
    return [title.phase for line in lines if line.startswith("#") and (title := Title.of(line))]


def begins_anew(text: str) -> bool:
    """Whether a comment in a text is the title of another game."""
    return "game" in phases(text)


def following(comments: Iterable[str]) -> str | None:
    """The title of what comes next; None where no title tells. The nearest of the comments above comes first."""
    titles = filter(None, map(Title.of, comments))
    last = next(titles, None)
    if last is None:
        return None
    if last.phase == "night":
        return last.written("day", last.number)
    if last.phase == "dusk":
        day = next((one for one in titles if one.phase == "day"), None)
        return day and day.written("night", day.number + 1)
    return last.written("night", last.number + 1 if last.phase == "day" else 1)
