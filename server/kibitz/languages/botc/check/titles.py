"""Rules of the titles of a log: typos, nights and days that are out of order, and two grimoires under a title."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from kibitz.core.bounds import GONE_OVER, RECENT
from kibitz.core.chunks import Block
from kibitz.core.document import Document
from kibitz.core.memory import kept_with
from kibitz.core.values import Diagnostic, Fix, Related, Span
from kibitz.languages.botc.game.log import ANEW, Grimoire, Title, one_game, titled_lines, titles
from kibitz.languages.botc.text.grammar import change, report


class Titled(NamedTuple):
    """A title in a document."""

    span: Span
    text: str
    title: Title
    grimoire: Grimoire = Grimoire()
    """The grimoire under it."""


def check_titles(document: Document) -> Iterator[Diagnostic]:
    """Yield the titles with a typo, and those that are out of order in their game."""
    found = list(islice(_titles(document), GONE_OVER))
    for span, text, title, _ in found:
        if title.misspelt:
            word = title.phase if title.word.islower() else title.phase.title()
            wanted = text.replace(title.word, title.phase.upper() if title.word.isupper() else word, 1)
            fix = change(span, text, wanted)
            yield report("title-misspelt", span, fix, title=text, wanted=wanted)
    yield from _twice(document, [one.span.start for one in found])
    if not all(one.title.order < other.title.order or _apart(other) for one, other in pairwise(found)):
        seated = [one._replace(grimoire=_grimoire_under(document, one.span.end)) for one in found]
        for game in _games([one for one in seated if one.grimoire.players]):
            yield from _out_of_order(game)


def _twice(document: Document, titled: Sequence[int]) -> Iterator[Diagnostic]:
    """Yield the only copy of a grimoire under the same title, in a log with one grimoire under each other title."""
    ends = [*titled[1:], len(document)]
    chunks = [
        [near for near in islice(document.since(document.place_at(at)), 1, 4) if near.start < end]
        for at, end in zip(titled, ends, strict=False)
    ]
    several = [under for under in chunks if len(under) > 1]
    if len(several) != 1 or len(several[0]) != 2 or len(chunks) < 3:
        return
    (start, first), (again, second) = [(near.start, near.text) for near in several[0]]
    record = document.language.parsed(second).value.record
    if record and record.names and first.rstrip() == second[: record.span.end]:
        size = record.span.end
        fix = Fix.of("Remove the second copy", start + size, again + size, "")
        related = [Related(Span(start, start + size), "the first copy")]
        yield report("grimoire-twice", Span(again, again + size), fix, related=related)


def _apart(one: Titled) -> bool:
    """Return whether a title needs no comparison with the previous one: it begins a game, or has no number."""
    return one.title.phase in ANEW or one.title.order < 0


def _titles(document: Document) -> Iterator[Titled]:
    start = 0
    for block in document.blocks:
        for number, at, text, title in _titles_of(block):
            base = start + block.sum_before("chars", number) + at
            yield Titled(Span(base, base + len(text)), text, title)
        start += block.chars


@kept_with
def _titles_of(block: Block) -> tuple[tuple[int, int, str, Title], ...]:
    """Return the titles of a block: the number of the chunk, the offset in it, the line."""
    return tuple(
        [(number, *one) for number, chunk in enumerate(block.chunks) for one in titled_lines(chunk.text)]
    )


def _grimoire_under(document: Document, offset: int) -> Grimoire:
    """Return the grimoire under a title, or an empty one if another title is nearer."""
    place = document.place_at(offset - 1)
    if titles(place.text[offset - place.start :]):
        return Grimoire()
    for near in islice(document.since(place), 1, RECENT):
        record = document.language.parsed(near.text).value.record
        if record and record.players:
            grimoire: Grimoire = record.grimoire
            return grimoire
        if titles(near.text):
            break
    return Grimoire()


def _games(found: Sequence[Titled]) -> Iterator[list[Titled]]:
    """Yield the titles of each game that have a number."""
    game = list[Titled]()
    for one in found:
        new = game and not one_game(game[-1].grimoire, one.grimoire, titled=True)
        if new or one.title.phase in ANEW:
            yield game
            game = []
        # A part of the same night or day may have a title of its own.
        part = (
            game
            and game[-1].title.order == one.title.order
            and not (one.title.alone and game[-1].title.alone)
        )
        if one.title.order > 0 and not part:
            game.append(one)
    yield game


def _out_of_order(game: Sequence[Titled]) -> Iterator[Diagnostic]:
    """Yield the titles that do not fit the longest part of a game that is in order."""
    kept = _longest([one.title.order for one in game])
    for at in sorted({*range(len(game))}.difference(kept)):
        number = bisect_left(kept, at)
        if number < len(kept) and game[kept[number]].title.order == game[at].title.order:
            # The one of two equal titles that has room around it is wrong.
            wider = max((at, kept[number]), key=lambda way: len(_room(game, kept, number, way)))
            at, kept[number] = wider, at + kept[number] - wider
            number += wider > kept[number]
        one = game[at]
        before, after = (game[kept[n]] if 0 <= n < len(kept) else None for n in (number - 1, number))
        fixes = [
            change(one.span, one.text, wanted)
            for order in _orders(before, after)
            if (wanted := one.title.written("day" if order % 2 else "night", order // 2))
        ]
        fixes.sort(key=lambda fix: one.title.written(one.title.phase, 0)[:3] not in fix.title)
        late = before is not None and one.title.order <= before.title.order
        other = before if before and (late or after is None) else after
        if other:
            related = [Related(other.span, f"`{other.text}` is here")]
            place = "after" if other is before else "before"
            fields = {"title": one.text, "place": place, "other": other.text}
            yield report("title-order", one.span, *fixes[:1], related=related, **fields)


def _room(game: Sequence[Titled], kept: Sequence[int], number: int, at: int) -> range:
    """Return the places between the neighbours of a title, if the other of two equal titles is kept."""
    other = game[kept[number]] if at != kept[number] else game[at]
    first = at < kept[number]
    before = game[kept[number - 1]] if number else None
    after = game[kept[number + 1]] if number + 1 < len(kept) else None
    return _orders(before, other) if first else _orders(other, after)


def _orders(before: Titled | None, after: Titled | None) -> range:
    """Return the places in a game between two titles."""
    low = before.title.order if before else 1
    return range(low + 1, after.title.order if after else low + 3)


def _longest(orders: Sequence[int]) -> list[int]:
    """Return the places of the longest strictly increasing part of some numbers.

    >>> _longest([2, 3, 4, 14, 14, 7])
    [0, 1, 2, 5]
    """
    ends, at_end, links = list[int](), list[int](), list[int]()
    for at, order in enumerate(orders):
        length = bisect_left(ends, order)
        links.append(at_end[length - 1] if length else -1)
        ends[length : length + 1], at_end[length : length + 1] = [order], [at]
    found, at = list[int](), at_end[-1] if at_end else -1
    while at >= 0:
        found.append(at)
        at = links[at]
    return found[::-1]
