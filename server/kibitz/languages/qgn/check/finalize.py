"""Findings at the end of a file: results of games, tags among actions, unreadable line ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from kibitz.core.bounds import PROBLEMS
from kibitz.core.chunks import Place
from kibitz.core.document import Document
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix
from kibitz.languages.qgn.check.step import State
from kibitz.languages.qgn.text.items import Action, Part, Placed, Tag
from kibitz.languages.qgn.text.record import BlockAggregate, head_of, tag_block

CRLF_MENDED = 65536
"""Maximum record length, in code points, for a fix of line ends. Formatting fixes them in any record."""
_WITH_CR = re.compile(r"\r\n|\r(?=\r*\n)")
"""A match of a line end other than LF. `\\r\\r\\n` is two line ends with an empty line between them."""


def finalize(
    document: Document, state: State, aggregates: Sequence[BlockAggregate], rules: Rules
) -> Iterator[Diagnostic]:
    """Yield the findings of the whole file; `state` is the state at its end."""
    if state.crlf:
        yield from _line_ends(document, rules, aggregates)
    late = state.ended(rules)
    starts = document.find({one.chunk for one in late})
    yield from (found.shifted(starts[chunk]) for chunk, found in late if chunk in starts)
    yield from islice(_strays(document, rules, aggregates), PROBLEMS)


def _line_ends(
    document: Document, rules: Rules, aggregates: Sequence[BlockAggregate]
) -> Iterator[Diagnostic]:
    """Yield one finding for all CRLF line ends, at the first one."""
    number = next((number for number, aggregate in enumerate(aggregates) if aggregate.crlf), 0)
    for place in document.places(document.block_start(number)):
        # No chunk ends within a line end.
        if (first := place.chunk.text.find("\r\n")) >= 0:
            start = place.start + first
            fixes = []
            if len(document) <= CRLF_MENDED:
                rest = document.text(start)
                mended = Edit(start, start + len(rest), _WITH_CR.sub("\n", rest))
                fixes = [Fix("Change line ends to LF", (mended,), safe=True)]
            yield rules["crlf"].at(start, start + 2, fixes=fixes)
            return


def _strays(document: Document, rules: Rules, aggregates: Sequence[BlockAggregate]) -> Iterator[Diagnostic]:
    """Yield the tags among actions, except those that follow a misplaced `[key …]`."""
    for number, aggregate in enumerate(aggregates):
        if aggregate.strays:
            start = document.block_start(number)
            for place in document.places(start, start + document.blocks[number].chars):
                part: Part = document.language.parsed(place.chunk.text).value
                if part.strays:
                    yield from _strays_of(document, place, part, rules)


def _strays_of(document: Document, place: Place, part: Part, rules: Rules) -> Iterator[Diagnostic]:
    game_meant = False
    for number, (at, item) in enumerate(part.items):
        if isinstance(item, Action):
            game_meant = False
        if not isinstance(item, Tag) or game_meant:
            continue
        game_meant = item.key in {"key", "Game"}
        start, before = place.start + at, place.start + part.items[number - 1].end
        if game_meant:
            remedy = "if a new game starts here, it needs a line of its own and an empty line before it"
            fix = Fix.of("Add an empty line for a new game", before, start, "\n\n")
        else:
            remedy = "move it up to the tags"
            fix = _moved_up(document, place, Placed(start, item), before)
        # The end of a broken tag is unknown.
        fixes = [fix] if item.sound else []
        yield rules["tag-after-action"].at(start, start + len(item.text), remedy=remedy, fixes=fixes)


def _moved_up(document: Document, place: Place, stray: Placed, before: int) -> Fix:
    """Move a tag to the end of its game's tags; `before` is the end of the item before it."""
    head = head_of(document, place)
    tags = tag_block(document.language.parsed(head.chunk.text).value) if head is not None else None
    at = (head.start if head is not None else 0) + (tags.end if tags is not None else 0)
    text = f"\n{stray.item.text}" if tags is not None else f"{stray.item.text}\n\n"
    return Fix("Move the tag up", (Edit(at, at, text), Edit(before, stray.end, "")))
