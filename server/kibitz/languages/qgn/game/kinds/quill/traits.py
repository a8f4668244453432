"""What happens to the traits of cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kibitz.languages.qgn.game.kinds.quill.cards import Term
from kibitz.languages.qgn.game.kinds.quill.choices import Game, Scene, chosen, found, one
from kibitz.languages.qgn.game.kinds.quill.events import called, make
from kibitz.languages.qgn.game.kinds.quill.table import Piece, RefusedError, Trait


@called("give")
def _give(game: Game, scene: Scene, card: Term, trait: Term, by: str | None) -> None:
    """A card gets a trait."""
    game.skip()
    number = game.chance.skipped + game.chance.chance.drawn
    piece = game.find(one(game, card, scene))
    game.change(piece.name, traits=(*piece.traits, Trait(trait, by, number)), **_changed(piece, trait, 1))
    _buried(game, piece.name)


@called("take")
def _take(game: Game, scene: Scene, number: Term, card: Term) -> None:
    """A card loses a trait."""
    wanted, piece = one(game, number, scene), game.find(one(game, card, scene))
    trait = next((trait for trait in piece.traits if trait.number == wanted), None)
    if trait is None:
        raise RefusedError("the server does not find a trait that it wants to take away")
    left = tuple([other for other in piece.traits if other.number != wanted])
    game.change(piece.name, traits=left, **_changed(piece, trait.term, -1))
    _buried(game, piece.name)


def _changed(piece: Piece, trait: Term, sign: int) -> dict[str, Any]:
    """What becomes of a card when it gets or loses a trait."""
    match trait:
        case ("buff" | "debuff", stat, amount):
            good = sign if trait[0] == "buff" else -sign
            if stat == "base_cooldown" and trait[0] == "buff":
                good = -good
            return {stat: getattr(piece, stat) + good * amount}
        case ("recode", steps):
            # What the steps were before is not remembered.
            return {"steps": steps if sign > 0 else ""}
    return {}


def _buried(game: Game, name: str) -> None:
    """Whether a unit dies when its traits change, and what that brings about around it."""
    if name in game.board and game.pieces[name].health <= 0:
        make(game, ("kill", ("this", name)))
    spread(game)


@called("cleanse")
def _cleanse(game: Game, scene: Scene, card: Term, word: str) -> None:
    for number in chosen(game, ("traits", card, word), scene):
        make(game, ("take", ("this", number), card), scene)


def spread(game: Game) -> None:
    """Units that give traits to those around them look who is there now: first friends, then enemies."""
    for word in ("friends", "enemies"):
        for place in range(len(game.board)):
            name = game.board[place]
            for trait in game.pieces[name].having(word) if name is not None else ():
                unit = game.pieces[str(name)]
                _, around, given = trait.term
                game.skip(2)
                beside = found(game, around, Scene(card=unit.name))
                team = unit.owner if word == "friends" else 1 - unit.owner
                game.skip()
                reached = tuple([other for other in beside if game.pieces[other].owner == team])
                others = [other for other in unit.traits if other.number != trait.number]
                game.change(unit.name, traits=(trait._replace(reached=reached), *others))
                reach(game, unit.name, given, trait.reached, reached)


def reach(game: Game, by: str, given: Term, before: Iterable[str], after: Iterable[str]) -> None:
    """What a unit gives to others goes from those that it does not reach any more to those that it reaches now."""
    for name in [name for name in before if name not in after]:
        game.at(name)
        own = [trait for trait in game.pieces[name].having(given[0]) if trait.by == by]
        if not own:
            raise RefusedError(f"the server does not find what `{by}` gave to `{name}`")
        make(game, ("take", ("this", own[0].number), ("this", name)))
    for name in [name for name in after if name not in before]:
        make(game, ("give", ("this", name), given, by))


def fire(game: Game, traits: list[Trait], scene: Scene) -> None:
    """What traits have happen."""
    for trait in traits:
        for effect in trait.term[1:]:
            make(game, effect, scene)
