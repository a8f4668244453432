"""Cuts a text into items, finds the borders between games and actions, reads a chunk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from kibitz.core.language import Border
from kibitz.core.rules import Rules
from kibitz.core.text import count_breaks
from kibitz.core.values import Diagnostic, Edit, Fix, Severity
from kibitz.languages.qgn.items import (
    ITEMS_KEPT,
    pattern,
    plain_action,
    plain_action_source,
    read_action,
    read_comment,
    read_conflict,
    read_words,
)
from kibitz.languages.qgn.model import Action, Comment, Item, Part, Placed, Tag
from kibitz.languages.qgn.tags import plain_tag, plain_tag_source, read_tag

TAG_CLOSERS = ('"', "'", "]")
CLOSERS = ("}", "*/", *TAG_CLOSERS)
BLANKS = " \t\r\n\ufeff"
SHORT_RUN, SHORT_LINE = 512, 200
"""Runs of plain actions up to the one are not cut, nor are lines in them up to the other."""
_LINE_IN_RUN = re.compile(r"[\r\n][ \t\r\n\ufeff]*")
_ACTION_IN_RUN = re.compile(r"(?<=[ \t\ufeff])[0-9]")
LONG = 100
"""Words of so many characters are not remembered."""
MOST_PROBLEMS = 100
"""After so many problems in a chunk no more are told."""


class Piece(NamedTuple):
    """An item of a text, by the name of its terminal; `closed` is false for a comment without end."""

    kind: str
    start: int
    end: int
    closed: bool = True


@cache
def _scanner(runs: bool) -> re.Pattern[str]:
    """The terminals of the rule `record` as one expression, each with the blanks behind it. It has a group for each
    and matches wherever no blank stands. With `runs`, plain actions and plain tags beside each other are taken at
    once."""
    conflict = rf"(?P<CONFLICT>(?<![^\r\n]){pattern('CONFLICT').pattern})"
    names = ("ACTION", "LINE_COMMENT", "COMMENT_START", "TAG", "WORDS")
    others = [conflict, *(f"(?P<{name}>{pattern(name).pattern})" for name in names)]
    blank = pattern("BLANK").pattern
    if runs:
        # An `&` behind a blank would belong to the action before it.
        actions = rf"(?P<ACTIONS>(?:{plain_action_source()}(?:{blank}|\Z))+(?=[^ \t\r\n\ufeff&]|\Z))"
        others = [actions, f"(?P<TAGS>(?:{plain_tag_source()}(?:{blank})?)+)", *others]
    return re.compile(f"(?:{'|'.join(others)})(?:{blank})?")


def pieces(text: str, rest: Callable[[str], bool], runs: bool = False) -> Iterator[Piece]:
    """The items of a text that begins at a border. Ends early where a comment goes on in text yet to come: `rest`
    is asked as :meth:`Language.split` says."""
    at, lacking, line_end = 0, set[str](), 0
    while True:
        if (blank := pattern("BLANK").match(text, at)) is not None:
            at = blank.end()
        for found in _scanner(runs).finditer(text, at):
            kind = found.lastgroup or ""
            if kind == "COMMENT_START":
                break
            piece = Piece(kind, *found.span(found.lastindex or 0))
            if kind == "TAG" and plain_tag(text[piece.start : piece.end]) is None:
                # Where a broken tag ends depends on what follows on its line, or on the next if its value is there.
                if line_end < found.end():
                    line_end = _line_end(text, found.end())
                # Each is asked for, because each may be typed later.
                if line_end == len(text) and [closer for closer in TAG_CLOSERS if rest(closer)]:
                    return
            yield piece
        else:
            return
        opener = found["COMMENT_START"]
        start, behind = found.start(), found.start() + len(opener)
        closer = "}" if opener == "{" else "*/"
        close = -1 if closer in lacking else text.find(closer, behind)
        if close >= 0:
            at = close + len(closer)
        else:
            # What was not found once is not looked for again, so that many open comments cost one search.
            lacking.add(closer)
            if rest(closer):
                return
            at = _line_end(text, behind)
        yield Piece("COMMENT", start, at, close >= 0)


def _line_end(text: str, at: int) -> int:
    found = re.compile(r"[\r\n]").search(text, at)
    return len(text) if found is None else found.start()


def borders(text: str, rest: Callable[[str], bool]) -> Iterator[Border]:
    """Hard borders where a game starts and before its first action, soft ones before the other actions.

    So a chunk either begins with an action, and the game is on, or it is the head of a game.
    """
    played = pattern("ACTION").match(text) is not None
    for kind, start, behind, _ in pieces(text, rest, runs=True):
        if kind in {"ACTION", "ACTIONS"}:
            yield Border(start, not played)
            played = True
            if behind - start > SHORT_RUN:
                yield from (Border(at, False) for at in _inside(text, start, behind))
        elif kind in {"TAG", "TAGS"} and played:
            for tag in _tags(text, kind, start, behind):
                if played and starts_game(text, tag):
                    yield Border(tag, True)
                    played = False


def _inside(text: str, start: int, end: int) -> Iterator[int]:
    """Where in a run of plain actions chunks may end: at starts of lines, and before any action of a long line. It must
    not depend on where the run begins, or an edit would move all of them."""
    last = start
    for found in _LINE_IN_RUN.finditer(text, start, end):
        at = found.end()
        if at - last > SHORT_LINE:
            yield from (one.start() for one in _ACTION_IN_RUN.finditer(text, last + 1, at))
        if at < end:
            yield at
        last = at
    if end - last > SHORT_LINE:
        yield from (one.start() for one in _ACTION_IN_RUN.finditer(text, last + 1, end))


def _tags(text: str, kind: str, start: int, end: int) -> Iterable[int]:
    """Where tags beside each other start."""
    if kind == "TAG":
        return (start,)
    return (found.start() for found in re.compile(plain_tag_source()).finditer(text, start, end))


def starts_game(text: str, start: int) -> bool:
    """Whether the tag at `start`, behind actions, starts a new game."""
    if text[start - 1 : start] not in {"\n", "\r"} or pattern("GAME_START").match(text, start) is None:
        return False
    if text[start - 2 : start] == "\n\n":
        return True
    at = start
    while at > 0 and text[at - 1] in BLANKS:
        at -= 1
    return count_breaks(text[at:start]) > 1


def part(text: str, rules: Rules) -> tuple[Part, list[Diagnostic]]:
    """Reads a chunk: what it says, and what of it can't be read."""
    if (plain := _plain_part(text, rules)) is not None:
        return plain, []
    items = tuple(Placed(piece.start, _read(text, piece, rules)) for piece in pieces(text, lambda _: False))
    head = pattern("ACTION").match(text) is None
    tags = [placed for placed in items if isinstance(placed.item, Tag)]
    problems: list[Diagnostic] = []
    for number, placed in enumerate(items):
        problems += [problem.shifted(placed.start) for problem in placed.item.problems]
        if isinstance(placed.item, Comment) and placed.item.closed:
            problems += _around_comment(
                placed.item, text, items, number, tags[-1] if head and tags else None, rules
            )
        if len(problems) >= MOST_PROBLEMS:
            break
    crlf = text.find("\r\n")
    return Part(items, head, crlf if crlf >= 0 else None), problems[:MOST_PROBLEMS]


