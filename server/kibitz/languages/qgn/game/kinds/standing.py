"""Points, hands and moves of any game, and whether they are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from kibitz.languages.qgn.game.kinds.carcassonne import Carcassonne
from kibitz.languages.qgn.game.kinds.carcassonne_land import UNKNOWN as UNKNOWN_TILE
from kibitz.languages.qgn.game.kinds.indigo import Indigo
from kibitz.languages.qgn.game.kinds.lines import Board
from kibitz.languages.qgn.game.kinds.onitama import Onitama
from kibitz.languages.qgn.game.kinds.quill import play
from kibitz.languages.qgn.game.kinds.quill.play import Quill
from kibitz.languages.qgn.game.kinds.stratego import UNKNOWN, UNSURE, Stratego, Unit
from kibitz.languages.qgn.game.kinds.tsuro import Tsuro
from kibitz.languages.qgn.game.position import Act, Move, Position, Refusal


def moves_of(position: Position, team: int, judged: bool = False) -> tuple[Move, ...]:
    """Return the known moves of a team, including swaps of units in another team's turn. `judged` as in
    :meth:`Position.moves`.
    """
    return tuple(each_move(position, team, judged))


def each_move(position: Position, team: int, judged: bool = False) -> Iterator[Move]:
    """Yield the moves of :func:`moves_of` one by one."""
    if team == position.turn:
        yield from position.moves(judged)
    if isinstance(position, Stratego):
        yield from position.switches(team)


def mobility(position: Position, team: int) -> int | None:
    """Count the moves of :func:`moves_of`, without building them if possible, or return None if they are unknown."""
    if not is_known(position):
        return None
    if not isinstance(position, (Board, Onitama, Stratego, Indigo)):
        return sum(1 for _ in each_move(position, team))
    own = position.mobility() if team == position.turn else 0
    return own + (position.count_switches(team) if isinstance(position, Stratego) else 0)


def is_known(position: Position) -> bool:
    """Return whether all inputs of the next moves are known."""
    if isinstance(position, Onitama):
        return position.cards.is_known(position.turn)
    if isinstance(position, Stratego):
        return not any(
            cell == UNSURE or (isinstance(cell, Unit) and cell.rank >= UNKNOWN) for cell in position.cells
        )
    if isinstance(position, Indigo):
        return position.deck is not None
    if isinstance(position, Carcassonne):
        return position.token_due or position.held[position.turn] != UNKNOWN_TILE
    return isinstance(position, (Board, Tsuro, Quill))


def points_of(position: Position) -> tuple[int, ...] | None:
    """Return the points of each team, or None in games without points."""
    if isinstance(position, Carcassonne):
        return position.scores
    return position.points if isinstance(position, (Tsuro, Indigo)) else None


def hand_of(position: Position, team: int) -> tuple[str, ...] | None:
    """Return the cards or tiles of a team, or None if there are none or they are unknown."""
    if isinstance(position, Onitama):
        return tuple(sorted(position.cards.hand(team))) if position.cards.is_known(team) else None
    if isinstance(position, Tsuro):
        return position.hand(team)
    if isinstance(position, Indigo):
        return None if position.deck is None else position.hands[team]
    if isinstance(position, Quill):
        return tuple([f"{name}:{position.table.pieces[name].id}" for name in position.table.hands[team]])
    if isinstance(position, Carcassonne) and (held := position.held[team]) != UNKNOWN_TILE:
        return () if held is None else (".".join(held),)
    return None


class NamedCard(NamedTuple):
    """The thing that a detail names by the server's id."""

    name: str
    """The name of the thing: `Hound`, `x 2, y 3`."""
    about: str = ""
    """A description of the thing."""
    cell: tuple[int, int] | None = None
    """The cell of the thing."""


def has_things(position: Position | None) -> bool:
    """Return whether :func:`thing_of` knows details of a game."""
    return isinstance(position, Quill)


def thing_of(position: Position | None, detail: str) -> NamedCard | None:
    """Return the thing that a detail names, or None if it is unknown or not an id."""
    if not isinstance(position, Quill) or not (name := play.called(position.table, detail)):
        return None
    piece = position.table.pieces.get(detail)
    about = play.about(piece.card) if piece is not None else ""
    return NamedCard(name, about, play.cell_of(position.table, detail))


def action_text(position: Position, sign: str, details: Sequence[str]) -> str:
    """Return an action in words: `Hound to x 2, y 3`, or nothing in games without ids."""
    return play.in_words(position.table, sign, details) if isinstance(position, Quill) else ""


Teams = tuple[str, ...]
"""The names of the teams."""


def message_fields(position: Position, act: Act, refusal: Refusal, teams: Teams) -> dict[str, Any]:
    """Return the fields of the message about a refusal."""
    fields = dict(refusal.fields)
    if refusal.slug == "turn-order" and position.turn is not None:
        return {"turn": position.turn, "name": teams[position.turn], "team": act.team}
    if refusal.slug == "cell-taken":
        fields["name"] = teams[int(str(fields["team"]))]
    if refusal.slug == "after-the-end":
        fields["result"] = result(position, teams)
    return fields


def result(position: Position, teams: Teams) -> str:
    """Return the result or the turn of a game in words: "`a` has won"."""
    names = [f"`{teams[team]}`" for team in position.winners]
    if len(names) == 1:
        return f"{names[0]} has won"
    if names and len(names) < len(teams):
        return f"{', '.join(names[:-1])} and {names[-1]} have won together"
    if position.over:
        return "it is a draw"
    if position.turn is None:
        return ""
    if is_known(position) and not any(position.moves()):
        return "nobody can move"
    return f"it is the turn of `{teams[position.turn]}`"
