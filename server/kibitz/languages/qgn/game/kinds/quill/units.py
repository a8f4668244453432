"""Effects on units: arrival, removal, damage, moves and changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kibitz.languages.qgn.game.kinds.quill.cards import BASE, Term
from kibitz.languages.qgn.game.kinds.quill.choices import Game, Scene, chosen, found, holds, one
from kibitz.languages.qgn.game.kinds.quill.events import called, gone_through, make
from kibitz.languages.qgn.game.kinds.quill.hands import from_hand, reset
from kibitz.languages.qgn.game.kinds.quill.table import COLUMNS, MOST_IN_HAND, Piece, RefusedError, Trait


@called("give")
def _give(game: Game, scene: Scene, card: Term, trait: Term, by: str | None) -> None:
    """Give a card a trait."""
    game.skip()
    number = game.chance.skipped + game.chance.chance.drawn
    piece = game.find(one(game, card, scene))
    game.change(piece.name, traits=(*piece.traits, Trait(trait, by, number)), **_changed(piece, trait, 1))
    _buried(game, piece.name)


@called("take")
def _take(game: Game, scene: Scene, number: Term, card: Term) -> None:
    """Take a trait from a card."""
    wanted, piece = one(game, number, scene), game.find(one(game, card, scene))
    trait = next((trait for trait in piece.traits if trait.number == wanted), None)
    if trait is None:
        raise RefusedError("the server can't find a trait that it has to remove")
    left = tuple([other for other in piece.traits if other.number != wanted])
    game.change(piece.name, traits=left, **_changed(piece, trait.term, -1))
    _buried(game, piece.name)


def _changed(piece: Piece, trait: Term, sign: int) -> dict[str, Any]:
    """Return the changed fields of a card that gets or loses a trait."""
    match trait:
        case ("buff" | "debuff", stat, amount):
            good = sign if trait[0] == "buff" else -sign
            if stat == "base_cooldown" and trait[0] == "buff":
                good = -good
            return {stat: getattr(piece, stat) + good * amount}
        case ("recode", steps):
            # The server does not remember the earlier steps.
            return {"steps": steps if sign > 0 else ""}
    return {}


def _buried(game: Game, name: str) -> None:
    """Kill a unit on the board that has no health left, and update the traits around it."""
    if name in game.board and game.pieces[name].health <= 0:
        make(game, ("kill", ("this", name)))
    spread(game)


@called("cleanse")
def _cleanse(game: Game, scene: Scene, card: Term, word: str) -> None:
    for number in chosen(game, ("traits", card, word), scene):
        make(game, ("take", ("this", number), card), scene)


def spread(game: Game) -> None:
    """Update the traits that units give to those around them: first to friends, then to enemies."""
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
    """Take a unit's gift from the units that it no longer reaches, and give it to those that it reaches now."""
    for name in [name for name in before if name not in after]:
        game.at(name)
        own = [trait for trait in game.pieces[name].having(given[0]) if trait.by == by]
        if not own:
            raise RefusedError(f"the server can't find the trait that `{by}` gave to `{name}`")
        make(game, ("take", ("this", own[0].number), ("this", name)))
    for name in [name for name in after if name not in before]:
        make(game, ("give", ("this", name), given, by))


def fire(game: Game, traits: list[Trait], scene: Scene) -> None:
    """Run the effects of traits."""
    for trait in traits:
        for effect in trait.term[1:]:
            make(game, effect, scene)


@called("equip")
def _equip(game: Game, scene: Scene, of: Term, item: Term, unit: Term) -> None:
    """Give a unit an item from a hand."""
    team, name, holder = one(game, of, scene), one(game, item, scene), one(game, unit, scene)
    game.at(holder)
    from_hand(game, team, name)
    game.change(holder, items=(*game.pieces[holder].items, name))
    for trait in game.pieces[name].card.held:
        make(game, ("give", ("this", holder), trait, name))
        if holder not in game.board:
            break


@called("disarm")
def _disarm(game: Game, scene: Scene, item: Term, unit: Term) -> None:
    """Take an item and its traits from a unit."""
    name, holder = one(game, item, scene), one(game, unit, scene)
    game.at(holder)
    drop(game, holder, name)
    for trait in gone_through(lambda: game.pieces[holder].traits):
        if trait.by == name:
            make(game, ("take", ("this", trait.number), ("this", holder)))
            if holder not in game.board:
                break


