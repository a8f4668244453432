"""The parts of a chunk and their places. Colours, selections, folds, outline, steps and fixed facts are made of them.

A notation lists the parts of a chunk (`features/parts.py`), in any order and nested in any way. For anything else, such as
an outline over several chunks, it has a feature of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from kibitz.core.answers import Fold, SemanticToken, Symbol, SymbolKind, TokenType
from kibitz.core.bounds import LONG, SYMBOLS
from kibitz.core.cancellation import check_cancelled
from kibitz.core.items import lines_of, nested
from kibitz.core.memory import kept_with, remembered
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Span

if TYPE_CHECKING:
    from kibitz.core.chunks import Block, Place
    from kibitz.core.document import Document
    from kibitz.core.notation import Parsed

COMMENT: TokenType = "comment"
PLAIN = frozenset[str]()
_SPAN, _START = attrgetter("span"), attrgetter("start")


class Part(NamedTuple):
    """A stretch of a chunk, relative to it. A selection grows from part to part.

    Its own parts are `fields` and `inner`; others within it come next to it in the list.
    """

    span: Span
    token: TokenType | None = None
    """Its colour. Coloured parts do not overlap."""
    modifiers: frozenset[str] = PLAIN
    fields: Sequence[SemanticToken] = ()
    """The coloured words in it, in order and relative to its start, so that equal entries share them."""
    step: bool = False
    """Whether it is a step of the record, with a preview of its own."""
    fixed_fact: bool = False
    """Whether it reports the play without being part of it: an outcome, a bank. A repair that changes it is never clear."""
    title: str = ""
    """Its name in the outline. A part without a title is not in the outline."""
    numbered: bool = False
    """Whether the outline counts it: `Hand 3`. Only the outermost parts are counted."""
    detail: Callable[[], str] = str
    """The text after its name in the outline; nothing else asks for it."""
    inner: Callable[[], Iterable[Part]] = tuple
    """Further parts within it, relative to the chunk, for the outline and selections only: they may need the game."""
    symbol: SymbolKind = "section"
    head: Span | None = None
    """The part of it that the outline selects; None for the whole span."""
    folds: bool = False
    """Whether it folds when it goes over several lines."""


class Listing(Protocol):
    """A notation that lists the parts of its chunks."""

    comment: ClassVar[tuple[str, str]]
    neighbours_affected: ClassVar[int | None]

    @property
    def parts_of(self) -> Callable[[str], Sequence[Part]]: ...
    @property
    def parsed(self) -> Callable[[str], Parsed[Any]]: ...
    def begins_record(self, text: str) -> bool: ...


def tokens(language: Listing, places: Iterable[Place]) -> Iterator[SemanticToken]:
    """Yield the colours of some chunks, each within a line, in order."""
    for place in places:
        text, by, found = place.text, place.start, list[SemanticToken]()
        for part in language.parts_of(text):
            if part.token:
                for start, end in lines_of(text, part.span) if _breaks(text, *part.span) else (part.span,):
                    if start < end:
                        found.append(SemanticToken(start + by, end + by, part.token, part.modifiers))
            if part.fields:
                at = part.span.start + by
                for start, end, kind, modifiers in part.fields:
                    found.append(SemanticToken(start + at, end + at, kind, modifiers))
        yield from sorted(found, key=_START)


def _breaks(text: str, start: int, end: int | None = None) -> bool:
    """Return whether a stretch of a text goes over several lines."""
    return text.find("\n", start, end) >= 0 or text.find("\r", start, end) >= 0


def selections(language: Listing, document: Document, offset: int) -> Sequence[Span]:
    """Return the parts around an offset, its record and the document, from the smallest on."""
    place = document.place_at(offset)
    around = [span.shifted(place.start) for span in spans(place.text, language)]
    if language.neighbours_affected is None:
        around.append(record_around(language, document, offset))
    return nested([*around, Span(0, len(document))], offset)


@remembered
def spans(text: str, language: Listing) -> list[Span]:
    """Return the spans of the parts of a chunk; a selection that grows asks again."""
    found = list[Span]()
    for part in language.parts_of(text):
        at = part.span.start
        found += [part.span, *(Span(start + at, end + at) for start, end, *_ in part.fields)]
        found += [one.span for one in part.inner()]
    return found


def steps(language: Listing, places: Iterable[Place]) -> Iterator[Span]:
    """Yield the steps of the game."""
    return (part.span.shifted(at.start) for at in places for part in language.parts_of(at.text) if part.step)


def fixed_facts(language: Listing, document: Document, offset: int) -> Iterator[Span]:
    """Yield the fixed facts of the record around an offset, without those that cannot be read."""
    for place in document.places(*record_around(language, document, offset)):
        problems = [one.span for one in language.parsed(place.text).problems]
        for part in language.parts_of(place.text):
            if part.fixed_fact and not any(part.span.touches(one) for one in problems):
                yield part.span.shifted(place.start)


# Records


def record_around(language: Listing, document: Document, offset: int) -> Span:
    """Return the span of the record that holds an offset, without empty lines at its end."""
    here, start, end = document.place_at(offset), 0, len(document)
    for place in document.until(here):
        if language.begins_record(place.text):
            start = place.start
            break
    for place in document.since(here):
        if place.start > here.start and language.begins_record(place.text):
            end = place.start
            break
    return _trimmed(document, start, end)


def _trimmed(document: Document, start: int, end: int) -> Span:
    last = document.place_at(max(end - 1, start))
    return Span(start, min(last.start + _last_line_end(last.text), end))


def _last_line_end(text: str) -> int:
    """Return the end of the last line that is not empty, or the end of a text without such a line."""
    said = text.rstrip()
    found = LINE_BREAK.search(text, len(said)) if said else None
    return found.start() if found else len(text)


# Folds


class _Folds(NamedTuple):
    """The folds of a block, and the parts of folds over several blocks; all relative to the block."""

    folds: list[Fold]
    comments: list[Span]
    """Comments that have lines for themselves."""
    edges: list[tuple[int, int | None]]
    """The starts of records, each with the end of the last line before it, or None at the start of the block."""
    end: int
    """The end of the last line of the block."""


def folds(language: Listing, document: Document) -> Iterator[Fold]:
    """Yield the folds, block by block: records, parts that fold, and comments on lines that follow one another."""
    begun, last, run = 0, 0, list[Span]()
    for number, block in enumerate(document.blocks):
        found, by = _folds_in(block, language), document.block_start(number)
        for start, before in found.edges if language.neighbours_affected is None else ():
            if start + by:
                yield Fold(begun, last if before is None else before + by)
                begun = start + by
        last = found.end + by
        yield from [Fold(start + by, end + by, kind) for start, end, kind in found.folds]
        for comment in found.comments:
            span = comment.shifted(by)
            if run and not _follows(document.text(run[-1].end, span.start)):
                yield from _comments(run)
                run = []
            run.append(span)
    yield from _comments(run)
    if begun:
        yield Fold(begun, last)


@kept_with
def _folds_in(block: Block, language: Listing) -> _Folds:
    """Return the folds of a block; editors ask again with each key."""
    found, at, end = _Folds([], [], [], 0), 0, None
    for chunk in block.chunks:
        text = chunk.text
        if language.begins_record(text):
            found.edges.append((at, end))
        if _breaks(text.rstrip(), 0) or language.comment[0].strip() in text:
            parts = sorted(language.parts_of(text), key=_SPAN)
            folding = [part for part in parts if part.folds and _breaks(text, *part.span)]
            comments = [
                part.span for part in parts if part.token == COMMENT and _fills_lines(text, part.span)
            ]
            for part in folding:
                found.folds.append(
                    Fold(*part.span.shifted(at), "comment" if part.token == COMMENT else "region")
                )
            found.comments.extend(span.shifted(at) for span in comments)
        end = at + _last_line_end(text)
        at += len(text)
    return found._replace(end=end or 0)


def _fills_lines(text: str, span: Span) -> bool:
    """Return whether nothing else stands on the lines of a span."""
    start = max(text.rfind("\n", 0, span.start), text.rfind("\r", 0, span.start)) + 1
    end = LINE_BREAK.search(text, span.end)
    return not text[start : span.start].strip() and not text[span.end : end.start() if end else None].strip()


def _follows(between: str) -> bool:
    """Return whether at most the end of a line separates two comments."""
    return not between.strip() and len(LINE_BREAK.findall(between)) < 2


def _comments(run: list[Span]) -> Iterator[Fold]:
    if len(run) > 1:
        yield Fold(run[0].start, run[-1].end, "comment")


# The outline


def symbols(language: Listing, document: Document) -> Iterator[Symbol]:
    """Yield the outline: parts with a title, nested by their spans.

    A long document has only its outermost symbols. A document with very many records has the first ones and their number.
    """
    found = _symbols(language, document)
    yield from islice(found, SYMBOLS)
    if (first := next(found, None)) is not None:
        places = document.places(first.span.start)
        if rest := [place.start for place in places if language.begins_record(place.text)]:
            span = Span(rest[0], len(document))
            yield Symbol(f"{len(rest):,} more", "", "game", span, span.first)


def _symbols(language: Listing, document: Document) -> Iterator[Symbol]:
    numbers, deep = count(1), len(document) <= LONG
    for number, block in enumerate(document.blocks):
        start = document.block_start(number)
        for one, numbered in _symbols_in(block, language, deep):
            symbol = one.shifted(start)
            yield symbol._replace(name=f"{one.name} {next(numbers)}") if numbered else symbol


@kept_with
def _symbols_in(block: Block, language: Listing, deep: bool) -> list[tuple[Symbol, bool]]:
    """Return the symbols of a block with relative spans, and whether each is numbered; editors ask again with each key."""
    check_cancelled()
    found, start = list[tuple[Symbol, bool]](), 0
    for chunk in block.chunks:
        titled = [part for part in language.parts_of(chunk.text) if part.title]
        found += [(one.shifted(start), numbered) for one, numbered in _nested(titled, deep)]
        start += len(chunk.text)
    return found


def _nested(parts: list[Part], deep: bool) -> Iterator[tuple[Symbol, bool]]:
    """Yield the symbols of some parts, each of which holds those within its span, and whether each is numbered."""
    parts = sorted(parts, key=lambda part: (part.span.start, -part.span.end))
    while parts:
        part, end = parts[0], parts[0].span.end
        inside = [one for one in parts[1:] if one.span.start < end]
        parts = parts[1 + len(inside) :]
        inside += part.inner() if deep else ()
        children = tuple(one for one, _ in _nested(inside, deep)) if deep else ()
        head = part.head or part.span
        yield Symbol(part.title, part.detail(), part.symbol, part.span, head, children), part.numbered
