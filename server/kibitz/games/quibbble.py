"""The games of Quibbble by their rules, as the reference server of https://github.com/quibbble plays them.

>>> from kibitz.games import quibbble
>>> game = quibbble.begin("connect4", ["red", "blue"])
>>> game = game.play("0p&3").play("1p&3")
>>> game.turn, [str(action) for action in game.legal][:2], game.over
(0, ['0p&0', '0p&1'], False)
>>> game.play("1p&3")
Traceback (most recent call last):
kibitz.games.IllegalError: It is the turn of team 0, `red`, not of team 1
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from textwrap import wrap

from kibitz.core.rules import Rules
from kibitz.games import IllegalError, Pictured
from kibitz.languages.qgn.game.games import Known, known_games
from kibitz.languages.qgn.game.kinds.begin import begin as _begin
from kibitz.languages.qgn.game.position import Act, Position, message_fields

__all__ = ["KEYS", "Act", "Game", "begin"]

KEYS = tuple(key for key, known in known_games().items() if known.board is not None or known.replay)
"""The games with rules that kibitz knows completely."""
_ACTION = re.compile(r"([0-9]+)(.)(?:&(.*))?", re.DOTALL)


@dataclass(frozen=True)
class Game(Pictured):
    """A game as it stands, with the actions so far."""

    known: Known
    teams: tuple[str, ...]
    position: Position
    """The board. Each game has a class of its own."""
    seed: int | None = None
    variant: str | None = None
    actions: tuple[Act, ...] = ()
    decks: tuple[tuple[str, ...], ...] = ()
    """The cards of each team, in games with a deck for each team."""
    notation = "qgn"

    @property
    def turn(self) -> int | None:
        """The number of the team to move, from 0, or None if the game is over."""
        return None if self.over else self.position.turn

    @property
    def over(self) -> bool:
        return self.position.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The numbers of the teams that have won. A draw has all teams."""
        return self.position.winners

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The points of each team, or None in games without points."""
        return self.position.points

    @property
    def hands(self) -> tuple[tuple[str, ...] | None, ...]:
        """The cards or tiles of each team, or None in games without a hand."""
        return tuple([self.position.hand_of(team) for team in range(len(self.teams))])

    @property
    def legal(self) -> Iterator[Act]:
        """Yield the acts that the rules allow: those of the team to move, then set-up switches of the others."""
        if (turn := self.turn) is not None:
            for team in sorted(range(len(self.teams)), key=lambda team: team != turn):
                yield from (Act(team, move.sign, move.details) for move in self.position.moves_of(team))

    def play(self, action: Act | str) -> Game:
        """Return the game after an action, such as `0m&1.2`: team, letter, details. Raises IllegalError."""
        act = action if isinstance(action, Act) else _read(action)
        kind = self.known.kinds.get(act.sign)
        if not 0 <= act.team < len(self.teams) or kind is None or not kind.admits(act.details):
            raise IllegalError(f"{self.known.key} has no action `{act}`")
        after, refusal = self.position.play(*act)
        if refusal is not None:
            fields = message_fields(self.position, act, refusal, self.teams)
            raise IllegalError(_rules()[refusal.slug].message.format_map(fields))
        return replace(self, position=after, actions=(*self.actions, act))

    @property
    def record(self) -> str:
        from kibitz.languages.qgn.features.layout import WIDTH
        from kibitz.languages.qgn.text.record import DECKS, SEPARATOR

        said = {
            "key": self.known.key,
            "teams": ", ".join(self.teams),
            "seed": self.seed,
            "variant": self.variant,
            "Decks": DECKS.join(map(SEPARATOR.join, self.decks)) or None,
        }
        tags = "".join(f'[{name} "{value}"]\n' for name, value in said.items() if value is not None)
        lines = wrap(" ".join(map(str, self.actions)), WIDTH, break_long_words=False, break_on_hyphens=False)
        return tags + "".join(f"{line}\n" for line in ["", *lines] if self.actions)


def begin(
    key: str,
    teams: Sequence[str] = ("a", "b"),
    *,
    seed: int | None = None,
    variant: str | None = None,
    decks: Sequence[Sequence[str]] = (),
) -> Game:
    """Return a game before its first action. `key` is one of :data:`KEYS`. The same seed deals as the game server does. `decks` are the
    ids of the cards of each team, such as `U0002`, for a game with decks (Quill).

    Raises ValueError for an unknown game, for a wrong number of teams, and if the game needs a seed or decks.
    """
    known = known_games().get(key)
    if known is None or key not in KEYS:
        raise ValueError(f"there is no game {key!r}; there are {', '.join(KEYS)}")
    if variant is not None and variant not in known.variants:
        raise ValueError(f"{key} has no variant {variant!r}; there are {', '.join(known.variants) or 'none'}")
    if known.replay and seed is None:
        raise ValueError(f"{key} is dealt by a seed")
    cards = tuple(map(tuple, decks))
    sizes = [len(deck) if known.deck_cards.issuperset(deck) else 0 for deck in cards]
    if sizes != ([known.deck] * 2 if known.deck else []):
        wanted = f"two decks of {known.deck} of its cards" if known.deck else "no decks"
        raise ValueError(f"{key} is played with {wanted}")
    position = _begin(known, len(teams), variant, seed, cards)
    if position is None:
        raise ValueError(f"{key} is for {known.team_count} teams")
    return Game(known, tuple(teams), position, seed, variant, decks=cards)


def _read(text: str) -> Act:
    found = _ACTION.fullmatch(text)
    if found is None:
        raise IllegalError(f"`{text}` is not an action: write team, letter and details, such as `0m&1.2`")
    details = tuple(found[3].split(".")) if found[3] is not None else ()
    return Act(int(found[1]), found[2], details)


@cache
def _rules() -> Rules:
    return Rules("kibitz.languages.qgn")
