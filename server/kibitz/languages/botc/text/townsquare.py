"""The game state that the public town-square web app exports and imports, a JSON object, as grimoires and back.

What the one-line form has no place for (bluffs, pronouns, names with blanks, characters of a script of its own) stands in
comments above the grimoire, from which it is written back; what JSON has no place for is named in it below `leftOut`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kibitz.core.faults import RefusedError
from kibitz.languages.botc.game.model import Grimoire, Player
from kibitz.languages.botc.game.roles import meant, roles, same_letters
from kibitz.languages.botc.game.script import UNSAID, Script
from kibitz.languages.botc.text import write
from kibitz.languages.botc.text.script import script_of, wanted

KNOWN = frozenset({"bluffs", "edition", "roles", "fabled", "players", "leftOut"})
OF_A_PLAYER = frozenset({"name", "id", "role", "reminders", "isDead", "isVoteless", "pronouns"})
NOBODY = "unassigned"
"""The role of a player who has no character yet."""
_NOTE = re.compile(r"#\s*(?P<key>bluffs|edition|fabled|pronouns|names|script)\s*:\s*(?P<value>.*)")


def looks_like_state(text: str) -> bool:
    """Whether a text is such a state, and no record."""
    return text.lstrip()[:1] == "{" and '"players"' in text


def is_note(comment: str) -> bool:
    """Whether a comment says something that a state has a place for."""
    return _NOTE.fullmatch(comment.strip()) is not None


def from_state(text: str) -> str:
    """A state as a grimoire in one line, with comments above it. Raises RefusedError for other JSON."""
    try:
        state = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RefusedError(f"this is no game state of a town square: {error}") from error
    if not isinstance(state, dict) or not isinstance(state.get("players"), list):
        raise RefusedError("this is no game state of a town square: it has no list of `players`")
    own = [one for one in state.get("roles") or () if isinstance(one, dict)]
    script = script_of([("script", _compact(own))], {}) or UNSAID
    players = _Players(script)
    grimoire = Grimoire(tuple([players.read(one) for one in state["players"] if isinstance(one, dict)]))
    lines = [*_notes(state), *_script(own, script, grimoire), *players.notes(), write.line(grimoire)]
    return "".join(f"{line}\n" for line in lines)


def _notes(state: Mapping[str, Any]) -> Iterator[str]:
    edition = state.get("edition")
    if isinstance(edition, dict) and edition.get("id"):
        yield f"# edition: {_one_line(edition.get('name') or edition['id'])}"
    for key in ("fabled", "bluffs"):
        names = [_role_name(_id_of(one)) for one in state.get(key) or () if _id_of(one)]
        if names:
            yield f"# {key}: {', '.join(names)}"
    left = [key for key in state if key not in KNOWN]
    if left:
        yield f"# not carried over: {', '.join(map(_one_line, left))}"


def _script(own: Sequence[object], script: Script, grimoire: Grimoire) -> Iterator[str]:
    """The characters that the state brings along, and those of the players, who are on the script, too."""
    if own:
        seated = {player.role for player in grimoire.players if script.role(player.role)}
        yield f"# script: {_compact([*own, *sorted(seated - script.roles)])}"


class _Players:
    """The players of a state while they are read, and what their entries have no place for."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.pronouns: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.left: list[str] = []

    def read(self, one: Mapping[str, Any]) -> Player:
        given = str(one.get("name") or "Nobody")
        name = re.sub(r"[\s\[\]{}():,*~#│┌└]+", "_", given).strip("_") or "Nobody"
        while name in self.names:
            name += "_"
        self.names[name] = given
        if one.get("pronouns"):
            self.pronouns[name] = _one_line(one["pronouns"])
        self.left += [f"{key} of {name}" for key in one if key not in OF_A_PLAYER]
        tokens = [self._token(name, token) for token in one.get("reminders") or () if isinstance(token, dict)]
        dead = bool(one.get("isDead"))
        spent = dead and bool(one.get("isVoteless"))
        if one.get("isVoteless") and not dead:
            self.left.append(f"the spent vote of {name}, who lives")
        role = _role_name(_id_of(one.get("role")), self.script) or NOBODY
        return Player(name, role, tuple(filter(None, tokens)), dead, spent)

    def _token(self, name: str, token: Mapping[str, Any]) -> str:
        role = wanted(_id_of(token.get("role")), self.script)
        label = str(token.get("name", ""))
        tokens = role.tokens if role else {}
        known = next((own for own in tokens if role and role.label(own).casefold() == label.casefold()), None)
        word = known or (role and role.aliases.get(_word(label))) or _word(label)
        if role is None or not re.match("[a-z]", word):
            self.left.append(f"the reminder `{_one_line(label)}` of {name}")
            return ""
        return f"{role.id}:{word}"

    def notes(self) -> Iterator[str]:
        if renamed := {name: given for name, given in self.names.items() if name != given}:
            yield f"# names: {'; '.join(f'{name} = {_one_line(given)}' for name, given in renamed.items())}"
        if self.pronouns:
            yield f"# pronouns: {'; '.join(f'{name} = {words}' for name, words in self.pronouns.items())}"
        if self.left:
            yield f"# not carried over: {', '.join(self.left)}"


