"""Where players, characters and tokens are named in a file, and giving a player another name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from kibitz.core.values import Edit, Named, Place, Span
from kibitz.languages.botc.chunk import parse
from kibitz.languages.botc.grammar import pattern
from kibitz.languages.botc.kept import kept
from kibitz.languages.botc.log import one_game
from kibitz.languages.botc.model import Grimoire
from kibitz.languages.botc.nodes import Record, Word, token_of
from kibitz.languages.botc.redraw import redrawn
from kibitz.languages.botc.roles import Role, roles
from kibitz.languages.botc.spot import Spot, sheet_at, spot_at, words

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.core.chunks import Block, Chunk
    from kibitz.core.document import Document


A = TypeVar("A")


def named(analysis: Analysis, offset: int) -> Named | None:
    """What is at the cursor: a player, a character where its name or the prefix of a token is, or a token.

    A player is introduced where the name stands first, a token by its character's seat in the same grimoire.
    """
    spot = spot_at(analysis, offset)
    if spot is None:
        return None
    if spot.kind == "name":
        return _player(analysis.document, spot)
    thing = _thing(spot, offset)
    places = []
    for base, span, role_word in _places(analysis.document, _mentioned, thing):
        # A token is introduced by its character's seat in the same grimoire; the others do not name it.
        if not (role_word and thing.token) or base == spot.base:
            places.append(Place(span.shifted(base), declaration=role_word and base == spot.base))
    places.sort()
    here = next((place.span for place in places if place.span.holds(offset)), None)
    return None if here is None else Named(thing.label, here, tuple(places))


def rename(analysis: Analysis, offset: int, name: str) -> Sequence[Edit]:
    """Gives the player at the cursor another name in every grimoire; drawings are drawn anew.

    Raises ValueError where nobody could read the new name, where it is somebody else's, or where a drawing has to be
    mended first.
    """
    spot = spot_at(analysis, offset)
    if spot is None or spot.kind != "name":
        raise ValueError("only players can be given another name: put the cursor on one")
    if not pattern("NAME").fullmatch(name):
        raise ValueError(f"`{name}` can't be a name: it is one word without brackets, `:`, `,`, `*` and `~`")
    if name == spot.word.text:
        return ()
    return [
        edit
        for base, record in _holding(analysis.document, spot.word.text)
        for edit in _renamed(analysis.document, base, record, spot.word.text, name)
    ]


def linked(analysis: Analysis, offset: int) -> Sequence[Span]:
    """The name of one player in the neighbouring grimoires of a game, all of them lines.

    Nothing where the entry is not complete, lest the name that is being typed take another player's along.
    """
    spot = spot_at(analysis, offset)
    if spot is None or spot.kind != "name" or not spot.seat or spot.seat.entry.broken:
        return ()
    document = analysis.document
    game = [(spot.base, spot.record), *_neighbours(document, spot, back=True), *_neighbours(document, spot)]
    seats = [
        (base, record, seat)
        for base, record in game
        for seat in record.seats
        if seat.entry.name.text == spot.word.text
    ]
    if any(record.form == "drawing" or seat.entry.broken for _, record, seat in seats):
        return ()
    return sorted(seat.name.span.shifted(base) for base, _, seat in seats)


# Players


def _player(document: Document, spot: Spot) -> Named:
    return Named(spot.word.text, spot.span, _seats_of(document, spot.word.text), renames=True)


@lru_cache(maxsize=1)
def _seats_of(document: Document, name: str) -> tuple[Place, ...]:
    """Where a player's name stands; remembered because editors ask for it whenever the cursor moves."""
    spans = sorted([span.shifted(base) for base, span, _ in _places(document, _seated, name)])
    return tuple([Place(span, declaration=number == 0) for number, span in enumerate(spans)])


def _seated(chunk: Chunk, name: str) -> Iterator[_Mention]:
    """The seats of a player in a chunk."""
    if name not in chunk.text:
        return
    sheet = parse(chunk.text).value
    if sheet.plain:
        # Behind the opening bracket, a blank or the marks of the dead only names stand.
        for found in re.finditer(rf"(?<=[\[ *~]){re.escape(name)}(?=:|~~:)", chunk.text):
            yield _Mention(Span(*found.span()), role_word=False)
    elif sheet.record:
        for seat in sheet.record.seats:
            if seat.entry.name.text == name:
                yield _Mention(seat.name.span, role_word=False)


