"""Reading a chunk: its statements with their values, places and problems.

One regular expression reads nearly all lines of real files, several times as quickly as the parser. tomli gives all
values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple, cast

import tomli

from kibitz.core.bounds import MARKED, PARTS, PROBLEMS, SHORT
from kibitz.core.grammar import Unreadable
from kibitz.core.memory import remembered
from kibitz.core.notation import Parsed
from kibitz.core.rules import Rules
from kibitz.core.trees import Token, Tree
from kibitz.core.values import Diagnostic, Fix, Severity, Span
from kibitz.core.words import shortened
from kibitz.languages.pfn.toml import errors
from kibitz.languages.pfn.toml.cut import CLOSES, followed, is_uncut, statements
from kibitz.languages.pfn.toml.errors import explain, without_equals
from kibitz.languages.pfn.toml.model import (
    CLOSERS,
    GRAMMAR,
    Broken,
    Comment,
    Header,
    Key,
    KeyValue,
    Kind,
    Node,
    Shorthand,
    Statement,
    one_of,
    pattern,
)
from kibitz.languages.pfn.toml.names import Item, Naming, Section, clashes, header_above, namings, taken

_PARTS = ("BARE_KEY", "BASIC_STRING", "LITERAL_STRING")


def _header(blank: str) -> str:
    """Return the pattern of a header. `tables` and `table` are the names in two brackets and in one."""
    name = _name(blank)
    return rf"\[\[{blank}(?P<tables>{name}){blank}\]\]|\[{blank}(?P<table>{name}){blank}\]"


def _pair(blank: str, gap: str) -> str:
    """Return the pattern of a pair, with a `gap` on both sides of the sign."""
    value = one_of("FLOAT", "INTEGER", "BASIC_STRING", "LITERAL_STRING", "BOOLEAN").pattern
    return f"(?P<key>{_name(blank)}){gap}{pattern('EQUALS').pattern}{gap}(?P<value>{value})"


def _name(blank: str) -> str:
    """Return the pattern of a key with at most ten parts. A rule may report longer ones."""
    part = one_of(*_PARTS).pattern
    return rf"(?:{part})(?:{blank}\.{blank}(?:{part})){{0,9}}"


@cache
def _line() -> re.Pattern[str]:
    """Return the pattern of a line without its line end."""
    blank = f"(?:{pattern('BLANK').pattern})?"
    comment = f"(?P<comment>{pattern('COMMENT').pattern})?"
    return re.compile(f"{blank}(?:{_pair(blank, blank)}|{_header(blank)})?{blank}{comment}")


@cache
def tidy() -> re.Pattern[str]:
    """Return the pattern of a formatted table without comments, and an empty line."""
    return re.compile(rf"(?:{_header('')})\n(?:{_pair('', ' ')}\n)*\n")


def plain_statement(text: str) -> Header | KeyValue | Comment | None:
    """Return the statement of a plain line without spaces around it, or None for another line and for one with escapes."""
    found = _line().fullmatch(text) if len(text) < SHORT and "\\" not in text else None
    if found is None:
        return None
    behind = Span(*found.span("comment")) if found["comment"] else None
    if found["key"]:
        key, span = _plain_key(found["key"], found.start("key")), Span(*found.span("value"))
        value = _plain_value(found["value"])
        node = Node(_PLAIN_KINDS[type(value)], value, span)
        return KeyValue(key, node, Span(0, span.end), text.index("=", key.span.end), behind)
    if found["tables"] or found["table"]:
        group = "tables" if found["tables"] else "table"
        key = _plain_key(found[group], found.start(group))
        end = text.index("]", key.span.end) + 1 + bool(found["tables"])
        return Header(key, bool(found["tables"]), Span(0, end), behind)
    return behind and Comment(behind)


@remembered
def _plain_key(written: str, at: int) -> Key:
    parts = [*one_of(*_PARTS).finditer(written)]
    names = [one[0][1:-1] if one[0][0] in "\"'" else one[0] for one in parts]
    spans = [Span(*one.span()).shifted(at) for one in parts]
    return Key(tuple(names), tuple(spans), Span(at, at + len(written)))


def _plain_value(written: str) -> object:
    """Return the value of a plain line. Only rare numbers and booleans need tomli."""
    if written[0] in "\"'":
        return written[1:-1]
    return int(written) if written.isdecimal() else float(written) if "." in written else scalar(written)


_PLAIN_KINDS: dict[type, Kind] = {str: "string", int: "integer", float: "float", bool: "boolean"}


DEEPEST_KEY = 100
"""The maximum number of names in a dotted key: readers of TOML take quadratic time for them."""
DEEPEST = 400
"""The maximum depth of arrays and inline tables: tomli refuses more."""


class Read(NamedTuple):
    """A statement and its problems, relative to its start."""

    statement: Statement
    problems: tuple[Diagnostic, ...] = ()


@remembered
def read(text: str, rules: Rules) -> Read:
    """Read a statement without spaces or line ends around it."""
    if (plain := plain_statement(text)) is not None:
        return Read(plain)
    if text[0] == "#":
        return Read(Comment(Span(0, len(text))), tuple(errors.controls(text, rules)))
    if pattern("CONFLICT").match(text):
        return Read(Broken(Span(0, len(text))), (rules["conflict-marker"].at(0, len(text)),))
    return _read(text, rules)


@remembered
def scalar(text: str) -> object:
    """Return the value of a well-formed string, number, date or boolean. Raise ValueError for other texts."""
    return tomli.loads(f"value = {text}")["value"]


def _read(text: str, rules: Rules) -> Read:
    """Read any statement with the parser."""
    # An empty array or table may be nested one level deeper than other values.
    if (deep := _too_deep(text, DEEPEST + 1, rules)) is not None:
        return Read(_partial(text), (deep,))
    if (long := _too_long(text, rules)) is not None:
        return Read(Broken(Span(0, len(text))), (long,))
    if (unseen := errors.hidden(text, rules)) is not None:
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
    """Return whether some problems make the meaning of a statement unclear."""
    return any(one.severity is Severity.ERROR and one.rule.slug != "toml-1-1" for one in problems)


def _too_deep(text: str, limit: int, rules: Rules) -> Diagnostic | None:
    if text.count("[") + text.count("{") > limit:
        for found, opened in followed(text):
            if len(opened) == limit and found[0] in CLOSES:
                return rules["too-deep"].at(*found.span(), limit=DEEPEST)
    return None


def _too_long(text: str, rules: Rules) -> Diagnostic | None:
    """Return the finding for a statement with too many parts outside of strings to be read, or None."""
    if sum(map(text.count, ",[{.=")) <= DEEPEST_KEY:
        return None
    bare = pattern("LOOSE_STRING").sub("", text)
    key = bare.partition("]" if bare.startswith("[") else "=")[0]
    if sum(map(bare.count, ",[{.=")) <= PARTS and key.count(".") < DEEPEST_KEY:
        return None
    end = min(len(text), text.find("\n") if "\n" in text else len(text), MARKED)
    return rules["too-long"].at(0, end, limit=PARTS, parts=DEEPEST_KEY)


def _refused(text: str, rules: Rules) -> Diagnostic | None:
    """Return the problem that only tomli finds, or None."""
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
    """Return the readable part of an unreadable statement: its key, if that is well formed."""
    if text[0] == "[":
        array = text.startswith("[[")
        inside = text.strip("[]").partition("]")[0]
        key = _key_of(inside, text.index(inside)) if inside else None
        if key is None and (name := inside.strip(" \t")) and _ODD_NAME.fullmatch(name):
            span = Span(text.index(name), text.index(name) + len(name))
            key = Key((name,), (span,), span)
        return Header(key or Key((), (), Span(0, len(text))), array, Span(0, len(text)), closed=False)
    found = pattern("ASSIGNMENT").match(text)
    gap = None if found else without_equals(text)
    before = text[: found.end()].rstrip(" \t")[:-1] if found else text[: gap.start] if gap else text
    key = _key_of(before, 0)
    if key is None:
        return Broken(Span(0, len(text)))
    return KeyValue(key, None, Span(0, len(text)), len(before) if found else None)


_ODD_NAME = re.compile(r"[^\s.\"'\\\[\]{},=#]{1,40}")
"""A name with signs that only a name in quotes can have."""


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
    """Return a part of a key without its quotes, if it is well formed."""
    if token.type == "LOOSE_STRING":
        return token[3:-3] if token.startswith(CLOSERS) and token.endswith(CLOSERS) else token
    if token.type == "BARE_KEY":
        return token
    try:
        return scalar(token)
    except ValueError:
        # Some versions of tomli reject the features of TOML 1.1.
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
    """A builder of statements from trees. It works from the leaves up, because arrays may be nested deeper than calls."""

    def __init__(self, text: str, rules: Rules) -> None:
        self.text = text
        self.rules = rules
        self.problems: list[Diagnostic] = []

    def statement(self, tree: Tree) -> Header | KeyValue:
        made: dict[int, Any] = {}
        for part in tree.iter_subtrees():
            children = [made[id(child)] if isinstance(child, Tree) else child for child in part.children]
            made[id(part)] = self._node(part, children)
        found: Header | KeyValue = made[id(tree)]
        behind = self.text[found.span.end :].lstrip(" \t")
        return found._replace(comment=Span(len(self.text) - len(behind), len(self.text)) if behind else None)

    def _node(self, tree: Tree, children: list[Any]) -> Key | Node | KeyValue | Header:
        first, last = children[0], children[-1]
        if tree.data == "key":
            for token in children:
                if token.type == "LOOSE_STRING":
                    self.problems += errors.key(self.text, _span(token), self.rules)
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
                self.problems += errors.string(self.text, span, self.rules)
            elif kind == "LOOSE_WORD":
                self.problems += errors.word(self.text, span, self.rules)
            else:
                self._escapes(tokens[0])
                if _MINUTES.search(tokens[0]) and "TIME" in kind:
                    self._newer(span, "A time without seconds")
                    return Node("string", "", span)
                return Node(_KINDS.get(kind, "string"), scalar(str(tokens[0])), span)
        except ValueError:
            self.problems.append(errors.unreal(self.text, span, self.rules))
        return Node("string", "", span)

    def _escapes(self, token: Token) -> None:
        if token[0] == '"':
            for found in _ESCAPE.finditer(token):
                if found[1]:
                    self._newer(Span(*found.span()).shifted(token.start_pos or 0), f"The escape `{found[0]}`")

    def _newer(self, span: Span, what: str) -> None:
        """Report a feature of TOML 1.1. tomli cannot judge, because some of its versions read TOML 1.1."""
        self.problems.append(self.rules["toml-1-1"].at(*span, what=what))

    def _inline(self, children: list[Any], span: Span) -> Node:
        pairs = tuple(child for child in children if isinstance(child, KeyValue))
        clashing = [*clashes([Naming(pair, 0, 0, self.text) for pair in pairs], {})]
        self.problems += (taken(clash, self.rules) for clash in clashing)
        parts = [child.span if isinstance(child, KeyValue) else _span(child) for child in children]
        if any("\n" in self.text[one.end : other.start] for one, other in pairwise(parts)):
            self._newer(parts[0], "An inline table on several lines")
        elif len(parts) > 2 and self.text[parts[-2].start] == ",":
            self._newer(parts[-2], "A comma after the last pair of an inline table")
        return Node("table", _table(pairs) if not clashing else {}, span, (), pairs)


def _table(pairs: Iterable[KeyValue]) -> dict[str, object]:
    table: dict[str, Any] = {}
    for pair in pairs:
        inside = table
        for part in pair.key.parts[:-1]:
            inside = inside.setdefault(part, {})
        inside[pair.key.parts[-1]] = pair.value.value if pair.value else None
    return table


OURS, OURS_ENDS, THEIRS_END = "<<<<<<<", "=======", ">>>>>>>"
"""The lines around the two versions of a merge conflict."""

_MARK = "\ufeff"


def section(text: str, rules: Rules) -> Parsed[Section]:
    """Read a chunk."""
    items: list[Item] = []
    problems: list[Diagnostic] = []
    conflict = torn = ""
    for start, written in statements(text):
        mark = written[:7] if pattern("CONFLICT").match(written) else ""
        if conflict and (mark or conflict == OURS_ENDS):
            # The first version counts. In the second, only the marks are reported.
            conflict = "" if mark == THEIRS_END else OURS_ENDS
            if mark and len(problems) < PROBLEMS:
                problems.append(rules["conflict-marker"].at(start, start + len(written)))
            continue
        conflict = conflict or (mark if mark == OURS else "")
        if written[0] == _MARK:
            fix = Fix.of("Remove it", start, start + 1, "", safe=True)
            problems.append(rules["byte-order-mark"].at(start, start + 1, fixes=[fix]))
            rest = written[1:].lstrip(" \t")
            start, written = start + len(written) - len(rest), rest
        if written:
            statement, found = read(written, rules)
            if found and pattern("JOT").fullmatch(written):
                statement, found = Shorthand(Span(0, len(written)), written), ()
            elif found and found[0].rule.slug == "syntax" and pattern("NEARLY").fullmatch(written):
                what = "a trade in shorthand is `P2<P1 S9@20 30.4`, the buyer first"
                found = (rules["syntax"].at(0, len(written), what=what, fixes=_as_shorthand(written)),)
            items.append(Item(start, statement))
            if isinstance(statement, Broken) and torn and torn in written:
                # The rest of a string that a line end has split: the line above has the mistake.
                found = ()
            torn = written[found[0].span.start] if found and found[0].rule.slug == "not-closed" else ""
            torn = torn if torn in {'"', "'"} else ""
            if found and (room := PROBLEMS - len(problems)) > 0:
                problems += [problem.shifted(start) for problem in found[:room]]
    read_ = Section(tuple(items))
    return Parsed(read_, (*problems, *_repeated(read_, text, rules)))


def _repeated(section: Section, text: str, rules: Rules) -> Iterator[Diagnostic]:
    """Yield the findings for repeated keys of a table that is never cut; of those that a lost header repeats, only the first.

    Other tables may be cut anywhere, which must not change the findings.
    """
    keys = [pair.key.parts[:1] for _, pair in section.pairs]
    if len(keys) == len({*keys}) or not is_uncut(text):
        return
    pairs = [one for one in namings(section, text) if isinstance(one.statement, KeyValue)]
    found = [taken(clash, rules) for clash in clashes(pairs, {})]
    again = [one for one in found if one.rule.slug == "duplicate-key"]
    if len(again) >= SEVERAL:
        header = text.strip().partition("\n")[0].strip()
        at = text.rfind("\n", 0, again[0].span.start) + 1
        yield again[0]._replace(fixes=(header_above(header, at),))
        found = [one for one in found if one not in again]
    yield from found


SEVERAL = 3
"""The number of repeated keys from which on another table is likely."""


def _as_shorthand(written: str) -> list[Fix]:
    """Return the fix for a trade that names its seller first, or that lacks the `@` before its price."""
    meant = re.sub(r"(?<![^\s<>])([^\s<>]+)[ \t]*>[ \t]*([^\s<>]+)", r"\2<\1", written, count=1)
    meant = re.sub(r"(?<=[SHCDschd♠♣♥♦])(?=(1[3-9]|[2-9][0-9]|[0-9]{3})\b)", "@", meant, count=1)
    if pattern("JOT").fullmatch(meant) is None:
        return []
    return [Fix.of(f"Change `{shortened(written)}` to `{shortened(meant)}`", 0, len(written), meant)]


LONGEST_ARRAY = 16_000
"""The maximum number of code points between two brackets at starts of lines.

A shorter text has no statement or table that is read only in part (`PARTS` in `core/bounds.py`).
"""


def values(text: str) -> Mapping[str, object] | None:
    """Return the values of a TOML 1.0 text, or None for other texts and if this is not certain quickly."""
    # TOML 1.1 has more escapes.
    if (
        "\\" in text
        or max(map(len, text.split("\n["))) > LONGEST_ARRAY
        or ("{" in text and _may_be_newer(text))
    ):
        return None
    try:
        return tomli.loads(text)
    except (ValueError, RecursionError):
        return None


def _may_be_newer(text: str) -> bool:
    """Return whether inline tables may be TOML 1.1: with line ends, or a comma at the end. Some versions of tomli read these."""
    bare = re.sub(f"{pattern('LOOSE_STRING').pattern}|#[^\n]*", "", text)
    return re.search(r"\{[^{}]*\n|,\s*\}", bare) is not None
