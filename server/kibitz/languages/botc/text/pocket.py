"""Read what the public app Pocket Grimoire keeps in the browser (`localStorage["pocket-grimoire"]`, a JSON object).

Tokens lie anywhere on its pad. The seats are read off the positions, clockwise from the first token, and a reminder belongs to
the nearest player. The script and the bluffs become comments above the grimoire.
"""

from __future__ import annotations

import json
import re
from cmath import phase
from collections.abc import Mapping, Sequence
from functools import cache
from math import pi
from typing import Any, cast

from kibitz.core.data import read_data
from kibitz.core.faults import RefusedError
from kibitz.languages.botc.game.model import Grimoire, Player
from kibitz.languages.botc.game.roles import Role, identifier
from kibitz.languages.botc.game.script import Script
from kibitz.languages.botc.text import write
from kibitz.languages.botc.text.said import Json, as_dict, as_list, compact, load, one_line
from kibitz.languages.botc.text.script import edition_of, lines_in, script_of, wanted
from kibitz.languages.botc.text.townsquare import NOBODY, another, name_of, role_name

WRONG = "nothing that Pocket Grimoire keeps"
_STATE = re.compile(r'"players"\s*:\s*\[')
_REMINDER = re.compile(r"(?P<owner>.*):(?P<number>[0-9]{1,4})")
_SIDES = ("good", "evil")
"""The reminders without a character, by their numbers."""
_HALVES = {True: 75 + 75j, False: 62.5 + 62.5j}
"""The way from the corner of a character's token, and of a reminder, to its middle, in pixels on a wide screen."""
FURTHEST = 1e9
"""The largest coordinate that counts, in pixels."""


def looks_like_storage(text: str) -> bool:
    """Return whether a text is what the app keeps, not a record or a state of a town square."""
    return text.lstrip()[:1] == "{" and '"tokens"' in text and not _STATE.search(text)


def from_storage(text: str) -> str:
    """Return a grimoire in one line, with comments above it. Raises RefusedError for other JSON."""
    storage = as_dict(load(text, WRONG))
    tokens = storage.get("tokens")
    if not isinstance(tokens, list) or not all(isinstance(as_dict(one).get("id"), str) for one in tokens):
        raise RefusedError(f"this is {WRONG}: it has no list of `tokens`")
    comments = [*_script(storage), *_bluffs(storage)]
    script = script_of(lines_in("\n".join(comments)))
    return "".join(f"{one}\n" for one in (*comments, write.line(Grimoire(_seats(tokens, script)))))


def _script(storage: Json) -> Sequence[str]:
    found = as_dict(storage.get("characters"))
    name, entries = one_line(found.get("name") or ""), as_list(found.get("characters"))
    if not entries:
        return ()
    ids = {role_name(one) if isinstance(one, str) else "" for one in entries}
    script = script_of([("script", name)])
    if edition_of(name) and script.roles | set(script.fabled) == ids:
        return (f"# script: {name}",)
    return (f"# script: {compact([{'id': '_meta', 'name': name}, *entries])}",)


def _bluffs(storage: Json) -> Sequence[str]:
    """Return a comment with the first bluffs; older versions of the app keep three of them by their places."""
    bluffs = as_dict(storage.get("bluffs"))
    groups: list[list[Any]] = [as_list(as_dict(one).get("set")) for one in as_list(bluffs.get("groups"))]
    named = [
        [word for word in one if word and isinstance(word, str)] for one in groups or [list(bluffs.values())]
    ]
    first = next(filter(None, named), [])
    return (f"# bluffs: {', '.join(map(role_name, first))}",) if first else ()


def _seats(tokens: Sequence[Json], script: Script) -> tuple[Player, ...]:
    """Return the players clockwise."""
    characters = [at for at, one in enumerate(tokens) if not _REMINDER.fullmatch(one["id"])]
    near: dict[int, list[str]] = {at: [] for at in characters}
    for one in tokens:
        if characters and (said := _REMINDER.fullmatch(one["id"])):
            middle = _middle(one, False)
            nearest = min(characters, key=lambda seat: abs(_middle(tokens[seat], True) - middle))
            near[nearest].append(_word(said["owner"], int(said["number"]), script))
    found: dict[str, Player] = {}
    for at in _around(tokens, characters):
        one = tokens[at]
        name = another(name_of(str(one.get("playerName") or "")), found)
        dead = bool(one.get("isDead"))
        role = role_name(one["id"], script) if one["id"] else NOBODY
        found[name] = Player(name, role, tuple(near[at]), dead, dead and not one.get("ghostVote"))
    return tuple(found.values())


@cache
def _numbered() -> Mapping[str, Sequence[str]]:
    data = json.loads(read_data("kibitz.languages.botc", "data/pocket.json"))
    return cast("Mapping[str, Sequence[str]]", data["reminders"])


def reminders(role: Role, script: Script) -> Sequence[str]:
    """Return the reminders of a character by their numbers in the app."""
    if role.id in script.own:
        return [token for token, count in role.tokens.items() for _ in range(count)]
    return _numbered().get(role.id, list(role.tokens))


def _word(owner: str, number: int, script: Script) -> str:
    """Return the reminder token with a number of a character."""
    if not owner and number < len(_SIDES):
        return _SIDES[number]
    role = wanted(owner, script) if owner else None
    if role is None or not role.is_called(owner):
        return f"{identifier(owner) or 'note'}:reminder_{number + 1}"
    names = reminders(role, script)
    return f"{role.id}:{names[number] if number < len(names) else f'reminder_{number + 1}'}"


def _around(tokens: Sequence[Json], characters: list[int]) -> list[int]:
    """Return characters clockwise around their middle from the first one, or in their order if they lie in a line."""
    middles = [_middle(tokens[at], True) for at in characters]
    if len(middles) < 3:
        return characters
    center, first = sum(middles) / len(middles), middles[0]
    if max(abs(((one - first) * (center - first).conjugate()).imag) for one in middles) < 1:
        return characters
    turned = [(phase(one - center) - phase(first - center)) % (2 * pi) for one in middles]
    return [at for _, at in sorted(zip(turned, characters, strict=True))]


def _middle(one: Json, character: bool) -> complex:
    """Return the middle of a token, to the right and downwards."""
    left, top = (
        value if isinstance(value := one.get(key), (int, float)) and abs(value) < FURTHEST else 0.0
        for key in ("left", "top")
    )
    return complex(left, top) + _HALVES[character]
