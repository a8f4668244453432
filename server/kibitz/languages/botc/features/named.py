"""References to players, characters and tokens in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Mention, Named
from kibitz.core.chunks import Place
from kibitz.core.document import Document
from kibitz.core.internal_errors import RefusedError
from kibitz.core.memory import kept_with
from kibitz.core.picture import columns
from kibitz.core.values import Edit, Span
from kibitz.languages.botc.drawing.reader import read
from kibitz.languages.botc.drawing.render import redrawn
from kibitz.languages.botc.features._cursor import Placed, WordAt, grimoires, naming, word_at, words
from kibitz.languages.botc.game.log import Grimoire, one_game
from kibitz.languages.botc.game.roles import roles
from kibitz.languages.botc.text.grammar import pattern
from kibitz.languages.botc.text.nodes import Record, token_of


def named(language: object, analysis: Analysis, offset: int) -> Named | None:
    """Return the player, character or token at the cursor, or None.

    The first mention introduces a player; the character's seat in the same grimoire introduces a token.
    """
    found = word_at(analysis, offset)
    if found is None or analysis.document.text(*found.span) != found.word.text:
        # A name that is split over lines must be fixed first.
        return None
    if found.kind == "name":
        name = found.word.text
        return Named(name, found.span, _seats_of(analysis, name), renames=True)
    thing = _thing(found, offset)
    places = []
    for place, span, role_word in _mentions(analysis.document, thing):
        # The character's seat in the same grimoire introduces a token.
        introduces = role_word and place == found.place
        if introduces or not (role_word and thing.token):
            places.append(Mention(span.shifted(place.start), declaration=introduces))
    places.sort()
    here = next((place.span for place in places if place.span.holds(offset)), None)
    return None if here is None else Named(thing.label, here, tuple(places))


@kept_with
def _seats_of(analysis: Analysis, name: str) -> tuple[Mention, ...]:
    """Return all places of a player's name. The result is cached, because editors ask after each cursor movement."""
    spans = sorted(
        seat.name.span.shifted(place.start)
        for place, record in naming(analysis.document, name)
        for seat in record.seats
        if seat.player.name == name
    )
    return tuple(Mention(span, declaration=number == 0) for number, span in enumerate(spans))


# Characters and tokens


class _Thing(NamedTuple):
    """A character, or one of its tokens."""

    label: str
    texts: tuple[str, ...]
    """Texts of which a grimoire contains one if it names the character or token."""
    id: str
    token: str = ""


def _thing(found: WordAt, offset: int) -> _Thing:
    word = found.word
    if found.kind == "role":
        return _character(word.text)
    token = token_of(word.text)
    if token.prefix and offset - found.place.start <= word.start + len(token.prefix):
        return _character(token.owner)
    label = f"{token.owner}:{token.name}" if token.owner else token.name
    return _Thing(label, (token.name,), token.owner, token.name)


def _character(name: str) -> _Thing:
    role = roles().get(name)
    short = (f"{role.short}:",) if role and role.short else ()
    return _Thing(name, (name, *short), name)


def _mentions(document: Document, thing: _Thing) -> Iterator[tuple[Place, Span, bool]]:
    """Yield all mentions in a file with their chunks, and whether each is the role of a seat or of a bag."""
    for place, record in naming(document, *thing.texts):
        for kind, word, _ in words(record):
            token = token_of(word.text)
            if kind == "role" and word.text == thing.id != "":
                yield place, word.span, True
            elif kind == "token" and token.owner == thing.id:
                if not thing.token:
                    yield place, Span(word.start, word.start + len(token.prefix)), False
                elif token.name == thing.token:
                    yield place, word.span, False


