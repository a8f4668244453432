"""The action that is being written at a place, and how it is likely to go on."""

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
    """What the next detail of an action may be after those given; `begun` is what of it is written."""
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
    """Return all moves of an action, or None if they are unknown. Worked out once."""
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
    """All legal actions of a team, the likeliest first, each with what is good about it; nothing where they are not known."""
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
    """Values weighted by how often they stood at this place of such actions. Where nothing is known, only those."""
    used = standing.usual(sign, len(given))
    return by_weight(
        {text: weight + used[text] for text, weight in (found or dict.fromkeys(used, 0.0)).items()}
    )


def _spelled(standing: Standing, known: Known, kind: Kind, number: int, begun: str) -> Weights:
    """Tiles: those that exist and don't lie yet; else, or if this record has others, the letters that are left."""
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
"""From which likelihood on something is suggested where nothing else is."""
SURE = 0.75
"""From which likelihood on it is added to what is surer."""
CERTAIN = 0.95
"""From which likelihood on it is taken to follow."""
LONGEST = 200
"""Suggestions end after so many characters."""


class Writing(NamedTuple):
    """An action up to a place in it."""

    start: int
    team: int
    sign: str = ""
    given: tuple[str, ...] = ()
    """The details before the one at the place."""
    begun: str | None = None
    """The detail at the place, as far as it is written; None before the `&`."""


def writing_at(analysis: Analysis, here: Cursor, offset: int) -> Writing | None:
    """The action at a place; None where there is none, or one that can't be read."""
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
    """Whether nothing but blanks stands on the rest of the line."""
    document = analysis.document
    line_end = document.line_at(offset).end
    return not document.text(offset, line_end).strip(BLANKS)


def is_last(analysis: Analysis, offset: int) -> bool:
    """Whether no action of the game follows."""
    place = analysis.document.place_at(offset)
    if analysis.document.text(offset, place.end).strip(BLANKS):
        return False
    after = analysis.document.after(place)
    return after is None or not after.chunk.text[:1].isdigit()


def takes_details(standing: Standing, sign: str) -> bool | None:
    """Whether an action of this kind has details; None where that isn't sure."""
    if (kind := standing.kind(sign)) is not None:
        return None if 0 in kind.counts and kind.fields else bool(kind.fields)
    counts = _counts(standing, sign)
    return None if len(counts) != 1 else next(iter(counts)) > 0


def is_complete(standing: Standing, sign: str, given: Sequence[str]) -> bool:
    """Whether an action with these details needs no more, as far as one knows."""
    if (kind := standing.kind(sign)) is not None:
        return kind.is_complete(given)
    return len(given) >= max(_counts(standing, sign), default=0)


def _counts(standing: Standing, sign: str) -> Counter[int]:
    return Counter(len(action.details) for action in standing.recent if action.sign == sign)


class Rest(NamedTuple):
    """How an action goes on, how likely that is, and whether it is then complete."""

    text: str
    chance: float
    complete: bool = False


def rest_of(standing: Standing, writing: Writing, least: float) -> Rest:
    """How an action goes on as far as that is likely. What is chosen from several things must have a likelihood of
    `least`."""
    out, chance, given, begun = "", 1.0, writing.given, writing.begun
    if begun is None:
        if not takes_details(standing, writing.sign):
            return Rest("", 1.0, takes_details(standing, writing.sign) is False)
        out, begun = "&", ""
    while len(out) < LONGEST:
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
    """What some texts begin with alike."""
    first, last = min(texts), max(texts)
    return first[: common_start(first, last)]


def _may_end(kind: Kind | None, given: Sequence[str]) -> bool:
    """Whether an action may end here although it may go on."""
    return (
        kind is None
        or kind.more
        or (len(given) in kind.counts and not any(field.ends for field in kind.fields))
    )


def blank_before_next(standing: Standing, column: int) -> str:
    """What parts the next action from one that ends in a column: a blank, or a line end where the line is full."""
    following = next(iter(heads(standing)), "")
    alike = [one.plain for one in standing.actions if one.sign == following[-1:]]
    width = len(alike[-1]) if alike else len(following)
    return parting(column, width)


def parting(column: int, width: int) -> str:
    """What parts an action that ends in a column from one of a width."""
    return "\n" if column + 1 + width > WIDTH else " "
