"""BGN, as the notation was called before: its tags, and making QGN of them."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix
from kibitz.languages.qgn.games import Games
from kibitz.languages.qgn.model import Part, Tag

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


def is_legacy(part: Part) -> bool:
    """Whether a head is that of a BGN record: what every record needs stands there by its older name."""
    present = {item.key for _, item in part.items if isinstance(item, Tag)}
    return any(old in present and LEGACY[old] not in present for old in LEGACY if LEGACY[old] in REQUIRED)


def converted(part: Part, games: Games) -> tuple[Edit, ...]:
    """What makes a BGN record one of QGN: its tags by their names of today, the name of a known game as it is now."""
    present = {item.key for _, item in part.items if isinstance(item, Tag)}
    edits = []
    for start, item in part.items:
        if not isinstance(item, Tag) or (new := LEGACY.get(item.key)) is None or new in present:
            continue
        edits.append(Edit(*item.key_at.shifted(start), new))
        if new == "key" and (name := games.same_but_for_case(item.value)) is not None:
            edits.append(Edit(*item.value_at.shifted(start), name))
    return tuple(edits)


def check(part: Part, rules: Rules) -> Iterator[Diagnostic]:
    """One diagnostic for a record of the older form, one for each older tag among new ones."""
    old = [(start, item) for start, item in part.items if isinstance(item, Tag) and item.key in LEGACY]
    if is_legacy(part):
        start, item = next(one for one in old if LEGACY[one[1].key] in REQUIRED)
        yield rules["legacy-record"].at(*item.key_at.shifted(start), old=item.key, new=LEGACY[item.key])
        return
    present = {item.key for _, item in part.items if isinstance(item, Tag)}
    for start, item in old:
        new = LEGACY[item.key]
        rename = Edit(*item.key_at.shifted(start), new)
        fixes = [Fix(f"write `{new}`", (rename,))] if new not in present else []
        yield rules["legacy-tag"].at(
            *item.key_at.shifted(start), old=item.key, new=new, fixes=fixes, tags=frozenset({"deprecated"})
        )
