"""Cuts a text into items, finds the borders between games and actions, and reads the items of a chunk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from kibitz.core.bounds import ENTRIES, PROBLEMS
from kibitz.core.cut import SplitPoint
from kibitz.core.rules import Rules
from kibitz.core.text import count_breaks
from kibitz.core.values import Diagnostic, Edit, Fix, Severity
from kibitz.languages.qgn.text.items import (
    Action,
    Comment,
    Item,
    Junk,
    Part,
    Placed,
    Tag,
    pattern,
    plain_tag,
    read_action,
    read_beyond,
    read_comment,
    read_conflict,
    read_tag,
    read_words,
    shown,
    usual_action,
)

TAG_CLOSERS = ('"', "'", "]")
CLOSERS = ("}", "*/", *TAG_CLOSERS)
BLANKS = " \t\r\n\ufeff"
CHUNK_SIZE, SHORT_LINE = 384, 200
"""Maximum length of an uncut run of plain actions, and of an uncut line in a run, in code points.

A longer run would make the ends of chunks depend on the place where reading begins.
"""
_LINE_END = re.compile(r"[\r\n]")
_LINE_IN_RUN = re.compile(r"[\r\n][ \t\r\n\ufeff]*")
_BLANK_LINE = re.compile(r"(?<![ \t\r\n\ufeff])[ \t\ufeff]*[\r\n][ \t\ufeff]*[\r\n][ \t\r\n\ufeff]*\[")
"""A match of a tag after an empty line, from the first space before it. Thousands of empty lines take only one scan."""
_ACTION_IN_RUN = re.compile(r"(?<=[ \t\ufeff])[0-9]")


class Piece(NamedTuple):
    """An item of a text with the name of its terminal; `closed` is false for a comment without an end."""

    kind: str
    start: int
    end: int
    closed: bool = True


@cache
def _scanner(runs: bool) -> re.Pattern[str]:
    """Return one expression for all terminals of the rule `record`, each with the spaces after it.

    It has a group for each terminal and matches at any place without a space. With `runs`, one match holds adjacent
    plain actions, adjacent plain tags, or both for a game of an archive.
    """
    conflict = rf"(?P<CONFLICT>(?<![^\r\n]){pattern('CONFLICT').pattern})"
    names = ("ACTION", "LINE_COMMENT", "COMMENT_START", "TAG", "WORDS")
    others = [conflict, *(f"(?P<{name}>{pattern(name).pattern})" for name in names)]
    blank = pattern("BLANK").pattern
    if runs:
        index, sign, details = (pattern(name).pattern for name in ("INDEX", "SIGN", "ALL_DETAILS"))
        action = f"{index}(?:{sign})(?:{details})?"
        # An `&` after a space belongs to the action before it.
        actions = rf"(?P<ACTIONS>(?:{action}(?:{blank}|\Z))+(?=[^ \t\r\n\ufeff&]|\Z))"
        tags = f"(?:{plain_tag().pattern}(?:{blank})?)+"
        game = rf"(?P<GAME>(?<=\n\n)(?={pattern('GAME_START').pattern}){tags})"
        others = [f"{game}?{actions}", f"(?P<TAGS>{tags})", *others]
    return re.compile(f"(?:{'|'.join(others)})(?:{blank})?")


def pieces(text: str, rest: Callable[[str], bool], runs: bool = False) -> Iterator[Piece]:
    """Yield the items of a text that begins at a border.

    Stops at a comment that continues in later text: `rest` is called as in :meth:`Language.split`.
    """
    at, lacking, line_end = 0, set[str](), 0
    while True:
        if (blank := pattern("BLANK").match(text, at)) is not None:
            at = blank.end()
        for found in _scanner(runs).finditer(text, at):
            kind = found.lastgroup or ""
            if kind == "COMMENT_START":
                break
            if kind == "ACTIONS" and found["GAME"]:
                yield Piece("GAME", *found.span("GAME"))
            piece = Piece(kind, *found.span(found.lastindex or 0))
            if kind == "TAG" and plain_tag().fullmatch(text, piece.start, piece.end) is None:
                # The end of a broken tag depends on the rest of its line, or on the next line if that has its value.
                if line_end < found.end():
                    line_end = _line_end(text, found.end())
                # Ask for each of them, because each may be typed later.
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
            # Remember a failed search, so that many open comments cost only one.
            lacking.add(closer)
            if rest(closer):
                return
            at = _line_end(text, behind)
        yield Piece("COMMENT", start, at, close >= 0)


def _line_end(text: str, at: int) -> int:
    found = _LINE_END.search(text, at)
    return len(text) if found is None else found.start()


def split_points(text: str, rest: Callable[[str], bool]) -> Iterator[SplitPoint]:
    """Yield hard borders at the start of a game and before its first action, soft ones before other actions.

    A chunk therefore begins with an action, or it is the head of a game.
    """
    played, head = pattern("ACTION").match(text) is not None, 0
    blocks = _Blocks(text)
    for kind, start, behind, _ in pieces(text, rest, runs=True):
        if kind in {"ACTION", "ACTIONS"}:
            if not played or kind == "ACTIONS" or not text.endswith(". ", 0, start):
                # After a dot and a space may be the rest of an action that the space has split.
                yield SplitPoint(start, not played)
            played = True
            if kind == "ACTIONS" and behind - start > CHUNK_SIZE:
                yield from (SplitPoint(at, False) for at in _inside(text, start, behind))
        elif kind in {"GAME", "TAG", "TAGS"}:
            if kind == "GAME" and played:
                yield SplitPoint(start, True)
                played, head = False, start
            for tag in _tags(text, kind, start, behind, played):
                if starts_game(text, tag, blocks) and (played or _names_game(text, head, tag)):
                    yield SplitPoint(tag, True)
                    played, head = False, tag
                elif (played or _behind_blank_line(text, tag)) and blocks.ends_text(tag) and rest("]"):
                    # The name of the game may be in later text.
                    return


def _inside(text: str, start: int, end: int) -> Iterator[int]:
    """Yield the possible borders in a run of plain actions: starts of lines, and any action of a long line.

    They must not depend on the start of the run, or an edit would move all of them.
    """
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


def _tags(text: str, kind: str, start: int, end: int, played: bool) -> Iterator[int]:
    """Yield the starts of adjacent tags.

    Before a game's first action only tags after an empty line matter, and few heads have one.
    """
    yield start
    if kind != "TAG" and (played or _BLANK_LINE.search(text, start, end)):
        tags = plain_tag().finditer(text, start, end)
        yield from (found.start() for found in tags if found.start() > start)


def starts_game(text: str, start: int, blocks: _Blocks | None = None) -> bool:
    """Return whether the tag at `start`, after actions or tags, starts a new game.

    It does if it begins a line after an empty line, and it or a tag below it names the game. A block without such a
    name belongs to the tags before it.
    """
    return _behind_blank_line(text, start) and (blocks or _Blocks(text)).names_game(start)[0]


def _behind_blank_line(text: str, start: int) -> bool:
    if text[start - 1 : start] not in {"\n", "\r"}:
        return False
    if text[start - 2 : start] == "\n\n":
        return True
    if text[start - 2 : start - 1] not in BLANKS:
        return False
    at = start
    while at > 0 and text[at - 1] in BLANKS:
        at -= 1
    return count_breaks(text[at:start]) > 1


def _names_game(text: str, start: int, end: int) -> bool:
    """Return whether a tag of a head names its game."""
    tags, named = pattern("TAG").finditer(text, start, end), pattern("GAME_START")
    return any(named.match(text, tag.start()) for tag in tags)


class _Blocks:
    """The blocks of tags of a text, asked from tag to tag. Each block is scanned once, even if it has many tags."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._known = range(0)
        """The starts of tags with the latest answer."""
        self._answer = False, 0

    def names_game(self, start: int) -> tuple[bool, int]:
        """Return whether a block names a game from a tag on, and the end of the naming tag or else of the block.

        A block ends at an empty line or before an item that is not a tag.
        """
        if start not in self._known:
            self._answer = self._look(start)
            self._known = range(start, self._answer[1])
        return self._answer

    def ends_text(self, start: int) -> bool:
        """Return whether a block continues to the end of the text, from a tag on."""
        return self.names_game(start)[1] == len(self._text)

    def _look(self, start: int) -> tuple[bool, int]:
        tag, named, blank = pattern("TAG"), pattern("GAME_START"), pattern("BLANK")
        at = start
        while (found := tag.match(self._text, at)) is not None:
            if named.match(self._text, at):
                return True, found.end()
            gap = blank.match(self._text, found.end())
            at = gap.end() if gap is not None else found.end()
            if gap is not None and count_breaks(gap[0]) > 1:
                break
        return False, at


