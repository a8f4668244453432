"""Reading a chunk: its statements, each by itself."""

from __future__ import annotations

from kibitz.core.language import Parsed
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix
from kibitz.languages.pfn.cut import statements
from kibitz.languages.pfn.model import Item, KeyValue, Section
from kibitz.languages.pfn.names import EMPTY, define
from kibitz.languages.pfn.statements import read

PROBLEMS_KEPT = 100
"""After so many problems a chunk is not said to have more."""

_MARK = "\ufeff"


def section(text: str, rules: Rules) -> Parsed[Section]:
    """Reads a chunk."""
    items: list[Item] = []
    problems: list[Diagnostic] = []
    for start, end in statements(text):
        if text[start] == _MARK:
            problems.append(_byte_order_mark(start, rules))
            start = end - len(text[start + 1 : end].lstrip(" \t"))
        if start < end:
            statement, found = read(text[start:end], rules)
            items.append(Item(start, statement))
            if found and len(problems) < PROBLEMS_KEPT:
                problems += [problem.shifted(start) for problem in found]
    own = define(EMPTY, ((at, statement) for at, statement in items if isinstance(statement, KeyValue)))
    return Parsed(Section(tuple(items), own), tuple(problems[:PROBLEMS_KEPT]))


def _byte_order_mark(at: int, rules: Rules) -> Diagnostic:
    return rules["byte-order-mark"].at(
        at, at + 1, fixes=[Fix("Delete it", (Edit(at, at + 1, ""),), safe=True)]
    )
