"""Data of public apps: the online town square and Pocket Grimoire."""

from __future__ import annotations

import json
import re
from cmath import phase
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import count
from math import pi
from typing import Any, cast

from kibitz.core.data import read_data
from kibitz.core.internal_errors import RefusedError
from kibitz.languages.botc.game.log import Grimoire, Player
from kibitz.languages.botc.game.roles import (
    ALIGNMENTS,
    NOBODY,
    NOTE,
    STORYTELLER,
    UNSAID,
    Role,
    Script,
    edition_name,
    identifier,
    meant,
)
from kibitz.languages.botc.text.script import (
    SHORT,
    Json,
    as_dict,
    as_list,
    compact,
    dicts,
    edition_of,
    lines_in,
    load,
    one_line,
    script_of,
    wanted,
)

CUSTOM = "custom"
"""The owner of notes in the app."""
LEFT = "# left out: "
NO_STATE = "no game state of a town square"
_NOTE = re.compile(r"#\s*(?P<key>bluffs|edition|fabled|script|labels|state)\s*:\s*(?P<value>.*)")


def looks_like_state(text: str) -> bool:
    """Return whether a text is such a state, and not a record."""
    return text.lstrip()[:1] == "{" and '"players"' in text


def is_note(comment: str) -> bool:
    """Return whether a comment holds a field of a game state."""
    return _NOTE.fullmatch(comment.strip()) is not None


def from_state(text: str) -> str:
    """Return a game state as a grimoire in one line, with comments above it. Raise RefusedError for other JSON."""
    state = load(text, NO_STATE)
    players = as_dict(state).get("players")
    if not isinstance(players, list):
        raise RefusedError(f"this is {NO_STATE}: it has no list of `players`")
    if len(dicts(players)) < len(players):
        raise RefusedError(f"this is {NO_STATE}: one of its `players` is not an object")
    npcs = [*as_list(state.get("fabled")), *as_list(state.get("npcs"))]
    own = [*dicts(state.get("roles")), *(one for one in dicts(npcs) if one.get("team"))]
    script = script_of([("script", compact(own))])
    reading = _Players(script)
    grimoire = Grimoire(tuple(map(reading.read, players)))
    left = [str(one) for one in as_list(state.pop("leftOut", None))]
    comments = [one_line(one) if one.startswith("#") else LEFT + one_line(one) for one in left]
    lines = [
        *comments,
        *_notes({**state, "fabled": npcs}, script),
    ]
    if own:
        # The script also has the characters of the players.
        seated = {player.role for player in grimoire.players if script.role(player.role)}
        lines.append(f"# script: {compact([*own, *sorted(seated - script.roles)])}")
    if labels := reading.labels():
        lines.append(f"# labels: {compact(labels)}")
    rest = _rest(state, json.loads(to_state(grimoire, lines, (), script)), grimoire)
    lines += [f"# state: {compact(rest)}"] if rest else []
    return "".join(f"{line}\n" for line in (*lines, str(grimoire)))


def _rest(state: Json, back: Json, grimoire: Grimoire) -> Json:
    """Return the part of a state that the grimoire and the other comments do not keep."""

    def differing(one: Json, other: Json) -> Json:
        return {key: value for key, value in one.items() if key not in other or other[key] != value}

    rest = differing({**state, "players": 0}, {**back, "players": 0})
    pairs = zip(grimoire.players, state["players"], back["players"], strict=True)
    players = {player.name: apart for player, one, other in pairs if (apart := differing(one, other))}
    return {**rest, "players": players} if players else rest


def _notes(state: Json, script: Script) -> Iterator[str]:
    edition = as_dict(state.get("edition"))
    if isinstance(edition.get("id"), str):
        known = edition_of(edition["id"])
        name = edition_name(known) if known else edition.get("name") or edition["id"]
        yield f"# edition: {one_line(name)}"
    for key in ("fabled", "bluffs"):
        if names := [role_name(word, script) for word in map(_id_of, as_list(state.get(key))) if word]:
            yield f"# {key}: {', '.join(names)}"


