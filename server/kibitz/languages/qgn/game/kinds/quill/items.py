"""What happens to items and their holders."""

from __future__ import annotations

from kibitz.languages.qgn.game.kinds.quill.cards import Term
from kibitz.languages.qgn.game.kinds.quill.choices import Game, Scene, one
from kibitz.languages.qgn.game.kinds.quill.events import called, gone_through, make
from kibitz.languages.qgn.game.kinds.quill.hands import from_hand
from kibitz.languages.qgn.game.kinds.quill.table import RefusedError


@called("equip")
def _equip(game: Game, scene: Scene, of: Term, item: Term, unit: Term) -> None:
    """A unit gets an item from a hand."""
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
    """A unit loses an item, and what the item gave it."""
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
