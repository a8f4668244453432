"""Legal hands and games with one slip, or with two slips apart from each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import NamedTuple

from bjn_mutations import KINDS
from kibitz.languages.bjn.testing import Player
from kibitz.languages.qgn.testing import game

Entries = list[str]


class Slips(NamedTuple):
    """A legal record, with a first slip, with a later one, and with both."""

    good: str
    first: str
    second: str
    both: str


class Change(NamedTuple):
    """The entries from `start` to `end` become others."""

    start: int
    end: int
    made: Entries


def slips(notation: str, number: int) -> list[Slips]:
    """Return some records with two slips."""
    made = (_slips(notation, Random(seed)) for seed in count())
    found = (one for one in made if one is not None)
    return [next(found) for _ in range(number)]


def _slips(notation: str, rng: Random) -> Slips | None:
    good = Player(rng.randrange(10**6)).play() if notation == "bjn" else _words(game(rng))
    slip = _of_hand if notation == "bjn" else _of_game
    changes = sorted(one for one in (slip(good, rng), slip(good, rng)) if one is not None)
    if len(changes) < 2 or changes[0].end >= changes[1].start:
        return None
    first, second = changes
    both = [
        *good[: first.start],
        *first.made,
        *good[first.end : second.start],
        *second.made,
        *good[second.end :],
    ]
    texts = good, _with(good, first), _with(good, second), both
    return Slips(*(("|" if notation == "bjn" else " ").join(one) + "\n" for one in texts))


def _with(entries: Entries, change: Change) -> Entries:
    return [*entries[: change.start], *change.made, *entries[change.end :]]


def _words(text: str) -> Entries:
    """Return the tags of a game with its first action, and the other actions."""
    head, _, rest = text.partition("\n\n")
    first, *others = rest.split()
    return [f"{head}\n\n{first}", *others]


def _of_hand(entries: Entries, rng: Random) -> Change | None:
    try:
        made = rng.choice(list(KINDS.values()))([*entries], rng)
    except (IndexError, ValueError):
        # The hand is too short for this slip.
        return None
    if made is None or made == entries:
        return None
    start = next((at for at, pair in enumerate(zip(entries, made, strict=False)) if pair[0] != pair[1]), 0)
    ends = zip(reversed(entries[start:]), reversed(made[start:]), strict=False)
    same = next((at for at, pair in enumerate(ends) if pair[0] != pair[1]), 0)
    return Change(start, len(entries) - same, made[start : len(made) - same])


def _of_game(entries: Entries, rng: Random) -> Change | None:
    if len(entries) < 3:
        return None
    number = rng.randrange(1, len(entries))
    return Change(number, number + 1, rng.choice([*_typos(entries[number], rng)]))


def _typos(word: str, rng: Random) -> Iterator[Entries]:
    at = rng.randrange(len(word))
    yield [word, word]
    yield []
    yield [word[:at] + word[at + 1 :]]
    yield [word[:at] + word[at] + word[at:]]
    yield [word[:at] + rng.choice("0123456789") + word[at + 1 :]]
    yield [word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]]