def drop(game: Game, holder: str, item: str) -> None:
    items = game.pieces[holder].items
    if item not in items:
        raise RefusedError(f"`{holder}` does not hold `{item}`")
    last = len(items) - 1 - items[::-1].index(item)
    game.change(holder, items=items[:last] + items[last + 1 :])


@called("damage")
def _damage(game: Game, scene: Scene, of: Term, kind: str, amount: int, fought: bool = False) -> None:
    unit = game.pieces[one(game, of, scene)]
    game.at(unit.name)
    health = unit.health - (amount if fought else lessened(unit, amount, kind))
    game.change(unit.name, health=health)
    cause = ("damage", of, kind)
    if health > 0:
        fire(game, unit.having("enrage"), Scene(trait=unit.name))
        return
    for item in gone_through(lambda: game.pieces[unit.name].items):
        for trait in game.pieces[item].having("eternal"):
            _hand_on(game, unit.name, item, trait, Scene(trait=item, cause=cause))
    make(game, ("kill", ("this", unit.name)))


def _hand_on(game: Game, holder: str, item: str, trait: Trait, scene: Scene) -> None:
    """Give an item that outlives its holder to another unit."""
    _, conditions, heir = trait.term
    game.skip(len(conditions))
    if not holds(game, conditions, scene) or not (heirs := chosen(game, heir, scene)):
        return
    game.at(heirs[0])
    drop(game, holder, item)
    owner = game.pieces[heirs[0]].owner
    game.hands[owner] += (item,)
    make(game, ("equip", ("this", owner), ("this", item), ("this", heirs[0])), scene)


def lessened(unit: Piece, amount: int, kind: str) -> int:
    """Return the part of some damage that a unit takes."""
    guard = {"physical": "shield", "ranged": "shield", "magic": "ward", "poison": "ward"}.get(kind, "")
    return max(0, amount - sum([int(trait.term[1]) for trait in unit.having(guard)]))


def _several(game: Game, units: Term, scene: Scene, word: str = "modify") -> list[str]:
    """Return the units of an effect. Their order matters, unless nothing waits for the effect."""
    names = chosen(game, units, scene)
    if word != "modify" or any("modify" in hook.words for _, hook in game.hooks):
        game.goes_by_order(names)
    return names


@called("each")
def _each(game: Game, scene: Scene, units: Term, word: str, *rest: Any) -> None:
    """Run an effect on several units; damage skips those that have died in the meantime."""
    for name in _several(game, units, scene, word):
        if word == "damage":
            if name in game.board:
                make(game, ("damage", ("this", name), *rest))
        else:
            make(game, (word, ("this", name), *rest), scene)


@called("refresh")
def _refresh(game: Game, scene: Scene, units: Term) -> None:
    for name in _several(game, units, scene):
        game.at(name)
        unit = game.pieces[name]
        make(game, ("modify", ("this", name), "movement", max(0, unit.base_movement) - unit.movement), scene)


@called("cool")
def _cool(game: Game, scene: Scene, units: Term) -> None:
    for name in _several(game, units, scene):
        game.at(name)
        if not game.pieces[name].having("tired"):
            make(game, ("modify", ("this", name), "cooldown", -1), scene)


@called("modify")
def _modify(game: Game, scene: Scene, of: Term, stat: str, amount: int) -> None:
    name = one(game, of, scene)
    game.at(name)
    value = getattr(game.pieces[name], stat) + amount
    game.change(name, **{stat: max(0, value) if stat in {"movement", "cooldown"} else value})


@called("kill")
def _kill(game: Game, scene: Scene, of: Term) -> None:
    name = one(game, of, scene)
    tile = game.tiles[game.board.index(name)] if name in game.board else ""
    unit = _gone(game, name)
    if unit.id == BASE:
        game.skip(3)
        bases = [base for base in game.units() if base.card.type == "base" and base.owner == unit.owner]
        if len(bases) <= COLUMNS // 2:
            make(game, ("win", ("this", 1 - unit.owner)))
    else:
        _drop_items(game, name)
        reset(game, name)
        game.discards[unit.owner] += (name,)
    unit = game.pieces[name]
    fire(game, unit.having("death-cry"), Scene(trait=name, cause=("kill", of, tile)))