_WORDS = re.compile(r"[^ \t\n]+")


def part(text: str, rules: Rules) -> tuple[Part, list[Diagnostic]]:
    """Read a chunk and return its items and findings."""
    plain = list[Placed]()
    for word in _WORDS.finditer(text):
        if (action := usual_action(word[0])) is None:
            break
        plain.append(Placed(word.start(), action))
    else:
        return Part(tuple(plain), not plain), []
    items = tuple(_items(text, rules))
    head = pattern("ACTION").match(text) is None
    tags = [placed for placed in items if isinstance(placed.item, Tag)]
    problems: list[Diagnostic] = []
    most = PROBLEMS
    for number, placed in enumerate(items):
        if number and problems and (joined := _torn(text, items[number - 1], placed, rules)) is not None:
            problems[-1] = problems[-1]._replace(fixes=(joined, *problems[-1].fixes))
            continue
        if isinstance(placed.item, Action):
            most = len(problems) + PROBLEMS
        if len(problems) >= most:
            continue
        problems += [problem.shifted(placed.start) for problem in placed.item.problems]
        if isinstance(placed.item, Comment) and placed.item.closed:
            problems += _around_comment(
                placed.item, text, items, number, tags[-1] if head and tags else None, rules
            )
    if "\ufeff" in text:
        problems += _marks(text, items, rules)
    crlf = text.find("\r\n")
    return Part(items, head, crlf if crlf >= 0 else None), problems


