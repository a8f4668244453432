"""What happens when a card is played, a unit strikes or a turn ends: effects, the traits that they meet, and the hooks that wait for them.

The server makes up a name for each effect that it makes while it plays; what cards bring along has its name already. What is wrong in it is played
as it is: units that died keep their wounds and their traits, and what gives traits to units around it goes on asking for those that are gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kibitz.core.words import plural
from kibitz.languages.qgn.game.chance import Chance
from kibitz.languages.qgn.game.kinds.quill.cards import BASE, Term, all_cards
from kibitz.languages.qgn.game.kinds.quill.choices import Game, Scene, chosen, found, holds, one
from kibitz.languages.qgn.game.kinds.quill.table import (
    COLUMNS,
    MOST_IN_HAND,
    ROWS,
    STEPS,
    Piece,
    RefusedError,
    Trait,
    UnknownError,
)

NOWHERE = Scene()
OWN = ("of", ("player",))


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


def _gone_through(things: Callable[[], tuple[Any, ...]]) -> Iterator[Any]:
    """What Go goes through while some of it is removed: what is behind moves up, and as many steps are made as at the start."""
    now = list(things())
    for number in range(len(now)):
        left = things()
        now[: len(left)] = left
        yield now[number]


# Cards


def _gain(game: Game, scene: Scene, of: Term, amount: int) -> None:
    _add_mana(game, one(game, of, scene), amount)


def _add_mana(game: Game, team: int, amount: int) -> None:
    game.mana[team] += amount
    for unit in game.units():
        if unit.owner == team and (surges := len(unit.having("surge"))):
            game.change(unit.name, attack=unit.attack + amount * surges)


def _drain(game: Game, scene: Scene, of: Term, amount: int) -> None:
    team = one(game, of, scene)
    _add_mana(game, team, -amount)
    game.mana[team] = max(0, game.mana[team])


def _gain_base(game: Game, scene: Scene, of: Term, amount: int) -> None:
    game.base_mana[one(game, of, scene)] += amount


def _drain_base(game: Game, scene: Scene, of: Term, amount: int) -> None:
    team = one(game, of, scene)
    game.base_mana[team] = max(0, game.base_mana[team] - amount)


def _draw(game: Game, scene: Scene, of: Term) -> None:
    team = one(game, of, scene)
    if len(game.hands[team]) > MOST_IN_HAND:
        make(game, ("burn", of))
    else:
        game.hands[team] += (_drawn(game, team),)


def _burn(game: Game, scene: Scene, of: Term) -> None:
    team = one(game, of, scene)
    game.trashes[team] += (_drawn(game, team),)


def _drawn(game: Game, team: int) -> str:
    """Takes the next card from a deck."""
    if not game.decks[team]:
        raise RefusedError(f"team {team} has no card left to draw")
    name, *rest = game.decks[team]
    game.decks[team] = tuple(rest)
    return name


def _discard(game: Game, scene: Scene, of: Term, card: Term) -> None:
    team, name = one(game, of, scene), one(game, card, scene)
    _from_hand(game, team, name)
    game.discards[team] += (name,)
    _reset(game, name)


def _from_hand(game: Game, team: int, name: str) -> None:
    """Takes a card out of a hand."""
    if name not in game.hands[team]:
        raise RefusedError(f"team {team} has no card `{name}` in its hand")
    game.hands[team] = tuple([card for card in game.hands[team] if card != name])


def _reset(game: Game, name: str) -> None:
    """The server makes the card anew and throws that away: what was done to it stays."""
    built = all_cards()[all_cards()[game.pieces[name].id].built]
    game.names = game.names.skip(built.names)


def _recycle(game: Game, scene: Scene, team: Term) -> None:
    owner = one(game, team, scene)
    if game.mixed[owner]:
        raise UnknownError
    game.decks[owner], _ = Chance(game.seed).shuffled(game.discards[owner])
    game.discards[owner] = ()


# Traits


def _give(game: Game, scene: Scene, card: Term, trait: Term, by: str | None) -> None:
    """A card gets a trait."""
    game.skip()
    number = game.chance.skipped + game.chance.chance.drawn
    piece = game.find(one(game, card, scene))
    game.change(piece.name, traits=(*piece.traits, Trait(trait, by, number)), **_changed(piece, trait, 1))
    _buried(game, piece.name)


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
                _reach(game, unit.name, given, trait.reached, reached)


def _reach(game: Game, by: str, given: Term, before: Iterable[str], after: Iterable[str]) -> None:
    """What a unit gives to others goes from those that it does not reach any more to those that it reaches now."""
    for name in [name for name in before if name not in after]:
        game.at(name)
        own = [trait for trait in game.pieces[name].having(given[0]) if trait.by == by]
        if not own:
            raise RefusedError(f"the server does not find what `{by}` gave to `{name}`")
        make(game, ("take", ("this", own[0].number), ("this", name)))
    for name in [name for name in after if name not in before]:
        make(game, ("give", ("this", name), given, by))


def _fire(game: Game, traits: list[Trait], scene: Scene) -> None:
    """What traits have happen."""
    for trait in traits:
        for effect in trait.term[1:]:
            make(game, effect, scene)


# Items


def _equip(game: Game, scene: Scene, of: Term, item: Term, unit: Term) -> None:
    """A unit gets an item from a hand."""
    team, name, holder = one(game, of, scene), one(game, item, scene), one(game, unit, scene)
    game.at(holder)
    _from_hand(game, team, name)
    game.change(holder, items=(*game.pieces[holder].items, name))
    for trait in game.pieces[name].card.held:
        make(game, ("give", ("this", holder), trait, name))
        if holder not in game.board:
            break


def _disarm(game: Game, scene: Scene, item: Term, unit: Term) -> None:
    """A unit loses an item, and what the item gave it."""
    name, holder = one(game, item, scene), one(game, unit, scene)
    game.at(holder)
    _drop(game, holder, name)
    for trait in _gone_through(lambda: game.pieces[holder].traits):
        if trait.by == name:
            make(game, ("take", ("this", trait.number), ("this", holder)))
            if holder not in game.board:
                break


def _drop(game: Game, holder: str, item: str) -> None:
    items = game.pieces[holder].items
    if item not in items:
        raise RefusedError(f"`{holder}` does not hold `{item}`")
    last = len(items) - 1 - items[::-1].index(item)
    game.change(holder, items=items[:last] + items[last + 1 :])


# Units


def _damage(game: Game, scene: Scene, of: Term, kind: str, amount: int, fought: bool = False) -> None:
    unit = game.pieces[one(game, of, scene)]
    game.at(unit.name)
    health = unit.health - (amount if fought else lessened(unit, amount, kind))
    game.change(unit.name, health=health)
    cause = ("damage", of, kind)
    if health > 0:
        _fire(game, unit.having("enrage"), Scene(trait=unit.name))
        return
    for item in _gone_through(lambda: game.pieces[unit.name].items):
        for trait in game.pieces[item].having("eternal"):
            _hand_on(game, unit.name, item, trait, Scene(trait=item, cause=cause))
    make(game, ("kill", ("this", unit.name)))


def _hand_on(game: Game, holder: str, item: str, trait: Trait, scene: Scene) -> None:
    """An item that outlives its holder goes to another unit."""
    _, conditions, heir = trait.term
    game.skip(len(conditions))
    if not holds(game, conditions, scene) or not (heirs := chosen(game, heir, scene)):
        return
    game.at(heirs[0])
    _drop(game, holder, item)
    owner = game.pieces[heirs[0]].owner
    game.hands[owner] += (item,)
    make(game, ("equip", ("this", owner), ("this", item), ("this", heirs[0])), scene)


def lessened(unit: Piece, amount: int, kind: str) -> int:
    """How much of some damage a unit takes."""
    guard = {"physical": "shield", "ranged": "shield", "magic": "ward", "poison": "ward"}.get(kind, "")
    return max(0, amount - sum([int(trait.term[1]) for trait in unit.having(guard)]))


def _several(game: Game, units: Term, scene: Scene, word: str = "modify") -> list[str]:
    """Units that have the same effect; the order matters but where nothing waits for it."""
    names = chosen(game, units, scene)
    if word != "modify" or any("modify" in hook.words for _, hook in game.hooks):
        game.goes_by_order(names)
    return names


def _each(game: Game, scene: Scene, units: Term, word: str, *rest: Any) -> None:
    """An effect on several units; those that die meanwhile are passed over where it is damage."""
    for name in _several(game, units, scene, word):
        if word == "damage":
            if name in game.board:
                make(game, ("damage", ("this", name), *rest))
        else:
            make(game, (word, ("this", name), *rest), scene)


def _refresh(game: Game, scene: Scene, units: Term) -> None:
    for name in _several(game, units, scene):
        game.at(name)
        unit = game.pieces[name]
        make(game, ("modify", ("this", name), "movement", max(0, unit.base_movement) - unit.movement), scene)


def _cool(game: Game, scene: Scene, units: Term) -> None:
    for name in _several(game, units, scene):
        game.at(name)
        if not game.pieces[name].having("tired"):
            make(game, ("modify", ("this", name), "cooldown", -1), scene)


def _modify(game: Game, scene: Scene, of: Term, stat: str, amount: int) -> None:
    name = one(game, of, scene)
    game.at(name)
    value = getattr(game.pieces[name], stat) + amount
    game.change(name, **{stat: max(0, value) if stat in {"movement", "cooldown"} else value})


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
        _reset(game, name)
        game.discards[unit.owner] += (name,)
    unit = game.pieces[name]
    _fire(game, unit.having("death-cry"), Scene(trait=name, cause=("kill", of, tile)))


def _gone(game: Game, name: str) -> Piece:
    """A unit leaves the board, and what it gave to others goes with it."""
    game.put(game.at(name), None)
    unit = game.pieces[name]
    for trait in unit.having("friends") + unit.having("enemies"):
        _reach(game, name, trait.term[2], trait.reached, ())
    spread(game)
    return game.pieces[name]


def _drop_items(game: Game, name: str) -> None:
    for item in game.pieces[name].items:
        _reset(game, item)
        game.discards[game.pieces[item].owner] += (item,)


def _recall(game: Game, scene: Scene, of: Term) -> None:
    name = one(game, of, scene)
    unit = _gone(game, name)
    _drop_items(game, name)
    _reset(game, name)
    if len(game.hands[unit.owner]) > MOST_IN_HAND:
        game.decks[unit.owner] += (name,)
        make(game, ("burn", ("this", unit.owner)), scene)
    else:
        game.hands[unit.owner] += (name,)


def _win(game: Game, scene: Scene, of: Term) -> None:
    game.winner = one(game, of, scene)


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


def _change_places(game: Game, scene: Scene, first: Term, second: Term) -> None:
    names = one(game, first, scene), one(game, second, scene)
    places = game.at(names[0]), game.at(names[1])
    game.put(places[0], names[1])
    game.put(places[1], names[0])
    spread(game)


def _change_stats(game: Game, scene: Scene, first: Term, second: Term, stat: str) -> None:
    units = game.find(one(game, first, scene)), game.find(one(game, second, scene))
    for unit, other in (units, units[::-1]):
        game.change(unit.name, **{stat: getattr(other, stat)})


def _enter(game: Game, name: str, team: int, tile: str, played: bool) -> None:
    """A unit comes onto the board; what is played comes near the own bases, out of the hand."""
    x, y = game.tile_at(tile)
    low, high = game.rows(team)
    if game.unit_at(x, y) is not None:
        raise RefusedError(f"a unit stands on the tile `{tile}`")
    if played:
        if not low <= y <= high:
            raise RefusedError(f"units are played to the rows {low} to {high}")
        _from_hand(game, team, name)
    unit = game.pieces[name]
    if unit.having("haste"):
        game.change(name, cooldown=0)
    game.change(name, attack=unit.attack + len(unit.having("surge")) * game.mana[team])
    game.put((x, y), name)
    if played:
        _fire(game, unit.having("battle-cry"), Scene(trait=name))
    spread(game)


def _place(game: Game, scene: Scene, of: Term, unit: Term, tile: Term) -> None:
    team, name, to = one(game, of, scene), one(game, unit, scene), one(game, tile, scene)
    _enter(game, name, team, to, played=True)


def _summon(game: Game, scene: Scene, of: Term, card: Term, tile: Term) -> None:
    team, printed, to = one(game, of, scene), one(game, card, scene), one(game, tile, scene)
    _enter(game, game.make(printed, team), team, to, played=False)


# Fights


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
        _fire(game, game.pieces[name].having("pillage"), by)
    if struck.card.type == "creature":
        for trait in game.pieces[name].having("gift"):
            make(game, ("give", ("this", other), trait.term[1], None), by)


# Turns


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
            # The server goes round in circles here.
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


EFFECTS: dict[str, Callable[..., None]] = {
    "attack": _attack, "burn": _burn, "change-places": _change_places, "change-stats": _change_stats, "cleanse": _cleanse, "cool": _cool,
    "damage": _damage, "disarm": _disarm, "discard": _discard, "drain": _drain, "drain-base": _drain_base, "draw": _draw, "each": _each,
    "end-turn": _end_turn, "equip": _equip, "gain": _gain, "gain-base": _gain_base, "give": _give, "kill": _kill, "modify": _modify,
    "move": _move, "place": _place, "play": _play, "recall": _recall, "recycle": _recycle, "refresh": _refresh, "sack": _sack,
    "summon": _summon, "take": _take, "win": _win,
}  # fmt: skip
