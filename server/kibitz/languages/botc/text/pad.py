"""The pad of Pocket Grimoire: tokens that lie somewhere, as the players of a grimoire and back.

Who sits beside whom is read off the places, clockwise from the first one, and a reminder belongs to the nearest player.
"""

from __future__ import annotations

import json
import re
from cmath import phase, rect
from collections.abc import Container, Mapping, Sequence
from functools import cache
from itertools import count
from math import pi
from typing import NamedTuple, cast

from kibitz.core.data import read_data
from kibitz.languages.botc.game.model import Grimoire, Player
from kibitz.languages.botc.game.roles import Role, identifier
from kibitz.languages.botc.game.script import Script
from kibitz.languages.botc.text.said import Json, as_dict, as_list
from kibitz.languages.botc.text.script import wanted
from kibitz.languages.botc.text.townsquare import NOBODY, another, name_of, official, role_name

_REMINDER = re.compile(r"(?P<owner>.*):(?P<number>[0-9]{1,4})")
_SIDES = ("good", "evil")
"""The reminders of nobody, by their numbers."""
RADIUS = 280.0
_HALVES = {True: 75 + 75j, False: 62.5 + 62.5j}
"""From the corner of a character's token, and of a reminder, to its middle, in pixels on a wide screen."""
FURTHEST = 1e9


# Reminders, which the app numbers for each character


@cache
def _others() -> Mapping[str, Sequence[str]]:
    data = json.loads(read_data("kibitz.languages.botc", "data/pocket.json"))
    return cast("Mapping[str, Sequence[str]]", data["reminders"])


def reminders(role: Role, script: Script) -> Sequence[str]:
    if role.id in script.own:
        return [token for token, number in role.tokens.items() for _ in range(number)]
    return _others().get(role.id, list(role.tokens))


def _word(owner: str, number: int, script: Script) -> str:
    """The token that a reminder is."""
    if not owner and number < len(_SIDES):
        return _SIDES[number]
    role = wanted(owner, script) if owner else None
    if role is None or not role.is_called(owner):
        return f"{identifier(owner) or 'note'}:reminder_{number + 1}"
    names = reminders(role, script)
    return f"{role.id}:{names[number] if number < len(names) else f'reminder_{number + 1}'}"


def _reminder(token: str, script: Script, used: Container[str]) -> str:
    """The reminder that a token is, one that is not used yet if there is one; empty where the app has none."""
    if token in _SIDES:
        return f":{_SIDES.index(token)}"
    prefix, _, name = token.rpartition(":")
    role = script.owner(prefix)
    if role is None or role.id != prefix:
        return ""
    numbers = [number for number, one in enumerate(reminders(role, script)) if one == name]
    found = [f"{_plain(official(prefix, script))}:{number}" for number in numbers]
    return next((one for one in found if one not in used), found[0] if found else "")


def _plain(word: str) -> str:
    return re.sub("[-_]", "", word).lower()


# What lies on the pad


class _Seat(NamedTuple):
    """A player as read, which of the tokens that is, and which are the reminders, with their words."""

    player: Player
    at: int
    reminders: list[tuple[int, str]]


def seats(tokens: Sequence[Json], script: Script, own: Json) -> list[_Seat]:
    """The players clockwise. `own` is what kibitz has added of them, by the names that they have in the app."""
    characters = [at for at, one in enumerate(tokens) if not _REMINDER.fullmatch(one["id"])]
    lying: dict[int, list[tuple[int, str]]] = {at: [] for at in characters}
    for at, one in enumerate(tokens):
        if characters and (said := _REMINDER.fullmatch(one["id"])):
            middle = _middle(one, False)
            near = min(characters, key=lambda seat: abs(_middle(tokens[seat], True) - middle))
            lying[near].append((at, _word(said["owner"], int(said["number"]), script)))
    found: dict[str, _Seat] = {}
    for at in _around(tokens, characters):
        one = tokens[at]
        name = another(name_of(_given(one)), found)
        more, dead = as_dict(own.get(name)), bool(one.get("isDead"))
        role = role_name(one["id"], script) if one["id"] else str(more.get("role") or NOBODY)
        words = _completed([word for _, word in lying[at]], list(map(str, as_list(more.get("tokens")))))
        called, spent = str(more.get("name") or name), dead and not one.get("ghostVote")
        found[name] = _Seat(Player(called, role, tuple(words), dead, spent), at, lying[at])
    return list(found.values())


def _completed(words: list[str], said: list[str]) -> list[str]:
    """The tokens of a player: those that lie there, and of those that were said the ones that can't, where they were."""
    strange = [one for one in said if one not in words]
    return said if [one for one in said if one in words] == words else words + strange


