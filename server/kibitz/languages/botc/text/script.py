"""The lines at the head of a file that name its script: `# script: Trouble Brewing`, `# fabled: sentinel, djinn`.

A script is the name of an edition, a list of characters with commas, the JSON of an official script on one line, or the name
of a file beside the record that holds such JSON: `# script: mine.json`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from kibitz.core.answers import Companion
from kibitz.core.words import nearest
from kibitz.languages.botc.game.roles import Role, meant, roles, same_letters
from kibitz.languages.botc.game.script import STORYTELLER, UNSAID, Script
from kibitz.languages.botc.text.nodes import Word
from kibitz.languages.botc.text.official import read_official

LINE = re.compile(r"(?<![^\r\n])[ \t]*#[ \t]*(?P<key>script|fabled)[ \t]*:[ \t]*(?P<value>[^\r\n]*)")
MOST_WORDS = 500
"""So many characters of a list are looked at: no script has more."""
_FILE = re.compile(r"[^,\[\]{}]+\.json", re.IGNORECASE)
_WORD = re.compile(r"[^,\s][^,]*[^,\s]|[^,\s]")


def lines_in(text: str) -> tuple[tuple[str, str], ...]:
    """The keys and values of such lines in a text."""
    if "#" not in text:
        return ()
    return tuple((found["key"], found["value"].strip()) for found in LINE.finditer(text))


def file_of(lines: Iterable[tuple[str, str]]) -> str | None:
    """The name of the file that holds the script, if there is one."""
    value = dict(lines).get("script", "")
    return value if _FILE.fullmatch(value) else None


def script_of(lines: Iterable[tuple[str, str]], files: Mapping[str, Companion]) -> Script | None:
    """What the lines of a file say; None where there are none. The last line of a key counts.

    `files` are those beside the record. Of a script that is not among them nothing is known.
    """
    said = dict(lines)
    if not said:
        return None
    source = said.get("script", "")
    if _FILE.fullmatch(source):
        file = files.get(source)
        if file is None or file.problem:
            script = Script(source, source=source, problem=file.problem if file else "")
        else:
            script = _official(source, file.text, source)
    elif source.startswith("["):
        script = _official(source, source)
    else:
        script = _named(source)
    fabled = [role.id for word in said.get("fabled", "").split(",") if (role := wanted(word.strip(), script))]
    shown = [
        name for name in sorted(script.roles) if (role := script.role(name)) and role.team in STORYTELLER
    ]
    return Script(
        script.name, script.roles, tuple(dict.fromkeys([*fabled, *shown])), script.own, script.first_order,
        script.other_order, script.jinxes, source, script.problem,
    )  # fmt: skip


def _named(source: str) -> Script:
    """An edition by its name, or a list of characters."""
    if "," in source:
        words = [word.strip() for word in source.split(",")]
        return Script(roles=frozenset(role.id if (role := meant(word)) else word for word in words))
    edition = [role.id for role in roles().values() if same_letters(role.edition, source)]
    return Script(source, frozenset(edition))


def _official(source: str, text: str, file: str = "") -> Script:
    found = read_official(text)
    name, orders = found.name or file, (found.first_order, found.other_order)
    return Script(
        name, frozenset(found.ids), (), found.own, *orders, found.jinxes, source, problem=found.problem
    )


def wanted(word: str, script: Script = UNSAID) -> Role | None:
    """The character that somebody who wrote `word` probably meant, be it one of the script's own."""
    for role in script.own.values():
        if any(same_letters(word, name) for name in (role.id, role.name, role.official)):
            return role
    known = meant(word)
    if script.own and not (known and same_letters(known.id, word)) and (name := nearest(word, script.own)):
        return script.own[name]
    return known


def unknown(text: str, script: Script = UNSAID) -> Iterator[Word]:
    """The words in lists of such lines that name no character, with their places."""
    for found in LINE.finditer(text) if "#" in text else ():
        value = found["value"]
        if value.startswith("[") or (found["key"] == "script" and "," not in value):
            continue
        for word in islice(_WORD.finditer(text, *found.span("value")), MOST_WORDS):
            role = wanted(word[0], script)
            if role is None or not (role.official or same_letters(role.id, word[0])):
                yield Word(word[0], *word.span())


def badly_said(text: str, script: Script) -> Iterator[Word]:
    """Where a text names a script that can't be read."""
    for found in LINE.finditer(text) if script.problem and "#" in text else ():
        start, value = found.start("value"), found["value"].strip()
        if found["key"] == "script" and value == script.source:
            yield Word(value, start, start + len(value))
