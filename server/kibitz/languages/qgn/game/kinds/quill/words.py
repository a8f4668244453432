"""The cards of Quill in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

import tomli

from kibitz.core.data import read_data
from kibitz.core.words import plural
from kibitz.languages.qgn.game.kinds.quill.cards import Card, Term, all_cards
from kibitz.languages.qgn.game.kinds.quill.table import ROWS, Table

ARROWS = "↑↓←→↖↘↙↗"
"""The directions of a unit's steps, seen from team 0."""
KINDS = {"I": "item", "S": "spell"}
SACKED = {"Mana": "mana", "Cards": "two cards"}
"""The gains of a sacked card."""


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    found: Mapping[str, Mapping[str, str]] = tomli.loads(
        read_data("kibitz.languages.qgn", "data/quill_words.toml")
    )
    return found


def trait(term: Term) -> str:
    """Return the meaning of a trait: "strikes up to 2 tiles far, and is not struck back"."""
    word, *rest = term
    words = _words()["traits"]
    text = words.get(word) or words[f"{word} {rest[0][0]}"]
    said = [trait(one) if isinstance(one, tuple) and one and one[0] in words else one for one in rest]
    return text.format(*[one.replace("_", " ") if isinstance(one, str) else one for one in said])


def counted(terms: Iterable[Term]) -> Iterator[str]:
    """Yield each meaning of some traits once, with its number."""
    found = list(map(trait, terms))
    for text in dict.fromkeys(found):
        yield text + (f" (×{count})" if (count := found.count(text)) > 1 else "")


def steps(codex: str) -> str:
    """Return the directions in which a unit moves and strikes, as arrows."""
    return "".join(arrow for arrow, leads in zip(ARROWS, codex, strict=False) if leads == "1")


def about(card: Card) -> str:
    """Return a description of a card in one sentence."""
    kind = KINDS.get(card.kind) or card.type
    said = [f"{kind} for {card.cost} mana"]
    if card.kind == "U":
        said.append(f"attack {card.attack}, health {card.health}")
        if card.type == "creature":
            led = f" {arrows}" if (arrows := steps(card.steps)) else ""
            said.append(f"{plural(card.movement, 'step')}{led}, cooldown {card.cooldown}")
    if card.held:
        said.append(f"its holder: {', '.join(counted(card.held))}")
    said += [*filter(None, [_words()["cards"].get(card.id)])]
    said += [text for text in counted(card.traits) if card.kind == "U"]
    return "; ".join(said)


def deck(ids: Sequence[str]) -> str:
    """Return the names of a deck's cards, repeated ones first: `3 Archer, Well`."""
    counts = Counter(all_cards()[one].name for one in ids)
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in counts.most_common())


def where(table: Table, name: str) -> str:
    """Return the cell of a tile or unit: `x 2, y 3`, or nothing if it is not on the board."""
    cell = cell_of(table, name)
    return "" if cell is None else f"x {cell[0]}, y {cell[1]}"


def cell_of(table: Table, name: str) -> tuple[int, int] | None:
    """Return the x and y of a tile or unit, or None."""
    names = table.tiles if name in table.tiles else table.board
    return divmod(names.index(name), ROWS) if name in names else None


def called(table: Table, name: str) -> str:
    """Return the meaning of a server's id: `Hound`, `x 2, y 3`, or nothing if it is unknown. Equal cards of a hand
    are numbered.
    """
    piece = table.pieces.get(name)
    if piece is None:
        return where(table, name)
    alike = [one for hand in table.hands if name in hand for one in hand if table.pieces[one].id == piece.id]
    return piece.card.name + (f" no. {alike.index(name) + 1}" if len(alike) > 1 else "")


def in_words(table: Table, sign: str, details: Sequence[str]) -> str:
    """Return an action in words: `Hound (x 1, y 2) to x 2, y 3`."""
    if not details:
        return ""
    names = [called(table, name) or name for name in details]
    cells = [where(table, name) for name in details]
    first, *rest = [
        name if cell in ("", name) else f"{name} ({cell})" for name, cell in zip(names, cells, strict=True)
    ]
    if not rest:
        return first
    if sign == "s":
        return f"sacks {first} for {SACKED.get(rest[0], rest[0])}"
    if sign == "a":
        return f"{first} strikes {rest[0]}"
    return f"{first} {'to' if details[1] in table.tiles else 'on'} {' and '.join(rest)}"