class _Players:
    """Reads the players of a state."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.names = set[str]()
        self.said: dict[str, Json] = {}
        """The reminders by their tokens."""

    def read(self, one: Json) -> Player:
        name = another(name_of(str(one.get("name") or "")), self.names)
        self.names.add(name)
        tokens = tuple(map(self._token, dicts(one.get("reminders"))))
        role = role_name(_id_of(one.get("role")), self.script) or NOBODY
        dead = bool(one.get("isDead"))
        spent = dead and (bool(one.get("isVoteless")) or one.get("voteToken") is False)
        return Player(name, role, tokens, dead, spent)

    def _token(self, reminder: Json) -> str:
        """Return the token of a reminder. A different reminder with the same name gets a number."""
        word = self._word(_id_of(reminder.get("role")), str(reminder.get("name", "")))
        for number in count(1):
            token = word if number == 1 else f"{word}_{number}"
            if self.said.setdefault(token, reminder) == reminder:
                break
        return token

    def _word(self, owner: str, label: str) -> str:
        word = identifier(label) or NOTE
        if owner in ALIGNMENTS:
            return owner
        role = character(owner, self.script) if owner != CUSTOM else None
        if role is None:
            prefix = identifier(owner)
            return f"{NOTE if owner == CUSTOM or not prefix else prefix}:{word}"
        known = next((own for own in role.tokens if role.label(own).casefold() == label.casefold()), None)
        return f"{role.id}:{known or role.aliases.get(word) or word}"

    def labels(self) -> Json:
        """Return the unusual labels of tokens, or whole reminders."""
        return {
            token: reminder["name"] if {**usual, "name": reminder.get("name")} == reminder else reminder
            for token, reminder in self.said.items()
            if reminder != (usual := _reminder(token, self.script))
        }


def to_state(
    grimoire: Grimoire, comments: Sequence[str], left_out: Sequence[str], script: Script = UNSAID
) -> str:
    """Return a grimoire as a state. `comments` precede it, and `left_out` names the other contents of the record."""
    notes: defaultdict[str, str] = defaultdict(str)
    left = list(left_out)
    for comment in comments:
        if found := _NOTE.fullmatch(comment.strip()):
            notes[found["key"]] = found["value"]
        else:
            left.append(comment.strip().removeprefix(LEFT))
    labels, rest = (_object(notes.get(key, "{}"), key, left) for key in ("labels", "state"))
    more = as_dict(rest.pop("players", None))
    said = notes["script"]
    defined = as_list(load(said)) if said.startswith("[") else []
    if said and not defined:
        left.append(f"# script: {said}")
    entries = dicts(defined)
    own = {
        one["id"]: one for one in entries if one.get("team") in STORYTELLER and isinstance(one.get("id"), str)
    }
    fabled = [
        own.get(word) or {"id": word}
        for word in map(partial(official, script=script), _list(notes["fabled"]))
    ]
    state: Json = {
        "bluffs": [official(word) for word in _list(notes["bluffs"])],
        "edition": {"id": _edition(notes["edition"], grimoire)},
        "roles": [one for one in entries if one not in fabled] or "",
        "fabled": fabled,
        "players": [
            {
                "name": player.name,
                "id": "",
                "role": {} if player.role == NOBODY else official(player.role, script),
                "reminders": [_labelled(token, labels, script) for token in player.tokens],
                "isDead": player.dead,
                "isVoteless": player.spent,
                "pronouns": "",
                **(told := as_dict(more.get(player.name))),
                # The grimoire knows whether a dead player has the vote.
                **({"voteToken": not player.spent} if "voteToken" in told and player.dead else {}),
            }
            for player in grimoire.players
        ],
        **rest,
    }
    if "npcs" in rest and "fabled" not in rest:
        del state["fabled"]
    if left:
        state["leftOut"] = left
    return json.dumps(state, ensure_ascii=False, indent=1) + "\n"


def _object(text: str, key: str, left: list[str]) -> Json:
    """Return the JSON object of a comment, or an empty one; then `left` names it."""
    found = load(text)
    if not isinstance(found, dict):
        left.append(f"# {key}: {text}")
    return as_dict(found)


def _labelled(token: str, labels: Json, script: Script) -> object:
    """Return a reminder with the label that a comment gives it."""
    usual, label = _reminder(token, script), labels.get(token)
    if label is None or isinstance(label, dict):
        return label or usual
    return {**usual, "name": label}


def _reminder(token: str, script: Script) -> dict[str, str]:
    prefix, _, name = token.rpartition(":")
    plain = name.replace("_", " ").capitalize()
    if token in ALIGNMENTS or prefix == NOTE:
        return {"role": token if token in ALIGNMENTS else CUSTOM, "name": plain}
    role = script.owner(prefix) or meant(prefix)
    return {"role": official(prefix, script), "name": role.label(name) if role else plain}


def _edition(said: str, grimoire: Grimoire) -> str:
    """Return the app's name of the edition in a comment, or else of the edition of most characters."""
    if said and not edition_of(said):
        return "".join(letter for letter in said.casefold() if letter.isalnum())
    found = [role.edition for role in UNSAID.known(player.role for player in grimoire.players)]
    most = edition_of(said) or max(found, key=found.count, default="")
    return next((short for short, name in SHORT.items() if name == most), "luf" if most else "")


