"""Scripts in the notations of records and apps."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Any

from kibitz.core.answers import IncludedFile
from kibitz.core.directives import Directive, worded
from kibitz.core.internal_errors import RefusedError
from kibitz.core.memory import remembered
from kibitz.core.slips import one_slip_away
from kibitz.core.words import nearest
from kibitz.languages.botc.game.roles import (
    STORYTELLER,
    TEAMS,
    UNSAID,
    Role,
    Script,
    by_prefix,
    called,
    edition_name,
    identifier,
    meant,
    roles,
    same_letters,
)
from kibitz.languages.botc.text.nodes import Word

Json = dict[str, Any]


def load(text: str, what: str = "") -> Any:
    """Return the value of a JSON text, or None for other text. With `what`, raise RefusedError instead."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        if what:
            raise RefusedError(f"this is {what}: {error}") from error
        return None


def as_dict(value: object) -> Json:
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def dicts(value: object) -> list[Json]:
    """Return the objects of a list."""
    return [one for one in as_list(value) if isinstance(one, dict)]


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def one_line(text: object) -> str:
    return " ".join(str(text).split())


LINE = re.compile(r"(?<![^\r\n])[ \t]*#[ \t]*(?P<said>[A-Za-z][^\r\n]*)")
KEYS = ("script", "fabled", "edition")
MOST_WORDS = 500
"""Maximum number of words of a list that kibitz reads."""
_FILE = re.compile(r"[^,\[\]{}]+\.json", re.IGNORECASE)
_WORD = re.compile(r"[^,\s]+")
MOST_IN_A_NAME = 3
"""Maximum number of words of a character's name."""


def lines_in(text: str) -> tuple[tuple[str, str], ...]:
    """Return the keys and values of script lines in a text."""
    return tuple((key, line.text) for key, line in _keyed_lines(text))


def file_of(lines: Iterable[tuple[str, str]]) -> str | None:
    """Return the name of the file with the script, or None."""
    value = dict(lines).get("script", "")
    return value if _FILE.fullmatch(value) else None


def script_of(
    lines: Iterable[tuple[str, str]], files: Mapping[str, IncludedFile] = MappingProxyType({})
) -> Script:
    """Return the script of a file's lines, or `UNSAID` without lines. The last line of a key counts.

    `files` are the referenced files next to the record. A script that is not among them stays unknown.
    """
    said = dict(lines)
    if not said:
        return UNSAID
    source = said.get("script") or said.get("edition", "")
    if _FILE.fullmatch(source):
        file = files.get(source)
        if file is None or file.problem:
            script = Script(problem=file.problem if file else "")
        else:
            script = _read_official(file.text)
        script = replace(script, name=script.name or source)
    elif source.startswith("["):
        script = _read_official(source)
    else:
        script = _named(source)
    fabled = [role.id for word in _words(said.get("fabled", "")) if (role := wanted(word.text, script))]
    shown = [role.id for role in script.known(sorted(script.roles)) if role.team in STORYTELLER]
    return replace(script, fabled=tuple(dict.fromkeys([*fabled, *shown])), source=source)


def _named(source: str) -> Script:
    """Return an edition by its name, or a list of characters."""
    if _lists(source):
        words = [word.text for word in _words(source)]
        return Script(roles=frozenset(role.id if (role := meant(word)) else word for word in words))
    name = edition_of(source)
    edition = frozenset(role.id for role in roles().values() if name and role.edition == name)
    return Script(edition_name(name) if name else source, edition)


def edition_of(name: str) -> str:
    """Return the edition that is meant by its name or by a short form, or an empty string. A version may follow.

    >>> [edition_of(name) for name in ("TB", "S&V", "Sects & Violets", "Trouble Brewing v1.2", "xyzzy")]
    ['trouble_brewing', 'sects_and_violets', 'sects_and_violets', 'trouble_brewing', '']
    """
    plain = _VERSION.sub("", name).strip(" \t\"'.").replace("&", " and ").casefold()
    short = "".join(plain.split())
    return (
        SHORT.get(short)
        or _OTHER_SHORT.get(short)
        or next((one for one in _editions() if same_letters(one, plain)), "")
    )


_VERSION = re.compile(r"[ \t]*[\[(]?\bv?[0-9][0-9.]*[\])]?[ \t]*$", re.IGNORECASE)
_OTHER_SHORT = {"sv": "sects_and_violets", "sandv": "sects_and_violets"}
SHORT = {"tb": "trouble_brewing", "bmr": "bad_moon_rising", "snv": "sects_and_violets"}
"""Editions by their names in town squares."""


