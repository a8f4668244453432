"""Texts for plain typing in the real editors: only the characters of a record and Enter.

The result has to be the record, byte for byte, except for a final line end: plain typing accepts no item. Each record is typed at each of
`PAUSES`, and with a server whose answers are late (`editors/late.py`). That takes a day. `KIBITZ_PROFILE=hour` does it. `long` types
each record once, at each pace in turn. Other profiles type a share (`typings`).
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle, product
from pathlib import Path
from typing import NamedTuple

from bench.records import short
from editors.tools import ROOT
from kibitz.languages import IDS

PAUSES = (60, 150, 300)
"""Milliseconds between two keys."""
LATENESS = (False, True)
WAYS = len(PAUSES) * len(LATENESS)
"""In how many ways a record is typed."""
PROFILE = os.environ.get("KIBITZ_PROFILE", "ci")
"""The amount of typing."""
WHOLE = PROFILE != "ci"
"""Whether records are typed as a whole in every editor."""
HEAD = re.compile(r"(?:#.*\n|\n)*")
"""Comments at the beginning."""
GENERATED = 20
"""Generated records of each notation."""
SERVER = (sys.executable, "-m", "kibitz", "lsp")
LATE = (sys.executable, str(Path(__file__).with_name("late.py")))
"""Before the command of a server: its answers are late."""


@dataclass(frozen=True)
class Plain:
    """A record that is typed plainly."""

    name: str
    language: str
    text: str
    example: bool
    """Whether it is an example of the specification. Otherwise it is generated."""

    def parted(self, share: int) -> tuple[str, str]:
        """Return the present text, and about `share` characters to type: of an example the first ones after its comments, of other records the last ones. With enough time, type the whole record."""
        text = self.text.removesuffix("\n")
        if WHOLE:
            return "", text
        if self.example:
            start = HEAD.match(text).end()  # type: ignore[union-attr]
            # Editors continue the last line, and some have no empty line after a line end.
            there = text[:start].removesuffix("\n")
            return there, text[len(there) : start + share].rstrip("\n")
        there = text[:-share].removesuffix("\n")
        return there, text[len(there) :]

    def beginning(self, least: int) -> str:
        """Return about `least` characters of it that leave no bracket open, because an editor would have closed it. With enough time, return the whole record."""
        ends = range(len(self.text) if WHOLE else least, len(self.text))
        return next((text for end in ends if _closed(text := self.text[:end])), self.text)


def _closed(text: str) -> bool:
    pairs = (("[", "]"), ("{", "}"), ("(", ")"))
    return text.count('"') % 2 == 0 and all(text.count(one) == text.count(other) for one, other in pairs)


def examples() -> list[Plain]:
    """The examples of the four specifications."""
    return [
        Plain(path.stem, path.suffix[1:], path.read_text("utf-8"), example=True)
        for path in sorted((ROOT / "tests" / "records").iterdir())
    ]


@cache
def generated() -> list[Plain]:
    """Short records of all notations, the same ones each time."""
    return [
        Plain(f"generated{number}", language, short(language, number), example=False)
        for language in IDS
        for number in range(1, GENERATED + 1)
    ]


def share() -> list[Plain]:
    """Return the shortest example and the shortest generated record of each notation."""
    every = [*examples(), *generated()]
    return [
        min((one for one in every if (one.language, one.example) == kind), key=lambda one: len(one.text))
        for kind in ((language, example) for language in IDS for example in (True, False))
    ]


class Typing(NamedTuple):
    """A record, how many milliseconds a key takes, and whether the server's answers are late."""

    record: Plain
    pause: int
    late: bool

    @property
    def name(self) -> str:
        return f"{self.record.language}-{self.record.name}-{self.pause}{'-late' * self.late}"


def typings(*more: Plain) -> list[Typing]:
    """Return the typings of this run, with the records that an editor adds."""
    every = [*examples(), *generated(), *more]
    ways = [*product(PAUSES, LATENESS)]
    if PROFILE == "hour":
        return [Typing(one, *way) for one in every for way in ways]
    if PROFILE == "long":
        return [Typing(one, *way) for one, way in zip(every, cycle(ways), strict=False)]
    # Answers are late for the examples, and normal for the other records.
    return [Typing(one, PAUSES[0], one.example) for one in (*share(), *more)]


def late_program(folder: Path, command: Sequence[str] = SERVER[:-1]) -> Path:
    """A program in a folder that is kibitz, with answers that are late."""
    program = folder / "late kibitz"
    words = " ".join(f"'{one}'" for one in (*LATE, *command))
    program.write_text(f'#!/bin/sh\nexec {words} "$@"\n', "utf-8")
    program.chmod(0o755)
    return program