def _list(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _id_of(one: object) -> str:
    return str(one.get("id", "")) if isinstance(one, dict) else str(one or "")


def another(name: str, taken: Container[str]) -> str:
    """Return a free name."""
    while name in taken:
        name += "_"
    return name


def name_of(given: str) -> str:
    """Return the name of a player in a record. The name in the app may have spaces and other signs."""
    return re.sub(r"[^\w.'-]+", "_", given).strip("_.'-") or "Nobody"


def role_name(word: str, script: Script = UNSAID) -> str:
    """Return the identifier of a character from its official one, which has no underscores."""
    role = character(word, script)
    return role.id if role else identifier(word)


def character(word: str, script: Script) -> Role | None:
    """Return the character of an identifier or an official name, or None."""
    role = wanted(word, script) if word else None
    return role if role and role.is_called(word) else None


def official(word: str, script: Script = UNSAID) -> str:
    own = script.own.get(word)
    return own.official if own else word.replace("_", "")


NO_STORAGE = "nothing that Pocket Grimoire keeps"
_STATE = re.compile(r'"players"\s*:\s*\[')
_REMINDER = re.compile(r"(?P<owner>.*):(?P<number>[0-9]{1,4})")
_SIDES = ("good", "evil")
"""The reminders without a character, by their numbers."""
_HALVES = {True: 75 + 75j, False: 62.5 + 62.5j}
"""The way from the corner of a character's token, and of a reminder, to its middle, in pixels on a wide screen."""
FURTHEST = 1e9
"""The largest coordinate that counts, in pixels."""


def looks_like_storage(text: str) -> bool:
    """Return whether a text is the storage of the app, not a record or a state of a town square."""
    return text.lstrip()[:1] == "{" and '"tokens"' in text and not _STATE.search(text)


def from_storage(text: str) -> str:
    """Return a grimoire in one line, with comments above it. Raises RefusedError for other JSON."""
    storage = as_dict(load(text, NO_STORAGE))
    tokens = storage.get("tokens")
    if not isinstance(tokens, list) or not all(isinstance(as_dict(one).get("id"), str) for one in tokens):
        raise RefusedError(f"this is {NO_STORAGE}: it has no list of `tokens`")
    comments = [*_storage_script(storage), *_bluffs(storage)]
    script = script_of(lines_in("\n".join(comments)))
    return "".join(f"{one}\n" for one in (*comments, str(Grimoire(_seats(tokens, script)))))


def _storage_script(storage: Json) -> Sequence[str]:
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
    role, numbered = character(owner, script), f"reminder_{number + 1}"
    if role is None:
        return f"{identifier(owner) or NOTE}:{numbered}"
    names = reminders(role, script)
    return f"{role.id}:{names[number] if number < len(names) else numbered}"


def _around(tokens: Sequence[Json], characters: list[int]) -> list[int]:
    """Return characters clockwise around their middle from the first one, or in their order if they are in a line."""
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
