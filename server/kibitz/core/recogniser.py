"""Reads texts with the tables of a grammar as Lark would, and finds where they stop being well-formed.

In each state one regular expression finds the next terminal. Nothing is tried twice, so the time is linear.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from kibitz.core.tables import REDUCE, SHIFT, Shape, Tables
from kibitz.core.trees import Token, Tree

DEEPEST = 2000
"""Greatest number of unfinished rules before the parser."""
STACKS = 1024
"""Stacks of the parser of which the possible next terminals are kept."""
END = "$END"
"""The name of the terminal at the end of the text."""


class Unreadable(NamedTuple):
    """The place where a text breaks a rule of the grammar, and the reason. Offsets are relative to the text."""

    start: int
    end: int
    found: str
    """The token or character at that place; empty at the end of the text."""
    expected: frozenset[str]
    """The names of the terminals that could follow instead."""


class Recogniser:
    """The rules of a grammar. Threads may share it."""

    def __init__(self, tables: Tables, most: int = sys.maxsize) -> None:
        """Prepare to read. An item has at most `most` terminals; a longer one should have ended."""
        self._tables = tables
        self._most = most
        self._ignored = frozenset(tables.ignored)
        self._match = cache(lambda number: self._compiled(tables.scanners[number]))
        """Returns the function that finds the next terminal for a scanner. Compiling takes long."""
        self._expected = lru_cache(STACKS)(self._following)

    def read(self, text: str, start: str) -> Tree | Unreadable:
        """Return the tree of a text by the rule `start`, or the place where it stops being well-formed. If it grows too deep, the place
        has no expected terminals.
        """
        actions, rules, scanner_of = self._tables.actions, self._tables.rules, self._tables.scanner_of
        first, last = self._tables.starts[start]
        stack, parts = [first], list[Any]()
        at, size, left = 0, len(text), self._most
        while True:
            kind, end = END, at
            if at < size:
                if not left:
                    return Unreadable(at, at + 1, text[at], frozenset({END}))
                found = self._match(scanner_of[stack[-1]])(text, at)
                if found is None:
                    # Another terminal, or one character, stands where none is possible.
                    other = self._compiled(self._tables.lexicon)(text, at)
                    return self._stop(text, at, other.end() if other else at + 1, stack, last)
                kind, end = str(found.lastgroup), found.end()
                if kind in self._ignored:
                    at = end
                    continue
            while (step := actions[stack[-1]].get(kind)) is not None and step[0] == REDUCE:
                rule = rules[step[1]]
                behind = len(stack) - rule.size
                parts[behind - 1 :] = [_reduced(rule, parts[behind - 1 :])]
                del stack[behind:]
                stack.append(actions[stack[-1]][rule.origin][1])
                if kind == END and stack[-1] == last:
                    tree: Tree = parts[-1]
                    return tree
            if step is None:
                return self._stop(text, at, end, stack, last)
            if len(stack) == DEEPEST:
                return Unreadable(at, end, text[at:end], frozenset())
            stack.append(step[1])
            parts.append(Token.of(text, kind, at, end))
            at, left = end, left - 1

    def _stop(self, text: str, at: int, end: int, stack: list[int], last: int) -> Unreadable:
        return Unreadable(at, end, text[at:end], self._expected(tuple(stack), last))

    def _following(self, stack: tuple[int, ...], last: int) -> frozenset[str]:
        """Return the names of the terminals that can follow some states. `last` is the state at the end of a text."""
        names = (name for name in self._tables.actions[stack[-1]] if name.isupper())
        return frozenset([name for name in names if self._follows([*stack], name, last)])

    def _follows(self, stack: list[int], kind: str, last: int) -> bool:
        """Return whether a terminal can follow some states, which it pops."""
        actions = self._tables.actions
        while True:
            action, target = actions[stack[-1]].get(kind, (None, 0))
            if action != REDUCE:
                return action == SHIFT
            # Lark first finishes every rule that may be finished there.
            rule = self._tables.rules[target]
            del stack[len(stack) - rule.size :]
            stack.append(actions[stack[-1]][rule.origin][1])
            if kind == END and stack[-1] == last:
                return True

    def _compiled(self, names: Sequence[str]) -> Callable[[str, int], re.Match[str] | None]:
        terminals = self._tables.terminals
        # If no terminal can follow, nothing matches.
        return re.compile("|".join(f"(?P<{name}>{terminals[name]})" for name in names) or "(?!)").match


def _reduced(rule: Shape, parts: list[Any]) -> Any:
    """Return what becomes of the parts of a rule. A missing part is None among the children."""
    children: list[Any] = []
    for index, spliced, gap in rule.kept:
        children += [None] * gap
        part = parts[index]
        if spliced and isinstance(part, Tree):
            # No part is used twice, so that a list that goes on and on need not be copied for each of its items.
            if children:
                children += part.children
            else:
                children = part.children
        else:
            children.append(part)
    children += [None] * rule.missing
    return children[0] if rule.single and len(children) == 1 else Tree(rule.name, children)
