"""The parts of a chunk: its table, statements and comments, with their colours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from kibitz.core.answers import SemanticToken, TokenType
from kibitz.core.bounds import SHORT
from kibitz.core.items import lines_of
from kibitz.core.memory import remembered
from kibitz.core.parts import PLAIN, Part
from kibitz.core.values import Span
from kibitz.languages.pfn.game.figgie import read_card, suit_names, suit_of
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.toml.model import CLOSERS, Comment, Header, KeyValue, Node, Statement
from kibitz.languages.pfn.toml.names import Item
from kibitz.languages.pfn.toml.read import plain_statement

_PLAYERS = frozenset({"Buyer", "Seller", "Winners"})
"""The keys whose strings are names."""
_COMMENT = re.compile(r"#[^\r\n]*")
Colours = tuple[SemanticToken, ...]


def parts(language: Pfn, text: str) -> Iterator[Part]:
    """Yield the parts of a chunk. Comments at the end of a table belong to the next one."""
    found = _by_lines(text)
    if found is None:
        items = language.reader.section(text).items
        found = [(item, tuple(_colours(item.statement, text[item.offset :]))) for item in items]
    last = [item for item, _ in found if not isinstance(item.statement, Comment)][-1:]
    if last and isinstance(found[0][0].statement, Header):
        yield Part(Span(found[0][0].offset, last[0].offset + last[0].statement.span.end), folds=True)
    for (at, statement), colours in found:
        span = Span(at, at + statement.span.end)
        if isinstance(statement, Comment):
            yield Part(span, "comment")
        else:
            yield Part(span, None, PLAIN, colours, inner=partial(_inner, at, statement, text))
        if isinstance(statement, KeyValue) and "\n" in text[at : span.end]:
            values = (one.span.shifted(at) for one in _nodes(statement) if isinstance(one, Node))
            yield from (Part(one, folds=True) for one in values if "\n" in text[slice(*one)])


def _by_lines(text: str) -> list[tuple[Item, Colours]] | None:
    """Return the statements of a chunk with at most one statement a line, or None.

    Such a chunk need not be read, and its lines are cached.
    """
    written = text.split("\n")
    if len(text) > SHORT or "\r" in written[-1]:
        return None
    found, at = list[tuple[Item, Colours]](), 0
    for line in written:
        if bare := line.removesuffix("\r").strip(" \t"):
            if (said := _line(bare)) is None:
                return None
            found.append((Item(at + line.index(bare), said[0]), said[1]))
        at += len(line) + 1
    return found


@remembered
def _line(written: str) -> tuple[Statement, Colours] | None:
    """Return the statement of a line and its colours, or None if it is not one whole statement."""
    statement = plain_statement(written)
    return None if statement is None else (statement, tuple(_colours(statement, written)))


def _nodes(root: KeyValue) -> Iterator[Node | KeyValue]:
    """Yield a pair, its values and the pairs in these. Recursion would be too deep for nested arrays."""
    todo: list[Node | KeyValue] = [root]
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, Node):
            todo += [*node.items, *node.entries]
        elif node.value is not None:
            todo.append(node.value)


def _inner(at: int, statement: Statement, text: str) -> Iterator[Part]:
    """Yield the stretches of a statement that can be selected."""
    found = list[Span]()
    if isinstance(statement, Header):
        found = [statement.span, statement.key.span]
    for node in _nodes(statement) if isinstance(statement, KeyValue) else ():
        found.append(node.span)
        if isinstance(node, KeyValue):
            found.append(node.key.span)
        elif node.kind == "string":
            start, end = node.span
            quotes = 3 if text.startswith(CLOSERS, at + start) else 1
            found.append(Span(start + quotes, end - quotes))
    if (comment := getattr(statement, "comment", None)) is not None:
        found.append(Span(0, comment.end))
    return (Part(span.shifted(at)) for span in found)


# Colours


def _colours(statement: Statement, text: str) -> Iterator[SemanticToken]:
    """Yield the colours of a statement, relative to it; `text` begins with it."""
    if (comment := getattr(statement, "comment", None)) is not None:
        yield SemanticToken(comment.start, comment.end, "comment")
    if isinstance(statement, Header):
        yield from (SemanticToken(part.start, part.end, "class") for part in statement.key.spans)
    players = False
    for node in _nodes(statement) if isinstance(statement, KeyValue) else ():
        if isinstance(node, KeyValue):
            yield from (SemanticToken(part.start, part.end, "property") for part in node.key.spans)
            players = node.key.parts[-1:] != () and node.key.parts[-1] in _PLAYERS
        elif node.kind in {"array", "table"}:
            for gap in _gaps(node):
                yield from (SemanticToken(*one.span(), "comment") for one in _COMMENT.finditer(text, *gap))
        elif node.kind == "string":
            for left, right, kind, modifiers in _string(text[slice(*node.span)], str(node.value), players):
                yield SemanticToken(left + node.span.start, right + node.span.start, kind, modifiers)
        else:
            yield SemanticToken(*node.span, "keyword" if node.kind == "boolean" else "number")


def _gaps(node: Node) -> Iterator[Span]:
    """Yield the gaps between the elements of an array or inline table: separators, spaces and comments."""
    at = node.span.start
    for part in node.items or node.entries:
        yield Span(at, part.span.start)
        at = part.span.end
    yield Span(at, node.span.end)


@remembered
def _string(written: str, value: str, player: bool) -> Sequence[SemanticToken]:
    """Return the tokens of a string, relative to its start: its cards, or its lines."""
    if not player and (pieces := tuple(_cards(written, value))):
        return pieces
    name = not player and value in suit_names()
    kind: TokenType = "variable" if player else "enumMember" if name else "string"
    modifiers = frozenset({value.lower()} if name else ())
    return [SemanticToken(*one, kind, modifiers) for one in lines_of(written, Span(0, len(written)))]


def _cards(written: str, value: str) -> Iterator[SemanticToken]:
    """Yield the cards of a hand, if all pieces of the string are cards and it has no escapes."""
    words = value.split(",")
    if written[1:-1] != value or not all(read_card(word.strip()) for word in words):
        return
    start = 1
    for word in words:
        left = start + len(word) - len(word.lstrip())
        suit = suit_of(read_card(word.strip()) or "").name.lower()
        yield SemanticToken(left, left + len(word.strip()), "enumMember", frozenset({suit}))
        start += len(word) + 1