def rename(language: object, analysis: Analysis, offset: int, name: str) -> Sequence[Edit]:
    """Return the edits that rename a player in every grimoire. Renaming back restores the text.

    Raises RefusedError if the new name is unreadable or taken, or if a damaged entry needs a fix first.
    """
    found = word_at(analysis, offset)
    if found is None or found.kind != "name":
        raise RefusedError("only players can be given another name: put the cursor on one")
    if analysis.document.text(*found.span) != found.word.text or not pattern("NAME").fullmatch(
        found.word.text
    ):
        raise RefusedError(f"`{found.word.text}` has a typo: fix it first")
    if not pattern("NAME").fullmatch(name):
        raise RefusedError(
            f"`{name}` can't be a name: it is one word without brackets, `:`, `,`, `*` and `~`"
        )
    if name == found.word.text:
        return ()
    return [
        edit
        for place, record in naming(analysis.document, found.word.text)
        for edit in _renamed(analysis.document, place.start, record, found.word.text, name)
    ]


def _renamed(document: Document, base: int, record: Record, old: str, new: str) -> Iterator[Edit]:
    """Yield the edits that rename a player in one grimoire."""
    seats = [seat for seat in record.seats if seat.player.name == old]
    if not seats:
        return
    line = document.position_at(base + record.span.start, "utf-32").line + 1
    if any(seat.player.name == new for seat in record.seats):
        raise RefusedError(f"`{new}` already sits in the grimoire in line {line}")
    if record.form == "line":
        for span in [seat.name.span.shifted(base) for seat in seats]:
            if document.text(*span) != old:
                raise RefusedError(f"`{old}` in line {line} has a typo: fix it first")
            yield Edit(*span, new)
        return
    if not record.sound or record.sides is None:
        raise RefusedError(f"the drawing in line {line} is damaged: format the record first")
    span = record.span.shifted(base)
    drawn = _drawn(text := document.text(*span), old, new)
    if drawn is None or _drawn(drawn, new, old) != text:
        raise RefusedError(f"the drawing in line {line} has no room for `{new}`: format the record first")
    yield Edit(*span, drawn)


def _drawn(text: str, old: str, new: str) -> str | None:
    """Return a drawing with another name, or None without room. A well-formed drawing is redrawn, another one edited in place."""
    reading = read(text)
    players = [replace(one, name=new) if one.name == old else one for one in reading.grimoire.players]
    grimoire = Grimoire(tuple(players))
    if redrawn(reading.grimoire, reading.sides, text).text == text:
        return redrawn(grimoire, reading.sides, text).text
    more = columns(new) - columns(old)
    spans = sorted(entry.name.span for entry in reading.seats if entry.name.text == old)
    for start, end in reversed(spans):
        rest = text[end:].lstrip("*~")
        marks, behind = text[end : len(text) - len(rest)], rest.lstrip(" ")
        if (room := len(rest) - len(behind)) < more:
            return None
        text = f"{text[:start]}{new}{marks}{' ' * (room - more)}{behind}"
    again = read(text)
    same = [one.rule for one in again.doubts] == [one.rule for one in reading.doubts]
    return text if same and (again.grimoire, again.sides) == (grimoire, reading.sides) else None


def linked(language: object, analysis: Analysis, offset: int) -> Sequence[Span]:
    """Return a player's name in all neighbouring grimoires of a game, if all of them are lines.

    The result is empty for a broken entry, because a half-typed name could match another player.
    """
    found = word_at(analysis, offset)
    if found is None or found.kind != "name" or not found.seat or found.seat.broken:
        return ()
    document, place = analysis.document, found.place
    around = (document.until(place), document.since(place))
    game = [
        (found.place, found.record),
        *(one for places in around for one in _same_game(document, islice(places, 1, None), found.record)),
    ]
    seats = [
        (seat.name.span.shifted(place.start), record.form == "drawing" or seat.broken)
        for place, record in game
        for seat in record.seats
        if seat.player.name == found.word.text
    ]
    return () if any(apart for _, apart in seats) else sorted(span for span, _ in seats)


def _same_game(document: Document, places: Iterable[Place], last: Record) -> Iterator[Placed]:
    """Yield the grimoires of some chunks up to the end of the game."""
    for place, record in grimoires(document, places):
        if not one_game(last.grimoire, record.grimoire):
            return
        yield place, record
        last = record
