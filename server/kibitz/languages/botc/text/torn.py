"""Players that one stray sign or blank tears apart: `Ali}ce:imp`, `Bob:fortune_tell er`, `Eve:che,f`.

What is left of such a player would be two or three broken ones. Here it is the one that was meant, and one mistake.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from kibitz.core.values import Diagnostic, Span
from kibitz.languages.botc.game.roles import meant, roles
from kibitz.languages.botc.text.mend import read_entry
from kibitz.languages.botc.text.nodes import Entry, Word, token_of

LONGEST = 400
"""How far a player reaches at the most on either side of a sign."""
_BEFORE = re.compile(r"[^\s\[\]{}]*\Z")
_REST_OF_ROLE = re.compile(r"[a-z0-9_]+(\([^\s()]*\))?\*?")
_BEHIND = re.compile(r"[^\s\[\]{}]*")
_TOKENS = re.compile(r"[^\s()\[\]{}]*\([^()\[\]{}\r\n]*\)\*?")
_GAP = re.compile(r"(?<![(,\s])[ \t]+(?![),\s])")
"""A blank that is not beside a comma or a bracket."""
_MARKS = "*~"
UNOPENED = re.compile(
    r"[*~]{0,3}[^\s,:()\[\]{}]{1,99}(?::[^\s,:()\[\]{}]{1,99}){2}(?:,[^\s,()\[\]{}]{1,99}){0,9}\)\*?"
)
"""A player with tokens that lack their first bracket: `Bob:impmonk:safe)`."""


class Torn(NamedTuple):
    """A player, where it stands, and what tears it apart."""

    span: Span
    gap: Span
    entry: Entry


def around(text: str, sign: Span) -> Torn | None:
    """The player that a sign tears apart, or several in a row; None where it is between two, or in none."""
    before, behind = (
        _BEFORE.search(text, max(0, sign.start - LONGEST), sign.start),
        _BEHIND.match(text, sign.end, sign.end + LONGEST),
    )
    if before is None or behind is None or not (before[0] and behind[0]):
        return None
    return rejoined(text, Span(before.start(), behind.end()), sign)


def rejoined(text: str, span: Span, gap: Span, joint: str = "") -> Torn | None:
    """The player that stands in a span if a gap in it is left out, or a joint takes its place; None if that is none
    whose character can be told.

    Where the sign took the place of a letter, the character is the nearest one. Words count from the start of the span;
    they may hold the gap.
    """
    entry, problem = read_entry(text[span.start : gap.start] + joint + text[gap.end : span.end])
    role = meant(entry.role.text)
    if problem or role is None:
        return None
    at, by = gap.start - span.start, gap.end - gap.start - len(joint)

    def moved(word: Word) -> Word:
        return Word(word.text, word.start + by * (word.start >= at), word.end + by * (word.end > at))

    known = replace(entry, role=entry.role._replace(text=role.id))
    return Torn(span, gap, known.moved(moved, Span(0, span.end - span.start)))


def torn_by_blank(text: str, one: Span, other: Span, read: tuple[Entry, Diagnostic | None]) -> Torn | None:
    """The player that a blank tears apart: the second half has no name, and the first, `read`, no known character."""
    if text[one.end : other.start].strip() or not _REST_OF_ROLE.fullmatch(text, *other):
        return None
    entry, problem = read
    if not problem and (entry.broken or entry.player.role in roles()):
        return None
    return rejoined(text, Span(one.start, other.end), Span(one.end, other.start))


def torn_tokens(text: str, part: Span) -> Torn | None:
    """The player of whom `Al:monk(imp:de` is a part, in `Al:monk(imp:de ad)`."""
    if text[part.end - 1] in ")*" or "(" not in text[part.start : part.end]:
        return None
    found = _TOKENS.match(text, part.start, part.end + LONGEST)
    gaps = [*_GAP.finditer(text, part.end, found.end())] if found else []
    if found is None or len(gaps) != 1:
        return None
    torn = rejoined(text, Span(*found.span()), Span(*gaps[0].span()))
    return torn if torn and all(token_of(word.text).known for word in torn.entry.tokens) else None


def torn_dead(text: str, one: Span, other: Span) -> Torn | None:
    """The dead player that a blank tears apart: `*Al:imp *`, `* Al:imp*`, `*A l:imp*`; what is left are two broken ones.

    Within a name, a blank is the `_` of a name of two words.
    """
    gap = text[one.end : other.start]
    if text[one.start] != "*" or text[other.end - 1] != "*" or not gap or gap.strip(" \t"):
        return None
    if any(read_entry(text[slice(*part)])[1] is None for part in (one, other)):
        return None
    joint = "" if text[one.end - 1] in _MARKS or text[other.start] in _MARKS else "_"
    return rejoined(text, Span(one.start, other.end), Span(one.end, other.start), joint)


def star_moved(text: str, one: Span, other: Span) -> tuple[Entry, Entry] | None:
    """`Al:imp* Bo:chef*`: the star before the second player has come to stand behind the first one."""
    first, second = (text[part.start : part.end] for part in (one, other))
    if first[:1] == "*" or second[:1] == "*" or first[-1] != "*" or other.start != one.end + 1:
        return None
    (living, wrong), (dead, too) = read_entry(first[:-1]), read_entry(f"*{second}")
    if wrong or too:
        return None
    shifted = dead.moved(lambda word: word.shifted(-1), Span(0, other.end - other.start))
    return replace(living, span=Span(0, len(first)), broken=True), shifted
