"""How things happen: an effect by its word, and the hooks that wait for it.

The server makes up a name for each effect that it makes while it plays; what cards bring along has its name already. What is wrong in it is played
as it is: units that died keep their wounds and their traits, and what gives traits to units around it goes on asking for those that are gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from kibitz.languages.qgn.game.kinds.quill.cards import Term
from kibitz.languages.qgn.game.kinds.quill.choices import Game, Scene, holds
from kibitz.languages.qgn.game.kinds.quill.table import RefusedError

NOWHERE = Scene()
EFFECTS: dict[str, Callable[..., None]] = {}
"""What happens, by the words of cards."""
F = TypeVar("F", bound=Callable[..., None])


def called(word: str) -> Callable[[F], F]:
    """Makes a function the effect of a word; it takes the game, where the effect is met, and what stands behind the word."""

    def enter(function: F) -> F:
        EFFECTS[word] = function
        return function

    return enter


def happen(game: Game, effect: Term, scene: Scene = NOWHERE) -> None:
    """An effect, and what hooks have happen before and behind it. When the game is over nothing happens any more."""
    if game.winner is not None:
        return
    _hooked(game, effect, scene, before=True)
    EFFECTS[effect[0]](game, scene, *effect[1:])
    _hooked(game, effect, scene, before=False)


def make(game: Game, effect: Term, scene: Scene = NOWHERE) -> None:
    """An effect that is made while the game is played."""
    game.skip()
    happen(game, effect, scene)


def _hooked(game: Game, effect: Term, scene: Scene, before: bool) -> None:
    """The hooks that wait for an effect. While they are gone through, those behind one that is removed move up: the next one is passed over,
    the last one met again."""
    walked = list(game.hooks)
    game.walked.append(walked)
    for number in range(len(walked)):
        card, hook = walked[number]
        if hook.before != before or effect[0] not in hook.words:
            continue
        inside = scene._replace(event=effect, hook=card)
        if holds(game, hook.conditions, inside):
            for each in hook.effects:
                happen(game, each, inside)
        if not holds(game, hook.keep, inside):
            _unhook(game, number)
    game.walked.pop()


def _unhook(game: Game, number: int) -> None:
    left = len(game.hooks)
    if number >= left:
        raise RefusedError("the server fails over what cards have waiting")
    del game.hooks[number]
    for walked in game.walked:
        walked[number : left - 1] = walked[number + 1 : left]


def gone_through(things: Callable[[], tuple[Any, ...]]) -> Iterator[Any]:
    """What Go goes through while some of it is removed: what is behind moves up, and as many steps are made as at the start."""
    now = list(things())
    for number in range(len(now)):
        left = things()
        now[: len(left)] = left
        yield now[number]
