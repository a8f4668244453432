"""Reads texts with the tables of a grammar, several times as fast as Lark, and finds where they stop being well-formed.

The parser's stacks are the states of an automaton, which are made on first use. In each state one regular expression finds the
next terminal, as Lark's lexer would. The tree depends on the terminals only, so its shape is made once for each sequence.
Nothing is tried twice, so the time is linear.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Union

from kibitz.core.tables import REDUCE, SHIFT, Tables
from kibitz.core.trees import Token, Tree

Plan = Union[int, None, tuple[str, list["Plan"]]]  # noqa: UP007 - a string can't be used with `|`.
"""The shape of a tree: the numbers of its tokens, None for missing parts, and other trees by name."""

Match = Callable[[str, int], re.Match[str] | None]

MOST_STATES = 4096
MOST_PLANS = 1024
LONGEST_SEQUENCE = 48
"""Greatest number of terminals of a sequence that is remembered. Longer sequences seldom come again."""
DEEPEST = 2000
"""Greatest number of unfinished rules before the parser."""
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


class _State:
    """A stack of the parser, and the terminals that may follow it."""

    __slots__ = ("ends", "following", "match", "stack")

    def __init__(self, stack: tuple[int, ...], ends: bool) -> None:
        self.stack = stack
        self.match: Match | None = None
        """Finds the next terminal. It is compiled on first use, because that takes long."""
        self.ends = ends
        """Whether the text may end here."""
        self.following: dict[str, _State] = {}


class Recogniser:
    """The rules of a grammar. Threads may share it, because values that are made twice are equal."""

    def __init__(self, tables: Tables, most: int = sys.maxsize) -> None:
        """Prepare to read. An item has at most `most` terminals; a longer one should have ended."""
        self._tables = tables
        self._most = most
        self._ignored = frozenset(tables.ignored)
        self._matches: dict[int, Match] = {}
        self._expected: dict[tuple[str, tuple[int, ...]], frozenset[str]] = {}
        self._states: dict[tuple[str, tuple[int, ...]], _State] = {}
        self._plans: dict[tuple[str, ...], Plan] = {}

    def read(self, text: str, start: str) -> Tree | Unreadable:
        """Return the tree of a text by the rule `start`, or the place where it stops being well-formed. If it grows too deep, the place
        has no expected terminals.
        """
        state = self._state(start, (self._tables.starts[start][0],))
        kinds = [start]
        spans: list[tuple[int, int]] = []
        at, size = 0, len(text)
        while at < size and len(spans) < self._most:
            found = (state.match or self._match(state))(text, at)
            if found is None:
                # Another terminal, or one character, stands where none is possible.
                other = self._any(text, at)
                return self._stop(text, at, other.end() if other else at + 1, start, state.stack)
            kind, end = str(found.lastgroup), found.end()
            if kind not in self._ignored:
                following = state.following.get(kind) or self._follow(start, state, kind)
                if following is None:
                    return self._stop(text, at, end, start, self._halted(state.stack, kind))
                if len(following.stack) > DEEPEST:
                    return Unreadable(at, end, text[at:end], frozenset())
                state = following
                kinds.append(kind)
                spans.append((at, end))
            at = end
        if at < size:
            return Unreadable(at, at + 1, text[at], frozenset({END}))
        if not state.ends:
            return self._stop(text, at, at, start, self._halted(state.stack, END))
        plan = self._plan_of(start, tuple(kinds))
        tokens = [Token.of(text, kind, *span) for kind, span in zip(kinds[1:], spans, strict=True)]
        return _built(plan, tokens)

    def _stop(self, text: str, at: int, end: int, start: str, stack: tuple[int, ...]) -> Unreadable:
        # That is a matter of the stack alone, and every terminal is tried to find it out.
        expected = self._expected.get((start, stack))
        if expected is None:
            if len(self._expected) >= MOST_STATES:
                self._expected = {}
            last = self._tables.starts[start][1]
            expected = self._expected[start, stack] = frozenset(
                name
                for name in self._tables.actions[stack[-1]]
                if name.isupper() and self._shifted(list(stack), name, last if name == END else None)
            )
        return Unreadable(at, end, text[at:end], expected)

    def _halted(self, stack: tuple[int, ...], kind: str) -> tuple[int, ...]:
        """Return the stack on which a terminal cannot follow. Lark first finishes every rule that may be finished there."""
        left = list(stack)
        self._shifted(left, kind)
        return tuple(left)

    @cached_property
    def _any(self) -> Match:
        """Return a function that finds any terminal."""
        return self._compiled(self._tables.lexicon)

    def _state(self, start: str, stack: tuple[int, ...]) -> _State:
        state = self._states.get((start, stack))
        if state is None:
            if len(self._states) >= MOST_STATES:
                self._states = {}
            ends = self._shifted(list(stack), END, self._tables.starts[start][1]) is not None
            state = self._states[start, stack] = _State(stack, ends)
        return state

    def _follow(self, start: str, state: _State, kind: str) -> _State | None:
        stack = self._shifted(list(state.stack), kind)
        if stack is None:
            return None
        following = state.following[kind] = self._state(start, tuple(stack))
        return following

    def _match(self, state: _State) -> Match:
        number = self._tables.scanner_of[state.stack[-1]]
        match = self._matches.get(number)
        if match is None:
            match = self._matches[number] = self._compiled(self._tables.scanners[number])
        state.match = match
        return match

    def _compiled(self, names: Sequence[str]) -> Match:
        terminals = self._tables.terminals
        # If no terminal can follow, nothing matches.
        return re.compile("|".join(f"(?P<{name}>{terminals[name]})" for name in names) or "(?!)").match

    def _shifted(self, stack: list[int], kind: str, end: int | None = None) -> list[int] | None:
        """Return the stack after a terminal, or None if it cannot follow. `end` is the end of the text.

        Reductions before it pop `stack` itself.
        """
        actions, rules = self._tables.actions, self._tables.rules
        while True:
            action, target = actions[stack[-1]].get(kind, (None, 0))
            if action == SHIFT:
                return [*stack, target]
            if action != REDUCE:
                return None
            rule = rules[target]
            del stack[len(stack) - rule.size :]
            stack.append(actions[stack[-1]][rule.origin][1])
            if stack[-1] == end:
                return stack

    def _plan_of(self, start: str, sequence: tuple[str, ...]) -> Plan:
        """Return the shape of the tree of a sequence, made once. The sequence begins with the rule, and continues with the terminals."""
        if sequence in (plans := self._plans):
            return plans[sequence]
        if len(sequence) > LONGEST_SEQUENCE:
            return self._plan(start, list(sequence[1:]))
        if len(plans) >= MOST_PLANS:
            plans = self._plans = {}
        plan = plans[sequence] = self._plan(start, list(sequence[1:]))
        return plan

    def _plan(self, start: str, kinds: list[str]) -> Plan:
        """Return the shape of the tree of a well-formed sequence of terminals."""
        actions, (first, last) = self._tables.actions, self._tables.starts[start]
        stack, values = [first], list[Plan]()
        for number, kind in enumerate([*kinds, END]):
            while (step := actions[stack[-1]][kind])[0] == REDUCE:
                rule = self._tables.rules[step[1]]
                behind = len(stack) - rule.size
                parts = values[behind - 1 :]
                del stack[behind:], values[behind - 1 :]
                values.append(_reduced(rule.name, rule.single, rule.kept, rule.missing, parts))
                stack.append(actions[stack[-1]][rule.origin][1])
                if kind == END and stack[-1] == last:
                    return values[-1]
            stack.append(step[1])
            values.append(number)
        raise AssertionError("the end of a text is never shifted")


def _reduced(
    name: str, single: bool, kept: list[tuple[int, bool, int]], missing: int, parts: list[Plan]
) -> Plan:
    children: list[Plan] = []
    for index, spliced, gap in kept:
        children += [None] * gap
        part = parts[index]
        if spliced and isinstance(part, tuple):
            # No part is used twice, so that a list that goes on and on need not be copied for each of its items.
            if children:
                children += part[1]
            else:
                children = part[1]
        else:
            children.append(part)
    children += [None] * missing
    return children[0] if single and len(children) == 1 else (name, children)


def _built(plan: Plan, tokens: list[Token]) -> Tree:
    """Return the tree of a plan. It may be deeper than the call stack."""
    coming: list[Any] = [plan]
    trees = [Tree(*coming.pop())]
    for tree in trees:
        # A missing part is None among the children. The rule shows its place.
        parts: list[Any] = tree.children
        tree.children = [tokens[one] if isinstance(one, int) else one and Tree(*one) for one in parts]
        trees += [one for one in tree.children if isinstance(one, Tree)]
    return trees[0]
