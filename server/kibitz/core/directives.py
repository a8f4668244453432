"""Directives in comments, such as `bet 25, 50`: a word that a notation knows, and perhaps numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.core.slips import one_slip_away
from kibitz.core.values import Span

_WORD = re.compile(r"([A-Za-z]+)[ \t]*[:=]?[ \t]*")
_NUMBER = re.compile(
    r"(?i)(?:[$€£][ \t]*)?(\d{1,9}(?:,000)+(?!\d)|\d{1,9}(?:\.\d{1,4})?(?:e\d)?)(k(?!\w))?(?:[ \t]*[$€£])?"
)
_DIVIDER = re.compile(r"(?:[ \t]*[,;/][ \t]*|[ \t]+and[ \t]+|[ \t]+)(?=[$€£\d])")
_AMBIGUOUS = re.compile(r"\d(?:,(?!000)\d{3}|\.\d{3}|[ \t]000)(?!\d)")
"""A number that may be a thousand, or something else."""
_VALUE = re.compile(r"[-+±]?[$€£]?[-+]?\d\S*|[%#]\S+|[-+]\S*")
"""Something that is meant to be a value."""
_PLAIN = 6
"""Least length of a word that is taken for a typo of a directive although no number follows."""


class Directive(NamedTuple):
    """A directive, in offsets of the text."""

    name: str
    span: Span
    """The place of its word and numbers."""
    numbers: tuple[float, ...] = ()
    places: tuple[Span, ...] = ()
    """The places of the numbers."""
    wrong: str = ""
    """The part that is not understood: a misspelt word, or a value."""
    meant: str = ""
    """The word that a misspelt one was meant for."""


def directive(text: str, start: int, end: int, names: Sequence[str]) -> Directive | None:
    """Return the directive with which a stretch of a text begins, or None if it begins with none of some names.

    >>> [directive(text, 0, len(text), ["bet"]) and directive(text, 0, len(text), ["bet"]).numbers
    ...     for text in ("bet 25, 50", "Bets: $1,000", "bet=10k", "bet 1e3", "bet -5", "bet 1.000", "better")]
    [(25.0, 50.0), (1000.0,), (10000.0,), (1000.0,), (), (), None]
    """
    found = re.compile(rf"(?i)({'|'.join(names)})s?\b[ \t]*[:=]?[ \t]*").match(text, start, end)
    if found is None:
        return _misspelt(text, start, end, names)
    name, at = found[1].lower(), found.end()
    places, last = list[Span](), len(text[start:at].rstrip(" \t")) + start
    while number := _NUMBER.match(text, at, end):
        places.append(Span(*number.span()))
        at = last = number.end()
        if not (divider := _DIVIDER.match(text, at, end)):
            break
        at = divider.end()
    glued = bool(places) and re.compile(r"[^\s,;.:)\]}]|[,.]\d").match(text, last, end)
    value = _VALUE.match(text, at, end) if not places or glued else None
    if glued or value or _AMBIGUOUS.search(text, start, last):
        wrong = text[found.end() : end].split(" //")[0].strip()
        return Directive(name, Span(start, end), wrong=wrong)
    return Directive(name, Span(start, last), tuple(_values(text, places)), tuple(places))


def worded(text: str, start: int, end: int, names: Sequence[str]) -> Directive | None:
    """Return the directive of a stretch of a text whose value is words, such as `Script: Trouble Brewing`.

    `span` is the place of the value. Without a colon the directive has no `meant` and is `wrong`: it may be prose.

    >>> [worded(text, 0, len(text), ["script"]) for text in ("script kiddies", "Scripts = x", "scrpit: x")]
    ...     # doctest: +NORMALIZE_WHITESPACE
    [Directive(name='script', span=Span(start=7, end=14), numbers=(), places=(), wrong='script', meant=''),
     Directive(name='script', span=Span(start=10, end=11), numbers=(), places=(), wrong='', meant=''),
     Directive(name='script', span=Span(start=8, end=9), numbers=(), places=(), wrong='scrpit', meant='script')]
    """
    found = _WORD.match(text, start, end)
    if found is None:
        return None
    word, plain = found[1], found[1].lower().removesuffix("s")
    colon = not found[0][len(word) :].isspace() and len(found[0]) > len(word)
    span = Span(found.end(), len(text[:end].rstrip()))
    if plain in names and span.start <= span.end:
        return Directive(plain, span, wrong="" if colon else word)
    near = [name for name in names if colon and one_slip_away(plain, name)]
    return Directive(near[0], span, wrong=word, meant=near[0]) if len(near) == 1 else None


def _misspelt(text: str, start: int, end: int, names: Sequence[str]) -> Directive | None:
    """Return the directive of a misspelt word with numbers, or of a long misspelt word alone."""
    word = _WORD.match(text, start, end)
    near = [name for name in names if word and one_slip_away(word[1].lower(), name)]
    if word is None or len(near) != 1:
        return None
    rest = text[word.end() : end].rstrip()
    numbers = bool(rest) and not re.sub(r"(?i)[\d.,;/ \t$€£ke]|and", "", rest)
    if not (numbers and any(map(str.isdigit, rest))) and (rest or len(word[1]) < _PLAIN):
        return None
    return Directive(near[0], Span(*word.span(1)), wrong=word[1], meant=near[0])


def _values(text: str, places: Sequence[Span]) -> Iterator[float]:
    for place in places:
        if number := _NUMBER.match(text, *place):
            yield float(number[1].replace(",", "")) * (1000 if number[2] else 1)
