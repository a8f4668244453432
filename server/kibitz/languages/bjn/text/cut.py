"""Cuts a text into hands, and a hand into its items."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from kibitz.core.bounds import PROBLEMS
from kibitz.core.cut import SplitPoint
from kibitz.core.items import Cutter
from kibitz.core.memory import remembered
from kibitz.core.notation import Parsed
from kibitz.core.rules import Rules
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Diagnostic, Edit, Fix
from kibitz.languages.bjn.text.read import GRAMMAR, SHORT, across, glance, read_item, unread, with_suits
from kibitz.languages.bjn.text.sheet import DIVIDER, Flaw, Item, Placed, Row, Sheet

_CUTTER = Cutter(GRAMMAR, "COMMENT", "CONFLICT", "BRACES", "BRACKETS", "WORD")


def split_points(text: str) -> Iterator[SplitPoint]:
    """Yield a border before each setup: it ends the previous hand, even an incomplete one.

    A second setup on the same line, before an outcome, is a mistake and gets no border.
    """
    open_setup = False
    first = GRAMMAR.pattern("CONFLICT").match(text)
    for found in _landmarks().finditer(text, first.end() if first else 0):
        start, end = found.span()
        if text[start] == "{":
            if not open_setup:
                yield SplitPoint(start, True)
            open_setup = end == start + 1
        else:
            open_setup = False


def parse(text: str, rules: Rules) -> Parsed[Sheet]:
    """Return the sheet of one hand, or of the text before the first one, with its problems."""
    if row := _row(text):
        return Parsed(row)
    problems: list[Diagnostic] = []
    items = _cut(text, problems, rules)
    for placed in items:
        if placed.item.flaws or placed.kind == "comment":
            problems += _flaws(text, placed, rules)
            if len(problems) >= PROBLEMS:
                break
    problems.sort(key=lambda problem: problem.span)
    return Parsed(Sheet(text, tuple(items)), tuple(problems[:PROBLEMS]))


def _row(text: str) -> Row | None:
    """Return the hand if it has no comments and no flaws, or None. :func:`_entry` refuses words with spaces or comments inside."""
    bare = text.rstrip()
    words: Iterable[str] = bare.split("|")
    if " " in bare or "\n" in bare:
        words = filter(None, map(str.strip, DIVIDER.split(bare)))
    try:
        return Row(text, [_entry(word) for word in words])
    except KeyError:
        return None


@remembered
def _entry(text: str) -> Item:
    """Return the entry of a text without flaws. Raises KeyError for any other text."""
    item = read_item(text) if text.split() == [text] else None
    if item is None or item.value is None or item.flaws:
        raise KeyError(text)
    return item


def _cut(text: str, problems: list[Diagnostic], rules: Rules) -> list[Placed]:
    """Return the items of a hand, and add the problems between them to `problems`."""
    items: list[Placed] = []
    end, flawed = 0, 0
    for found in _CUTTER.pattern.finditer(text):
        start = found.start()
        placed = Placed(start, _item(found, read_item if flawed < PROBLEMS else glance))
        flawed += bool(placed.item.flaws)
        # This skips the usual separators quickly.
        if (
            text[end:start] not in _SEPARATORS
            and len(problems) + flawed < PROBLEMS
            and _touching(text, items, placed)
        ):
            _mend(text, items, placed, problems, rules)
        elif items and text[end:start] == "|" and flawed < PROBLEMS and (mended := across(items[-1], placed)):
            items[-1:] = mended
        else:
            items.append(placed)
        end = found.end()
    return with_suits(text, items) if flawed > 1 else items


def _flaws(text: str, placed: Placed, rules: Rules) -> Iterator[Diagnostic]:
    """Yield the problems in the text of an item."""
    start, item = placed
    if item.kind == "comment" and start and not text[start - 1].isspace():
        fix = Fix.of("Add a space before the comment", start, start, " ", safe=True)
        yield rules["comment-blank"].at(start, start + 2, fixes=[fix])
    for flaw in item.flaws:
        yield rules[flaw.slug].at(flaw.start, flaw.end, fixes=flaw.fixes, **flaw.fields).shifted(start)


_SEPARATORS = frozenset({"|", "\n", "\r\n"})


def _item(found: re.Match[str], read: Callable[[str], Item]) -> Item:
    if found.lastgroup == "COMMENT":
        return Item(found[0], "comment")
    if found.lastgroup == "CONFLICT":
        return Item(found[0], "conflict", flaws=(Flaw("conflict-marker", 0, len(found[0]), {}),))
    return read(found[0])


@cache
def _landmarks() -> re.Pattern[str]:
    """Return a pattern for the places that decide where hands begin.

    It matches comments and conflict markers as a whole, `{`, `]`, and line ends. Whole compact hands and lines of events are one
    match each. The alternatives begin with different characters, which keeps the search fast.
    """
    comment, conflict = (GRAMMAR.pattern(name).pattern for name in ("COMMENT", "CONFLICT"))
    hand = r"\{[^{\]/\r\n]*\][\r\n]+(?=\{)"
    events = r"(?:[0-9][^{\]/\r\n]*[\r\n])*"
    return re.compile(rf"(?:{comment})|{hand}|[{{\]]|[\r\n]{events}(?:{conflict})?")


# Entries without a separator


def _touching(text: str, items: list[Placed], after: Placed) -> bool:
    """Return whether only spaces are between an entry and the one before it."""
    if not items:
        return False
    before = items[-1]
    gap = text[before.end : after.start]
    if "|" in gap or "\n" in gap or "\r" in gap:
        return False
    return all(placed.kind not in {"comment", "conflict"} for placed in (before, after))


def _mend(text: str, items: list[Placed], placed: Placed, problems: list[Diagnostic], rules: Rules) -> None:
    """Add an item without a separator before it, or join it with the last item if both are pieces of one entry."""
    before = items[-1]
    if joined := _joined(text, before, placed):
        items[-1] = Placed(before.start, joined)
        return
    if before.end == placed.start:
        # The end of an entry that touches the next one is unknown.
        flaws = tuple(flaw._replace(fixes=()) for flaw in before.item.flaws)
        items[-1] = before._replace(item=before.item._replace(flaws=flaws))
    items.append(placed)
    if before.value is None or placed.value is None:
        # An unreadable entry has its own finding, and may not need a separator.
        return
    line_end = None if "|" in text else LINE_BREAK.search(text.strip())
    name, divider = ("`|`", "|") if line_end is None else ("a line break", line_end[0])
    fix = Fix.of(f"Add {name} between the entries", before.end, placed.start, divider, safe=True)
    problems.append(rules["missing-separator"].at(before.end, placed.start, fixes=[fix]))


def _joined(text: str, before: Placed, after: Placed) -> Item | None:
    """Return the entry that two broken pieces make, or None."""
    if before.kind != "event" or after.start == before.end or after.end - before.start > SHORT:
        return None
    if before.value and after.value:
        return None
    meant = before.text + after.text
    joined, whole = read_item(meant), text[before.start : after.end]
    if joined.value is None or joined.flaws:
        halves = (
            before.value is None and (after.value is None or after.item.unfinished) and meant.count(".") <= 4
        )
        return Item(whole, "event", None, (), before.item.flaws[:1]) if halves else None
    edit = Edit(before.end, after.start, "").shifted(-before.start)
    fix = Fix(f"Change `{whole}` to `{meant}`", (edit,), safe=True)
    return unread(whole, "event", Flaw("blank-inside", 0, len(whole), {"meant": meant}, (fix,)), joined.value)
