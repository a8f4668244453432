"""Possible plays at the seats of the preview: deaths, votes, tokens, other characters, and the next grimoire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Play, plays_of
from kibitz.core.replay import worsened
from kibitz.core.setting import Preferences
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import GrimoireContext
from kibitz.languages.botc.features._shown import Shown, shown
from kibitz.languages.botc.features.actions import (
    ADD,
    GIVE_BACK,
    KILL,
    MOVE,
    NEXT,
    REMOVE,
    REVIVE,
    SPEND,
)
from kibitz.languages.botc.features.scene import seat_place
from kibitz.languages.botc.language import Botc

LIFE = (KILL, REVIVE, SPEND, GIVE_BACK)
"""Plays of life and death at a seat, in their order."""
TOKENS = (ADD, REMOVE, MOVE)
"""Plays with reminder tokens, in their order. Swapped seats are too rare for a play."""
TOKEN, CHARACTER = "token", "character"
"""The keys of the plays that have the tokens and the characters as follow-ups."""


def plays(language: Botc, analysis: Analysis, offset: int | None, taken: Sequence[str]) -> Iterator[Play]:
    """Yield the possible plays of the grimoire at `offset`, or of the last one; without a grimoire, the completions."""
    what = shown(analysis, offset, Preferences())
    if what is None or not what.seats or not what.record.sound:
        at = len(analysis.document) if offset is None else offset
        yield from () if taken else plays_of(language.complete(analysis, at))
        return
    seats = [seat_place(index) for index in range(len(what.seats))]
    if not taken:
        for place, player in zip(seats, what.players, strict=True):
            dead = ", dead" if player.dead else ""
            yield Play(place, f"{player.name}, {player.role.replace('_', ' ')}{dead} …", place)
        yield from _plays(language, analysis, what, 0, (NEXT,))
    elif taken[0] in seats:
        index = seats.index(taken[0])
        tokens = [*_plays(language, analysis, what, index, TOKENS)]
        if len(taken) == 1:
            yield from _right(analysis, _plays(language, analysis, what, index, LIFE))
            yield from [Play(TOKEN, "Token …")] if tokens else []
            yield Play(CHARACTER, "Role …")
        elif len(taken) == 2:
            further = {TOKEN: tokens, CHARACTER: _characters(analysis, what, index)}
            yield from _right(analysis, further.get(taken[1], ()))


def _plays(
    language: Botc, analysis: Analysis, what: Shown, index: int, kinds: Sequence[str]
) -> Iterator[Play]:
    """Yield the light bulb's actions of some kinds for a player."""
    start = (what.span(index) or what.place).start
    actions = language.actions(analysis, Span(start, start))
    for one in (one for kind in kinds for one in actions if one.kind == kind):
        yield Play(one.title, one.title, edits=one.edits, cursor=one.cursor)


def _characters(analysis: Analysis, what: Shown, index: int) -> Iterator[Play]:
    """Yield plays for the characters of the script, or for all of them, that are not in play."""
    player = what.players[index]
    seated = {one.role for one in what.players}
    for role in what.script.for_players():
        if role.id not in seated:
            new = {index: replace(player, role=role.id)}
            edits = GrimoireContext(analysis, what.place, what.record).changed(new)
            yield Play(role.id, f"{player.name} becomes the {role.name}", edits=edits)


def _right(analysis: Analysis, found: Iterable[Play]) -> Iterator[Play]:
    """Yield the plays that cause no new findings, such as a revival without a cause or a changed setup."""
    return (one for one in found if worsened(analysis, one.edits) is None)