def _items(text: str, rules: Rules) -> Iterator[Placed]:
    """Yield the items of a chunk; if there are too many, the last one is the unread rest."""
    passed = 0
    for piece in pieces(text, lambda _: False):
        passed = 0 if piece.kind == "ACTION" else passed + 1
        if passed > ENTRIES:
            yield Placed(piece.start, read_beyond(text[piece.start :].rstrip(BLANKS), ENTRIES, rules))
            return
        yield Placed(piece.start, _read(text, piece, rules))


def _torn(text: str, before: Placed, after: Placed, rules: Rules) -> Fix | None:
    """Return the fix for a space after a dot that splits an action: `0m&1. 2` is one mistake."""
    if not before.item.text.endswith(".") or text[before.end : after.start] != " ":
        return None
    if (
        not isinstance(before.item, Action)
        or not isinstance(after.item, (Action, Junk))
        or not after.item.problems
    ):
        return None
    whole = before.item.text + after.item.text
    action = read_action(whole, rules)
    if action.problems or not action.sound:
        return None
    return Fix.of(f"Remove the space: `{shown(whole)}`", before.end, after.start, "")


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
    """Yield the finding of a comment that the reference parser misreads at this place."""
    placed = items[number]
    before = items[number - 1] if number else None
    if last_tag is not None and last_tag.start > placed.start:
        yield _between_tags(comment, placed, before, items[number + 1], last_tag, rules)
    elif before is None:
        return
    elif before.end == placed.start and isinstance(before.item, Action) and before.item.sign:
        detailed = before.item.ampersand is not None
        fix = Fix.of("Add a space before the comment", placed.start, placed.start, " ")
        severity = Severity.WARNING if detailed else None
        target = "last detail" if detailed else "action"
        yield rules["glued-comment"].at(*placed.span, target=target, severity=severity, fixes=[fix])
    elif placed.item.text[0] == "{" and (what := _misread_behind(text, before, placed)):
        fix = Fix.of("Add a space before the comment", before.end, placed.start, " ", safe=True)
        in_line = before.item.text.startswith(("//", "/*")) or (
            isinstance(before.item, Comment) and not before.item.closed
        )
        fixes = [] if in_line or not isinstance(before.item, (Action, Tag, Comment)) else [fix]
        yield rules["comment-after-break"].at(placed.start, placed.start + 1, what=what, fixes=fixes)


def _misread_behind(text: str, before: Placed, placed: Placed) -> str:
    """Return the text before a comment that makes the reference parser misread it, or nothing."""
    if before.item.text.startswith("/*"):
        return "another one of the form `/* */`"
    return "a line break or a tab" if set(text[before.end : placed.start]) & set("\n\r\t") else ""


def _marks(text: str, items: tuple[Placed, ...], rules: Rules) -> Iterator[Diagnostic]:
    """Yield the byte order marks that are not at the start of the record."""
    end = told = 0
    actions = {placed.start for placed in items if isinstance(placed.item, Action)}
    ends = {placed.start: placed.end for placed in items}
    for start in (*(placed.start for placed in items), len(text)):
        at = text.find("\ufeff", max(end, 1), start)
        if at >= 0 and told < PROBLEMS:
            told += 1
            # It may be the only separator of two items.
            glued = text[at - 1 : at].strip(BLANKS) and text[at + 1 : at + 2].strip(BLANKS)
            fix = Fix.of("Remove the byte order mark", at, at + 1, " " if glued else "", safe=True)
            yield rules["byte-order-mark"].at(at, at + 1, fixes=[fix])
        told = 0 if start in actions else told
        end = ends.get(start, start)


def _between_tags(
    comment: Comment, placed: Placed, before: Placed | None, after: Placed, last_tag: Placed, rules: Rules
) -> Diagnostic:
    words = comment.text
    if words.startswith("//"):
        words = "{" + comment.words.strip().replace("}", ")") + "}"
    away = Edit(placed.start, after.start, "") if before is None else Edit(before.end, placed.end, "")
    below = Edit(last_tag.end, last_tag.end, f" {words}")
    fix = Fix("Move the comment below the tags", (away, below))
    return rules["comment-between-tags"].at(*placed.span, fixes=[fix])
