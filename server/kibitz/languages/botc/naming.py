"""Where players, characters and tokens are named in a file, and giving a player another name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kibitz.core.values import Edit, Named, Place, Span
from kibitz.languages.botc.grammar import pattern
from kibitz.languages.botc.log import one_game
from kibitz.languages.botc.model import Grimoire
from kibitz.languages.botc.nodes import Record, Word, token_of
from kibitz.languages.botc.redraw import redrawn
from kibitz.languages.botc.roles import Role, roles
from kibitz.languages.botc.spot import Spot, sheet_at, spot_at, words

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.core.document import Document


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
    places = sorted(
        Place(found.span.shifted(base), declaration=found.role_word and base == spot.base)
        for base, record in _holding(analysis.document, *thing.texts)
        for found in _mentions(record, thing, owner=base == spot.base)
    )
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
    spans = sorted(
        seat.name.span.shifted(base)
        for base, record in _holding(document, name)
        if name in record.names or not record.sound
        for seat in record.seats
        if seat.entry.name.text == name
    )
    return tuple([Place(span, declaration=number == 0) for number, span in enumerate(spans)])


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
            if not one_game(last, record):
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


def _thing(spot: Spot, offset: int) -> _Thing | None:
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


def _mentions(record: Record, thing: _Thing, owner: bool) -> Iterator[_Mention]:
    """Where a record names it; for a token with its character's seat, if `owner` is asked for."""
    for kind, word, _ in words(record):
        if kind == "role" and word.text == thing.id != "" and (owner or not thing.token):
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


def _holding(document: Document, *texts: str) -> Iterator[tuple[int, Record]]:
    """The records of the chunks in which one of the texts stands."""
    for place in document.places():
        if any(text in place.chunk.text for text in texts) and (record := sheet_at(document, place).record):
            yield place.start, record
