"""Passes over a whole block of games in which nothing is wrong, from its text: no values of its items are made."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kibitz.core.chunks import Block, Chunk
from kibitz.core.rules import Rules
from kibitz.languages.qgn import check, tag_values
from kibitz.languages.qgn.assist import BlockTally, count, heads_in, is_action
from kibitz.languages.qgn.check import State
from kibitz.languages.qgn.follow import begin
from kibitz.languages.qgn.games import Games, Known
from kibitz.languages.qgn.head import facts
from kibitz.languages.qgn.legacy import LEGACY, REQUIRED
from kibitz.languages.qgn.proof import proven
from kibitz.languages.qgn.replay import Course
from kibitz.languages.qgn.syntax import words_of
from kibitz.languages.qgn.tag_values import SEPARATOR
from kibitz.languages.qgn.tags import plain_tags
from kibitz.languages.qgn.vocabulary import vocabulary

if TYPE_CHECKING:
    from kibitz.languages.qgn.language import Qgn


class Opening(NamedTuple):
    """A game before its first action."""

    known: Known | None
    teams: int
    course: Course | None


def leap(language: Qgn, state: State, block: Block) -> tuple[State, BlockTally] | None:
    """The state behind a block with what is kept of it; None where something may be to be said of the block."""
    rules, course = language.rules, state.course
    words = vocabulary(state.known, None if state.teams is None else len(state.teams), rules)
    head: Chunk | None = None
    indices: list[int] = []
    for chunk in block.chunks:
        text = chunk.text
        if is_action(text):
            proof = None if "\r" in text and not state.crlf else proven(course, words, words_of(text))
            if proof is None or not (state.begun or head):
                return None
            course = proof.course
            indices += proof.teams
        else:
            opening = _opening(text, language)
            if opening is None:
                return None
            head, indices, course = chunk, [], opening.course
            words = vocabulary(opening.known, opening.teams, rules)
    if head is not None:
        state = check.opened(state, head, language.parsed(head.text).value, language.games)
    return state._replace(course=course), BlockTally(count(indices), heads_in(block.chunks), False, {})


@lru_cache(maxsize=4096)
def _opening(text: str, language: Qgn) -> Opening | None:
    """What a head says of the game; None where something is to be said of the head."""
    rules, games = language.rules, language.games
    tags = plain_tags(text)
    if tags is None:
        # A comment, perhaps.
        parsed = language.parsed(text)
        told = facts(parsed.value, games)
        known, teams = told.known, told.teams
        if parsed.problems or teams is None:
            return None
    else:
        if any(key in LEGACY for key in tags) or not all(tags.get(key) for key in REQUIRED):
            return None
        known, teams = games.get(tags["key"]), tuple(tags["teams"].split(SEPARATOR))
        if not all(_is_fine(key, value, known, rules, games) for key, value in tags.items()):
            return None
    return Opening(known, len(teams), begin(known, teams))


@lru_cache(maxsize=4096)
def _is_fine(key: str, value: str, known: Known | None, rules: Rules, games: Games) -> bool:
    """Whether nothing is to be said of the value of a tag."""
    return not value or not any(tag_values.check(key, value, known, rules, games))
