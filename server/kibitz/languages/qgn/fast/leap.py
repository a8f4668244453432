"""Passes over games in which nothing is wrong, from their text: no values of their items are made."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.language import Language
from kibitz.core.notation import Leap
from kibitz.core.rules import Rules
from kibitz.languages.qgn.check import values
from kibitz.languages.qgn.check.play import begin
from kibitz.languages.qgn.check.step import State, opened
from kibitz.languages.qgn.fast.proof import proven
from kibitz.languages.qgn.fast.run import words_of
from kibitz.languages.qgn.fast.vocabulary import vocabulary
from kibitz.languages.qgn.game.games import Games, Known
from kibitz.languages.qgn.game.replay import Course
from kibitz.languages.qgn.text.head import LEGACY, REQUIRED, SEPARATOR, facts
from kibitz.languages.qgn.text.model import Part
from kibitz.languages.qgn.text.record import BlockTally, count, has_crlf, heads_in, is_action
from kibitz.languages.qgn.text.tags import plain_tags


class Opening(NamedTuple):
    """A game before its first action."""

    known: Known | None
    teams: int
    course: Course | None


def leap(language: Language[Part], games: Games, state: State, chunks: tuple[Chunk, ...]) -> Leap | None:
    """How far nothing surely is to be said of some chunks."""
    rules, course = language.rules, state.course
    words = vocabulary(state.known, None if state.teams is None else len(state.teams), rules)
    head: Chunk | None = None
    indices: list[int] = []
    passed = 0
    for chunk in chunks:
        text = chunk.text
        if is_action(text):
            proof = None if "\r" in text and not state.crlf else proven(course, words, words_of(text))
            if proof is None or not (state.begun or head):
                break
            course = proof.course
            indices += proof.teams
        else:
            opening = _opening(text, language, games)
            if opening is None:
                break
            head, indices, course = chunk, [], opening.course
            words = vocabulary(opening.known, opening.teams, rules)
        passed += 1
    if head is not None:
        state = opened(state, head, language.parsed(head.text).value, games)
    leapt = chunks[:passed]
    tally = BlockTally(count(indices), heads_in(leapt), False, has_crlf(leapt))
    return Leap(state._replace(course=course), passed, tally)


@lru_cache(maxsize=4096)
def _opening(text: str, language: Language[Part], games: Games) -> Opening | None:
    """What a head says of the game; None where something is to be said of the head."""
    rules = language.rules
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
    return not value or not any(values.check(key, value, known, rules, games))
