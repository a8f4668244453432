"""The functions of the toy for shared tests and benchmarks (`tests/support/notations.py`)."""

from __future__ import annotations

import random

KEYSTROKE = ("second", "third")
TYPED_ON = (" x\n", "\n# y\n")
HARMLESS = ("# one ", "two")
HARMFUL = ("# one ", "one")
NAMED = "{0} ({0})\n"
FORGIVING = True
"""Whether any word may stand anywhere."""

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
    """Return some sections."""
    return _sections(rng, rng.randint(2, 5))


def chunks(count: int) -> str:
    """Return a text with a number of chunks: each section is one."""
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
