"""What the public app Pocket Grimoire keeps in the browser (`localStorage["pocket-grimoire"]`), a JSON object, as a grimoire and back.

All that the app keeps, but for its cache of downloads, stands in
a comment above the grimoire (`# pocket: …`), and only what the grimoire says otherwise is changed in it on the way back.
What the app has no place for is below `kibitz`, which it leaves as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from kibitz.core.faults import RefusedError
from kibitz.languages.botc.game.model import Grimoire
from kibitz.languages.botc.game.script import UNSAID, Script
from kibitz.languages.botc.text import write
from kibitz.languages.botc.text.pad import laid, reminders, seats
from kibitz.languages.botc.text.said import Json, as_dict, as_list, compact, in_lines, load, one_line
from kibitz.languages.botc.text.script import edition_of, lines_in, script_of
from kibitz.languages.botc.text.townsquare import LEFT, official, role_name

NOTE = "# pocket: "
WRONG = "nothing that Pocket Grimoire keeps"
_BLUFFS = re.compile(r"#\s*bluffs\s*:(.*)")
_STATE = re.compile(r'"players"\s*:\s*\[')


def looks_like_storage(text: str) -> bool:
    """Whether a text is what the app keeps, and no record and no state of a town square."""
    return text.lstrip()[:1] == "{" and '"tokens"' in text and not _STATE.search(text)


def is_storage(comment: str) -> bool:
    """Whether a comment holds what the app keeps."""
    return comment.startswith(NOTE)


def from_storage(text: str) -> str:
    """What the app keeps as a grimoire in one line, with comments above it. Raises RefusedError for other JSON."""
    storage = _storage(text)
    own = as_dict(storage.pop("kibitz", None))
    storage.pop("lookup", None)
    left = list(map(one_line, as_list(own.get("leftOut"))))
    comments = [one if one.startswith("#") else LEFT + one for one in left]
    said = _characters(storage)
    script = script_of(lines_in("\n".join(comments)))
    if said.entries and _of_script(script) != said:
        # The last one counts: one that is out of date stands before.
        comments.insert(len(comments) if script.source else 0, said.line)
        script = script_of(lines_in("\n".join(comments)))
    if bluffs := _bluffs(storage):
        comments.append(f"# bluffs: {', '.join(map(role_name, bluffs))}")
    players = seats(storage["tokens"], script, as_dict(own.get("seats")))
    line = write.line(Grimoire(tuple([seat.player for seat in players])))
    return "".join(f"{one}\n" for one in (*comments, NOTE + compact(storage), line))


def to_storage(
    grimoire: Grimoire, comments: Sequence[str], left_out: Sequence[str], script: Script = UNSAID
) -> str:
    """A grimoire as what the app keeps. `comments` stand above it; what else the record has is named by `left_out`.

    Raises RefusedError where the app would not give the grimoire back.
    """
    kept = next((one for one in reversed(comments) if is_storage(one)), NOTE + '{"tokens": []}')
    storage, left, named = _storage(kept[len(NOTE) :]), list[str](), list[str]()
    said, now = _characters(storage), _of_script(script)
    for one in comments:
        if found := _BLUFFS.fullmatch(one):
            named = [official(word.strip()) for word in found[1].split(",") if word.strip()]
        elif not is_storage(one) and one not in {said.line, now.line}:
            left.append(one)
    if named != _bluffs(storage):
        storage["bluffs"] = {"index": 0, "groups": [{"name": "", "set": named}]}
    if now.entries and said.line not in comments and now != said:
        storage["characters"] = {"name": now.name, "characters": now.entries}
    left += [one.removeprefix(LEFT) for one in left_out]
    for anew in (False, True):
        tokens, more = laid(storage["tokens"], grimoire, script, anew)
        own = {key: value for key, value in (("seats", more), ("leftOut", left)) if value}
        whole = {**storage, "tokens": tokens, **({"kibitz": own} if own else {})}
        text = in_lines(whole)
        if from_storage(text).splitlines()[-1] == write.line(grimoire):
            return text
    raise RefusedError("Pocket Grimoire would not give this grimoire back as it is")


def _storage(text: str) -> Json:
    found = as_dict(load(text, WRONG))
    tokens = found.get("tokens")
    if not isinstance(tokens, list) or not all(isinstance(as_dict(one).get("id"), str) for one in tokens):
        raise RefusedError(f"this is {WRONG}: it has no list of `tokens`")
    return found


# Scripts and bluffs


class _Characters(NamedTuple):
    """The script, as the app has it: identifiers, and objects for characters of its own."""

    name: str
    entries: list[Any]

    @property
    def line(self) -> str:
        """The comment that says so."""
        ids = {role_name(one) if isinstance(one, str) else "" for one in self.entries}
        if edition_of(self.name) and _of_script(script_of([("script", self.name)])).ids == ids:
            return f"# script: {self.name}"
        return f"# script: {compact([{'id': '_meta', 'name': self.name}, *self.entries])}"

    @property
    def ids(self) -> set[str]:
        return {role_name(one) for one in self.entries if isinstance(one, str)}


def _characters(storage: Json) -> _Characters:
    found = as_dict(storage.get("characters"))
    return _Characters(one_line(found.get("name") or ""), as_list(found.get("characters")))


def _of_script(script: Script) -> _Characters:
    names = sorted(script.roles | set(script.fabled)) if script.roles else []
    return _Characters(script.name, [_entry(script, name) for name in names])


def _entry(script: Script, name: str) -> object:
    role = script.own.get(name)
    if role is None:
        return official(name)
    return {
        "id": role.official,
        "name": role.name,
        "team": role.team,
        "ability": role.summary,
        "reminders": [role.label(token) for token in reminders(role, script)],
    }


def _bluffs(storage: Json) -> list[str]:
    """The identifiers of the first bluffs; the app once kept three of them by their places."""
    bluffs = as_dict(storage.get("bluffs"))
    groups = [as_list(as_dict(one).get("set")) for one in as_list(bluffs.get("groups"))]
    named = [
        [word for word in one if word and isinstance(word, str)] for one in groups or [list(bluffs.values())]
    ]
    return next(filter(None, named), [])
