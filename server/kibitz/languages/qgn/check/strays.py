"""Tags among actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.chunks import Place
from kibitz.core.document import Document
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix
from kibitz.languages.qgn.text.model import Action, Part, Placed, Tag
from kibitz.languages.qgn.text.record import BlockTally, head_of, tag_block


def strays(document: Document, rules: Rules, tallies: Sequence[BlockTally]) -> Iterator[Diagnostic]:
    """Tags among actions. Those behind a misplaced `[key …]` belong to it and need no word of their own."""
    for number, tally in enumerate(tallies):
        if tally.strays:
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
            remedy = "if a new game starts here, it needs a line of its own and a blank line before it"
            fix = Fix.of("start a new game here", before, start, "\n\n")
        else:
            remedy = "tags come first"
            fix = _moved_up(document, place, Placed(start, item), before)
        # Where a broken one ends, nobody knows.
        fixes = [fix] if item.sound else []
        yield rules["tag-after-action"].at(start, start + len(item.text), remedy=remedy, fixes=fixes)


def _moved_up(document: Document, place: Place, stray: Placed, before: int) -> Fix:
    """Moves a tag up behind the tags of its game; `before` is the end of the item before it."""
    head = head_of(document, place)
    tags = tag_block(document.language.parsed(head.chunk.text).value) if head is not None else None
    at = (head.start if head is not None else 0) + (tags.end if tags is not None else 0)
    text = f"\n{stray.item.text}" if tags is not None else f"{stray.item.text}\n\n"
    return Fix("move it up", (Edit(at, at, text), Edit(before, stray.end, "")))
