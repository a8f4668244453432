"""Legal records of the four notations, as people write them: random, but the same ones for the same seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from bench.records import bjn, botc, pfn, qgn

GENERATORS: dict[str, Callable[[random.Random], str]] = {
    "pfn": pfn.market, "bjn": bjn.session, "botc": botc.log, "qgn": qgn.game,
}  # fmt: skip


def records(language: str, count: int, seed: int = 1) -> Iterator[str]:
    """So many records of a notation. The first ones are the same, however many are asked for."""
    for number in range(count):
        yield GENERATORS[language](random.Random(f"{language} {seed} {number}"))


def short(language: str, seed: int = 0) -> str:
    """A hand, a game of three grimoires, a round of four trades, a game: short enough for keys in real editors."""
    rng = random.Random(f"short {language} {seed}")
    if language == "bjn":
        return bjn.session(rng, hands=1)
    if language == "botc":
        return botc.log(rng, nights=1)
    return pfn.market(rng, trades=4) if language == "pfn" else qgn.game(rng, key="" if seed else "connect4")


def long(language: str, characters: int, seed: int = 1) -> str:
    """One record of at least so many characters: a round of Figgie, or hands, grimoires or games one after the other."""
    if language == "pfn":
        return pfn.long_round(characters // pfn.TRADE + 1)
    written: list[str] = []
    for text in records(language, characters, seed):
        written.append(text if text.endswith("\n\n") else text + "\n")
        characters -= len(written[-1])
        if characters <= 0:
            break
    return "".join(written)
