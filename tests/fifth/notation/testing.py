"""What shared tests and benchmarks need of the toy (`tests/notations.py`)."""

from __future__ import annotations

import random

PREFIX = "TOY"
STARTS = ("line",)
READ_BY = ("line",)
HOSTILE = "# img (<img src=x onerror=alert(1)>\n<b> [x](http://evil) word\n"
NAMED = "{0} ({0})\n"
OTHER_NAMES = ()
GENERAL = ""
LINE_END = ""
COMMENTED = ("# one (a note)\ntwo\n", "# one\ntwo\n")
TEXT_ONLY = ""
KEYSTROKE = ("second", "third")
TYPED_ON = (" x\n", "\n# y\n")
TYPED_ON_IN = ()
WRITTEN_LATER = frozenset[str]()
HARMLESS = ("# one ", "two")
HARMFUL = ("# one ", "one")
KEYS, KEYS_TRIED = 1.0, 2

WORDS = [
    "amber",
    "birch",
    "cedar",
    "dune",
    "ember",
    "fern",
    "grove",
    "heath",
    "iris",
    "juniper",
    "kelp",
    "larch",
    "moss",
    "nettle",
    "oak",
    "pine",
]


def record(rng: random.Random) -> str:
    """Some sections."""
    return _sections(rng, rng.randint(2, 5))


def short(rng: random.Random, first: bool) -> str:
    """A section."""
    return _sections(rng, 1)


def long(characters: int, seed: int = 1) -> None:
    """Sections one after the other."""


def chunks(count: int) -> str:
    """A section is a chunk."""
    return "# head\nfirst second\n" * count


def _sections(rng: random.Random, count: int) -> str:
    written, last = "", ""
    for _ in range(count):
        for line in range(rng.randint(2, 4)):
            words = []
            for _ in range(rng.randint(1, 5)):
                last = rng.choice([word for word in WORDS if word != last])
                words.append(last)
            written += ("" if line else "# ") + " ".join(words) + "\n"
    return written