@cache
def _editions() -> tuple[str, ...]:
    return tuple({role.edition: role for role in roles().values() if role.edition not in STORYTELLER})


def _lists(source: str) -> bool:
    """Return whether a script is a list of characters: it has commas, or most of its words are characters."""
    words = list(_words(source))
    known = sum(called(word.text) is not None for word in words)
    return "," in source or (len(words) > 1 and 2 * known > len(words))


def _words(text: str, start: int = 0, end: int | None = None) -> Iterator[Word]:
    """Yield the characters of a list with their places. Commas or spaces separate them; names may contain spaces."""
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


def wanted(word: str, script: Script = UNSAID, editions: Collection[str] = ()) -> Role | None:
    """Return the character that a word is a typo of, or None.

    Characters of the script come first, or those of some editions if the script is unknown.
    """
    for role in script.own.values():
        if any(same_letters(word, name) for name in (role.id, role.name, role.official)):
            return role
    if script.own and not called(word) and (name := nearest(word, script.own)):
        return script.own[name]
    likely = script.roles or {role.id for role in roles().values() if role.edition in editions}
    if not called(word) and word.lower() not in by_prefix() and (name := nearest(word, likely)):
        return script.role(name)
    return meant(word)


def unknown(text: str, script: Script = UNSAID) -> Iterator[Word]:
    """Yield the words in such lists that do not name a character, with their places."""
    for key, line in _keyed_lines(text):
        if not line.text.startswith("[") and (key == "fabled" or _lists(line.text)):
            for word in _words(text, line.start, line.end):
                role = wanted(word.text, script)
                if role is None or not (role.official or same_letters(role.id, word.text)):
                    yield word


def misspelt(text: str) -> Iterator[tuple[Word, str]]:
    """Yield the unknown names of scripts in a text, each with the nearest known name, or an empty string."""
    names = {name.casefold(): name for name in map(edition_name, _editions())}
    for key, line in _keyed_lines(text):
        plain, said = _VERSION.sub("", line.text).casefold(), line.text
        if (
            key == "script"
            and said
            and not (_lists(said) or edition_of(said) or said[0] == "[" or _FILE.fullmatch(said))
        ):
            slip = [name for name in names if one_slip_away(plain, name)]
            close = next(iter(slip), None) or nearest(plain, names)
            yield line, names[close] if close else ""


def misspelt_keys(text: str) -> Iterator[tuple[Word, str]]:
    """Yield the misspelt keys of such lines, each with the likely key."""
    for start, said in _lines(text):
        if said.meant:
            yield Word(said.wrong, start, start + len(said.wrong)), said.meant


def badly_said(text: str, script: Script) -> Iterator[Word]:
    """Yield the places where a text names an unreadable script."""
    lines = _keyed_lines(text) if script.problem else ()
    return (line for key, line in lines if key != "fabled" and line.text == script.source)


def _keyed_lines(text: str) -> Iterator[tuple[str, Word]]:
    """Yield the keys of such lines of a text, each with its value."""
    for _, said in _lines(text):
        value = text[slice(*said.span)]
        # Without a colon it may be prose.
        if not said.wrong or (not said.meant and (edition_of(value) or _FILE.fullmatch(value))):
            yield said.name, Word(value, *said.span)


def _lines(text: str) -> Iterator[tuple[int, Directive]]:
    """Yield the lines that may name a script, each with the start of its contents."""
    for found in LINE.finditer(text) if "#" in text else ():
        if said := worded(text, *found.span("said"), KEYS):
            yield found.start("said"), said


# The JSON of the official script tool: identifiers of characters, and objects that define own characters. The object with the `id` `_meta`
# has the name of the script and perhaps a night order.

MOST_CHARACTERS = 500
"""Maximum number of characters of a script. The official tool takes 201 entries."""
LONGEST_NAME = 500
"""Maximum length of a name or an ability."""
EDITION = "homebrew"


@remembered
def _read_official(text: str) -> Script:
    """Return the contents of an official script."""
    try:
        entries = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        return Script(problem=f"this is not JSON: {error.msg} in line {error.lineno}, column {error.colno}")
    except (ValueError, RecursionError):
        return Script(problem="this is not JSON that can be read")
    if not isinstance(entries, list):
        return Script(problem="a script is a list of characters, in `[` and `]`")
    if len(entries) > MOST_CHARACTERS:
        return Script(problem=f"this has {len(entries)} entries, and a script at most {MOST_CHARACTERS}")
    return _script(entries)


