"""Typos: texts that may be meant, one character away from the written text.

This is a noisy channel. The cost of a typo adds two negative logarithms: the probability that people write the corrected
text, which the record itself teaches, and the probability of the typo.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from math import log
from string import digits
from typing import NamedTuple

from kibitz.core.chunks import common_start
from kibitz.core.values import Edit, Span

AROUND = 10
"""Code points around a place, on the same line, in which typos are searched."""
WIDEST = 60
"""Code points at the start and at the end of a longer place in which typos are searched."""
OUTSIDE = 3.0
"""Cost of a typo next to the place instead of within it."""
DISTANCE = 0.3
"""Cost of each code point between a typo and the place."""

SWAPPED = DOUBLED = LEFT_OUT = REPLACED = 0.25
"""Share of each kind among typos."""
NEAR = 0.6
"""Share of wrong characters that are neighbours on the keyboard or look alike."""
ADDED = 0.004
"""Share of an added character that has nothing to do with its neighbours."""
ANYTHING = 6.0
"""Cost of each character of a text that is replaced by another one."""

OWN = 0.8
"""Share of a place in the statistics that does not count for the place itself."""
SIGN = 0.1
"""Probability that a sign is left out, compared with a letter or a digit."""
OTHER_KIND = 0.03
"""Probability that a character replaces one of another kind, such as a letter for a digit."""

_ROWS = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")
_ALIKE = (
    "0oq",
    "1li7",
    "2z",
    "3e",
    "5s",
    "6bg8",
    "9gq",
    "8b",
    "uv",
    "vy",
    "nm",
    "ae",
    "ao",
    "cd",
    "ck",
    ",.",
    "._",
    "/|",
    "-_",
)


class Slip(NamedTuple):
    """An edit that corrects a typo, and its cost: the negative logarithm of its probability."""

    edit: Edit
    cost: float


class Style:
    """Statistics of which characters follow which in some texts. They judge how likely a text is in this record."""

    def __init__(self, texts: Iterable[tuple[str, int]]) -> None:
        """Learn from texts; each counts as often as the number next to it."""
        self._counts = Counter[str]()
        for text, weight in texts:
            for size in (1, 2, 3):
                grams = Counter(map("".join, zip(*[text[start:] for start in range(size)], strict=False)))
                for gram, count in grams.items():
                    self._counts[gram] += weight * count
        alphabet = {gram for gram in self._counts if len(gram) == 1 and gram.isprintable()}
        if not alphabet.isdisjoint(digits):
            # A record with digits may have any digit, even one that has not occurred yet.
            alphabet.update(digits)
        self._all = sum(self._counts[one] for one in alphabet)
        self._known: tuple[dict[str, float], dict[str, float]] = ({}, {})
        self._behind: dict[str, set[str]] = {}
        self._before: dict[str, set[str]] = {}
        for gram in self._counts:
            if len(gram) == 2:
                self._behind.setdefault(gram[0], set()).add(gram[1])
                self._before.setdefault(gram[1], set()).add(gram[0])
        self._alphabet = alphabet
        self._alike = {kind: {one for one in alphabet if kind(one)} for kind in _KINDS}

    def between(self, before: str, behind: str, old: str) -> set[str]:
        """Return the characters that may be between two others: those that follow or precede one of them elsewhere, and those like `old`.

        A sign next to the same sign is possible only if the record has that elsewhere, because a doubled separator changes nothing.
        """
        found = self._behind.get(before, set()) | self._before.get(behind, set())
        for kind, alike in self._alike.items():
            if old and kind(old):
                found |= alike
        alone = {one for one in (before, behind) if not one.isalnum() and one * 2 not in self._counts}
        return (found & self._alphabet) - alone

    def cost(self, text: str, start: int, own: bool = False) -> float:
        """Return the cost of the code points of a text from `start` on, given those before them.

        If `own` is set, the text is one of those learnt from, and does not count for itself.
        """
        known, cost = self._known[own], 0.0
        for at in range(start, len(text)):
            gram = text[at - 2 if at > 1 else 0 : at + 1]
            if gram not in known:
                known[gram] = self._cost(gram, own)
            cost += known[gram]
        return cost

    def _cost(self, gram: str, of_itself: bool) -> float:
        own = OWN * of_itself
        counts, chance = self._counts, (self._counts[gram[-1]] - own + 0.2) / (self._all + 40)
        for size in range(2, len(gram) + 1):
            chance = (counts[gram[-size:]] - own + chance) / (counts[gram[-size:-1]] - own + 1)
        return -log(chance)


_KINDS: Sequence[Callable[[str], bool]] = (str.isdigit, str.islower, str.isupper)


def slips(style: Style, text: str, places: Iterable[tuple[Span, float]]) -> list[Slip]:
    """Return the typos that may have happened at some places of a text, the likeliest first and each edit once.

    Each place comes with the cost of a typo there instead of at the first place.
    """
    nearest: dict[int, float] = {}
    for place, cost in places:
        for at, away in _positions(text, place):
            here = cost + (OUTSIDE + away * DISTANCE if away else 0)
            nearest[at] = min(here, nearest.get(at, here))
    written = cache(partial(_written, style, text))
    found = [
        Slip(edit, here + channel + _rewritten(style, text, edit) - written(edit.start, edit.end))
        for at, here in nearest.items()
        for edit, channel in _at(style, text, at)
    ]
    return sorted(found, key=lambda one: (one.cost, one.edit))


def one_slip_away(written: str, word: str) -> bool:
    """Return whether one typo separates two words: a character replaced, missing, added, or swapped with the next.

    >>> [one_slip_away(written, "teams") for written in ("tams", "etams", "teems", "teamss", "seat")]
    [True, True, True, True, False]
    """
    if abs(len(written) - len(word)) > 1 or written == word:
        return False
    at = common_start(written, word)
    rests = {
        (written[at + 1 :], word[at + 1 :]),
        (written[at + 1 :], word[at:]),
        (written[at:], word[at + 1 :]),
        (written[at + 1 : at + 2] + written[at : at + 1] + written[at + 2 :], word[at:]),
    }
    return any(one == other for one, other in rests)


def meant(style: Style, text: str, edit: Edit) -> float:
    """Return the cost of any edit of a text: the negative logarithm of the probability that its result was meant."""
    old, new = text[edit.start : edit.end], edit.text
    if len(old) == len(new) == 1:
        channel = replaced(new, old)
    elif len(old) == 2 and new == old[::-1]:
        channel = -log(SWAPPED)
    elif len(new) + len(old) == 1:
        channel = left_out(new) if new else _too_much(text[edit.start - 1 : edit.start], old)
    else:
        channel = anything(len(old), new)
    return channel + _rewritten(style, text, edit) - _written(style, text, edit.start, edit.end)


def anything(length: int, new: str) -> float:
    """Return the cost of a replacement of some code points by another text."""
    return ANYTHING * max(length, len(new))


def _positions(text: str, place: Span) -> Iterator[tuple[int, int]]:
    """Yield the offsets at and around a place with their distances from it."""
    for at in range(place.start, min(place.end, len(text)) + 1):
        if at - place.start <= WIDEST or place.end - at <= WIDEST:
            yield at, 0
    for step, start in ((-1, place.start), (1, place.end)):
        for away in range(1, AROUND + 1):
            at = start + step * away
            if not 0 <= at <= len(text) or "\n" in text[min(at, start) : max(at, start)].strip("\n"):
                break
            yield at, away


def _at(style: Style, text: str, at: int) -> Iterator[tuple[Edit, float]]:
    """Yield the corrections at an offset with the costs of their typos."""
    before, old, behind = text[at - 1 : at] if at else "", text[at : at + 1], text[at + 1 : at + 2]
    if behind and old != behind:
        yield Edit(at, at + 2, behind + old), -log(SWAPPED)
    if old and old != behind:
        yield Edit(at, at + 1, ""), _too_much(before, old)
    for new in style.between(before, old, ""):
        if new != before:
            yield Edit(at, at, new), left_out(new)
    if old:
        for new in style.between(before, behind, old):
            if new != old:
                yield Edit(at, at + 1, new), replaced(new, old)


def _too_much(before: str, written: str) -> float:
    """Return the cost of an added character after another."""
    return -log((DOUBLED if before == written else ADDED) * (1 if written.isalnum() else SIGN))


def left_out(meant: str) -> float:
    """Return the cost of a missing character."""
    return -log(LEFT_OUT * (1 if meant.isalnum() else SIGN))


def replaced(meant: str, written: str) -> float:
    """Return the cost of a character that replaces the meant one."""
    kinds = sum(kind(meant) == kind(written) for kind in _KINDS)
    near = _NEAR.get(meant.casefold(), "")
    share = NEAR / len(near) if written.casefold() in near else (1 - NEAR) / 36
    return -log(REPLACED * share * (1 if kinds == len(_KINDS) else OTHER_KIND))


def _rewritten(style: Style, text: str, edit: Edit) -> float:
    """Return the cost of the text after an edit."""
    first = max(edit.start - 2, 0)
    return style.cost(
        text[first : edit.start] + edit.text + text[edit.end : edit.end + 2], edit.start - first
    )


def _written(style: Style, text: str, start: int, end: int) -> float:
    """Return the cost of the written text at a place."""
    first = max(start - 2, 0)
    return style.cost(text[first : end + 2], start - first, own=True)


def _near() -> dict[str, str]:
    """Return the characters that people confuse with each character, or hit instead of it."""
    near: dict[str, set[str]] = {}
    for number, row in enumerate(_ROWS):
        for at, one in enumerate(row):
            others = {*row[max(at - 1, 0) : at + 2]}
            for other in _ROWS[max(number - 1, 0) : number + 2]:
                others |= {*other[max(at - 1, 0) : at + 2]}
            near.setdefault(one, set()).update(others - {one})
    for group in _ALIKE:
        for one in group:
            near.setdefault(one, set()).update({*group} - {one})
    return {one: "".join(sorted(others)) for one, others in near.items()}


_NEAR = _near()
