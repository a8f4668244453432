"""The details that the next action may have, the likeliest first: from the legal actions, or from habits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from kibitz.languages.qgn.features._moves import Move, Moves, Weights, by_weight
from kibitz.languages.qgn.features._standing import Standing
from kibitz.languages.qgn.game.course import Act
from kibitz.languages.qgn.game.games import Kind, Known
from kibitz.languages.qgn.game.position import Move as Legal

WORTH = {"wins": 5.0, "stops": 4.5, "puts": 4.0, "takes": 2.0, "attacks": 2.0, "leaves": 0.2}
"""How much likelier a move is than another one by the first word of what is good about it."""
SPELLED = 3
"""Of so many letters left of a permutation all orders are offered."""


def details(standing: Standing, team: int, sign: str, given: Sequence[str], begun: str = "") -> Weights:
    """What the next detail of an action may be after those given; `begun` is what of it is written."""
    known, kind = standing.known, standing.kind(sign)
    if known is None or kind is None:
        return _habitual(standing, sign, given, {})
    field = kind.field(len(given))
    if field is None or is_complete(kind, given):
        return {}
    moves = _moves(standing, kind, team)
    if moves is not None and ((found := moves.following(given)) or standing.legal(team) is not None):
        return found
    if field.letters:
        return _spelled(standing, known, kind, len(given), begun)
    return _habitual(standing, sign, given, dict.fromkeys(field.values(), 1.0))


def is_complete(kind: Kind, given: Sequence[str]) -> bool:
    """Whether an action needs no more details."""
    ended = any(given[number] in field.ends for number, field in enumerate(kind.fields[: len(given)]))
    return not kind.more and (ended or len(given) >= len(kind.fields))


def _moves(standing: Standing, kind: Kind, team: int) -> Moves | None:
    """All that an action may be; None where that is not known. Worked out once."""
    key = kind.letter, team
    if key not in standing.moves:
        moves = _listed(standing, kind, team)
        standing.moves[key] = None if moves is None else Moves(moves)
    return standing.moves[key]


def _listed(standing: Standing, kind: Kind, team: int) -> list[Move] | None:
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
    """What is good about a move, a team by its name."""
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
