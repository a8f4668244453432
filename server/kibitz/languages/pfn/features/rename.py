"""Renaming of players."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.internal_errors import RefusedError
from kibitz.core.shown import code
from kibitz.core.values import Edit
from kibitz.languages.pfn.features.named import everywhere, mention_at
from kibitz.languages.pfn.game.figgie import is_seat
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.shorthand import has_jots


def rename(language: Pfn, analysis: Analysis, offset: int, name: str) -> Sequence[Edit]:
    """Return the edits that rename a player. Two players swap their names if the new one is taken.

    Raise RefusedError if there is no player, for names that cannot be written or leave a player undeclared, and if
    more than the name would change.
    """
    mention = mention_at(analysis, offset)
    if mention is None or mention.kind != "player":
        raise RefusedError(
            "only players can be renamed in a round of Figgie: put the cursor on one, such as `P1`"
        )
    name, record = name.strip(), analysis.context
    if not name.isprintable() or not name or {*name} & {*"\"\\'"}:
        raise RefusedError(f"a name has no quotes and no backslashes: {code(name)}")
    players = record.players
    if record.deal.count == len(players):
        declared = mention.name in {*record.deal.cards, *record.deal.banks}
        for one in (mention.name, name):
            if one not in players and not (declared and _may_be_called(one, len(players))):
                raise RefusedError(
                    f"{code(one)} does not play: the players are {', '.join(map(code, players))}"
                )
    if name == mention.name:
        return ()
    back = _edits(analysis, name, mention.name) if mention.name in players or not players else ()
    return sorted([*_edits(analysis, mention.name, name), *back], key=lambda edit: edit.start)


def _may_be_called(name: str, players: int) -> bool:
    """Return whether one of some players may have a name: numbers go from P1 on."""
    return not is_seat(name) or name in {f"P{seat}" for seat in range(1, players + 1)}


def _edits(analysis: Analysis, old: str, new: str) -> Iterator[Edit]:
    document = analysis.document
    for one in everywhere(analysis, "player", old):
        line = document.position_at(one.span.start, "utf-32").line
        if not one.plain:
            raise RefusedError(
                f"write {old} in line {line + 1} plainly first, without escapes and triple quotes"
            )
        written = document.text(*one.span)
        before = document.text(document.line_start(line), one.span.start)
        behind = document.text(one.span.end, document.line_end(line))
        # Shorthand may write the number of a player alone, and a name in quotes.
        ways = (new.removeprefix("P") if written.isdecimal() and is_seat(new) else new, f'"{new}"')
        if has_jots(f"{before}{written}{behind}"):
            name = next((way for way in ways if has_jots(f"{before}{way}{behind}")), None)
            if name is None:
                raise RefusedError(
                    f"write out the trade in line {line + 1} first: this shorthand has no name such as {code(new)}"
                )
            yield Edit(*one.span, name)
            continue
        rest = _REST_OF_KEY.match(behind)
        if rest is not None and before.strip(" \t{")[-1:] not in _QUOTES and write.key(new) != new:
            yield Edit(one.span.start, one.span.end + len(rest[1]), write.key(new + rest[1]))
        else:
            yield Edit(*one.span, new)


_REST_OF_KEY = re.compile(r"([A-Za-z0-9_-]*)[ \t]*=")
_QUOTES = ('"', "'")
