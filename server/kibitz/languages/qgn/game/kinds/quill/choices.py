"""The choices and conditions of cards, and how effects and their hooks happen.

The server generates a name for each choice and for each effect that it makes during play, so nested choices count as
well; the effects of cards already have names. Its mistakes are reproduced: dead units keep their wounds and traits, and
units that give traits to others still ask for dead ones.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sized
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple, TypeVar

from kibitz.languages.qgn.game.kinds.quill.table import (
    COLUMNS,
    ROWS,
    STEPS,
    Hook,
    RefusedError,
    Table,
    Term,
    all_cards,
)

AROUND = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
TILE = "tile"
EVERY = ("creature", "structure", "base")


class Scene(NamedTuple):
    """The context of an effect."""

    card: str | None = None
    """The played card, or the unit whose surroundings are searched."""
    targets: tuple[str, ...] | None = None
    hook: str | None = None
    """The card of the running hook."""
    event: Term = ()
    """The effect that triggered the hook."""
    trait: str | None = None
    """The card with the running trait."""
    cause: Term = ()
    """The effect that triggered the trait."""


@dataclass
class Game(Table):
    """A table during an action."""

    turned: Callable[[list[Any]], list[Any]] = list
    """The order of things that the server keeps in no order."""
    loose: bool = False
    """Whether the result may depend on that order."""
    walked: list[list[tuple[str, Hook]]] = field(default_factory=list)
    """The hooks of each running search."""

    def goes_by_order(self, things: Sized) -> None:
        """Record that the result depends on the order of some things."""
        self.loose = self.loose or len(things) > 1


def chosen(game: Game, term: Any, scene: Scene) -> list[Any]:
    """Return the result of a choice: names of cards and tiles, ids of cards, or teams."""
    game.skip()
    return found(game, term, scene)


def one(game: Game, term: Any, scene: Scene) -> Any:
    """Return the result of a choice of one thing. Raise RefusedError if there is not exactly one."""
    things = chosen(game, term, scene)
    if len(things) != 1:
        raise RefusedError("the server does not find the one thing that is meant")
    return things[0]


def found(game: Game, term: Any, scene: Scene) -> list[Any]:
    """Return the result of a choice for which the server already has a name. A name, id or team is its own result."""
    return CHOICES[term[0]](game, scene, *term[1:]) if isinstance(term, tuple) else [term]


def _self(_: Game, scene: Scene) -> list[Any]:
    thing = scene.hook or scene.trait or scene.card
    if thing is None:
        raise RefusedError("the server does not know whose effect it is")
    return [thing]


def _target(_: Game, scene: Scene, number: int) -> list[Any]:
    if scene.targets is None or number >= len(scene.targets):
        raise RefusedError("the server does not know the target")
    return [scene.targets[number]]


def _holder(game: Game, scene: Scene, of: Term) -> list[Any]:
    item = one(game, of, scene)
    holders = [unit.name for unit in game.units() if item in unit.items]
    if not holders:
        raise RefusedError(f"no unit holds `{item}`")
    game.goes_by_order(holders)
    return game.turned(holders)[:1]


def _where_fallen(game: Game, scene: Scene) -> list[Any]:
    game.skip()
    return [scene.cause[-1]]


def _of(game: Game, scene: Scene, of: Term) -> list[Any]:
    team = one(game, of, scene)
    return game.turned([unit.name for unit in game.units() if unit.owner == team])


def _free(game: Game, _: Scene) -> list[Any]:
    tiles = zip(game.tiles, game.board, strict=True)
    return game.turned([tile for tile, unit in tiles if unit is None])


def _rows(game: Game, scene: Scene, of: Term) -> list[Any]:
    low, high = game.rows(one(game, of, scene))
    return [tile for number, tile in enumerate(game.tiles) if low <= number % ROWS <= high]


def _led(game: Game, scene: Scene, of: Term, steps: str, *types: str) -> list[Any]:
    ways = [way for way, leads in zip(STEPS, steps, strict=False) if leads == "1"]
    return _around(game, one(game, of, scene), ways, types)


def _within(game: Game, scene: Scene, of: Term, reach: int, *types: str) -> list[Any]:
    ways = product(range(-reach, reach + 1), repeat=2)
    return _around(game, one(game, of, scene), ways, types)


def _both(game: Game, scene: Scene, first: Term, second: Term, wanted: bool = True) -> list[Any]:
    game.skip(2)
    things, others = found(game, first, scene), {*found(game, second, scene)}
    return [thing for thing in things if (thing in others) == wanted]


def _any(game: Game, scene: Scene, of: Term) -> list[Any]:
    things = chosen(game, of, scene)
    game.goes_by_order(things)
    return [things[game.below(len(things))]] if things else []


def _linked(game: Game, scene: Scene, of: Term, *types: str) -> list[Any]:
    """Return a unit and all units connected with it. A unit is repeated if several of them reach it first."""
    unit = one(game, of, scene)
    game.at(unit)
    game.skip()
    waiting, linked = [unit], list[str]()
    while waiting:
        linked.append(waiting.pop(0))
        beside = found(game, ("beside", linked[-1], *types), Scene())
        waiting += [name for name in beside if name not in linked]
    return linked


def _around(game: Game, unit: str, ways: Iterable[tuple[int, ...]], types: Container[str]) -> list[str]:
    """Return the units or tiles in some directions from a unit."""
    x, y = game.at(unit)
    things = []
    for right, ahead in ways:
        i, j = x + right, y + ahead
        if not (0 <= i < COLUMNS and 0 <= j < ROWS):
            continue
        if TILE in types:
            things.append(game.tiles[i * ROWS + j])
        elif (name := game.unit_at(i, j)) is not None and game.pieces[name].card.type in types:
            things.append(name)
    return things


CHOICES: dict[str, Callable[..., list[Any]]] = {
    "self": _self,
    "target": _target,
    "player": lambda game, _: [game.turn],
    "owner": lambda game, scene, of: [game.find(one(game, of, scene)).owner],
    "holder": _holder,
    "it": lambda game, scene: [one(game, scene.event[1], scene)],
    "fallen": lambda game, scene: [one(game, scene.cause[1], scene)],
    "where-fallen": _where_fallen,
    "units": lambda game, _, *types: game.turned(
        [unit.name for unit in game.units() if unit.card.type in types]
    ),
    "of": _of,
    "free": _free,
    "rows": _rows,
    "beside": lambda game, scene, of, *types: _around(game, one(game, of, scene), AROUND, types),
    "led": _led,
    "within": _within,
    "linked": _linked,
    "both": _both,
    "without": lambda game, scene, first, second: _both(game, scene, first, second, wanted=False),
    "any": _any,
    "cost": lambda _, __, cost: [card.built for card in all_cards().values() if card.cost == cost],
    "kind": lambda _, __, kind: [card.built for card in all_cards().values() if card.kind == kind],
    "traits": lambda game, scene, of, word: [
        trait.number for trait in game.find(one(game, of, scene)).having(word)
    ],
}


def holds(game: Game, conditions: tuple[Term, ...], scene: Scene) -> bool:
    """Return whether some conditions hold; the first false one ends the check."""
    return all(_holds(game, term, scene) for term in conditions)


def _holds(game: Game, term: Term, scene: Scene) -> bool:
    word, *rest = term
    if word == "not":
        return not _holds(game, tuple(rest), scene)
    return bool(CONDITIONS[word](game, scene, *rest))


def _among(game: Game, scene: Scene, thing: Term, things: Term) -> bool:
    among = chosen(game, things, scene)
    return one(game, thing, scene) in among


def _value(game: Game, scene: Scene, of: Term, stat: str) -> int:
    """Return a stat of a unit, at least 0."""
    value: int = getattr(game.find(one(game, of, scene)), stat)
    return max(0, value)


CONDITIONS: dict[str, Callable[..., Any]] = {
    "same": lambda game, scene, first, second: one(game, first, scene) == one(game, second, scene),
    "among": _among,
    "gone": lambda game, scene, unit: one(game, unit, scene) not in game.board,
    "below": lambda game, scene, unit, stat, amount: _value(game, scene, unit, stat) < amount,
    "above": lambda game, scene, unit, stat, amount: _value(game, scene, unit, stat) > amount,
    "mana-above": lambda game, scene, of, amount: game.mana[one(game, of, scene)] > amount,
    "damaged-by": lambda _, scene, kind: scene.cause[2] == kind,
    "never": lambda _, __: False,
}


NOWHERE = Scene()
EFFECTS: dict[str, Callable[..., None]] = {}
"""The effects by the words of cards."""
F = TypeVar("F", bound=Callable[..., None])


def called(word: str, things: int = 0) -> Callable[[F], F]:
    """Register a function as the effect of a word. It takes the game, the scene, and the arguments of the word.

    The first arguments are choices of one thing each; the function takes the things themselves.
    """

    def enter(function: F) -> F:
        def run(game: Game, scene: Scene, *arguments: Any) -> None:
            chosen_things = [one(game, term, scene) for term in arguments[:things]]
            function(game, scene, *chosen_things, *arguments[things:])

        EFFECTS[word] = run
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
