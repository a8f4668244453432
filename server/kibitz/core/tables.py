"""The parser tables of Lark for a grammar, as plain data: the terminals, the table of the parser, and the shapes of trees.

Lark needs some thirty milliseconds to make them, so `python -m kibitz_dev` stores them as JSON next to each grammar.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from lark import Lark

SHIFT, REDUCE = 0, 1


class Shape(NamedTuple):
    """A rule: the tree that its parts become."""

    origin: str
    name: str
    """The name of its tree."""
    size: int
    """The number of its parts."""
    single: bool
    """Whether a single child replaces the tree."""
    kept: list[tuple[int, bool, int]]
    """The parts that become children: the number, whether its own children replace it, and the number of missing parts before it."""
    missing: int
    """The number of missing parts after all of them."""


class Tables(NamedTuple):
    """The data to read texts with. States are numbers."""

    terminals: dict[str, str]
    """The regular expressions of the terminals."""
    ignored: list[str]
    scanners: list[list[str]]
    """The terminals that each scanner tries, in order."""
    scanner_of: list[int]
    """The scanner of each state."""
    lexicon: list[str]
    """The terminals to try if none fits, in the same order: they show the length of the wrong text."""
    actions: list[dict[str, tuple[int, int]]]
    """For each state and symbol, whether to shift or to reduce, and the next state or the rule."""
    rules: list[Shape]
    starts: dict[str, tuple[int, int]]
    """The first and last state of each start rule."""


def read(text: str, source: str) -> Tables | None:
    """Return the tables in the text of a file, or None if they belong to another version of the grammar."""
    data = json.loads(text)
    if data.pop("source", "") != source:
        return None
    data["actions"] = [{symbol: tuple(one) for symbol, one in row.items()} for row in data["actions"]]
    shapes = [Shape(*one) for one in data["rules"]]
    data["rules"] = [one._replace(kept=[(index, own, gap) for index, own, gap in one.kept]) for one in shapes]
    data["starts"] = {start: (first, last) for start, (first, last) in data["starts"].items()}
    return Tables(**data)


def of(lark: Lark) -> Tables:
    """Return the tables of a compiled grammar, which are the same each time.

    Only this function uses private parts of Lark. A test fails if they move.
    """
    parser: Any = lark.parser
    table = parser.parser._parse_table
    order = _order(table, lark.options.start)
    number = {state: index for index, state in enumerate(order)}
    rules = sorted(set(lark.rules), key=_sort_key)
    rule_of = {rule: index for index, rule in enumerate(rules)}
    # States that look for the same terminals share a lexer.
    lexers = list(dict.fromkeys(parser.lexer.lexers[state] for state in order))
    return Tables(
        {one.name: one.pattern.to_regexp() for one in sorted(lark.terminals, key=lambda one: one.name)},
        sorted(lark.ignore_tokens),
        [_scanner(lexer) for lexer in lexers],
        [lexers.index(parser.lexer.lexers[state]) for state in order],
        [one.name for one in parser.lexer.root_lexer.scanner.terminals],
        [
            {
                symbol: (REDUCE, rule_of[target]) if target in rule_of else (SHIFT, number[target])
                for symbol, (_, target) in sorted(table.states[state].items())
            }
            for state in order
        ],
        [_shape(rule, lark.options.maybe_placeholders) for rule in rules],
        {
            start: (number[table.start_states[start]], number[table.end_states[start]])
            for start in lark.options.start
        },
    )


def _order(table: Any, starts: list[str]) -> list[Any]:
    """Return the states in the order of a walk, because Lark numbers them differently each time."""
    order = dict.fromkeys(table.start_states[start] for start in starts)
    for state in (coming := list(order)):
        for _, (_, target) in sorted(table.states[state].items()):
            if target in table.states and target not in order:
                order[target] = None
                coming.append(target)
    return list(order)


def _sort_key(rule: Any) -> tuple[str, list[str], str]:
    return rule.origin.name, [part.name for part in rule.expansion], rule.alias or ""


def _scanner(lexer: Any) -> list[str]:
    names = [one.name for one in lexer.scanner.terminals]
    if lexer.callback:
        raise ValueError(f"expressions that also match a text of the grammar: {', '.join(lexer.callback)}")
    return names


def _shape(rule: Any, placeholders: bool) -> Shape:
    """Return the shape of a rule, as Lark's own builder of trees makes it."""
    options, parts = rule.options, rule.expansion
    gaps = [0] * (len(parts) + 1)
    if placeholders and options.empty_indices:
        gaps = [len(run) for run in "".join(str(int(one)) for one in options.empty_indices).split("0")]
    kept: list[tuple[int, bool, int]] = []
    missing = 0
    for index, part in enumerate(parts):
        missing += gaps[index]
        if options.keep_all_tokens or not (part.is_term and part.filter_out):
            kept.append((index, not part.is_term and part.name.startswith("_"), missing))
            missing = 0
    name = rule.alias or options.template_source or rule.origin.name
    single = bool(options.expand1 and not rule.alias)
    return Shape(str(rule.origin.name), str(name), len(parts), single, kept, missing + gaps[-1])
