"""The lines at the head of a file that name its script: `# script: Trouble Brewing`, `# fabled: sentinel, djinn`.

A script is the name of an edition, a list of characters, the JSON of an official script on one line, or the name of a file
beside the record that holds such JSON: `# script: mine.json`. Town squares say `# edition: tb`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import islice
from types import MappingProxyType

from kibitz.core.answers import Companion
from kibitz.core.slips import one_slip_away
from kibitz.core.words import nearest
from kibitz.languages.botc.game.roles import Role, called, meant, roles, same_letters
from kibitz.languages.botc.game.script import STORYTELLER, UNSAID, Script
from kibitz.languages.botc.text.nodes import Word
from kibitz.languages.botc.text.official import read_official

LINE = re.compile(r"(?<![^\r\n])[ \t]*#[ \t]*(?P<key>script|fabled|edition)[ \t]*:[ \t]*(?P<value>[^\r\n]*)")
MOST_WORDS = 500
"""So many characters of a list are looked at: no script has more."""
_FILE = re.compile(r"[^,\[\]{}]+\.json", re.IGNORECASE)
_WORD = re.compile(r"[^,\s]+")
MOST_IN_A_NAME = 3
"""No character's name has more words."""


def lines_in(text: str) -> tuple[tuple[str, str], ...]:
    """The keys and values of such lines in a text."""
    return tuple([(key, line.text) for key, line in _said(text)])


def file_of(lines: Iterable[tuple[str, str]]) -> str | None:
    """The name of the file that holds the script, if there is one."""
    value = dict(lines).get("script", "")
    return value if _FILE.fullmatch(value) else None


def script_of(
    lines: Iterable[tuple[str, str]], files: Mapping[str, Companion] = MappingProxyType({})
) -> Script:
    """What the lines of a file say; `UNSAID` where there are none. The last line of a key counts.

    `files` are those beside the record. Of a script that is not among them nothing is known.
    """
    said = dict(lines)
    if not said:
        return UNSAID
    source = said.get("script") or said.get("edition", "")
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
    fabled = [role.id for word in _words(said.get("fabled", "")) if (role := wanted(word.text, script))]
    shown = [role.id for role in script.known(sorted(script.roles)) if role.team in STORYTELLER]
    return replace(script, fabled=tuple(dict.fromkeys([*fabled, *shown])), source=source)


def _named(source: str) -> Script:
    """An edition by its name, or a list of characters."""
    if _lists(source):
        words = [word.text for word in _words(source)]
        return Script(roles=frozenset(role.id if (role := meant(word)) else word for word in words))
    name = edition_of(source)
    edition = [role.id for role in roles().values() if name and role.edition == name]
    return Script(roles()[edition[0]].edition_name if edition else source, frozenset(edition), source=source)


def edition_of(name: str) -> str:
    """The edition that is meant by its name or by what town squares call it; empty where it is none."""
    return SHORT.get(name.casefold()) or next((one for one in _editions() if same_letters(one, name)), "")


SHORT = {"tb": "trouble_brewing", "bmr": "bad_moon_rising", "snv": "sects_and_violets"}
"""Editions by what town squares call them."""


@cache
def _editions() -> tuple[str, ...]:
    return tuple({role.edition: role for role in roles().values() if role.edition not in STORYTELLER})


def _lists(source: str) -> bool:
    """Whether a script is a list of characters: with commas, or most of its words are some."""
    words = list(_words(source))
    known = sum(called(word.text) is not None for word in words)
    return "," in source or (len(words) > 1 and 2 * known > len(words))


def _words(text: str, start: int = 0, end: int | None = None) -> Iterator[Word]:
    """The characters of a list, which commas or blanks part, and where they stand; names may have blanks in them."""
    parts = list(islice(_WORD.finditer(text, start, len(text) if end is None else end), MOST_WORDS))
    commas = "," in text[start:end]
    while parts:
        run = [at for at in range(1, len(parts)) if "," in text[parts[at - 1].end() : parts[at].start()]]
        until = min([*run, len(parts)]) if commas else 1
        for length in range(1 if commas else MOST_IN_A_NAME, 1, -1):
            name = text[parts[0].start() : parts[min(length, len(parts)) - 1].end()]
            if called(name):
                until = min(length, len(parts))
                break
        first, last = parts[0].start(), parts[until - 1].end()
        yield Word(text[first:last], first, last)
        parts = parts[until:]


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
    if script.own and not called(word) and (name := nearest(word, script.own)):
        return script.own[name]
    return meant(word)


def unknown(text: str, script: Script = UNSAID) -> Iterator[Word]:
    """The words in lists of such lines that name no character, with their places."""
    for key, line in _said(text):
        if not line.text.startswith("[") and (key == "fabled" or _lists(line.text)):
            for word in _words(text, line.start, line.end):
                role = wanted(word.text, script)
                if role is None or not (role.official or same_letters(role.id, word.text)):
                    yield word


def misspelt(text: str) -> Iterator[tuple[Word, str]]:
    """Where a text names an edition with a slip of the pen, and its name."""
    for key, line in _said(text):
        if key != "fabled" and not _lists(line.text) and not edition_of(line.text):
            for name in {role.edition_name for role in roles().values() if role.edition in _editions()}:
                if one_slip_away(line.text.casefold(), name.casefold()):
                    yield line, name


def badly_said(text: str, script: Script) -> Iterator[Word]:
    """Where a text names a script that can't be read."""
    lines = _said(text) if script.problem else ()
    return (line for key, line in lines if key != "fabled" and line.text == script.source)


def _said(text: str) -> Iterator[tuple[str, Word]]:
    """What such lines of a text say, each with its key."""
    for found in LINE.finditer(text) if "#" in text else ():
        start, value = found.start("value"), found["value"].strip()
        yield found["key"], Word(value, start, start + len(value))
