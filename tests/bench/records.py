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
"""The notation that programs for TOML can read, too: what kibitz is measured beside them with."""


def records(language: str, count: int, seed: int = 1, step: int = 1) -> Iterator[str]:
    """Of so many records of a notation each `step`-th. The first ones are the same, however many are asked for."""
    for number in range(0, count, step):
        yield notation(language).record(random.Random(f"{language} {seed} {number}"))


def typed(language: str, count: int, seed: int = 1) -> Iterator[str]:
    """So many by which it is measured how many keys records take."""
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
    """A file of at least so many characters: one long record, or records one after the other."""
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
    """So many files as people keep them: of a kilobyte to nine, whatever that is of a notation."""
    for number in range(count):
        yield long(language, random.Random(number).randint(900, 8800), number)


def with_a_slip(language: str, text: str, rng: random.Random) -> str:
    """A record with one wrong character, of which there is something to warn."""
    places = [at for at, one in enumerate(text) if one.isalnum()]
    while True:
        at, other = rng.choice(places), text[rng.choice(places)]
        slip = text[:at] + other + text[at + 1 :]
        found = Analysis.of(load(language), slip).diagnostics()
        if any(one.severity <= Severity.WARNING for one in found):
            return slip
