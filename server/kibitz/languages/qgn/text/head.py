"""The parsed tags of a game, including those of BGN, the older form of the notation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from kibitz.core.memory import remembered
from kibitz.core.values import Edit, Span
from kibitz.languages.qgn.game.chance import SEEDS
from kibitz.languages.qgn.game.games import Games, Known
from kibitz.languages.qgn.text.items import shown
from kibitz.languages.qgn.text.model import Part, Tag

SEPARATOR = ", "
"""The separator of the teams' names."""
DECKS = " : "
"""The separator of the decks of Quill."""
REQUIRED = ("key", "teams")
LEGACY = {
    "Game": "key",
    "Teams": "teams",
    "Variant": "variant",
    "Seed": "seed",
    "Completed": "completed",
    "Date": "date",
}
"""The tags of BGN, the older form of the notation, with their present names."""


class Head(NamedTuple):
    """The parsed tags of a game."""

    key: str | None
    teams: tuple[str, ...]
    """The names of the teams, or nothing if the tag is missing or empty."""
    glued: bool
    """Whether a missing space makes several names look like one."""
    teams_at: Span | None
    """The value of the tag `teams`."""
    known: Known | None
    variant: str | None = None
    seed: int | None = None
    """The seed, or None if it is missing or unreadable; the server then deals at random."""
    completed: bool | None = None
    """The value of the tag `completed`."""
    completed_at: Span | None = None
    """The span of that value."""
    decks: tuple[tuple[str, ...], ...] = ()
    """The cards of each team in games with decks, or nothing if the server refuses the decks."""


def winning(part: Part) -> dict[str, tuple[int, Tag]]:
    """Return the last tag of each key, by present names, with its start."""
    found = {tag.key: (start, tag) for start, tag in part.tags if tag.key}
    for old, new in LEGACY.items():
        if old in found and new not in found:
            found[new] = found[old]
    return found


@remembered
def read_head(part: Part, games: Games) -> Head:
    """Parse a head. The known games are those of QGN, not of BGN."""
    tags = winning(part)
    values = {key: tag.value for key, (_, tag) in tags.items()}
    known = games.get(values["key"]) if "key" in tags and tags["key"][1].key == "key" else None
    names = tuple(values["teams"].split(SEPARATOR)) if values.get("teams") else ()
    decks, problem = decks_of(values.get("Decks", ""), known) if known and known.deck else ((), "")
    return Head(
        values.get("key"),
        names,
        any("," in name for name in names),
        value_at(tags, "teams") if "teams" in tags else None,
        known,
        values.get("variant"),
        seed_of(values.get("seed", "")),
        {"true": True, "false": False}.get(values.get("completed", "")),
        value_at(tags, "completed") if "completed" in tags else None,
        decks if not problem else (),
    )


def decks_of(value: str, known: Known) -> tuple[tuple[tuple[str, ...], ...], str]:
    """Return the decks in a value, and their fault."""
    decks = tuple([tuple(deck.split(SEPARATOR)) for deck in value.split(DECKS)])
    unknown = next((card for deck in decks for card in deck if card not in known.deck_cards), None)
    sizes = list(map(len, decks))
    if len(decks) != 2:
        return decks, f"there {'is one deck' if len(decks) == 1 else f'are {len(decks)} decks'}"
    if unknown is not None:
        return decks, f"there is no card `{shown(unknown)}`"
    return decks, "" if sizes == [known.deck] * 2 else f"there are {sizes[0]} and {sizes[1]} cards"


def value_at(tags: Mapping[str, tuple[int, Tag]], key: str) -> Span:
    """Return the span of a tag's value."""
    start, tag = tags[key]
    return tag.value_at.shifted(start)


def seed_of(value: str) -> int | None:
    """Return the seed that the server reads from a value, or None."""
    if len(value) > 25 or not re.fullmatch("[+-]?[0-9]+", value):
        return None
    return int(value) if int(value) in SEEDS else None


def is_legacy(part: Part) -> bool:
    """Return whether a head is that of a BGN record: a required tag is there only by its older name."""
    present = part.keys
    return any(old in present and new not in present for old, new in LEGACY.items() if new in REQUIRED)


def converted(part: Part, games: Games) -> tuple[Edit, ...]:
    """Return the edits that convert a BGN record to QGN: the names of tags, the game and its variant."""
    old = [(start, tag, LEGACY.get(tag.key, "")) for start, tag in part.tags]
    old = [(start, tag, new) for start, tag, new in old if new and new not in part.keys]
    game = next((games.same_but_for_case(tag.value) or tag.value for _, tag, new in old if new == "key"), "")
    variants = games[game].variants if game in games else ()
    edits = []
    for start, tag, new in old:
        edits.append(Edit(*tag.key_at.shifted(start), new))
        value = game if new == "key" else tag.value
        if new == "variant" and value not in variants and value.lower() in variants:
            value = value.lower()
        if value != tag.value:
            edits.append(Edit(*tag.value_at.shifted(start), value))
    return tuple(edits)
