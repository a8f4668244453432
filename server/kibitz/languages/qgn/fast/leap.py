"""Passes over games in which nothing is wrong, from their text: no values of their items are made."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.language import Language
from kibitz.core.notation import Leap
from kibitz.languages.qgn.check.step import USUAL, State, course_of, opened
from kibitz.languages.qgn.fast.proof import proven
from kibitz.languages.qgn.fast.run import words_of
from kibitz.languages.qgn.fast.vocabulary import vocabulary
from kibitz.languages.qgn.game.course import Course
from kibitz.languages.qgn.game.games import Games, Known
from kibitz.languages.qgn.text.head import read_head
from kibitz.languages.qgn.text.model import Part
from kibitz.languages.qgn.text.record import BlockTally, count, has_crlf, heads_in, is_action


class Opening(NamedTuple):
    """A game before its first action."""

    known: Known | None
    teams: int
    course: Course | None
    completed: bool | None
    """What its tag `completed` says."""


def leap(language: Language[Part], games: Games, state: State, chunks: tuple[Chunk, ...]) -> Leap | None:
    """How far nothing surely is to be said of some chunks."""
    if state.strange:
        return None
    rules, course = language.rules, state.course
    words = vocabulary(state.known, None if state.teams is None else len(state.teams), rules)
    head: int | None = None
    claim, played = state.completed and state.completed[2], bool(state.chunks)
    indices: list[int] = []
    passed = 0
    for number, chunk in enumerate(chunks):
        text = chunk.text
        if is_action(text):
            proof = None if "\r" in text and not state.crlf else proven(course, words, words_of(text))
            if proof is None or not (state.begun or head is not None):
                break
            course, played = proof.course, True
            indices += proof.teams
        else:
            opening = _opening(text, language, games)
            position = course and course.position
            if opening is None or (played and claim is not None and position and position.over != claim):
                break
            claim, played = opening.completed, False
            head, indices, course = number, [], opening.course
            words = vocabulary(opening.known, opening.teams, rules)
        passed += 1
    leapt = chunks[:passed]
    if head is not None:
        state = opened(state, chunks[head], language.parsed(chunks[head].text).value, games, rules)
    actions = leapt if head is None else leapt[head + 1 :]
    state = state.with_chunks(actions)
    if actions and state.known is not None:
        state = state._replace(told=state.told | {USUAL})
    tally = BlockTally(count(indices), heads_in(leapt), False, has_crlf(leapt))
    return Leap(state._replace(course=course), passed, tally)


def _opening(text: str, language: Language[Part], games: Games) -> Opening | None:
    """What a head says of the game; None where something is to be said of the head."""
    parsed = language.parsed(text)
    told = read_head(parsed.value, games)
    if parsed.problems or told.teams is None:
        return None
    return Opening(told.known, len(told.teams), course_of(told), told.completed)
