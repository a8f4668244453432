"""Values, keys and tables as a record writes them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from kibitz.languages.pfn.game.figgie import suit_names


def value(said: object) -> str:
    """Return a value: `"P1"`, `["P1", "P2"]`, `12.5`. JSON escapes strings as TOML does."""
    if isinstance(said, (list, tuple)):
        return f"[{', '.join(map(value, said))}]"
    return json.dumps(said, ensure_ascii=False) if isinstance(said, str) else str(said)


def key(name: str) -> str:
    """Return a key, in quotes if it is not a bare key."""
    return name if _BARE.fullmatch(name) else value(name)


_BARE = re.compile("[A-Za-z0-9_-]+")


def deck(goal: str) -> dict[str, str]:
    """Return the values of DeckSetup for a goal suit."""
    return {"GoalSuitColor": suit_names()[goal].color, "GoalSuit": goal}


def table(header: str, said: Mapping[str, object]) -> str:
    """Return a table without a line end after it, and without unknown keys."""
    return "\n".join(
        [header, *(f"{key(name)} = {value(one)}" for name, one in said.items() if one is not None)]
    )
