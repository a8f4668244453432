"""What Lark makes of a grammar, as plain data: the terminals, the parser's table, and how trees are shaped.

Making it takes Lark some thirty milliseconds, so it is kept in the user's cache folder, as JSON, with the texts that it
was made of and the versions of what made it.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

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
    actions: list[dict[str, tuple[int, int]]]
    """For each state and symbol whether to shift or to reduce, and the next state or the rule."""
    rules: list[Shape]
    starts: dict[str, tuple[int, int]]
    """The first and last state of each rule that texts are read by."""


def tables(name: str, sources: list[str], starts: tuple[str, ...], compiled: Callable[[], Lark]) -> Tables:
    """The tables of a grammar, of which `sources` are all texts; `compiled` is called where none are kept."""
    folder, key = cache_folder(), [*_versions(), *starts, *sources]
    path = os.path.join(folder, f"{'-'.join((name, *starts))}.json") if folder is not None else None
    if path is not None:
        # Whatever is wrong with a kept file, the grammar itself is at hand.
        with suppress(OSError, ValueError, TypeError):
            with open(path, encoding="utf-8") as file:
                found, data = json.load(file)
            if found == key:
                return _read(data)
    made = of(compiled())
    if path is not None:
        with suppress(OSError):
            _keep(path, json.dumps([key, made]))
    return made


def of(lark: Lark) -> Tables:
    """The tables of a compiled grammar. What Lark calls private stands here only; a test fails when it moves."""
    parser: Any = lark.parser
    table = parser.parser._parse_table
    order = sorted(table.states)
    number = {state: index for index, state in enumerate(order)}
    rules = {rule: index for index, rule in enumerate(lark.rules)}
    lexers = {id(lexer): lexer for lexer in parser.lexer.lexers.values()}
    scanners = {key: index for index, key in enumerate(lexers)}
    return Tables(
        {one.name: one.pattern.to_regexp() for one in lark.terminals},
        list(lark.ignore_tokens),
        [_scanner(lexer) for lexer in lexers.values()],
        [scanners[id(parser.lexer.lexers[state])] for state in order],
        [
            {
                symbol: (REDUCE, rules[target]) if target in rules else (SHIFT, number[target])
                for symbol, (_, target) in table.states[state].items()
            }
            for state in order
        ],
        [_shape(rule, lark.options.maybe_placeholders) for rule in lark.rules],
        {
            start: (number[table.start_states[start]], number[table.end_states[start]])
            for start in lark.options.start
        },
    )


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


def _read(data: Any) -> Tables:
    found = Tables(*data)
    return found._replace(rules=[Shape(*one) for one in found.rules])


# The cache


def _versions() -> list[str]:
    """The interpreter, and when Lark and this module were installed: to ask for their versions takes longer."""
    lark = find_spec("lark")
    made_by = [__file__, lark.origin if lark is not None and lark.origin is not None else __file__]
    return [sys.version, *(f"{path} {os.stat(path).st_mtime_ns}" for path in made_by)]


def cache_folder() -> str | None:
    """Where kept things are, made if need be; None where there is no place that is ours alone."""
    home = (
        os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or os.path.expanduser("~/.cache")
    )
    if not os.path.isabs(home):
        return None
    folder = os.path.join(home, "kibitz")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        status = os.stat(folder)
    except OSError:
        return None
    ours = not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o022)
    return folder if ours else None


def _keep(path: str, text: str) -> None:
    """Puts a file in its place whole: others may be reading it."""
    temporary = f"{path}.{os.getpid()}"
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, path)
    except OSError:
        with suppress(OSError):
            os.unlink(temporary)
        raise
