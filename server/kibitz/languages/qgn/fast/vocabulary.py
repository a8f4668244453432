"""The actions of a game of which nothing is to be said by themselves, read once by their texts: in archives they come
again and again."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kibitz.core.memory import Memory
from kibitz.core.rules import Rules
from kibitz.languages.qgn.check.actions import about
from kibitz.languages.qgn.check.play import act_of
from kibitz.languages.qgn.game.course import Act
from kibitz.languages.qgn.game.games import Known
from kibitz.languages.qgn.text.items import FAR, plain_action

Reading = tuple[int, Any]
"""The team of an action, and what it means to its game: on a board on which a line wins the cell as a bit (where pieces
fall, the number of the column), in other games the action as they take it, None where no game is known."""
UNCLEAR: Reading = (-1, None)
"""That something is to be said of an action, or that it takes a closer look."""


@lru_cache(maxsize=64)
def vocabulary(known: Known | None, teams: int | None, rules: Rules) -> Vocabulary:
    """The vocabulary of a game between so many teams; None: it is not said how many there are."""
    return Vocabulary(known, FAR if teams is None else teams, rules)


class Vocabulary(Memory):
    """Readings of actions by their texts, those of new ones made when they are asked for."""

    def __init__(self, known: Known | None, teams: int, rules: Rules) -> None:
        super().__init__(self._read)
        self._known, self._teams, self._rules = known, teams, rules

    def _read(self, text: str) -> Reading:
        known = self._known
        if known is None:
            action = plain_action(text)
            return UNCLEAR if action is None or action.index >= self._teams else (action.index, None)
        action = plain_action(text)
        if action is None or about(known, text, self._rules):
            return UNCLEAR
        act = act_of(known, self._teams, text, self._rules)
        return (act.team, _meaning(known, act)) if isinstance(act, Act) else UNCLEAR


def _meaning(known: Known, act: Act) -> object:
    lines = known.board
    if lines is None:
        return act
    *rows, column = map(int, act.details)
    return 1 << rows[0] * lines.columns + column if rows else column
