"""What the tags of a game say, those of BGN, as the notation was called before, among them."""

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
"""What parts the names of teams."""
DECKS = " : "
"""What parts the decks of Quill."""
REQUIRED = ("key", "teams")
LEGACY = {
    "Game": "key",
    "Teams": "teams",
    "Variant": "variant",
    "Seed": "seed",
    "Completed": "completed",
    "Date": "date",
}
"""The tags of BGN, as the notation was called before, and their names of today."""


class Head(NamedTuple):
    """What the tags of a game say."""

    key: str | None
    teams: tuple[str, ...]
    """Their names; none where there is no such tag or it is empty."""
    glued: bool
    """Whether several teams look like one for want of a blank."""
    teams_at: Span | None
    """The value of the tag `teams`."""
    known: Known | None
    variant: str | None = None
    seed: int | None = None
    """None where there is none, or one that the server can't read: then it deals at random."""
    completed: bool | None = None
    """What the tag `completed` says."""
    completed_at: Span | None = None
    """Its value."""
    decks: tuple[tuple[str, ...], ...] = ()
    """The cards of each team, in games that are played with decks; nothing where the server refuses them."""


def winning(part: Part) -> dict[str, tuple[int, Tag]]:
    """The tags that count, by their names of today, with where they start: the last of each."""
    found = {tag.key: (start, tag) for start, tag in part.tags if tag.key}
    for old, new in LEGACY.items():
        if old in found and new not in found:
            found[new] = found[old]
    return found


@remembered
def read_head(part: Part, games: Games) -> Head:
    """What a head says. The games that kibitz knows are those of QGN, not of BGN."""
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
    """The decks that a value names, and what is wrong with them."""
    decks = tuple([tuple(deck.split(SEPARATOR)) for deck in value.split(DECKS)])
    unknown = next((card for deck in decks for card in deck if card not in known.deck_cards), None)
    sizes = list(map(len, decks))
    if len(decks) != 2:
        return decks, f"there {'is one deck' if len(decks) == 1 else f'are {len(decks)} decks'}"
    if unknown is not None:
        return decks, f"there is no card `{shown(unknown)}`"
    return decks, "" if sizes == [known.deck] * 2 else f"there are {sizes[0]} and {sizes[1]} cards"


def value_at(tags: Mapping[str, tuple[int, Tag]], key: str) -> Span:
    """Where the value of a tag stands."""
    start, tag = tags[key]
    return tag.value_at.shifted(start)


def seed_of(value: str) -> int | None:
    """The seed that a value is for the server, None if it can't read it."""
    if len(value) > 25 or not re.fullmatch("[+-]?[0-9]+", value):
        return None
    return int(value) if int(value) in SEEDS else None


def is_legacy(part: Part) -> bool:
    """Whether a head is that of a BGN record: what every record needs stands there by its older name."""
    present = part.keys
    return any(old in present and new not in present for old, new in LEGACY.items() if new in REQUIRED)


def converted(part: Part, games: Games) -> tuple[Edit, ...]:
    """Return the edits that make a BGN record one of QGN: tags by their names of today, the game and its variant as they are now."""
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