def _plain_part(text: str, rules: Rules) -> Part | None:
    """A chunk of plain actions; None for any other one. In an archive that is nearly every second chunk, and nobody asks
    for its items."""
    words = text.split()
    if not words or not _are_plain(words):
        return None
    if len("".join(words)) + text.count(" ") + text.count("\n") != len(text):
        # Some blanks of Python are none here.
        words = pattern("WORD").findall(text)
        if not _are_plain(words):
            return None

    def read() -> tuple[Placed, ...]:
        found = pattern("WORD").finditer(text)
        return tuple([Placed(one.start(), read_action(one[0], rules)) for one in found])

    crlf = text.find("\r\n") if "\r" in text else -1
    return Part(None, False, crlf if crlf >= 0 else None, tuple(words), read)


def _are_plain(words: list[str]) -> bool:
    """Whether all words are plain actions. Those of a game are few, so most have been seen before."""
    known = _plain_words()
    if known.issuperset(words):
        return True
    for word in words:
        if word not in known:
            if plain_action(word) is None:
                return False
            if len(known) < ITEMS_KEPT and len(word) < LONG:
                known.add(word)
    return True


@cache
def _plain_words() -> set[str]:
    """The plain actions that have been seen."""
    return set()


def _read(text: str, piece: Piece, rules: Rules) -> Item:
    word = text[piece.start : piece.end]
    if piece.kind == "ACTION":
        return read_action(word, rules)
    if piece.kind == "TAG":
        return read_tag(word, rules)
    if piece.kind in {"COMMENT", "LINE_COMMENT"}:
        return read_comment(word, piece.closed, rules)
    return read_conflict(word, rules) if piece.kind == "CONFLICT" else read_words(word, rules)


def _around_comment(
    comment: Comment, text: str, items: tuple[Placed, ...], number: int, last_tag: Placed | None, rules: Rules
) -> Iterator[Diagnostic]:
    """What the reference parser makes of a comment at this place."""
    placed = items[number]
    before = items[number - 1] if number else None
    if last_tag is not None and last_tag.start > placed.start:
        yield _between_tags(comment, placed, before, items[number + 1], last_tag, rules)
    elif placed.item.text[0] != "{" or before is None:
        return
    elif before.end == placed.start and isinstance(before.item, Action) and before.item.sign:
        detailed = before.item.ampersand is not None
        fix = Fix("put a blank before it", (Edit(placed.start, placed.start, " "),))
        severity = Severity.WARNING if detailed else None
        target = "last detail" if detailed else "action"
        yield rules["glued-comment"].at(
            placed.start, placed.end, target=target, severity=severity, fixes=[fix]
        )
    elif text[placed.start - 1] in "\n\r\t":
        fix = Fix("put it behind a blank", (Edit(before.end, placed.start, " "),), safe=True)
        in_line = before.item.text.startswith("//") or (
            isinstance(before.item, Comment) and not before.item.closed
        )
        fixes = [] if in_line or not isinstance(before.item, (Action, Tag, Comment)) else [fix]
        yield rules["comment-after-break"].at(placed.start, placed.start + 1, fixes=fixes)


def _between_tags(
    comment: Comment, placed: Placed, before: Placed | None, after: Placed, last_tag: Placed, rules: Rules
) -> Diagnostic:
    words = comment.text
    if words.startswith("//"):
        words = "{" + comment.words.strip().replace("}", ")") + "}"
    away = Edit(placed.start, after.start, "") if before is None else Edit(before.end, placed.end, "")
    below = Edit(last_tag.end, last_tag.end, f" {words}")
    fix = Fix("move it below the tags", (away, below))
    return rules["comment-between-tags"].at(placed.start, placed.end, fixes=[fix])
