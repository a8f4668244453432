"""Reading a chunk: its statements, each by itself."""

from __future__ import annotations

from kibitz.core.notation import Parsed
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix
from kibitz.languages.pfn.toml.cut import statements
from kibitz.languages.pfn.toml.names import own
from kibitz.languages.pfn.toml.section import Item, Section, pairs
from kibitz.languages.pfn.toml.statements import read
from kibitz.languages.pfn.toml.terminals import pattern

STATEMENT_KEPT = 100
"""After so many problems a statement is not said to have more."""
PROBLEMS_KEPT = 1000
"""The same of a chunk: more than one that ends at a soft border can have, so that where chunks happen to end makes no
difference."""

OURS, OURS_ENDS, THEIRS_END = "<<<<<<<", "=======", ">>>>>>>"
"""The lines around the two versions of a merge conflict."""

_MARK = "\ufeff"


def section(text: str, rules: Rules) -> Parsed[Section]:
    """Reads a chunk."""
    items: list[Item] = []
    problems: list[Diagnostic] = []
    conflict = ""
    for start, written in statements(text):
        mark = written[:7] if pattern("CONFLICT").match(written) else ""
        if conflict and (mark or conflict == OURS_ENDS):
            # The first version counts; of the second only the marks are told.
            conflict = "" if mark == THEIRS_END else OURS_ENDS
            if mark:
                problems.append(rules["conflict-marker"].at(start, start + len(written)))
            continue
        conflict = conflict or (mark if mark == OURS else "")
        if written[0] == _MARK:
            problems.append(_byte_order_mark(start, rules))
            rest = written[1:].lstrip(" \t")
            start, written = start + len(written) - len(rest), rest
        if written:
            statement, found = read(written, rules)
            items.append(Item(start, statement))
            if found and len(problems) < PROBLEMS_KEPT:
                problems += [problem.shifted(start) for problem in found[:STATEMENT_KEPT]]
    found = tuple(problems[:PROBLEMS_KEPT])
    return Parsed(Section(tuple(items), own(pairs(items))), found)


def _byte_order_mark(at: int, rules: Rules) -> Diagnostic:
    return rules["byte-order-mark"].at(
        at, at + 1, fixes=[Fix("Delete it", (Edit(at, at + 1, ""),), safe=True)]
    )