def _around(tokens: Sequence[Json], characters: list[int]) -> list[int]:
    """Characters clockwise around their middle, the first of the list first; in its order where they lie in a line."""
    middles = [_middle(tokens[at], True) for at in characters]
    if len(middles) < 3:
        return characters
    center, first = _center(middles), middles[0]
    if max(abs(((one - first) * (center - first).conjugate()).imag) for one in middles) < 1:
        return characters
    turned = [(phase(one - center) - phase(first - center)) % (2 * pi) for one in middles]
    return [at for _, at in sorted(zip(turned, characters, strict=True))]


# A place is a complex number: to the right, and downwards.


def _center(middles: Sequence[complex]) -> complex:
    return sum(middles) / len(middles)


def _middle(one: Json, character: bool) -> complex:
    left, top = (
        value if isinstance(value := one.get(key), (int, float)) and abs(value) < FURTHEST else 0.0
        for key in ("left", "top")
    )
    return complex(left, top) + _HALVES[character]


def _placed(one: Json, at: complex, character: bool) -> Json:
    at -= _HALVES[character]
    return {**one, "left": round(at.real), "top": round(at.imag), "zIndex": one.get("zIndex", 1)}


def laid(tokens: Sequence[Json], grimoire: Grimoire, script: Script, anew: bool) -> tuple[list[Json], Json]:
    """The tokens as a grimoire has them, and what the app has no place for, by the names of players.

    With `anew` all of them are laid out in a circle, else only what is new is laid beside its player.
    """
    pad = _Pad(tokens, script, anew)
    for number, player in enumerate(grimoire.players):
        pad.seat(player, 2 * pi * number / len(grimoire.players) - pi / 2)
    return pad.all(), pad.own


class _Pad:
    """The pad while a grimoire is laid on it; what was there keeps its number."""

    def __init__(self, tokens: Sequence[Json], script: Script, anew: bool) -> None:
        self.tokens, self.script, self.anew = tokens, script, anew
        was = seats(tokens, script, {})
        self.was = {_given(tokens[seat.at]): seat for seat in was} | {seat.player.name: seat for seat in was}
        self.center = _center([_middle(tokens[seat.at], True) for seat in self.was.values()] or [0])
        self.characters: dict[int, Json] = {}
        self.reminders: dict[int, Json] = {}
        self.own: Json = {}
        self.used: set[str] = set()
        self.names: set[str] = set()
        self.fresh = count(len(tokens))

    def all(self) -> list[Json]:
        """All tokens: as they were listed with the new ones behind, or the players in their order."""
        if self.anew:
            return [*self.characters.values(), *self.reminders.values()]
        return [one for _, one in sorted((self.characters | self.reminders).items())]

    def seat(self, player: Player, angle: float) -> None:
        """Lays a player and the reminders; `angle` is where it sits in a circle."""
        seat = self.was.get(player.name)
        if seat is None or seat.at in self.characters:
            seat = _Seat(Player("", ""), next(self.fresh), [])
        old = seat.at < len(self.tokens)
        one = _character(self.tokens[seat.at] if old else {}, seat.player, player, self.script)
        center = self.center
        if self.anew or not old:
            center = RADIUS * (1 + 1j) + _HALVES[True]
            one = _placed(one, center + rect(RADIUS, angle), True)
        self.characters[seat.at] = one
        # On the way to the middle of a circle its own player is always the nearest.
        laid = [
            self._lay(token, seat.reminders, one, center, 0.7 * at / (len(player.tokens) + 1))
            for at, token in enumerate(player.tokens, 1)
        ]
        more: Json = {} if all(laid) else {"tokens": list(player.tokens)}
        if not one["id"] and player.role != NOBODY:
            more["role"] = player.role
        name = another(name_of(_given(one)), self.names)
        self.names.add(name)
        if name != player.name:
            more["name"] = player.name
        if more:
            self.own[name] = more

    def _lay(
        self, token: str, lying: list[tuple[int, str]], one: Json, center: complex, share: float
    ) -> bool:
        """Lays a reminder of a player, `share` of the way from there to the middle; whether the app has it."""
        kept = next((at for at, word in lying if word == token and at not in self.reminders), None)
        word = _reminder(token, self.script, self.used) if kept is None else self.tokens[kept]["id"]
        if not word:
            return False
        self.used.add(word)
        found = {"id": word} if kept is None else self.tokens[kept]
        if self.anew or kept is None:
            here = _middle(one, True)
            found = _placed(found, here + share * (center - here), False)
        self.reminders[next(self.fresh) if kept is None else kept] = found
        return True


def _given(one: Json) -> str:
    """The name that a player has in the app."""
    return str(one.get("playerName") or "")


def _character(one: Json, was: Player, player: Player, script: Script) -> Json:
    """The token of a player: what it said of one who is the same in that stays as it is."""
    one = dict(one)
    if was.role != player.role:
        one["id"] = _plain(official(player.role, script)) if script.role(player.role) else ""
    if was.name != player.name:
        one["playerName"] = player.name
    if (was.dead, was.spent) != (player.dead, player.spent):
        one |= {"isDead": player.dead, "ghostVote": not player.spent}
    return one
