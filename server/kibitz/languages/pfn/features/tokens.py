"""The colours of a record: headers, keys, values, comments; cards and suits in the colours of their suits."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import SemanticToken, TokenType
from kibitz.core.bounds import SHORT
from kibitz.core.memory import remembered
from kibitz.core.values import Span
from kibitz.languages.pfn.game.figgie import read_card, suit_names, suit_of
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.toml import read
from kibitz.languages.pfn.toml.model import Comment, Header, KeyValue, Node
from kibitz.languages.pfn.toml.names import Item

_PLAYERS = frozenset({"Buyer", "Seller", "Winners"})
"""The keys whose strings are names."""
_COMMENT = re.compile(r"#[^\r\n]*")


def tokens(language: Pfn, analysis: Analysis, span: Span) -> Iterator[SemanticToken]:
    """Yield the tokens of the chunks that overlap a range."""
    for place in analysis.document.places(span.start, span.end):
        start, source = place.start, place.chunk.text
        found = _by_lines(source, start)
        if found is None:
            section = language.reader.section(source)
            found = [token for item in section.items for token in _statement(item, source)]
            found = [one._replace(start=one.start + start, end=one.end + start) for one in found]
        yield from found


def _by_lines(text: str, start: int) -> list[SemanticToken] | None:
    """Return the tokens of a chunk with at most one statement a line, or None.

    Such a chunk need not be read, and its lines are cached.
    """
    written = text.split("\n")
    if len(text) > SHORT or "\r" in written[-1]:
        return None
    found: list[SemanticToken] = []
    for line in written:
        if (said := _line(line)) is None:
            return None
        for left, right, kind, modifiers in said:
            found.append(SemanticToken(left + start, right + start, kind, modifiers))
        start += len(line) + 1
    return found


@remembered
def _line(written: str) -> tuple[SemanticToken, ...] | None:
    """Return the tokens of a line, or None if it is not one whole statement."""
    bare = written.removesuffix("\r").strip(" \t")
    if not bare:
        return ()
    statement = read._plain(bare)
    return None if statement is None else tuple(_statement(Item(written.index(bare), statement), written))


def _statement(item: Item, source: str) -> Iterator[SemanticToken]:
    statement, at = item.statement, item.offset
    if isinstance(statement, Header):
        for part in statement.key.spans:
            yield _token(part, at, "class")
    elif isinstance(statement, KeyValue):
        yield from _value(statement, at, source)
    elif isinstance(statement, Comment):
        yield _token(statement.span, at, "comment")
    comment = getattr(statement, "comment", None)
    if comment is not None:
        yield _token(comment, at, "comment")


def _value(root: KeyValue, at: int, source: str) -> Iterator[SemanticToken]:
    """Yield the tokens of a pair from left to right. There is no recursion because arrays may be nested deeper than calls."""
    todo: list[Node | KeyValue | Span] = [root]
    players = False
    while todo:
        node = todo.pop()
        if isinstance(node, Span):
            for found in _COMMENT.finditer(source, *node.shifted(at)):
                yield SemanticToken(*found.span(), "comment")
        elif isinstance(node, KeyValue):
            yield from (_token(part, at, "property") for part in node.key.spans)
            players = node.key.parts[-1:] != () and node.key.parts[-1] in _PLAYERS
            todo += [node.value] if node.value is not None else []
        elif node.kind in {"array", "table"}:
            todo += [*_with_gaps(node)][::-1]
        elif node.kind == "string":
            span = node.span.shifted(at)
            for left, right, kind, modifiers in _string(source[slice(*span)], str(node.value), players):
                yield SemanticToken(left + span.start, right + span.start, kind, modifiers)
        elif node.kind == "boolean":
            yield _token(node.span, at, "keyword")
        else:
            yield _token(node.span, at, "number")


def _with_gaps(node: Node) -> Iterator[Node | KeyValue | Span]:
    """Yield the elements of an array or inline table and the gaps around them: separators, spaces and comments."""
    at = node.span.start
    for part in node.items or node.entries:
        yield Span(at, part.span.start)
        yield part
        at = part.span.end
    yield Span(at, node.span.end)


@remembered
def _string(written: str, value: str, player: bool) -> tuple[SemanticToken, ...]:
    """Return the tokens of a string, relative to its start: its cards, or its lines."""
    if not player and (pieces := tuple(_cards(written, value))):
        return pieces
    found = []
    start = 0
    for line in written.split("\n"):
        end = start + len(line.rstrip("\r"))
        if end > start:
            found.append(SemanticToken(start, end, *_kind(value, player)))
        start += len(line) + 1
    return tuple(found)


def _cards(written: str, value: str) -> Iterator[SemanticToken]:
    """Yield the cards of a hand, if all pieces of the string are cards and it has no escapes."""
    words = value.split(",")
    if written[1:-1] != value or not all(read_card(word.strip()) for word in words):
        return
    start = 1
    for word in words:
        left = start + len(word) - len(word.lstrip())
        card = read_card(word.strip()) or ""
        yield SemanticToken(left, left + len(word.strip()), "enumMember", _suit_modifier(suit_of(card).name))
        start += len(word) + 1


def _kind(value: str, player: bool) -> tuple[TokenType, frozenset[str]]:
    if player:
        return "variable", frozenset()
    if value in suit_names():
        return "enumMember", _suit_modifier(value)
    return "string", frozenset()


def _suit_modifier(name: str) -> frozenset[str]:
    return frozenset({name.lower()})


def _token(span: Span, at: int, kind: TokenType) -> SemanticToken:
    return SemanticToken(span.start + at, span.end + at, kind)
