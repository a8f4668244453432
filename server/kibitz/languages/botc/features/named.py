"""References to players, characters and tokens in a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Mention, Named
from kibitz.core.chunks import Place
from kibitz.core.document import Document
from kibitz.core.memory import kept_with
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import WordAt, naming, word_at, words
from kibitz.languages.botc.game.roles import Role, roles
from kibitz.languages.botc.text.nodes import Word, token_of


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
    return tuple([Mention(span, declaration=number == 0) for number, span in enumerate(spans)])


# Characters and tokens


class _Thing(NamedTuple):
    """A character, or one of its tokens."""

    label: str
    texts: tuple[str, ...]
    """Texts of which a grimoire contains one if it names the character or token."""
    role: Role | None
    id: str
    token: str = ""


def _thing(found: WordAt, offset: int) -> _Thing:
    word = found.word
    if found.kind == "role":
        return _character(word.text)
    token = token_of(word.text)
    if token.prefix and offset - found.place.start <= word.start + len(token.prefix):
        return _character(token.owner)
    owner = token.owner
    return _Thing(
        f"{owner}:{token.name}" if owner else token.name, (token.name,), token.role, owner, token.name
    )


def _character(name: str) -> _Thing:
    role = roles().get(name)
    short = (f"{role.short}:",) if role and role.short else ()
    return _Thing(name, (name, *short), role, name)


def _mentions(document: Document, thing: _Thing) -> Iterator[tuple[Place, Span, bool]]:
    """Yield all mentions in a file with their chunks, and whether each is the role of a seat or of a bag."""
    for place, record in naming(document, *thing.texts):
        for kind, word, _ in words(record):
            if kind == "role" and word.text == thing.id != "":
                yield place, word.span, True
            elif kind == "token" and (span := _in_token(word, thing)):
                yield place, span, False


def _in_token(word: Word, thing: _Thing) -> Span | None:
    """Return the place of a character's prefix or a token's name in a token, or None."""
    token = token_of(word.text)
    if token.owner != thing.id:
        return None
    if not thing.token:
        return Span(word.start, word.start + len(token.prefix))
    return word.span if token.name == thing.token else None