_NUMBERED = [
    "id",
    "name",
    "image",
    "ability",
    "edition",
    "firstNight",
    "firstNightReminder",
    "otherNight",
    "otherNightReminder",
    "reminders",
    "remindersGlobal",
    "setup",
    "team",
    "isCustom",
]
"""The keys of a character in the order in which town squares number them."""


def keyed(entry: object) -> object:
    """Return a character of a script with words for its keys: town squares write `{"0": "snowman", "12": "townsfolk"}`."""
    if not isinstance(entry, dict) or "id" in entry or "0" not in entry:
        return entry
    return {_NUMBERED[int(key)] if key in _NUMBERS else key: value for key, value in entry.items()}


_NUMBERS = frozenset(map(str, range(len(_NUMBERED))))


def _script(entries: Sequence[object]) -> Script:
    entries = [one for one in map(keyed, entries) if not str(as_dict(one).get("team")).endswith("jinxed")]
    meta = next((as_dict(one) for one in entries if _id(one) == "_meta" and isinstance(one, dict)), {})
    own: dict[str, Role] = {}
    strange: list[str] = []
    names: dict[str, str] = {}
    for entry in entries:
        said = _id(entry)
        if not said:
            strange.append(json.dumps(entry)[:40])
        elif said != "_meta":
            role = _own(entry, said) if isinstance(entry, dict) else None
            if role is not None:
                own[role.id] = role
            known = role or called(said)
            if known is None:
                strange.append(said[:40])
            names[said] = known.id if known else said

    def named(said: str) -> str:
        """Return the identifier of a name in the script."""
        known = called(said)
        return names.get(said) or (known.id if known else said)

    jinxes = [
        (names[_id(entry)], named(_id(jinx)))
        for entry in entries
        if isinstance(entry, dict) and _id(entry) in names
        for jinx in as_list(entry.get("jinxes"))[:MOST_CHARACTERS]
    ]
    first, other = (
        tuple(named(str(one)) for one in as_list(meta.get(key))[:MOST_CHARACTERS])
        for key in ("firstNight", "otherNight")
    )
    problem = f"no character is called `{strange[0]}`, and the script does not define it" if strange else ""
    name, ids = _text(meta.get("name")), frozenset(names.values())
    return Script(name, ids, (), own, first, other, tuple(jinxes), problem=problem)


def _id(entry: object) -> str:
    found = entry.get("id") if isinstance(entry, dict) else entry
    return found if isinstance(found, str) else ""


def _own(entry: Mapping[str, Any], said: str) -> Role | None:
    """Return a script's own character, or None for a known one with the same team or for an unknown team."""
    team, known = str(entry.get("team")).lower(), called(said)
    team = "traveller" if team == "traveler" else team
    if team not in TEAMS or (known and known.team == team):
        return None
    name = _text(entry.get("name")) or _text(said)
    usual, everywhere = _tokens(entry.get("reminders")), _tokens(entry.get("remindersGlobal"))
    return Role(
        identifier(name) or identifier(said) or "own",
        name,
        team,
        EDITION,
        _text(entry.get("ability")),
        Counter(token for token, _ in [*usual, *everywhere]),
        dict([*usual, *everywhere]),
        tuple(dict(everywhere)),
        _night(entry.get("firstNight")),
        _night(entry.get("otherNight")),
        {"unknown": True, "note": "changes the setup"} if entry.get("setup") is True else {},
        official=said,
    )


def _tokens(listed: object) -> list[tuple[str, str]]:
    """Return the names of a character's tokens, each with its printed label."""
    labels = [_text(label) for label in as_list(listed)[:MOST_CHARACTERS]]
    return [(identifier(label) or f"reminder_{number}", label) for number, label in enumerate(labels, 1)]


def _night(number: object) -> float | None:
    """Return a position in the night, or None for 0, which means that the character does not wake."""
    if not isinstance(number, (int, float)) or isinstance(number, bool) or not 0 < number < 10_000:
        return None
    return number


def _text(value: object) -> str:
    """Return a text on one line, or an empty text for other values."""
    return " ".join(value.split())[:LONGEST_NAME] if isinstance(value, str) else ""