def to_state(
    grimoire: Grimoire, comments: Sequence[str], left_out: Sequence[str], script: Script = UNSAID
) -> str:
    """A grimoire as a state. `comments` stand above it; what else the record has is named by `left_out`."""
    notes: dict[str, str] = {}
    left = list(left_out)
    for comment in comments:
        if found := _NOTE.fullmatch(comment.strip()):
            notes[found["key"]] = found["value"]
        else:
            left.append(comment.strip())
    names, pronouns = _pairs(notes.get("names", "")), _pairs(notes.get("pronouns", ""))
    state: dict[str, Any] = {
        "bluffs": [_official(word) for word in _list(notes.get("bluffs", ""))],
        "edition": {"id": _edition(notes.get("edition", ""), grimoire)},
        "roles": _own(notes.get("script", ""), left),
        "fabled": [{"id": _official(word)} for word in _list(notes.get("fabled", ""))],
        "players": [_player(player, names, pronouns, script) for player in grimoire.players],
    }
    if left:
        state["leftOut"] = left
    return json.dumps(state, ensure_ascii=False, indent=1) + "\n"


def _own(script: str, left: list[str]) -> object:
    """The characters of a script's own, where it stands in the record."""
    try:
        entries = json.loads(script) if script.startswith("[") else []
    except (ValueError, RecursionError):
        entries = []
    if script and not entries:
        left.append(f"# script: {script}")
    return [one for one in entries if isinstance(one, dict)] or ""


def _player(
    player: Player, names: Mapping[str, str], pronouns: Mapping[str, str], script: Script
) -> dict[str, Any]:
    return {
        "name": names.get(player.name, player.name),
        "id": "",
        "role": "" if player.role == NOBODY else _official(player.role, script),
        "reminders": [_reminder(token, script) for token in player.tokens],
        "isDead": player.dead,
        "isVoteless": player.spent,
        "pronouns": pronouns.get(player.name, ""),
    }


def _reminder(token: str, script: Script) -> dict[str, str]:
    prefix, _, name = token.rpartition(":")
    role = script.owner(prefix) or meant(prefix)
    return {"role": _official(prefix, script), "name": role.label(name) if role else name.replace("_", " ")}


def _edition(said: str, grimoire: Grimoire) -> str:
    """The edition that a comment names, or else that of most characters."""
    if said:
        return "".join(letter for letter in said.casefold() if letter.isalnum())
    found = [role.edition for player in grimoire.players if (role := roles().get(player.role))]
    short = {"trouble_brewing": "tb", "bad_moon_rising": "bmr", "sects_and_violets": "snv"}
    most = max(found, key=found.count, default="")
    return short.get(most, "luf" if most else "")


def _list(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _pairs(text: str) -> dict[str, str]:
    """`Al = she/her; Bo = they`."""
    pairs = (part.partition("=") for part in text.split(";"))
    return {name.strip(): value.strip() for name, equals, value in pairs if equals}


def _id_of(one: object) -> str:
    return str(one.get("id", "")) if isinstance(one, dict) else str(one or "")


def _role_name(word: str, script: Script = UNSAID) -> str:
    """The identifier of a character whose official one has no underscores."""
    role = wanted(word, script) if word else None
    same = role and any(same_letters(word, name) for name in (role.id, role.official))
    return role.id if role and same else _word(word)


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _official(word: str, script: Script = UNSAID) -> str:
    own = script.own.get(word)
    return own.official if own else word.replace("_", "")


def _word(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_").lower()


def _one_line(text: object) -> str:
    return " ".join(str(text).split())
