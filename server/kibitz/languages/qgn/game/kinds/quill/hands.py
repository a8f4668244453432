"""Effects on mana, decks and hands."""

from __future__ import annotations

from kibitz.languages.qgn.game.chance import Chance
from kibitz.languages.qgn.game.kinds.quill.cards import Term, all_cards
from kibitz.languages.qgn.game.kinds.quill.choices import Game, Scene, one
from kibitz.languages.qgn.game.kinds.quill.events import called, make
from kibitz.languages.qgn.game.kinds.quill.table import MOST_IN_HAND, RefusedError, UnknownError


@called("gain")
def _gain(game: Game, scene: Scene, of: Term, amount: int) -> None:
    _add_mana(game, one(game, of, scene), amount)


def _add_mana(game: Game, team: int, amount: int) -> None:
    game.mana[team] += amount
    for unit in game.units():
        if unit.owner == team and (surges := len(unit.having("surge"))):
            game.change(unit.name, attack=unit.attack + amount * surges)


@called("drain")
def _drain(game: Game, scene: Scene, of: Term, amount: int) -> None:
    team = one(game, of, scene)
    _add_mana(game, team, -amount)
    game.mana[team] = max(0, game.mana[team])


@called("gain-base")
def _gain_base(game: Game, scene: Scene, of: Term, amount: int) -> None:
    game.base_mana[one(game, of, scene)] += amount


@called("drain-base")
def _drain_base(game: Game, scene: Scene, of: Term, amount: int) -> None:
    team = one(game, of, scene)
    game.base_mana[team] = max(0, game.base_mana[team] - amount)


@called("draw")
def _draw(game: Game, scene: Scene, of: Term) -> None:
    team = one(game, of, scene)
    if len(game.hands[team]) > MOST_IN_HAND:
        make(game, ("burn", of))
    else:
        game.hands[team] += (_drawn(game, team),)


@called("burn")
def _burn(game: Game, scene: Scene, of: Term) -> None:
    team = one(game, of, scene)
    game.trashes[team] += (_drawn(game, team),)


def _drawn(game: Game, team: int) -> str:
    """Take the next card from a deck."""
    if not game.decks[team]:
        raise RefusedError(f"team {team} has no card left to draw")
    name, *rest = game.decks[team]
    game.decks[team] = tuple(rest)
    return name


@called("discard")
def _discard(game: Game, scene: Scene, of: Term, card: Term) -> None:
    team, name = one(game, of, scene), one(game, card, scene)
    from_hand(game, team, name)
    game.discards[team] += (name,)
    reset(game, name)


def from_hand(game: Game, team: int, name: str) -> None:
    """Take a card out of a hand."""
    if name not in game.hands[team]:
        raise RefusedError(f"team {team} has no card `{name}` in its hand")
    game.hands[team] = tuple([card for card in game.hands[team] if card != name])


def reset(game: Game, name: str) -> None:
    """Rebuild a card like the server, which discards the new one: changes of the card stay."""
    built = all_cards()[all_cards()[game.pieces[name].id].built]
    game.names = game.names.skip(built.names)


@called("recycle")
def _recycle(game: Game, scene: Scene, team: Term) -> None:
    owner = one(game, team, scene)
    if game.mixed[owner]:
        raise UnknownError
    game.decks[owner], _ = Chance(game.seed).shuffled(game.discards[owner])
    game.discards[owner] = ()
