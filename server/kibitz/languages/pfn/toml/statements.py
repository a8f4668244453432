"""Reading one statement: what tomli makes of it, where its parts stand, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, NamedTuple, cast

import tomli

from kibitz.core.bounds import MARKED, PARTS
from kibitz.core.grammar import Unreadable
from kibitz.core.memory import remembered
from kibitz.core.rules import Rules
from kibitz.core.trees import Token, Tree
from kibitz.core.values import Diagnostic, Severity, Span
from kibitz.languages.pfn.toml import faults, lines
from kibitz.languages.pfn.toml.explain import explain
from kibitz.languages.pfn.toml.explain_keys import without_equals
from kibitz.languages.pfn.toml.model import Broken, Comment, Header, Key, KeyValue, Kind, Node, Statement
from kibitz.languages.pfn.toml.names import EMPTY, define
from kibitz.languages.pfn.toml.terminals import CLOSERS, GRAMMAR, pattern

DEEPEST_KEY = 100
"""How many names a dotted key may have: readers of TOML take as long as the square of that."""
DEEPEST = 400
"""How deep arrays and inline tables may be nested: tomli refuses more."""


class Read(NamedTuple):
    """A statement and its problems, relative to its start."""

    statement: Statement
    problems: tuple[Diagnostic, ...] = ()


@remembered
def read(text: str, rules: Rules) -> Read:
    """Reads a statement, which has no blanks or line ends around it."""
    if (plain := lines.read(text)) is not None:
        return Read(plain)
    if text[0] == "#":
        return Read(Comment(Span(0, len(text))), tuple(faults.controls(text, rules)))
    if pattern("CONFLICT").match(text):
        return Read(Broken(Span(0, len(text))), (rules["conflict-marker"].at(0, len(text)),))
    return _read(text, rules)


@remembered
def scalar(text: str) -> object:
    """The value of a well-formed string, number, date or boolean. Raises ValueError where there is none."""
    return tomli.loads(f"value = {text}")["value"]


def _read(text: str, rules: Rules) -> Read:
    """Reads any statement with the parser."""
    # An empty array or table may be nested one deeper than anything else.
    if (deep := _too_deep(text, DEEPEST + 1, rules)) is not None:
        return Read(_partial(text), (deep,))
    if (long := _too_long(text, rules)) is not None:
        return Read(Broken(Span(0, len(text))), (long,))
    if (unseen := faults.hidden(text, rules)) is not None:
        return Read(_partial(text), (unseen,))
    tree = GRAMMAR.parse(text, "statement")
    if isinstance(tree, Unreadable):
        return Read(_partial(text), tuple(explain(text, tree, rules)))
    builder = _Builder(text, rules)
    statement = builder.statement(tree)
    if not builder.problems and (refused := _refused(text, rules)) is not None:
        builder.problems = [refused]
    if is_unreadable(builder.problems) and isinstance(statement, KeyValue):
        statement = statement._replace(value=None)
    return Read(statement, tuple(builder.problems))


def is_unreadable(problems: Iterable[Diagnostic]) -> bool:
    """Whether the problems of a statement leave open what it says."""
    return any(one.severity is Severity.ERROR and one.rule.slug != "toml-1-1" for one in problems)


def _too_deep(text: str, limit: int, rules: Rules) -> Diagnostic | None:
    if text.count("[") + text.count("{") <= limit or (at := faults.too_deep(text, limit)) is None:
        return None
    return rules["too-deep"].at(at, at + 1, limit=DEEPEST)


def _too_long(text: str, rules: Rules) -> Diagnostic | None:
    """A statement with so much in it that it is not read, strings not counted."""
    if sum(map(text.count, ",[{.=")) <= DEEPEST_KEY:
        return None
    bare = pattern("LOOSE_STRING").sub("", text)
    key = bare.partition("]" if bare.startswith("[") else "=")[0]
    if sum(map(bare.count, ",[{.=")) <= PARTS and key.count(".") < DEEPEST_KEY:
        return None
    end = min(len(text), text.find("\n") if "\n" in text else len(text), MARKED)
    return rules["too-long"].at(0, end, limit=PARTS, parts=DEEPEST_KEY)


def _refused(text: str, rules: Rules) -> Diagnostic | None:
    """What only tomli knows to be wrong."""
    try:
        tomli.loads(text)
    except (ValueError, RecursionError) as error:
        if (deep := _too_deep(text, DEEPEST, rules)) is not None:
            return deep
        at = min(getattr(error, "pos", 0), len(text) - 1)
        message = str(getattr(error, "msg", error))
        return rules["syntax"].at(at, at + 1, what=message[:1].lower() + message[1:])
    return None


def _partial(text: str) -> Statement:
    """What can be told of a statement that can't be read: its key, if that much is well formed."""
    if text[0] == "[":
        array = text.startswith("[[")
        inside = text.strip("[]").partition("]")[0]
        key = _key_of(inside, text.index(inside)) if inside else None
        return Header(key or Key((), (), Span(0, len(text))), array, Span(0, len(text)), closed=False)
    found = pattern("ASSIGNMENT").match(text)
    gap = None if found else without_equals(text)
    before = text[: found.end()].rstrip(" \t")[:-1] if found else text[: gap.start] if gap else text
    # Blanks that TOML does not know are an error of their own.
    key = _key_of(re.sub(r"[^\S \t\r\n]", " ", before).rstrip(" "), 0)
    if key is None:
        return Broken(Span(0, len(text)))
    return KeyValue(key, None, Span(0, len(text)), len(before) if found else None)


