"""The game state that the public town-square web app exports and imports, a JSON object, as grimoires and back.

What the one-line form has no place for (bluffs, pronouns, names with blanks, characters of a script of its own, what is written
on notes) stands in comments above the grimoire, and whatever else a state says in one of JSON: from these it is written back as it
was. What JSON has no place for is named in it below `leftOut`.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from itertools import count

from kibitz.core.faults import RefusedError
from kibitz.languages.botc.game.model import Grimoire, Player
from kibitz.languages.botc.game.roles import ALIGNMENTS, NOTE, identifier, meant, roles
from kibitz.languages.botc.game.script import UNSAID, Script
from kibitz.languages.botc.text import write
from kibitz.languages.botc.text.said import Json, as_dict, as_list, compact, dicts, in_lines, load, one_line
from kibitz.languages.botc.text.script import SHORT, edition_of, script_of, wanted

NOBODY = "unassigned"
"""The role of a player who has no character yet."""
CUSTOM = "custom"
"""Whose the app says that notes are."""
LEFT = "# left out: "
WRONG = "no game state of a town square"
_NOTE = re.compile(
    r"#\s*(?P<key>bluffs|edition|fabled|pronouns|names|script|labels|state)\s*:\s*(?P<value>.*)"
)
_PAIR = re.compile(r'(?:\A|;)([^=;]+)=(\s*"(?:[^"\\]|\\.)*"\s*(?=;|\Z)|[^;]*)')


def looks_like_state(text: str) -> bool:
    """Whether a text is such a state, and no record."""
    return text.lstrip()[:1] == "{" and '"players"' in text


def is_note(comment: str) -> bool:
    """Whether a comment says something that a state has a place for."""
    return _NOTE.fullmatch(comment.strip()) is not None


def from_state(text: str) -> str:
    """A state as a grimoire in one line, with comments above it. Raises RefusedError for other JSON."""
    state = load(text, WRONG)
    players = as_dict(state).get("players")
    if not isinstance(players, list):
        raise RefusedError(f"this is {WRONG}: it has no list of `players`")
    if len(dicts(players)) < len(players):
        raise RefusedError(f"this is {WRONG}: one of its `players` is no object")
    own = dicts(state.get("roles"))
    script = script_of([("script", compact(own))])
    reading = _Players(script)
    grimoire = Grimoire(tuple(map(reading.read, players)))
    left = [str(one) for one in as_list(state.pop("leftOut", None))]
    comments = [one_line(one) if one.startswith("#") else LEFT + one_line(one) for one in left]
    lines = [*comments, *_notes(state), *_script(own, script, grimoire), *reading.notes()]
    rest = _rest(state, json.loads(to_state(grimoire, lines, (), script)), grimoire)
    lines += [f"# state: {compact(rest)}"] if rest else []
    return "".join(f"{line}\n" for line in (*lines, write.line(grimoire)))


def _rest(state: Json, back: Json, grimoire: Grimoire) -> Json:
    """What of a state does not come back from the grimoire and the other comments."""

    def differing(one: Json, other: Json) -> Json:
        return {key: value for key, value in one.items() if key not in other or other[key] != value}

    rest = differing({**state, "players": 0}, {**back, "players": 0})
    pairs = zip(grimoire.players, state["players"], back["players"], strict=True)
    players = {player.name: apart for player, one, other in pairs if (apart := differing(one, other))}
    return {**rest, "players": players} if players else rest


def _notes(state: Json) -> Iterator[str]:
    edition = as_dict(state.get("edition"))
    if isinstance(edition.get("id"), str):
        known = edition_of(edition["id"])
        names = [role.edition_name for role in roles().values() if role.edition == known]
        yield f"# edition: {one_line(names[0] if names else edition.get('name') or edition['id'])}"
    for key in ("fabled", "bluffs"):
        if names := [role_name(word) for word in map(_id_of, as_list(state.get(key))) if word]:
            yield f"# {key}: {', '.join(names)}"


def _script(own: Sequence[object], script: Script, grimoire: Grimoire) -> Iterator[str]:
    """The characters that the state brings along, and those of the players, who are on the script, too."""
    if own:
        seated = {player.role for player in grimoire.players if script.role(player.role)}
        yield f"# script: {compact([*own, *sorted(seated - script.roles)])}"


class _Players:
    """The players of a state while they are read, and what their entries have no place for."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.pronouns: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.said: dict[str, Json] = {}
        """What stands on the tokens."""

    def read(self, one: Json) -> Player:
        given = str(one.get("name") or "")
        name = another(name_of(given), self.names)
        self.names[name] = given
        if one.get("pronouns"):
            self.pronouns[name] = str(one["pronouns"])
        tokens = tuple(map(self._token, dicts(one.get("reminders"))))
        role = role_name(_id_of(one.get("role")), self.script) or NOBODY
        dead = bool(one.get("isDead"))
        return Player(name, role, tokens, dead, dead and bool(one.get("isVoteless")))

    def _token(self, reminder: Json) -> str:
        """The token that a reminder is; one that has another text than the first of its name gets a number."""
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
        role = wanted(owner, self.script) if owner and owner != CUSTOM else None
        if role is None or not role.is_called(owner):
            prefix = identifier(owner)
            return f"{NOTE if owner == CUSTOM or not prefix else prefix}:{word}"
        known = next((own for own in role.tokens if role.label(own).casefold() == label.casefold()), None)
        return f"{role.id}:{known or role.aliases.get(word) or word}"

    def notes(self) -> Iterator[str]:
        renamed = {name: given for name, given in self.names.items() if name != given}
        for key, pairs in (("names", renamed), ("pronouns", self.pronouns)):
            if pairs:
                yield f"# {key}: {'; '.join(f'{name} = {_quoted(words)}' for name, words in pairs.items())}"
        labels = {
            token: reminder["name"] if {**usual, "name": reminder.get("name")} == reminder else reminder
            for token, reminder in self.said.items()
            if reminder != (usual := _reminder(token, self.script))
        }
        if labels:
            yield f"# labels: {compact(labels)}"


