"""Snippets of the protocol: text with tab stops, and the values that give a wanted text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_PIECE = re.compile(
    r"""\\(?P<escaped>[$}\\]) | \$(?P<bare>\d+)
    | \$\{(?P<number>\d+)(?:\|(?P<choices>(?:\\.|[^\\|])*)\||:(?P<default>(?:\\[$}\\]|[^\\}])*))?\}""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Stop:
    """A tab stop. Its default, or its first choice, stays until the user types something else."""

    number: int
    default: str = ""
    choices: tuple[str, ...] = ()


Piece = str | Stop


@dataclass(frozen=True)
class Filled:
    """A snippet with values: the text of each piece, in order."""

    pieces: tuple[tuple[Piece, str], ...]

    @property
    def text(self) -> str:
        return "".join(value for _, value in self.pieces)


@lru_cache(4096)
def parse(text: str) -> tuple[Piece, ...]:
    """The pieces of a snippet."""
    pieces: list[Piece] = []
    literal, at = "", 0
    for found in _PIECE.finditer(text):
        literal += text[at : found.start()]
        at = found.end()
        if found["escaped"]:
            literal += found["escaped"]
            continue
        if literal:
            pieces.append(literal)
        literal = ""
        choices = tuple(map(_plain, re.split(r"(?<!\\),", found["choices"]))) if found["choices"] else ()
        default = choices[0] if choices else _plain(found["default"] or "")
        pieces.append(Stop(int(found["bare"] or found["number"]), default, choices))
    literal += text[at:]
    return (*pieces, literal) if literal else tuple(pieces)


def _plain(text: str) -> str:
    return re.sub(r"\\([$}\\,|])", r"\1", text)


def fill(text: str, goal: str) -> Filled | None:
    """The values with which a snippet begins `goal`, each as short as can be and within a line; None if there are none."""
    pieces = parse(text)
    values: dict[int, str] = {}
    found: list[tuple[Piece, str]] = []
    at = 0
    for index, piece in enumerate(pieces):
        if isinstance(piece, str):
            value = piece
        elif piece.number in values:
            value = values[piece.number]
        else:
            rest = _value(piece, pieces[index + 1 :], goal, at)
            if rest is None:
                return None
            value = values[piece.number] = rest
        if not goal.startswith(value, at):
            return None
        found.append((piece, value))
        at += len(value)
    return Filled(tuple(found)) if at else None


def _value(stop: Stop, behind: tuple[Piece, ...], goal: str, at: int) -> str | None:
    if not behind:
        # The last stop: the next key replaces its placeholder.
        return stop.default if goal.startswith(stop.default, at) else goal[at : at + 1]
    if not isinstance(behind[0], str):
        return stop.default if goal.startswith(stop.default, at) else None
    line, _, more = behind[0].partition("\n")
    wanted = line + "\n" if more or behind[0].endswith("\n") else line
    end = goal.find(wanted, at)
    return goal[at:end] if end >= 0 and "\n" not in goal[at:end] else None
