"""What Lark makes of a grammar, as plain data: the terminals, the parser's table, and how trees are shaped.

Making it takes Lark some thirty milliseconds, so it stands as JSON beside each grammar, written by `python -m kibitz_dev`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from lark import Lark

SHIFT, REDUCE = 0, 1


class Shape(NamedTuple):
    """A rule: what its parts become in a tree."""

    origin: str
    name: str
    """What its tree is called."""
    size: int
    """How many parts it has."""
    single: bool
    """Whether a single child takes the place of the tree."""
    kept: list[tuple[int, bool, int]]
    """The parts that become children: the number, whether its own children do in its place, and how many missing
    things are named before it."""
    missing: int
    """How many missing things are named behind all of them."""


class Tables(NamedTuple):
    """All that is needed to read texts. States are numbers."""

    terminals: dict[str, str]
    """The regular expressions of the terminals."""
    ignored: list[str]
    scanners: list[list[str] | None]
    """The terminals that are looked for, the first one that matches counting; None where that is not all there is to
    it."""
    scanner_of: list[int]
    """The scanner of each state."""
    lexicon: list[str]
    """The terminals that are looked for where none fits, in the same way: they tell how far what stands there goes."""
    actions: list[dict[str, tuple[int, int]]]
    """For each state and symbol whether to shift or to reduce, and the next state or the rule."""
    rules: list[Shape]
    starts: dict[str, tuple[int, int]]
    """The first and last state of each rule that texts are read by."""


def written(tables: Tables, source: str) -> str:
    """Tables as the text of a file; `source` tells which grammar they were made of."""
    data = [f"{json.dumps(field)}: {_lines(value)}" for field, value in tables._asdict().items()]
    return "{\n" + ",\n".join([f'"source": {json.dumps(source)}', *data]) + "\n}\n"


def _lines(value: Any) -> str:
    """A list of lists as JSON, one a line: what changes is easily seen."""
    if not isinstance(value, list) or not all(isinstance(one, (list, dict, tuple)) for one in value):
        return json.dumps(value)
    return "[\n" + ",\n".join(map(json.dumps, value)) + "\n]"


def read(text: str, source: str) -> Tables | None:
    """The tables in the text of a file; None where they are those of another grammar, which somebody has just changed."""
    data = json.loads(text)
    if data.pop("source", "") != source:
        return None
    data["actions"] = [{symbol: tuple(one) for symbol, one in row.items()} for row in data["actions"]]
    shapes = [Shape(*one) for one in data["rules"]]
    data["rules"] = [one._replace(kept=[(index, own, gap) for index, own, gap in one.kept]) for one in shapes]
    data["starts"] = {start: (first, last) for start, (first, last) in data["starts"].items()}
    return Tables(**data)


def of(lark: Lark) -> Tables:
    """The tables of a compiled grammar, the same each time.

    What Lark calls private stands here only; a test fails when it moves.
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
    """The states in the order in which they are come to: Lark numbers them otherwise each time."""
    order = dict.fromkeys(table.start_states[start] for start in starts)
    for state in (coming := list(order)):
        for _, (_, target) in sorted(table.states[state].items()):
            if target in table.states and target not in order:
                order[target] = None
                coming.append(target)
    return list(order)


def _sort_key(rule: Any) -> tuple[str, list[str], str]:
    return rule.origin.name, [part.name for part in rule.expansion], rule.alias or ""


def _scanner(lexer: Any) -> list[str] | None:
    found = [one.name for one in lexer.scanner.terminals]
    return None if lexer.callback else found


def _shape(rule: Any, placeholders: bool) -> Shape:
    """As Lark's own builder of trees does it."""
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
