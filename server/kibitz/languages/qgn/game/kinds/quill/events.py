"""Effects by their words, and the hooks that they trigger.

The server generates a name for each effect that it makes during play; the effects of cards already have names. Its
mistakes are reproduced: dead units keep their wounds and traits, and units that give traits to others still ask for
dead ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from kibitz.languages.qgn.game.kinds.quill.cards import Term
from kibitz.languages.qgn.game.kinds.quill.choices import Game, Scene, holds
from kibitz.languages.qgn.game.kinds.quill.table import RefusedError

NOWHERE = Scene()
EFFECTS: dict[str, Callable[..., None]] = {}
"""The effects by the words of cards."""
F = TypeVar("F", bound=Callable[..., None])


def called(word: str) -> Callable[[F], F]:
    """Register a function as the effect of a word. It takes the game, the scene, and the arguments of the word."""

    def enter(function: F) -> F:
        EFFECTS[word] = function
        return function

    return enter


def happen(game: Game, effect: Term, scene: Scene = NOWHERE) -> None:
    """Run an effect, with the hooks before and after it. Nothing happens after the end of the game."""
    if game.winner is not None:
        return
    _hooked(game, effect, scene, before=True)
    EFFECTS[effect[0]](game, scene, *effect[1:])
    _hooked(game, effect, scene, before=False)


def make(game: Game, effect: Term, scene: Scene = NOWHERE) -> None:
    """Run an effect that the server makes during play."""
    game.skip()
    happen(game, effect, scene)


def _hooked(game: Game, effect: Term, scene: Scene, before: bool) -> None:
    """Run the hooks of an effect.

    When a hook is removed, the later ones move up: the next one is skipped, and the last one runs twice.
    """
    if not any(hook.before == before and effect[0] in hook.words for _, hook in game.hooks):
        return
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
        raise RefusedError("the server fails on the pending effects of cards")
    del game.hooks[number]
    for walked in game.walked:
        walked[number : left - 1] = walked[number + 1 : left]


def gone_through(things: Callable[[], tuple[Any, ...]]) -> Iterator[Any]:
    """Yield things like a Go loop during removals: later things move up, but the number of steps stays."""
    now = list(things())
    for number in range(len(now)):
        left = things()
        now[: len(left)] = left
        yield now[number]
