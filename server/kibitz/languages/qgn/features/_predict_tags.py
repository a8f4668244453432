"""How the tags of a game are likely to go on: what every game needs, and what stood in the game before."""

from __future__ import annotations

import re
from datetime import date
from functools import cache

from kibitz.core.analysis import Analysis
from kibitz.languages.qgn.features._cursor import Cursor, read
from kibitz.languages.qgn.features._jotted import numbered
from kibitz.languages.qgn.features._standing import standing_at
from kibitz.languages.qgn.features._tags import Earlier, Heading, heading_at
from kibitz.languages.qgn.features._writing import next_of, shared
from kibitz.languages.qgn.features.customs import tags_to_repeat
from kibitz.languages.qgn.text.cut import BLANKS
from kibitz.languages.qgn.text.head import REQUIRED
from kibitz.languages.qgn.text.items import pattern
from kibitz.languages.qgn.text.model import Tag
from kibitz.languages.qgn.text.record import head_of, is_head

REPEATED = ("key", "teams", "variant")
"""The tags that mostly say in the next game what they said in the last one."""


@cache
def _begun() -> re.Pattern[str]:
    """A tag up to a place in it: its key, the quote, its value, its end."""
    return re.compile(rf'\[(?:({pattern("KEY").pattern})(?:( "?)(?:(?<=")([^"\r\n]*)("\]?)?)?)?)?')


def rest(analysis: Analysis, here: Cursor, offset: int) -> str:
    """How the head goes on behind `offset`."""
    placed = here.placed
    if placed is None or not isinstance(placed.item, Tag) or placed.start >= offset:
        return _between(analysis, here, offset)
    found = _begun().fullmatch(analysis.document.text(placed.start, offset))
    if found is None:
        return ""
    key, blank, value, end = found.groups()
    heading = heading_at(analysis, here)
    if end is not None:
        return ("" if end == '"]' else "]") + _after(analysis, here, heading, key)
    if value is not None:
        texts = [*heading.values(key, value)]
        year = _year(value) if key == "date" else ""
        closed = f'{year}"]' if year else _closed(texts, value, bool(heading.earlier.heads), key)
        whole = year or value in texts or _sole(texts, value)
        return closed + (_after(analysis, here, heading, key) if whole else "")
    keys, key = heading.due(without=placed.item), key or ""
    if blank is None and key not in keys:
        first, *others = [one for one in keys if one.startswith(key)] or [""]
        return f'{first[len(key) :]} "' if first and (not others or first in REQUIRED) else ""
    return ' "'[len(blank or "") :]


def _year(begun: str) -> str:
    """The rest of a date whose month and day are written: mostly it was this year."""
    return f"-{date.today().year}"[len(begun) - 5 :] if re.fullmatch("[0-9]{2}-[0-9]{2}-?", begun) else ""


def _sole(texts: list[str], begun: str) -> bool:
    return bool(begun) and len([text for text in texts if text.startswith(begun)]) == 1


def _closed(texts: list[str], begun: str, earlier: bool, key: str) -> str:
    """The rest of a value with the end of the tag, or as far as all fitting values agree."""
    if begun in texts:
        return '"]'
    fitting = [text for text in texts if text.startswith(begun)]
    if fitting and (_sole(texts, begun) or (earlier and key in REPEATED and not begun)):
        return fitting[0][len(begun) :] + '"]'
    return shared(fitting)[len(begun) :] if begun and fitting else ""


def _after(analysis: Analysis, here: Cursor, heading: Heading, key: str) -> str:
    """What follows on a tag: the next necessary one, what followed in the game before, or the first action."""
    present = here.part.keys | {key}
    for due in REQUIRED:
        if due not in present:
            value = heading.earlier.latest(due)
            return f'\n[{due} "' + (f'{value}"]' if value else "")
    following = {"completed": "date"} | _orders(heading.earlier)
    if (tag := following.get(key, "")) and tag not in present:
        return f'\n[{tag} "'
    if _is_dealt(heading) and "seed" not in present:
        return '\n[seed "'
    behind = analysis.document.after(here.place)
    if behind is not None and not is_head(behind):
        return ""
    standing = standing_at(analysis, here.place, here.place.end)
    # Where a list has numbers, these are quicker than the rest of an action that has been begun.
    return "\n\n" + ("" if numbered(standing) else next_of(standing, ""))


def _is_dealt(heading: Heading) -> bool:
    """Whether a game is played from a seed."""
    return heading.known is not None and bool(heading.known.replay)


def _orders(earlier: Earlier) -> dict[str, str]:
    """Which tag followed on which in the game before; nothing on its last one."""
    return dict(zip(earlier.order, [*earlier.order[1:], ""], strict=False))


def _between(analysis: Analysis, here: Cursor, offset: int) -> str:
    """The first tag, the next one, or the first action."""
    document = analysis.document
    before = document.text(max(offset - 2, here.place.start), offset)
    if here.placed is not None or (before and before[-1] not in BLANKS):
        return ""
    heading = heading_at(analysis, here)
    due = heading.due()
    if before and before[-1] not in "\r\n":
        return ""
    if due and due[0] in REQUIRED:
        return f'[{due[0]} "'
    if before == "\n\n":
        return next_of(standing_at(analysis, here.place, offset), "")
    # Who wanted the actions to follow has taken them at the end of the line before.
    likely = {"completed", *_orders(heading.earlier)} | ({"seed"} if _is_dealt(heading) else set())
    wanted = next((key for key in due if key in likely), None)
    return f'[{wanted} "' if wanted else ""


def next_game(analysis: Analysis, here: Cursor) -> str:
    """The tags of another game behind one that is over, in a file of several: those of this one, as far as they mostly
    stay the same."""
    head = head_of(analysis.document, here.place)
    if head is None or analysis.document.before(head) is None:
        return ""
    out = "\n\n"
    for key, value in tags_to_repeat(read(analysis, head)):
        if key not in REPEATED:
            return f'{out}[{key} "'
        out += f'[{key} "{value}"]\n'
    return out.rstrip("\n")
