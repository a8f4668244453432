"""Scripts in the JSON of the official script tool: identifiers of characters, objects that say what a character of one's
own is, and one with the `id` `_meta`, which has the name of the script and may have an order of the nights."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast, get_args

from kibitz.core.memory import remembered
from kibitz.languages.botc.game.roles import Role, Team, called, identifier
from kibitz.languages.botc.text.said import as_dict, as_list

MOST = 500
"""More characters than these no script has: the official tool takes 201 entries."""
LONGEST = 500
"""How many characters of a name or an ability are kept."""
TEAMS_ALLOWED = frozenset(get_args(Team))
EDITION = "homebrew"


class Official(NamedTuple):
    """What such a script says."""

    name: str = ""
    ids: tuple[str, ...] = ()
    own: Mapping[str, Role] = {}
    first_order: tuple[str, ...] = ()
    other_order: tuple[str, ...] = ()
    jinxes: tuple[tuple[str, str], ...] = ()
    problem: str = ""
    """Why it can't be read, in a person's words; what can be is there all the same."""


@remembered
def read_official(text: str) -> Official:
    """What a text says as an official script."""
    try:
        entries = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        return Official(problem=f"this is no JSON: {error.msg} in line {error.lineno}, column {error.colno}")
    except (ValueError, RecursionError):
        return Official(problem="this is no JSON that can be read")
    if not isinstance(entries, list):
        return Official(problem="a script is a list of characters, in `[` and `]`")
    if len(entries) > MOST:
        return Official(problem=f"this has {len(entries)} entries, and a script at most {MOST}")
    return _script(entries)


def _script(entries: Sequence[object]) -> Official:
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
        """The identifier of what the script calls so."""
        known = called(said)
        return names.get(said) or (known.id if known else said)

    jinxes = [
        (names[_id(entry)], named(_id(jinx)))
        for entry in entries
        if isinstance(entry, dict) and _id(entry) in names
        for jinx in as_list(entry.get("jinxes"))[:MOST]
    ]
    first, other = (
        tuple([named(str(one)) for one in as_list(meta.get(key))[:MOST]])
        for key in ("firstNight", "otherNight")
    )
    problem = (
        f"no character is called `{strange[0]}`, and the script does not say what it is" if strange else ""
    )
    return Official(
        _words(meta.get("name")), tuple(names.values()), own, first, other, tuple(jinxes), problem
    )


def _id(entry: object) -> str:
    found = entry.get("id") if isinstance(entry, dict) else entry
    return found if isinstance(found, str) else ""


def _own(entry: Mapping[str, Any], said: str) -> Role | None:
    """A character of the script's own; None for one that everybody knows, of whom the script says no more."""
    team, known = entry.get("team"), called(said)
    if team not in TEAMS_ALLOWED or (known and known.team == team):
        return None
    name = _words(entry.get("name")) or _words(said)
    usual, everywhere = _tokens(entry.get("reminders")), _tokens(entry.get("remindersGlobal"))
    return Role(
        identifier(name) or identifier(said) or "own",
        name,
        cast(Team, team),
        EDITION,
        _words(entry.get("ability")),
        Counter(token for token, _ in [*usual, *everywhere]),
        dict([*usual, *everywhere]),
        tuple(dict(everywhere)),
        _night(entry.get("firstNight")),
        _night(entry.get("otherNight")),
        {"unknown": True} if entry.get("setup") is True else {},
        official=said,
    )


def _tokens(listed: object) -> list[tuple[str, str]]:
    """What is written for the tokens of a character, each with what is printed on it."""
    labels = [_words(label) for label in as_list(listed)[:MOST]]
    return [(identifier(label) or f"reminder_{number}", label) for number, label in enumerate(labels, 1)]


def _night(number: object) -> float | None:
    """0 says that a character does not wake."""
    if not isinstance(number, (int, float)) or isinstance(number, bool) or not 0 < number < 10_000:
        return None
    return number


def _words(value: object) -> str:
    """A text on one line."""
    return " ".join(value.split())[:LONGEST] if isinstance(value, str) else ""