def _key_of(text: str, offset: int) -> Key | None:
    tree = GRAMMAR.parse(text, "key") if text else None
    if tree is None or isinstance(tree, Unreadable):
        return None
    loose = any(isinstance(part, Token) and part.type == "LOOSE_STRING" for part in tree.children)
    return None if loose else _key(tree, offset)


def _key(tree: Tree, offset: int = 0) -> Key:
    tokens = [part for part in tree.children if isinstance(part, Token)]
    spans = tuple(_span(token).shifted(offset) for token in tokens)
    parts = tuple(_part(token) for token in tokens)
    return Key(tuple(map(str, parts)), spans, Span(spans[0].start, spans[-1].end))


def _part(token: Token) -> object:
    """A part of a key without its quotes, as far as it is one."""
    if token.type == "LOOSE_STRING":
        return token[3:-3] if token.startswith(CLOSERS) and token.endswith(CLOSERS) else token
    if token.type == "BARE_KEY":
        return token
    try:
        return scalar(token)
    except ValueError:
        # Some versions of tomli reject what TOML 1.1 allows.
        return token[1:-1]


def _span(token: Token) -> Span:
    start = token.start_pos or 0
    return Span(start, start + len(token))


_ESCAPE = re.compile(r"\\(?:(x[0-9A-Fa-f]{2}|e)|[\s\S])")
_MINUTES = re.compile(r"(?:^|[Tt ])[0-9]{2}:[0-9]{2}(?!:)")
_KINDS: dict[str, Kind] = {
    "INTEGER": "integer", "FLOAT": "float", "BOOLEAN": "boolean", "DATETIME": "datetime", "DATE": "date", "TIME": "time",
}  # fmt: skip


class _Builder:
    """Turns a tree into a statement, from the leaves up, because arrays may be nested deeper than calls."""

    def __init__(self, text: str, rules: Rules) -> None:
        self.text = text
        self.rules = rules
        self.problems: list[Diagnostic] = []

    def statement(self, tree: Tree) -> Header | KeyValue:
        made: dict[int, Any] = {}
        for part in tree.iter_subtrees():
            children = [made[id(child)] if isinstance(child, Tree) else child for child in part.children]
            made[id(part)] = self._made(part, children)
        found: Header | KeyValue = made[id(tree)]
        behind = self.text[found.span.end :].lstrip(" \t")
        return found._replace(comment=Span(len(self.text) - len(behind), len(self.text)) if behind else None)

    def _made(self, tree: Tree, children: list[Any]) -> Key | Node | KeyValue | Header:
        first, last = children[0], children[-1]
        if tree.data == "key":
            for token in children:
                if token.type == "LOOSE_STRING":
                    self.problems += faults.key(self.text, _span(token), self.rules)
                else:
                    self._escapes(token)
            return _key(tree)
        if tree.data == "scalar":
            return self._scalar(children)
        if tree.data == "pair":
            span = Span(first.span.start, last.span.end)
            return KeyValue(first, last, span, children[1].start_pos)
        if tree.data == "statement":
            return cast("KeyValue | Header", first)
        span = Span(first.start_pos, last.end_pos)
        if tree.data == "array":
            items = tuple(child for child in children if isinstance(child, Node))
            return Node("array", [item.value for item in items], span, items)
        if tree.data == "inline":
            return self._inline(children, span)
        return Header(children[1], tree.data == "tables", span)

    def _scalar(self, tokens: list[Token]) -> Node:
        kind, span = tokens[0].type, Span(_span(tokens[0]).start, _span(tokens[-1]).end)
        try:
            if kind == "LOOSE_STRING":
                self.problems += faults.string(self.text, span, self.rules)
            elif kind == "LOOSE_WORD":
                self.problems += faults.word(self.text, span, self.rules)
            else:
                self._escapes(tokens[0])
                if _MINUTES.search(tokens[0]) and "TIME" in kind:
                    self._newer(span, "A time without seconds")
                    return Node("string", "", span)
                return Node(_KINDS.get(kind, "string"), scalar(str(tokens[0])), span)
        except ValueError:
            self.problems += faults.unreal(self.text, span, kind, self.rules)
        return Node("string", "", span)

    def _escapes(self, token: Token) -> None:
        if token[0] == '"':
            for found in _ESCAPE.finditer(token):
                if found[1]:
                    self._newer(Span(*found.span()).shifted(token.start_pos or 0), f"The escape `{found[0]}`")

    def _newer(self, span: Span, what: str) -> None:
        """Report what TOML 1.1 allows; tomli cannot judge, because some of its versions read TOML 1.1."""
        self.problems.append(self.rules["toml-1-1"].at(*span, what=what))

    def _inline(self, children: list[Any], span: Span) -> Node:
        pairs = tuple(child for child in children if isinstance(child, KeyValue))
        own = define(EMPTY, ((0, pair) for pair in pairs))
        self.problems += (faults.taken(clash, self.rules) for clash in own.clashes)
        parts = [child.span if isinstance(child, KeyValue) else _span(child) for child in children]
        if any("\n" in self.text[one.end : other.start] for one, other in pairwise(parts)):
            self._newer(parts[0], "An inline table on several lines")
        elif len(parts) > 2 and self.text[parts[-2].start] == ",":
            self._newer(parts[-2], "A comma after the last pair of an inline table")
        return Node("table", _table(pairs) if not own.clashes else {}, span, (), pairs)


def _table(pairs: Iterable[KeyValue]) -> dict[str, object]:
    table: dict[str, Any] = {}
    for pair in pairs:
        inside = table
        for part in pair.key.parts[:-1]:
            inside = inside.setdefault(part, {})
        inside[pair.key.parts[-1]] = pair.value.value if pair.value else None
    return table
