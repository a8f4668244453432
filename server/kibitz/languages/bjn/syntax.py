"""Cuts a text into hands, and a hand into its items."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from kibitz.core.language import Border, Parsed
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix
from kibitz.languages.bjn.mending import SHORT, read_item
from kibitz.languages.bjn.model import Flaw, Item, Placed, Sheet
from kibitz.languages.bjn.reading import GRAMMAR

PROBLEMS = 100
"""After so many problems no more are reported in one hand."""


def borders(text: str) -> Iterator[Border]:
    """Before each setup: there the hand before has ended, whatever it lacks.

    A second setup on a line on which no outcome has ended the first hand is no border but a mistake.
    """
    open_setup = False
    first = _conflict().match(text)
    for found in _landmarks().finditer(text, first.end() if first else 0):
        mark = found[0]
        if mark == "{":
            if not open_setup:
                yield Border(found.start(), True)
            open_setup = True
        elif mark[0] != "/":
            open_setup = False


def parse(text: str, rules: Rules) -> Parsed[Sheet]:
    """One hand, or what stands before the first one."""
    items = [Placed(found.start(), _item(found)) for found in _items().finditer(text)]
    problems: list[Diagnostic] = []
    items = _mended(text, items, problems, rules)
    for start, item in items:
        if item.kind == "comment" and start and not text[start - 1].isspace():
            fix = Fix("Put a blank before the comment", (Edit(start, start, " "),), safe=True)
            problems.append(rules["comment-blank"].at(start, start + 2, fixes=[fix]))
        problems += [_diagnostic(flaw, rules).shifted(start) for flaw in item.flaws]
        if len(problems) >= PROBLEMS:
            break
    problems.sort(key=lambda problem: problem.span)
    return Parsed(Sheet(text, tuple(items)), tuple(problems[:PROBLEMS]))


@cache
def _items() -> re.Pattern[str]:
    """Everything but separators: bars, blanks and line breaks match nothing."""
    comment, *others = (GRAMMAR.pattern(name).pattern for name in ("COMMENT", "BRACES", "BRACKETS", "WORD"))
    patterns = (f"(?P<comment>{comment})", rf"(?<![^\r\n])(?:{_conflict().pattern})", *others)
    return re.compile("|".join(f"(?:{one})" for one in patterns))


def _item(found: re.Match[str]) -> Item:
    return Item(found[0], "comment") if found.lastgroup == "comment" else read_item(found[0])


@cache
def _conflict() -> re.Pattern[str]:
    return GRAMMAR.pattern("CONFLICT")


@cache
def _landmarks() -> re.Pattern[str]:
    """Comments and conflict markers, in which nothing counts; `{`; `]` and line ends, after which a hand may begin.

    Every alternative begins with its own characters, which is what makes the search quick.
    """
    comment, conflict = GRAMMAR.pattern("COMMENT").pattern, _conflict().pattern
    return re.compile(rf"(?:{comment})|[{{\]]|[\r\n](?:{conflict})?")


def _diagnostic(flaw: Flaw, rules: Rules) -> Diagnostic:
    return rules[flaw.slug].at(flaw.start, flaw.end, fixes=flaw.fixes, **flaw.fields)


# Entries that nothing separates


def _mended(text: str, items: list[Placed], problems: list[Diagnostic], rules: Rules) -> list[Placed]:
    """The items, with pieces of one entry that blanks tear apart put together; what is missing is reported."""
    mended: list[Placed] = []
    for placed in items:
        before = mended[-1] if mended else None
        if before is None or not _touching(text, before, placed):
            mended.append(placed)
        elif (joined := _joined(text, before, placed)) is not None:
            mended[-1] = Placed(before.start, joined)
        else:
            mended.append(placed)
            fix = Fix("Put `|` between the entries", (Edit(before.end, placed.start, "|"),), safe=True)
            if len(problems) < PROBLEMS:
                problems.append(rules["missing-separator"].at(before.end, placed.start, fixes=[fix]))
    return mended


def _touching(text: str, before: Placed, after: Placed) -> bool:
    """Whether two entries have only blanks between them."""
    gap = text[before.end : after.start]
    if "|" in gap or "\n" in gap or "\r" in gap:
        return False
    return all(placed.item.kind not in {"comment", "conflict"} for placed in (before, after))


def _joined(text: str, before: Placed, after: Placed) -> Item | None:
    """The one entry that two broken pieces are, or None."""
    if before.item.kind != "event" or after.start == before.end or after.end - before.start > SHORT:
        return None
    if before.item.value is not None and after.item.value is not None:
        return None
    meant = before.item.text + after.item.text
    joined = read_item(meant)
    if joined.value is None or joined.flaws:
        return None
    whole = text[before.start : after.end]
    fix = Fix(
        f"Write `{meant}`", (Edit(before.end - before.start, after.start - before.start, ""),), safe=True
    )
    return Item(
        whole, "event", joined.value, (), (Flaw("blank-inside", 0, len(whole), {"meant": meant}, (fix,)),)
    )
