"""The effects of cards: on mana, decks, hands and units, in fights, and at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kibitz.core.words import plural
from kibitz.languages.qgn.game.chance import Chance
from kibitz.languages.qgn.game.kinds.quill.choices import (
    NOWHERE,
    Game,
    Scene,
    called,
    chosen,
    found,
    gone_through,
    happen,
    holds,
    make,
    one,
)
from kibitz.languages.qgn.game.kinds.quill.table import (
    BASE,
    COLUMNS,
    MOST_IN_HAND,
    ROWS,
    STEPS,
    Piece,
    RefusedError,
    Term,
    Trait,
    UnknownError,
    all_cards,
)


@called("gain", 1)
def _gain(game: Game, _: Scene, team: int, amount: int) -> None:
    game.mana[team] += amount
    for unit in game.units():
        if unit.owner == team and (surges := len(unit.having("surge"))):
            game.change(unit.name, attack=unit.attack + amount * surges)


@called("drain", 1)
def _drain(game: Game, scene: Scene, team: int, amount: int) -> None:
    _gain(game, scene, team, -amount)
    game.mana[team] = max(0, game.mana[team])


@called("gain-base", 1)
def _gain_base(game: Game, _: Scene, team: int, amount: int) -> None:
    game.base_mana[team] += amount


@called("drain-base", 1)
def _drain_base(game: Game, _: Scene, team: int, amount: int) -> None:
    game.base_mana[team] = max(0, game.base_mana[team] - amount)


@called("draw")
def _draw(game: Game, scene: Scene, of: Term) -> None:
    team = one(game, of, scene)
    if len(game.hands[team]) > MOST_IN_HAND:
        make(game, ("burn", of))
    else:
        game.hands[team] += (_drawn(game, team),)


@called("burn", 1)
def _burn(game: Game, _: Scene, team: int) -> None:
    game.trashes[team] += (_drawn(game, team),)


def _drawn(game: Game, team: int) -> str:
    """Take the next card from a deck."""
    if not game.decks[team]:
        raise RefusedError(f"team {team} has no card left to draw")
    name, *rest = game.decks[team]
    game.decks[team] = tuple(rest)
    return name


@called("discard", 2)
def _discard(game: Game, _: Scene, team: int, name: str) -> None:
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


@called("recycle", 1)
def _recycle(game: Game, _: Scene, owner: int) -> None:
    if game.mixed[owner]:
        raise UnknownError
    game.decks[owner] = Chance(game.seed).shuffled(game.discards[owner])[0]
    game.discards[owner] = ()


@called("give")
def _give(game: Game, scene: Scene, card: Term, trait: Term, by: str | None) -> None:
    """Give a card a trait."""
    game.skip()
    number = game.chance.skipped + game.chance.chance.drawn
    piece = game.find(one(game, card, scene))
    game.change(piece.name, traits=(*piece.traits, Trait(trait, by, number)), **_changed(piece, trait, 1))
    _buried(game, piece.name)


@called("take", 2)
def _take(game: Game, _: Scene, wanted: int, name: str) -> None:
    """Take a trait from a card."""
    piece = game.find(name)
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
        make(game, ("kill", name))
    spread(game)


@called("cleanse")
def _cleanse(game: Game, scene: Scene, card: Term, word: str) -> None:
    for number in chosen(game, ("traits", card, word), scene):
        make(game, ("take", number, card), scene)


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
        make(game, ("take", own[0].number, name))
    for name in [name for name in after if name not in before]:
        make(game, ("give", name, given, by))


def fire(game: Game, traits: list[Trait], scene: Scene) -> None:
    """Run the effects of traits."""
    for trait in traits:
        for effect in trait.term[1:]:
            make(game, effect, scene)


@called("equip", 3)
def _equip(game: Game, _: Scene, team: int, name: str, holder: str) -> None:
    """Give a unit an item from a hand."""
    game.at(holder)
    from_hand(game, team, name)
    game.change(holder, items=(*game.pieces[holder].items, name))
    for trait in game.pieces[name].card.held:
        make(game, ("give", holder, trait, name))
        if holder not in game.board:
            break


@called("disarm", 2)
def _disarm(game: Game, _: Scene, name: str, holder: str) -> None:
    """Take an item and its traits from a unit."""
    game.at(holder)
    drop(game, holder, name)
    for trait in gone_through(lambda: game.pieces[holder].traits):
        if trait.by == name:
            make(game, ("take", trait.number, holder))
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
    make(game, ("kill", unit.name))


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
    make(game, ("equip", owner, item, heirs[0]), scene)


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
                make(game, ("damage", name, *rest))
        else:
            make(game, (word, name, *rest), scene)


@called("refresh")
def _refresh(game: Game, scene: Scene, units: Term) -> None:
    for name in _several(game, units, scene):
        game.at(name)
        unit = game.pieces[name]
        make(game, ("modify", name, "movement", max(0, unit.base_movement) - unit.movement), scene)


@called("cool")
def _cool(game: Game, scene: Scene, units: Term) -> None:
    for name in _several(game, units, scene):
        game.at(name)
        if not game.pieces[name].having("tired"):
            make(game, ("modify", name, "cooldown", -1), scene)


@called("modify", 1)
def _modify(game: Game, _: Scene, name: str, stat: str, amount: int) -> None:
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
            make(game, ("win", 1 - unit.owner))
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


@called("recall", 1)
def _recall(game: Game, scene: Scene, name: str) -> None:
    unit = _gone(game, name)
    _drop_items(game, name)
    reset(game, name)
    if len(game.hands[unit.owner]) > MOST_IN_HAND:
        game.decks[unit.owner] += (name,)
        make(game, ("burn", unit.owner), scene)
    else:
        game.hands[unit.owner] += (name,)


@called("win", 1)
def _win(game: Game, _: Scene, team: int) -> None:
    game.winner = team


@called("move", 1)
def _move(game: Game, scene: Scene, name: str, to: Term, walks: bool = False) -> None:
    tiles = chosen(game, to, scene)
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
            raise RefusedError(f"{unit.card.name} `{name}` has no step left in this turn")
        game.change(name, movement=unit.movement - 1)
    game.put(start, None)
    game.put(end, name)
    spread(game)


@called("change-places", 2)
def _change_places(game: Game, _: Scene, first: str, second: str) -> None:
    places = game.at(first), game.at(second)
    game.put(places[0], second)
    game.put(places[1], first)
    spread(game)


@called("change-stats", 2)
def _change_stats(game: Game, _: Scene, first: str, second: str, stat: str) -> None:
    units = game.find(first), game.find(second)
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


@called("place", 3)
def _place(game: Game, _: Scene, team: int, name: str, to: str) -> None:
    _enter(game, name, team, to, played=True)


@called("summon", 3)
def _summon(game: Game, _: Scene, team: int, printed: str, to: str) -> None:
    _enter(game, game.make(printed, team), team, to, played=False)


@called("attack", 2)
def _attack(game: Game, scene: Scene, name: str, other: str) -> None:
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
        struck += chosen(game, ("led", other, unit.steps, "creature", "structure"), NOWHERE)
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
    happen(game, ("disarm", item, holder), scene)
    happen(game, ("equip", thief.owner, item, thief.name), scene)


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
        make(game, ("damage", name, kind, taken, True))


def _hit(game: Game, scene: Scene, name: str, other: str, amount: int) -> None:
    unit, struck = game.pieces[name], game.pieces[other]
    by = Scene(trait=name)
    if unit.having("execute") and struck.health < struck.card.health:
        game.at(other)
        make(game, ("kill", other), by)
    else:
        kind = "ranged" if unit.having("ranged") else unit.card.damage
        make(game, ("damage", other, kind, amount, True), scene)
    if struck.id == BASE:
        fire(game, game.pieces[name].having("pillage"), by)
    if struck.card.type == "creature":
        for trait in game.pieces[name].having("gift"):
            make(game, ("give", other, trait.term[1], None), by)


OWN = ("of", ("player",))


@called("sack")
def _sack(game: Game, _: Scene, card: Term, option: str) -> None:
    game.skip()
    team = game.turn
    effects: list[Term] = [("discard", team, card)]
    if option == "Mana":
        effects += [("gain-base", team, 1), ("gain", team, 1)]
    elif option == "Cards":
        effects += [("draw", team)] * 2
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
    make(game, ("drain", team, max(0, piece.cost)))
    game.hooks += [(name, hook) for hook in card.hooks]
    first: Term = ("discard", team, name)
    if card.kind == "I":
        first = ("equip", team, name, targets[0])
    if card.kind == "U":
        first = ("place", team, name, targets[0])
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
        happen(game, ("recycle", team))
    game.skip(2)
    happen(game, ("gain", team, game.base_mana[team] - game.mana[team]))
    happen(game, ("draw", team))


def _poison(game: Game) -> None:
    for place in range(len(game.board)):
        name = game.board[place]
        if name is None or game.pieces[name].owner != game.turn:
            continue
        for trait in game.pieces[name].having("poison"):
            make(game, ("damage", name, "poison", trait.term[1]), Scene(trait=name))