def _renamed(document: Document, base: int, record: Record, old: str, new: str) -> Iterator[Edit]:
    """The edits of one grimoire that may name the player."""
    seats = [seat for seat in record.seats if seat.entry.name.text == old]
    if not seats:
        return
    line = document.position_at(base + record.span.start, "utf-32").line + 1
    if any(seat.entry.name.text == new for seat in record.seats):
        raise ValueError(f"`{new}` sits in the grimoire of line {line} already")
    if record.form == "line":
        yield from (Edit(*seat.name.span.shifted(base), new) for seat in seats)
        return
    if not record.sound or record.sides is None:
        raise ValueError(f"the drawing of line {line} must be mended first: it has to be drawn anew")
    players = [
        replace(player, name=new) if player.name == old else player for player in record.grimoire.players
    ]
    text = document.text(*record.span.shifted(base))
    yield redrawn(Grimoire(tuple(players)), record.sides, text).shifted(base + record.span.start)


def _neighbours(document: Document, spot: Spot, back: bool = False) -> Iterator[tuple[int, Record]]:
    """The grimoires of the same game before or behind the one at the cursor."""
    step = document.before if back else document.after
    last, place = spot.record, step(document.place_at(spot.base))
    while place is not None:
        record = sheet_at(document, place).record
        if record and record.form != "bag":
            if not one_game(last.gist, record.gist):
                return
            yield place.start, record
            last = record
        place = step(place)


# Characters and tokens


class _Thing(NamedTuple):
    """A character, or one of its tokens."""

    label: str
    texts: tuple[str, ...]
    """A grimoire that names it holds one of these."""
    role: Role | None
    id: str
    token: str = ""


class _Mention(NamedTuple):
    span: Span
    role_word: bool
    """Whether it is the character of a seat or of a bag."""


def _thing(spot: Spot, offset: int) -> _Thing:
    word = spot.word
    if spot.kind == "role":
        return _character(word.text)
    token = token_of(word.text)
    if token.prefix and offset - spot.base <= word.start + len(token.prefix):
        return _character(token.role.id if token.role else token.prefix)
    owner = token.role.id if token.role else token.prefix
    return _Thing(
        f"{owner}:{token.name}" if owner else token.name, (token.name,), token.role, owner, token.name
    )


def _character(name: str) -> _Thing:
    role = roles().get(name)
    short = (f"{role.short}:",) if role and role.short else ()
    return _Thing(name, (name, *short), role, name)


def _mentioned(chunk: Chunk, thing: _Thing) -> Iterator[_Mention]:
    """Where a chunk names it; for a token with its character's seat."""
    record = parse(chunk.text).value.record if any(text in chunk.text for text in thing.texts) else None
    for kind, word, _ in words(record) if record else ():
        if kind == "role" and word.text == thing.id != "":
            yield _Mention(word.span, role_word=True)
        elif kind == "token":
            yield from _in_token(word, thing)


def _in_token(word: Word, thing: _Thing) -> Iterator[_Mention]:
    token = token_of(word.text)
    if (token.role.id if token.role else token.prefix) != thing.id:
        return
    if not thing.token:
        yield _Mention(Span(word.start, word.start + len(token.prefix)), role_word=False)
    elif token.name == thing.token:
        yield _Mention(word.span, role_word=False)


def _places(
    document: Document, search: Callable[[Chunk, A], Iterable[_Mention]], about: A
) -> Iterator[tuple[int, Span, bool]]:
    """All mentions in a file: where the chunk begins, the place in it, whether it is the character of a seat."""
    start = 0
    for block in document.blocks:
        for at, (span, role_word) in kept(block, _found, (search, about)):
            yield start + at, span, role_word
        start += block.chars


def _found(
    block: Block, search: tuple[Callable[[Chunk, A], Iterable[_Mention]], A]
) -> list[tuple[int, _Mention]]:
    """The mentions in a block, each with where its chunk begins in that."""
    found, start, (look, about) = [], 0, search
    for chunk in block.chunks:
        found += [(start, mention) for mention in look(chunk, about)]
        start += len(chunk.text)
    return found


def _holding(document: Document, *texts: str) -> Iterator[tuple[int, Record]]:
    """The records of the chunks in which one of the texts stands."""
    for place in document.places():
        if any(text in place.chunk.text for text in texts) and (record := sheet_at(document, place).record):
            yield place.start, record
