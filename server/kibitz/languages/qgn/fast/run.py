"""Chunks of nothing but plain actions, taken for such without a look at each: in an archive that is nearly every second
one, and nobody asks for its items."""

from __future__ import annotations

from functools import cache

from kibitz.core.rules import Rules
from kibitz.languages.qgn.text.items import pattern, plain_action, read_action
from kibitz.languages.qgn.text.model import Part, Placed

WORDS_KEPT = 8192
"""So many different words are remembered."""
LONG = 100
"""Words of so many characters are not remembered."""


def part(text: str, rules: Rules) -> Part | None:
    """A chunk of plain actions; None for any other one."""
    words = words_of(text)
    if not words or "\ufeff" in text or not _are_plain(words):
        return None

    def read() -> tuple[Placed, ...]:
        found = pattern("WORD").finditer(text)
        return tuple([Placed(one.start(), read_action(one[0], rules)) for one in found])

    crlf = text.find("\r\n") if "\r" in text else -1
    return Part(read, False, crlf if crlf >= 0 else None)


def words_of(text: str) -> list[str]:
    """What stands between blanks."""
    words = text.split()
    if len("".join(words)) + text.count(" ") + text.count("\n") == len(text):
        return words
    # Some blanks of Python are none here.
    return pattern("WORD").findall(text)


def _are_plain(words: list[str]) -> bool:
    """Whether all words are plain actions. Those of a game are few, so most have been seen before."""
    known = _plain_words()
    if known.issuperset(words):
        return True
    for word in words:
        if word not in known:
            if plain_action(word) is None:
                return False
            if len(known) < WORDS_KEPT and len(word) < LONG:
                known.add(word)
    return True


@cache
def _plain_words() -> set[str]:
    """The plain actions that have been seen."""
    return set()
