"""Values, keys and tables as a record writes them."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping

from kibitz.languages.pfn.game.figgie import suit_names


def value(said: object) -> str:
    """A value: `"P1"`, `["P1", "P2"]`, `12.5`. What a text has to escape, JSON escapes as TOML does."""
    if isinstance(said, (list, tuple)):
        return f"[{', '.join(map(value, said))}]"
    return json.dumps(said, ensure_ascii=False) if isinstance(said, str) else str(said)


def key(name: str) -> str:
    """Return a key, in quotes if it has other characters than those of bare keys."""
    return name if _BARE.fullmatch(name) else value(name)


_BARE = re.compile("[A-Za-z0-9_-]+")


def array(names: Collection[str]) -> str:
    """Players or other names: `["P1", "P2"]`."""
    return value([*names])


def deck(goal: str) -> dict[str, str]:
    """What DeckSetup says of a goal suit, given by its name."""
    return {"GoalSuitColor": suit_names()[goal].color, "GoalSuit": goal}


def table(header: str, said: Mapping[str, object]) -> str:
    """A table, without the line end behind it; keys of which nothing is known are left out."""
    return "\n".join(
        [header, *(f"{key(name)} = {value(one)}" for name, one in said.items() if one is not None)]
    )
