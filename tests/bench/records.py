"""Legal records of all notations, as people write them: random, but the same ones for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from kibitz.core.analysis import Analysis
from kibitz.core.values import Severity
from kibitz.languages import IDS, load
from notations import notation

KEPT = Path(__file__).parents[1] / "records"

TOML = next(one for one in IDS if notation(one).GENERAL == "toml")
"""The notation for comparisons with TOML programs."""


def records(language: str, count: int, seed: int = 1, step: int = 1) -> Iterator[str]:
    """Yield each `step`-th of some records of a notation. The first records do not depend on their number."""
    for number in range(0, count, step):
        yield notation(language).record(random.Random(f"{language} {seed} {number}"))


def typed(language: str, count: int, seed: int = 1) -> Iterator[str]:
    """Yield the records for measuring keys."""
    for number in range(count):
        yield notation(language).typed(random.Random(f"{language} {seed} {number}"))


def short(language: str, seed: int = 0) -> str:
    """One that is short enough for keys in real editors."""
    return notation(language).short(random.Random(f"short {language} {seed}"), first=not seed)


def kept(language: str) -> list[str]:
    """The real records of a notation, or some that are drawn where none are kept."""
    found = [path.read_text("utf-8") for path in sorted(KEPT.glob(f"*.{language}"))]
    return found or [*records(language, 3)]


def long(language: str, characters: int, seed: int = 1) -> str:
    """Return a file with a least number of code points: one long record, or several records."""
    if (whole := notation(language).long(characters, seed)) is not None:
        return whole
    written: list[str] = []
    for text in records(language, characters, seed):
        written.append(text if text.endswith("\n\n") else text + "\n")
        characters -= len(written[-1])
        if characters <= 0:
            break
    return "".join(written)


def archive(language: str, count: int) -> Iterator[str]:
    """Yield files as people keep them, of one to nine kilobytes."""
    for number in range(count):
        yield long(language, random.Random(number).randint(900, 8800), number)


def with_a_slip(language: str, text: str, rng: random.Random) -> str:
    """Return a record with one wrong character and a finding."""
    places = [at for at, one in enumerate(text) if one.isalnum()]
    while True:
        at, other = rng.choice(places), text[rng.choice(places)]
        slip = text[:at] + other + text[at + 1 :]
        found = Analysis.of(load(language), slip).diagnostics()
        if any(one.severity <= Severity.WARNING for one in found):
            return slip
