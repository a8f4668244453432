"""Reads a chunk: its items, and the findings in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kibitz.core.bounds import ENTRIES, PROBLEMS
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Severity
from kibitz.languages.qgn.text.cut import BLANKS, Piece, pieces
from kibitz.languages.qgn.text.items import (
    pattern,
    plain_run,
    read_action,
    read_beyond,
    read_comment,
    read_conflict,
    read_tag,
    read_words,
    shown,
)
from kibitz.languages.qgn.text.model import Action, Comment, Item, Junk, Part, Placed, Tag

_WORDS = re.compile(r"[^ \t\n]+")


def part(text: str, rules: Rules) -> tuple[Part, list[Diagnostic]]:
    """Read a chunk and return its items and findings."""
    if plain_run().match(text) and "\r" not in text and "\ufeff" not in text:
        plain = tuple([Placed(word.start(), read_action(word[0], rules)) for word in _WORDS.finditer(text)])
        if not any(one.item.problems for one in plain):
            return Part(plain, not text), []
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