def to_state(
    grimoire: Grimoire, comments: Sequence[str], left_out: Sequence[str], script: Script = UNSAID
) -> str:
    """A grimoire as a state. `comments` stand above it; what else the record has is named by `left_out`."""
    notes: defaultdict[str, str] = defaultdict(str)
    left = list(left_out)
    for comment in comments:
        if found := _NOTE.fullmatch(comment.strip()):
            notes[found["key"]] = found["value"]
        else:
            left.append(comment.strip().removeprefix(LEFT))
    names, pronouns = _pairs(notes["names"]), _pairs(notes["pronouns"])
    labels, rest = (_object(notes.get(key, "{}"), key, left) for key in ("labels", "state"))
    more = as_dict(rest.pop("players", None))
    state: Json = {
        "bluffs": [official(word) for word in _list(notes["bluffs"])],
        "edition": {"id": _edition(notes["edition"], grimoire)},
        "roles": _own(notes["script"], left),
        "fabled": [{"id": official(word)} for word in _list(notes["fabled"])],
        "players": [
            {
                "name": names.get(player.name, player.name),
                "id": "",
                "role": {} if player.role == NOBODY else official(player.role, script),
                "reminders": [_labelled(token, labels, script) for token in player.tokens],
                "isDead": player.dead,
                "isVoteless": player.spent,
                "pronouns": pronouns.get(player.name, ""),
                **as_dict(more.get(player.name)),
            }
            for player in grimoire.players
        ],
        **rest,
    }
    if left:
        state["leftOut"] = left
    return in_lines(state)


def _object(text: str, key: str, left: list[str]) -> Json:
    """The JSON object of a comment; one that can't be read is left out, and named."""
    found = load(text)
    if not isinstance(found, dict):
        left.append(f"# {key}: {text}")
    return as_dict(found)


def _own(script: str, left: list[str]) -> object:
    """The characters of a script's own, where it stands in the record."""
    entries = as_list(load(script)) if script.startswith("[") else []
    if script and not entries:
        left.append(f"# script: {script}")
    return dicts(entries) or ""


def _labelled(token: str, labels: Json, script: Script) -> object:
    """A reminder with what a comment says is written on it."""
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
    """The edition that a comment names, or else that of most characters, by what the app calls it."""
    if said and not edition_of(said):
        return "".join(letter for letter in said.casefold() if letter.isalnum())
    found = [role.edition for role in UNSAID.known(player.role for player in grimoire.players)]
    most = edition_of(said) or max(found, key=found.count, default="")
    return next((short for short, name in SHORT.items() if name == most), "luf" if most else "")


def _list(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _pairs(text: str) -> dict[str, str]:
    """`Al = she/her; Bo = they`; what has signs of its own is in quotes."""
    return {found[1].strip(): _unquoted(found[2].strip()) for found in _PAIR.finditer(text)}


def _unquoted(text: str) -> str:
    found = load(text) if text.startswith('"') else None
    return text if found is None else str(found)


def _quoted(text: str) -> str:
    plain = text and text == one_line(text) and ";" not in text and not text.startswith('"')
    return text if plain else json.dumps(text)


def _id_of(one: object) -> str:
    return str(one.get("id", "")) if isinstance(one, dict) else str(one or "")


def another(name: str, taken: Container[str]) -> str:
    """A name that nobody has yet."""
    while name in taken:
        name += "_"
    return name


def name_of(given: str) -> str:
    """The name that a player has in a record, whose own may have blanks and other signs."""
    return re.sub(r"[^\w.'-]+", "_", given).strip("_.'-") or "Nobody"


def role_name(word: str, script: Script = UNSAID) -> str:
    """The identifier of a character whose official one has no underscores."""
    role = wanted(word, script) if word else None
    return role.id if role and role.is_called(word) else identifier(word)


def official(word: str, script: Script = UNSAID) -> str:
    own = script.own.get(word)
    return own.official if own else word.replace("_", "")