def _gone(game: Game, name: str) -> Piece:
    """Remove a unit from the board, and its gifts from other units."""
    game.put(game.at(name), None)
    unit = game.pieces[name]
    for trait in unit.having("friends") + unit.having("enemies"):
        reach(game, name, trait.term[2], trait.reached, ())
    spread(game)
    return game.pieces[name]


def _drop_items(game: Game, name: str) -> None:
    for item in game.pieces[name].items:
        reset(game, item)
        game.discards[game.pieces[item].owner] += (item,)


@called("recall")
def _recall(game: Game, scene: Scene, of: Term) -> None:
    name = one(game, of, scene)
    unit = _gone(game, name)
    _drop_items(game, name)
    reset(game, name)
    if len(game.hands[unit.owner]) > MOST_IN_HAND:
        game.decks[unit.owner] += (name,)
        make(game, ("burn", ("this", unit.owner)), scene)
    else:
        game.hands[unit.owner] += (name,)


@called("win")
def _win(game: Game, scene: Scene, of: Term) -> None:
    game.winner = one(game, of, scene)


@called("move")
def _move(game: Game, scene: Scene, of: Term, to: Term, walks: bool = False) -> None:
    name, tiles = one(game, of, scene), chosen(game, to, scene)
    if not tiles:
        return
    start, end = game.at(name), game.tile_at(tiles[0])
    unit = game.pieces[name]
    if game.unit_at(*end) is not None:
        raise RefusedError(f"a unit stands on the tile `{tiles[0]}`")
    if walks:
        if not unit.leads(end[0] - start[0], end[1] - start[1]):
            raise RefusedError(f"{unit.card.name} `{name}` has no step to the tile `{tiles[0]}`")
        if unit.movement < 1:
            raise RefusedError(f"{unit.card.name} `{name}` can't move any more in this turn")
        game.change(name, movement=unit.movement - 1)
    game.put(start, None)
    game.put(end, name)
    spread(game)


@called("change-places")
def _change_places(game: Game, scene: Scene, first: Term, second: Term) -> None:
    names = one(game, first, scene), one(game, second, scene)
    places = game.at(names[0]), game.at(names[1])
    game.put(places[0], names[1])
    game.put(places[1], names[0])
    spread(game)


@called("change-stats")
def _change_stats(game: Game, scene: Scene, first: Term, second: Term, stat: str) -> None:
    units = game.find(one(game, first, scene)), game.find(one(game, second, scene))
    for unit, other in (units, units[::-1]):
        game.change(unit.name, **{stat: getattr(other, stat)})


def _enter(game: Game, name: str, team: int, tile: str, played: bool) -> None:
    """Put a unit on the board. A played unit comes from the hand to a row near its own bases."""
    x, y = game.tile_at(tile)
    low, high = game.rows(team)
    if game.unit_at(x, y) is not None:
        raise RefusedError(f"a unit stands on the tile `{tile}`")
    if played:
        if not low <= y <= high:
            raise RefusedError(f"units are played to the rows {low} to {high}")
        from_hand(game, team, name)
    unit = game.pieces[name]
    if unit.having("haste"):
        game.change(name, cooldown=0)
    game.change(name, attack=unit.attack + len(unit.having("surge")) * game.mana[team])
    game.put((x, y), name)
    if played:
        fire(game, unit.having("battle-cry"), Scene(trait=name))
    spread(game)


@called("place")
def _place(game: Game, scene: Scene, of: Term, unit: Term, tile: Term) -> None:
    team, name, to = one(game, of, scene), one(game, unit, scene), one(game, tile, scene)
    _enter(game, name, team, to, played=True)


@called("summon")
def _summon(game: Game, scene: Scene, of: Term, card: Term, tile: Term) -> None:
    team, printed, to = one(game, of, scene), one(game, card, scene), one(game, tile, scene)
    _enter(game, game.make(printed, team), team, to, played=False)
