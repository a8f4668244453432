"""Possible plays at the seats of the preview: deaths, votes, tokens, other characters, and the next grimoire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Action, Play, plays_of
from kibitz.core.replay import worsened
from kibitz.core.setting import Preferences
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import Table
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


def plays(language: Botc, analysis: Analysis, offset: int | None, taken: Sequence[str]) -> Sequence[Play]:
    """Return the possible plays of the grimoire at `offset`, or of the last one; without a grimoire, the completions."""
    what = shown(analysis, offset, Preferences())
    if what is None or not what.seats or not what.record.sound:
        at = len(analysis.document) if offset is None else offset
        return [] if taken else [*plays_of(language.complete(analysis, at))]
    if not taken:
        return [*_seats(what), *_plays(_actions(language, analysis, what, 0), (NEXT,))]
    index = next((index for index in range(len(what.seats)) if seat_place(index) == taken[0]), None)
    if index is None:
        return []
    if tuple(taken[1:]) == (CHARACTER,):
        return [*_right(analysis, _characters(analysis, what, index))]
    actions = _actions(language, analysis, what, index)
    if tuple(taken[1:]) == (TOKEN,):
        return [*_right(analysis, _plays(actions, TOKENS))]
    if len(taken) > 1:
        return []
    tokens = [Play(TOKEN, "Token …")] if any(one.kind in TOKENS for one in actions) else []
    return [*_right(analysis, _plays(actions, LIFE)), *tokens, Play(CHARACTER, "Role …")]


def _seats(what: Shown) -> Iterator[Play]:
    for index, player in enumerate(what.players):
        dead = ", dead" if player.dead else ""
        yield Play(
            seat_place(index), f"{player.name}, {player.role.replace('_', ' ')}{dead} …", seat_place(index)
        )


def _actions(language: Botc, analysis: Analysis, what: Shown, index: int) -> Sequence[Action]:
    """Return the light bulb's actions for a player."""
    span = what.span(index) or Span(what.place.start, what.place.start)
    return language.actions(analysis, Span(span.start, span.start))


def _plays(actions: Sequence[Action], kinds: Sequence[str]) -> Iterator[Play]:
    wanted = [one for one in actions if one.kind in kinds]
    for one in sorted(wanted, key=lambda one: kinds.index(one.kind)):
        yield Play(one.title, one.title, edits=one.edits, cursor=one.cursor)


def _characters(analysis: Analysis, what: Shown, index: int) -> Iterator[Play]:
    """Yield plays for the characters of the script, or for all of them, that are not in play."""
    player = what.players[index]
    seated = {one.role for one in what.players}
    for role in what.script.for_players():
        if role.id not in seated:
            new = {index: replace(player, role=role.id)}
            edits = Table(analysis, what.place, what.record).changed(new)
            yield Play(role.id, f"{player.name} becomes the {role.name}", edits=edits)


def _right(analysis: Analysis, found: Iterable[Play]) -> Iterator[Play]:
    """Yield the plays that cause no new findings, such as a revival without a cause or a changed setup."""
    return (one for one in found if worsened(analysis, one.edits) is None)
