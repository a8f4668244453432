"""Reading a chunk: its statements, each by itself."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.bounds import MARKED, PROBLEMS
from kibitz.core.notation import Parsed
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Fix, Span
from kibitz.core.words import shortened
from kibitz.languages.pfn.toml.cut import MOST_LINES, STATEMENT, statements
from kibitz.languages.pfn.toml.model import Broken, Jot
from kibitz.languages.pfn.toml.names import EMPTY, define
from kibitz.languages.pfn.toml.section import Item, Section, pairs
from kibitz.languages.pfn.toml.statements import read
from kibitz.languages.pfn.toml.terminals import line_end, pattern

OURS, OURS_ENDS, THEIRS_END = "<<<<<<<", "=======", ">>>>>>>"
"""The lines around the two versions of a merge conflict."""

_MARK = "\ufeff"


def section(text: str, rules: Rules) -> Parsed[Section]:
    """Reads a chunk."""
    items: list[Item] = []
    problems: list[Diagnostic] = []
    conflict = torn = ""
    most, before = PROBLEMS, None
    for start, written, within, beyond in statements(text):
        if within is None or within != before:
            most, before = len(problems) + PROBLEMS, within
        if beyond:
            items.append(Item(start, Broken(Span(0, len(written)), written.count("\n") + 1)))
            problems.append(_unread(text, start, within or 0, rules))
            continue
        mark = written[:7] if pattern("CONFLICT").match(written) else ""
        if conflict and (mark or conflict == OURS_ENDS):
            # The first version counts; of the second only the marks are told.
            conflict = "" if mark == THEIRS_END else OURS_ENDS
            if mark and len(problems) < most:
                problems.append(rules["conflict-marker"].at(start, start + len(written)))
            continue
        conflict = conflict or (mark if mark == OURS else "")
        if written[0] == _MARK:
            fix = Fix.of("Delete it", start, start + 1, "", safe=True)
            problems.append(rules["byte-order-mark"].at(start, start + 1, fixes=[fix]))
            rest = written[1:].lstrip(" \t")
            start, written = start + len(written) - len(rest), rest
        if written:
            statement, found = read(written, rules)
            if found and pattern("JOT").fullmatch(written):
                statement, found = Jot(Span(0, len(written)), written), ()
            items.append(Item(start, statement))
            if isinstance(statement, Broken) and torn and torn in written:
                # The rest of a text that a line end has torn: the line above is what is wrong.
                found = ()
            torn = _left_open(written, found)
            if found and (room := most - len(problems)) > 0:
                problems += [problem.shifted(start) for problem in found[:room]]
    return Parsed(Section(tuple(items), define(EMPTY, pairs(items))), tuple(problems))


def _left_open(text: str, found: Sequence[Diagnostic]) -> str:
    """The quote of a text that is never closed."""
    first = found[0] if found else None
    quote = text[first.span.start] if first is not None and first.rule.slug == "not-closed" else ""
    return quote if quote in {'"', "'"} else ""


def _unread(text: str, at: int, begun: int, rules: Rules) -> Diagnostic:
    """Says that nothing is read from an offset on of what begins at another one."""
    first, line = (text[start : line_end(text, start)].strip() for start in (begun, at))
    end = at + min(len(line), MARKED)
    return rules["table-too-long"].at(
        at, end, begun=shortened(first, MARKED // 2), limit=MOST_LINES // STATEMENT
    )
