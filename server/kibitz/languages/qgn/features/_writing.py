"""The incomplete action at a place, and its likely continuation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import common_start
from kibitz.languages.qgn.features._cursor import Cursor
from kibitz.languages.qgn.features._standing import Moves, Standing, Weighed, Weights, by_weight, heads
from kibitz.languages.qgn.features.layout import WIDTH
from kibitz.languages.qgn.game.games import Kind, Known
from kibitz.languages.qgn.game.position import Act
from kibitz.languages.qgn.game.position import Move as Legal
from kibitz.languages.qgn.text.cut import BLANKS
from kibitz.languages.qgn.text.items import pattern
from kibitz.languages.qgn.text.model import Action

WORTH = {"wins": 5.0, "stops": 4.5, "puts": 4.0, "takes": 2.0, "attacks": 2.0, "leaves": 0.2}
"""The relative likelihood of a move by the first word of its advantage."""
SPELLED = 3
"""The number of remaining letters whose orders are all offered."""


def details(standing: Standing, team: int, sign: str, given: Sequence[str], begun: str = "") -> Weights:
    """Return the likely values of the next detail of an action; `begun` is its text so far."""
    known, kind = standing.known, standing.kind(sign)
    if known is None or kind is None:
        return _habitual(standing, sign, given, {})
    field = kind.field(len(given))
    if field is None or kind.is_complete(given):
        return {}
    moves = _moves(standing, kind, team)
    if moves is not None and ((found := moves.following(given)) or standing.legal(team) is not None):
        return found
    if field.letters:
        return _spelled(standing, known, kind, len(given), begun)
    return _habitual(standing, sign, given, dict.fromkeys(field.values(), 1.0))


def _moves(standing: Standing, kind: Kind, team: int) -> Moves | None:
    """Return all moves of an action, or None if they are unknown. Cached."""
    key = kind.letter, team
    if key not in standing.moves:
        moves = _listed(standing, kind, team)
        standing.moves[key] = None if moves is None else Moves(moves)
    return standing.moves[key]


def _listed(standing: Standing, kind: Kind, team: int) -> list[Weighed] | None:
    if standing.state.board is not None:
        return [(act.details, 1.0) for act, _ in all_actions(standing, standing.state.board.turn)]
    legal = standing.legal(team)
    return None if legal is None else [(one.details, _worth(one)) for one in legal if one.sign == kind.letter]


def all_actions(standing: Standing, team: int) -> list[tuple[Act, str]]:
    """Return all legal actions of a team, best first, each with its advantage, or nothing if they are unknown."""
    board = standing.state.board
    moves = board.moves(judged=True) if board is not None else standing.legal(team) or ()
    best = sorted(moves, key=lambda move: -_worth(move))
    return [(Act(team, move.sign, move.details), _named(move.why, standing.teams)) for move in best]


def _worth(move: Legal) -> float:
    return WORTH.get(move.why.partition(" ")[0], 1.0)


def _named(why: str, teams: Sequence[str]) -> str:
    """Return the advantage of a move in words, with the name of the team."""
    before, team, index = why.partition("team ")
    return before + teams[int(index)] if team else why


def _habitual(standing: Standing, sign: str, given: Sequence[str], found: Weights) -> Weights:
    """Return values weighted by their earlier uses in this place, or only the earlier ones if no values are given."""
    used = standing.usual(sign, len(given))
    return by_weight(
        {text: weight + used[text] for text, weight in (found or dict.fromkeys(used, 0.0)).items()}
    )


def _spelled(standing: Standing, known: Known, kind: Kind, number: int, begun: str) -> Weights:
    """Return the unplayed tiles of a game, or the remaining letters of a tile if the record has other tiles."""
    letters = kind.fields[number].letters
    laid = [
        action.details[number].text
        for action in standing.actions
        if action.sign == kind.letter and len(action.details) > number
    ]
    if known.turned and known.turned.keys() >= {*laid}:
        lies = {same for tile in laid for same in known.turned.get(tile, ())} if known.once else set[str]()
        if fitting := [tile for tile in known.turned if tile.startswith(begun) and tile not in lies]:
            return dict.fromkeys(fitting, 1.0)
    left = "".join(sorted(set(letters) - set(begun)))
    if len(left) > SPELLED or not set(begun) <= set(letters) or len(set(begun)) != len(begun):
        return {}
    return {begun + "".join(order): 1.0 for order in permutations(left)}


GUESSED = 0.5
"""Minimum likelihood of a suggestion if there is no other."""
SURE = 0.75
"""Minimum likelihood of text that is added to a more certain suggestion."""
CERTAIN = 0.95
"""Minimum likelihood of text that is taken as certain."""
LONGEST_SUGGESTION = 200
"""Maximum length of a suggestion, in characters."""


class Writing(NamedTuple):
    """The part of an action before a place in it."""

    start: int
    team: int
    sign: str = ""
    given: tuple[str, ...] = ()
    """The details before the current one."""
    begun: str | None = None
    """The current detail up to the place; None before the `&`."""


def writing_at(analysis: Analysis, here: Cursor, offset: int) -> Writing | None:
    """Return the readable action at a place, or None."""
    placed = here.placed
    if placed is None or not isinstance(placed.item, Action) or not placed.start < offset <= placed.end:
        return None
    found = _begun().fullmatch(analysis.document.text(placed.start, offset))
    if found is None:
        return None
    index, sign, ampersand, details = found.groups()
    *given, begun = (details or "").split(".")
    team = int(index) if len(index) < 10 else -1
    return Writing(placed.start, team, sign or "", tuple(given), begun if ampersand else None)


@cache
def _begun() -> re.Pattern[str]:
    index, sign = pattern("INDEX").pattern, pattern("SIGN").pattern
    return re.compile(rf"({index})(?:({sign})(?:(&)([^{BLANKS}&]*))?)?")


def is_open(analysis: Analysis, offset: int) -> bool:
    """Return whether only spaces follow on the line."""
    document = analysis.document
    line_end = document.line_at(offset).end
    return not document.text(offset, line_end).strip(BLANKS)


def is_last(analysis: Analysis, offset: int) -> bool:
    """Return whether an action is the last of its game."""
    place = analysis.document.place_at(offset)
    if analysis.document.text(offset, place.end).strip(BLANKS):
        return False
    after = analysis.document.after(place)
    return after is None or not after.chunk.text[:1].isdigit()


def takes_details(standing: Standing, sign: str) -> bool | None:
    """Return whether an action of this kind has details, or None if it is not certain."""
    if (kind := standing.kind(sign)) is not None:
        return None if 0 in kind.counts and kind.fields else bool(kind.fields)
    counts = _counts(standing, sign)
    return None if len(counts) != 1 else next(iter(counts)) > 0


def is_complete(standing: Standing, sign: str, given: Sequence[str]) -> bool:
    """Return whether an action with these details is complete, as far as is known."""
    if (kind := standing.kind(sign)) is not None:
        return kind.is_complete(given)
    return len(given) >= max(_counts(standing, sign), default=0)


def _counts(standing: Standing, sign: str) -> Counter[int]:
    return Counter(len(action.details) for action in standing.recent if action.sign == sign)


class Rest(NamedTuple):
    """The continuation of an action, its likelihood, and whether it completes the action."""

    text: str
    chance: float
    complete: bool = False


def rest_of(standing: Standing, writing: Writing, least: float) -> Rest:
    """Return the likely continuation of an action. A choice between several values needs a likelihood of `least`."""
    out, chance, given, begun = "", 1.0, writing.given, writing.begun
    if begun is None:
        if not takes_details(standing, writing.sign):
            return Rest("", 1.0, takes_details(standing, writing.sign) is False)
        out, begun = "&", ""
    while len(out) < LONGEST_SUGGESTION:
        options = details(standing, writing.team, writing.sign, given, begun)
        options = {text: weight for text, weight in options.items() if text.startswith(begun)}
        if not options:
            break
        best, weight = next(iter(options.items()))
        chance *= weight / (sum(options.values()) or 1.0)
        if chance < (least if len(out) < 2 else max(least, SURE)):
            return Rest(out + shared(options)[len(begun) :], 1.0)
        out += best[len(begun) :]
        given, begun = (*given, best), ""
        if is_complete(standing, writing.sign, given):
            return Rest(out, chance, True)
        if _may_end(standing.kind(writing.sign), given):
            return Rest(out, chance)
        out += "."
    return Rest(out, chance)


def shared(texts: Collection[str]) -> str:
    """Return the common prefix of some texts."""
    first, last = min(texts), max(texts)
    return first[: common_start(first, last)]


def _may_end(kind: Kind | None, given: Sequence[str]) -> bool:
    """Return whether an action may end here although it may have more details."""
    return (
        kind is None
        or kind.more
        or (len(given) in kind.counts and not any(field.ends for field in kind.fields))
    )


def blank_before_next(standing: Standing, column: int) -> str:
    """Return the separator before the next action: a space, or a line break if the line is full."""
    following = next(iter(heads(standing)), "")
    alike = [one.plain for one in standing.actions if one.sign == following[-1:]]
    width = len(alike[-1]) if alike else len(following)
    return parting(column, width)


def parting(column: int, width: int) -> str:
    """Return the separator between an action that ends in a column and one with a width."""
    return "\n" if column + 1 + width > WIDTH else " "
