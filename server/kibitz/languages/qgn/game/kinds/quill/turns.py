"""Effects of playing and sacking cards, and of the end of a turn."""

from __future__ import annotations

from kibitz.core.words import plural
from kibitz.languages.qgn.game.kinds.quill.cards import Term
from kibitz.languages.qgn.game.kinds.quill.choices import Game, Scene, found
from kibitz.languages.qgn.game.kinds.quill.events import called, happen, make
from kibitz.languages.qgn.game.kinds.quill.table import STEPS, RefusedError, UnknownError

OWN = ("of", ("player",))


@called("sack")
def _sack(game: Game, _: Scene, card: Term, option: str) -> None:
    game.skip()
    team = game.turn
    effects: list[Term] = [("discard", ("player",), card)]
    if option == "Mana":
        effects += [("gain-base", ("player",), 1), ("gain", ("player",), 1)]
    elif option == "Cards":
        effects += [("draw", ("this", team))] * 2
    else:
        raise RefusedError(f"a card is sacked for `Mana` or for `Cards`, not for `{option}`")
    game.skip(3)
    for effect in effects:
        happen(game, effect)
    game.sacked[team] = True


@called("play")
def _play(game: Game, scene: Scene, name: str, *targets: str) -> None:
    team = game.turn
    if name not in game.hands[team]:
        raise RefusedError(f"team {team} has no card `{name}` in its hand")
    piece = game.pieces[name]
    card, what = piece.card, f"{piece.card.name} `{name}`"
    game.skip(2)
    for target, choice in zip(targets, card.targets, strict=False):
        if target not in found(game, choice, scene):
            raise RefusedError(f"{what} can't be played on `{target}`")
    if len(targets) != len(card.targets):
        raise RefusedError(
            f"{what} is played with {plural(len(card.targets), 'target')}, not with {len(targets)}"
        )
    if game.mana[team] < piece.cost:
        raise RefusedError(f"{what} costs {piece.cost}, and team {team} has {game.mana[team]} mana")
    pure = [one for one in targets if one in game.board and game.pieces[one].having("purity")]
    if card.kind == "S" and pure:
        raise RefusedError(f"no spell touches `{pure[0]}`, which holds a veil")
    make(game, ("drain", ("player",), max(0, piece.cost)))
    game.hooks += [(name, hook) for hook in card.hooks]
    first: Term = ("discard", ("player",), ("this", name))
    if card.kind == "I":
        first = ("equip", ("this", team), ("this", name), ("this", targets[0]))
    if card.kind == "U":
        first = ("place", ("player",), ("this", name), ("this", targets[0]))
    game.skip()
    for effect in (first, *card.effects):
        happen(game, effect, scene)


@called("end-turn")
def _end_turn(game: Game, _: Scene) -> None:
    _poison(game)
    for unit in game.units():
        if unit.owner == game.turn and unit.having("aimless"):
            game.change(unit.name, steps="".join("01"[game.below(4) == 0] for _ in STEPS))
    game.skip(2)
    happen(game, ("refresh", ("both", OWN, ("units", "creature"))))
    happen(game, ("cool", ("both", OWN, ("units", "creature", "structure"))))
    game.turn = team = 1 - game.turn
    game.sacked[team] = False
    while not game.decks[team]:
        if game.winner is not None:
            # The server loops forever here.
            raise UnknownError
        game.recycled[team] += 1
        game.skip(2)
        happen(game, ("each", ("both", OWN, ("units", "base")), "damage", "pure", game.recycled[team]))
        happen(game, ("recycle", ("this", team)))
    game.skip(2)
    happen(game, ("gain", ("player",), game.base_mana[team] - game.mana[team]))
    happen(game, ("draw", ("this", team)))


def _poison(game: Game) -> None:
    for place in range(len(game.board)):
        name = game.board[place]
        if name is None or game.pieces[name].owner != game.turn:
            continue
        for trait in game.pieces[name].having("poison"):
            make(game, ("damage", ("this", name), "poison", trait.term[1]), Scene(trait=name))
