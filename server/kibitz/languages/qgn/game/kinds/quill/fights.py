"""Attacks of units."""

from __future__ import annotations

from kibitz.languages.qgn.game.kinds.quill.cards import BASE, Term
from kibitz.languages.qgn.game.kinds.quill.choices import Game, Scene, chosen, one
from kibitz.languages.qgn.game.kinds.quill.events import NOWHERE, called, happen, make
from kibitz.languages.qgn.game.kinds.quill.table import ROWS, Piece, RefusedError
from kibitz.languages.qgn.game.kinds.quill.units import fire, lessened


@called("attack")
def _attack(game: Game, scene: Scene, of: Term, against: Term) -> None:
    name, other = one(game, of, scene), one(game, against, scene)
    start, end = game.at(name), game.at(other)
    unit = game.pieces[name]
    if unit.cooldown != 0:
        raise RefusedError(f"{unit.card.name} `{name}` can't attack yet: its cooldown is {unit.cooldown}")
    way = (end[0] - start[0], end[1] - start[1])
    ranged = unit.having("ranged")
    if ranged and max(map(abs, way)) > ranged[0].term[1]:
        raise RefusedError(f"`{other}` is out of reach of {unit.card.name} `{name}`")
    if not ranged and not unit.leads(*way):
        raise RefusedError(f"{unit.card.name} `{name}` has no step to `{other}`")
    if unit.having("thief") and (items := game.pieces[other].items):
        _steal(game, unit, other, items[game.below(len(items))])
        return
    struck = [other]
    if ranged and unit.having("lobber"):
        struck += chosen(game, ("led", ("this", other), unit.steps, "creature", "structure"), NOWHERE)
    for one_struck in struck:
        _fight(game, scene, name, one_struck)
    if name in game.board:
        unit = game.pieces[name]
        again = other not in game.board and unit.having("berserk")
        game.change(name, cooldown=0 if again else max(0, unit.base_cooldown))


def _steal(game: Game, thief: Piece, holder: str, item: str) -> None:
    game.change(item, owner=thief.owner)
    game.hands[thief.owner] += (item,)
    game.skip(2)
    scene = Scene(trait=thief.name)
    happen(game, ("disarm", ("this", item), ("this", holder)), scene)
    happen(game, ("equip", ("this", thief.owner), ("this", item), ("this", thief.name)), scene)


def _fight(game: Game, scene: Scene, name: str, other: str) -> None:
    unit, struck = game.pieces[name], game.pieces[other]
    given = lessened(struck, max(0, unit.attack), unit.card.damage)
    if assassin := unit.having("assassin"):
        near, far = game.at(name)[1], game.at(other)[1]
        home = 0 if struck.owner == 0 else ROWS - 1
        if abs(home - near) < abs(home - far):
            given += sum(trait.term[1] for trait in assassin)
    taken = lessened(unit, max(0, struck.attack), struck.card.damage)
    if struck.having("dodge") and game.below(3) == 0:
        return
    ranged = bool(unit.having("ranged"))
    if given > 0:
        _hit(game, scene, name, other, given)
    if taken > 0 and not ranged:
        kind = "ranged" if game.pieces[other].having("ranged") else struck.card.damage
        make(game, ("damage", ("this", name), kind, taken, True))


def _hit(game: Game, scene: Scene, name: str, other: str, amount: int) -> None:
    unit, struck = game.pieces[name], game.pieces[other]
    by = Scene(trait=name)
    if unit.having("execute") and struck.health < struck.card.health:
        game.at(other)
        make(game, ("kill", ("this", other)), by)
    else:
        kind = "ranged" if unit.having("ranged") else unit.card.damage
        make(game, ("damage", ("this", other), kind, amount, True), scene)
    if struck.id == BASE:
        fire(game, game.pieces[name].having("pillage"), by)
    if struck.card.type == "creature":
        for trait in game.pieces[name].having("gift"):
            make(game, ("give", ("this", other), trait.term[1], None), by)
