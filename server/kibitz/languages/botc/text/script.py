"""The lines at the head of a file that name its script: `# script: Trouble Brewing`, `# fabled: sentinel, djinn`.

A script is the name of an edition, a list of characters with commas, or the JSON of an official script on one line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from kibitz.languages.botc.game.roles import meant, roles, same_letters
from kibitz.languages.botc.game.script import Script
from kibitz.languages.botc.text.nodes import Word

LINE = re.compile(r"(?<![^\r\n])[ \t]*#[ \t]*(?P<key>script|fabled)[ \t]*:[ \t]*(?P<value>[^\r\n]*)")
_WORD = re.compile(r"[^,\s][^,]*[^,\s]|[^,\s]")


def lines_in(text: str) -> tuple[tuple[str, str], ...]:
    """The keys and values of such lines in a text."""
    if "#" not in text:
        return ()
    return tuple((found["key"], found["value"].strip()) for found in LINE.finditer(text))


def script_of(lines: Iterable[tuple[str, str]]) -> Script | None:
    """What the lines of a file say; None where there are none. The last line of a key counts."""
    said = dict(lines)
    if not said:
        return None
    name, ids = _named(said.get("script", ""))
    fabled = tuple(role.id for word in said.get("fabled", "").split(",") if (role := meant(word.strip())))
    storyteller = {one for one in ids if one in roles() and roles()[one].team in {"fabled", "loric"}}
    return Script(name, frozenset(ids), tuple(dict.fromkeys([*fabled, *sorted(storyteller)])))


def _named(value: str) -> tuple[str, list[str]]:
    """The name of a script and its characters."""
    if value.startswith("["):
        return _official(value)
    if "," in value:
        return "", [role.id if (role := meant(word.strip())) else word.strip() for word in value.split(",")]
    edition = [role for role in roles().values() if same_letters(role.edition, value)]
    return value, [role.id for role in edition]


def _official(value: str) -> tuple[str, list[str]]:
    """The JSON of an official script: identifiers, or objects with an `id`, of which `_meta` has the name."""
    try:
        entries = json.loads(value)
    except (ValueError, RecursionError):
        return "", []
    name, ids = "", []
    for entry in entries if isinstance(entries, list) else ():
        known = str(entry.get("id", "")) if isinstance(entry, dict) else str(entry)
        if known == "_meta":
            name = str(entry.get("name", ""))
        elif known:
            role = meant(known)
            ids.append(role.id if role and same_letters(role.id, known) else known)
    return name, ids


def unknown(text: str) -> Iterator[Word]:
    """The words in lists of such lines that name no character, with their places."""
    for found in LINE.finditer(text) if "#" in text else ():
        if found["value"].startswith("[") or (found["key"] == "script" and "," not in found["value"]):
            continue
        for word in _WORD.finditer(text, *found.span("value")):
            role = meant(word[0])
            if role is None or not same_letters(role.id, word[0]):
                yield Word(word[0], *word.span())
