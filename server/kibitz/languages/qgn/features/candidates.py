"""Likely corrections of an action: legal actions that are consistent with the rest of the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import CANDIDATES, GONE_OVER, REPAIRS
from kibitz.core.candidates import Candidate
from kibitz.core.entries import LEFT_OUT
from kibitz.core.values import Diagnostic, Edit, Fix, Span
from kibitz.languages.qgn.features._history import (
    Cursor,
    actions,
    attempts,
    cursor_at,
    games_of,
    read,
    state_at,
)
from kibitz.languages.qgn.game.position import Act, Move, Position, goes_well, near, written
from kibitz.languages.qgn.text.items import Action, Junk, shown
from kibitz.languages.qgn.text.record import converted, is_head

BEFORE = 8
"""Number of actions before a finding that may contain its cause."""
REST = 50
"""Number of following actions that judge a candidate."""
MOST_CANDIDATES = 10
"""Maximum number of candidates for a missing action."""
ENDED = 4.5
"""The cost (a negative logarithm) of a missing action that ends the game at the last action.

Most records end there, but one of many moves may end the game by chance.
"""
Rest = Sequence[Act | None]


def candidates(language: object, analysis: Analysis, finding: Diagnostic) -> Iterator[Fix | Candidate]:
    """See :meth:`kibitz.core.language.Language.candidates`.

    The candidates are legal actions one typo away from the written ones, swapped details, and missing actions before
    the finding. They are tried at the finding, at the places to which it refers, and shortly before.
    """
    if finding.rule.slug == "legacy-record":
        yield from _as_qgn(analysis, finding)
    for span in (finding.span, *(one.span for one in finding.related)):
        here = cursor_at(analysis, span.start)
        position = _position(analysis, here)
        if position is None or here.placed is None:
            continue
        rest = list(islice(_acts(analysis, here), REST))
        borne = [
            (_borne(position, move, rest[1:])[0], move) for move in near(position, here.placed.item.text)
        ]
        most = max((count for count, _ in borne), default=0)
        for move in [move for count, move in borne if count == most][:CANDIDATES]:
            yield _read(analysis, position, move, here.placed.span)
        if span == finding.span:
            missing = list(_missing(position, span.start, rest))
            yield from missing
            # A typo that gives another legal action does not change the turns.
            if most < len(rest) - 1 and not missing and finding.rule.slug != "turn-order":
                yield from _earlier(analysis, here)


def _as_qgn(analysis: Analysis, finding: Diagnostic) -> Iterator[Candidate]:
    """Yield the conversion of a record of BGN: one change, although it edits each of its tags."""
    head = analysis.document.place_at(finding.span.start)
    edits = converted(read(analysis, head), games_of(analysis))
    shifted = tuple(edit.shifted(head.start) for edit in edits)
    yield Candidate(shifted, 0.0, "Convert the record to QGN", "known", things=1, backing="word")


def _position(analysis: Analysis, here: Cursor) -> Position | None:
    """Return the game before the action at a place, if the position and the team to move are known."""
    if here.placed is None or not isinstance(here.placed.item, (Action, Junk)):
        return None
    position = state_at(analysis, here.place, here.placed.start).certain
    return position if position is not None and position.turn is not None else None


def _acts(analysis: Analysis, here: Cursor) -> Iterator[Act | None]:
    """Yield the game's reading of the action at a place and of all later actions."""
    state = state_at(analysis, here.place, here.place.start)
    first = here.placed.start if here.placed is not None else 0
    for place in analysis.document.since(here.place):
        if is_head(place) and place.start > here.place.start:
            return
        for span, action in attempts(analysis, [place]):
            if span.start >= first:
                yield state.act(action.text, analysis.language.rules)


def _earlier(analysis: Analysis, here: Cursor) -> Iterator[Fix]:
    """Yield replacements of earlier actions after which all following actions are legal."""
    end = here.placed.start if here.placed is not None else 0
    before = [one for one in actions(analysis, [here.place]) if one[0].start < end]
    for span, action in before[-BEFORE:]:
        there = cursor_at(analysis, span.start)
        position = _position(analysis, there)
        if position is None:
            continue
        rest = list(islice(_acts(analysis, there), BEFORE + REST))[1:]
        for move in near(position, action.text):
            if _borne(position, move, rest)[0] == len(rest):
                yield _read(analysis, position, move, span)


def _missing(position: Position, start: int, rest: Rest) -> Iterator[Candidate]:
    """Yield the legal actions after which the rest is legal, first those that end the game at the last action."""
    moves = ((move, *_borne(position, move, rest)) for move in islice(position.moves(), GONE_OVER))
    found = list(islice(((move, over) for move, count, over in moves if count == len(rest)), MOST_CANDIDATES))
    for number, (move, over) in enumerate(sorted(found, key=lambda one: not one[1])[:REPAIRS]):
        cost = ENDED if over and not all(one[1] for one in found) else LEFT_OUT
        edit = Edit(start, start, f"{written(position, move)} ")
        yield Candidate((edit,), cost + number, f"Add {_in_words(position, move)}", "known")


def _borne(position: Position, move: Move, rest: Rest) -> tuple[int, bool]:
    """Count the legal actions after a move, and return whether they end the game."""
    after, count, _ = goes_well(position.play(position.turn or 0, move.sign, move.details)[0], rest)
    return count, count == len(rest) and after.over


def _read(analysis: Analysis, position: Position, move: Move, span: Span) -> Fix:
    old = shown(analysis.document.text(*span))
    return Fix.of(f"Change `{old}` to {_in_words(position, move)}", *span, written(position, move))


def _in_words(position: Position, move: Move) -> str:
    act = Act(position.turn or 0, move.sign, move.details)
    does = position.in_words(act) if position.has_things else ""
    return f"`{written(position, move)}`" + (f", {does}" if does else "")
